/// Every input is read, and what it says comes out as Markdown that is not out of all proportion to it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTMLReader(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let document = try? HTMLReader().read(bytes) else { preconditionFailure("HTML was refused") }
  let markdown = MarkdownWriter().write(document)
  // A link that is left open is repeated in each block behind it, within the parser's budget for copies.
  precondition(markdown.count <= 8 * count + 81_920, "the Markdown is \(markdown.count) bytes long")
  return 0
}
