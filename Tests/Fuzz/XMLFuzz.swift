// Module: Containers

/// Every document ends, and every element that begins.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXML(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let vocabulary = XMLVocabulary(namespaces: [.init("w", "u")], names: ["w:p", "w:t", "val"])
  var reader = XMLReader(Array(UnsafeBufferPointer(start: start, count: count)), vocabulary)
  var open = 0
  var text: [UInt8] = []
  while let event = reader.next() {
    switch event {
    case .start:
      open += 1
      _ = reader.attribute(2)
      if reader.name == 1 {
        reader.skip()
        open -= 1
      }
    case .end: open -= 1
    case .text: reader.appendText(to: &text)
    }
  }
  precondition(open == 0, "An element did not end")
  return 0
}
