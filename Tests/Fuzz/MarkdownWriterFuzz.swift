/// What is written reads again as the same document.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMarkdownWriter(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // Control characters are dropped, and what stood behind one may then begin a line.
  guard bytes.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A }) else { return 0 }
  let reader = MarkdownReader(linksBareAddresses: false)
  guard let document = try? reader.read(bytes).normalized() else { return 0 }
  let written = MarkdownWriter(tableStyle: .compact).write(document)
  guard let again = try? reader.read(written).normalized() else {
    preconditionFailure("Markdown was refused")
  }
  precondition(again == document, String(decoding: written, as: UTF8.self))
  return 0
}
