/// Every formula is read whole or not at all, and every element that is written of it ends.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFormula(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let tex = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let math = MathMLWriter.math(tex, isDisplayed: false) else { return 0 }
  precondition(isBalanced(Array(math.utf8)), "An element did not end")
  precondition(WordMathWriter.math(tex, isDisplayed: false) != nil, "Word had no words for it")
  let back = MathMLReader.tex(of: Array(math.utf8)[...])
  precondition(back == Array(tex.utf8), "The TeX was not kept")
  return 0
}

/// True if every element ends in the order in which they begin; `>` may stand in text as well.
private func isBalanced(_ markup: [UInt8]) -> Bool {
  var open: [ArraySlice<UInt8>] = []
  for piece in markup.split(separator: UInt8(ascii: "<")) {
    guard let end = piece.firstIndex(of: UInt8(ascii: ">")) else { return false }
    let tag = piece[..<end]
    if tag.last == UInt8(ascii: "/") { continue }
    if tag.first == UInt8(ascii: "/") {
      guard open.popLast() == tag.dropFirst() else { return false }
    } else {
      open.append(tag.prefix { $0 != 0x20 })
    }
  }
  return open.isEmpty
}
