/// Every formula is read whole or not at all, and what is written of it is balanced.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFormula(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let tex = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let math = MathMLWriter.math(tex, isDisplayed: false) else { return 0 }
  precondition(math.utf8.count { $0 == 0x3C } == math.utf8.count { $0 == 0x3E }, "A tag was not closed")
  precondition(WordMathWriter.math(tex, isDisplayed: false) != nil, "Word had no words for it")
  let back = MathMarkup.tex(of: Array(math.utf8)[...])
  precondition(back == Array(tex.utf8), "The TeX was not kept")
  return 0
}
