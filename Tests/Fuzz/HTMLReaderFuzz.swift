/// Every input is read, and what it says comes out as Markdown that is not out of all proportion to it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTMLReader(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let document = try? HTMLReader().read(bytes) else { preconditionFailure("HTML was refused") }
  let markdown = MarkdownWriter().write(document)
  precondition(markdown.count <= 4 * count + 16384, "the Markdown is \(markdown.count) bytes long")
  return 0
}
