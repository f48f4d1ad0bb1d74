/// Every input is read, a line feed at its end changes nothing, and HTML and RTF are the same with a document and without.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMarkdownReader(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let document = try? MarkdownReader().read(bytes) else { preconditionFailure("Markdown was refused") }
  let html = HTMLWriter().write(document)
  precondition(html.count <= 64 * count + 200_000, "the HTML is \(html.count) bytes long")
  var writer = HTMLWriter()
  writer.identified = .linked
  // The way without a document gives the same bytes.
  if let direct = try? MarkdownReader().html(bytes) {
    precondition(direct == writer.write(document), "the HTML differs without a document")
  }
  if let blocks = try? MarkdownReader().blocks(of: bytes), let direct = RTFWriter().write(blocks) {
    precondition(direct == RTFWriter().write(document), "the RTF differs without a document")
  }
  let ended = try? MarkdownReader().read(bytes + [0x0A])
  // A line feed more at the end is none more, unless a backslash or what is no text stands before it.
  if let last = bytes.last, last >= 0x20 || last == 0x09, last != UInt8(ascii: "\\"), last < 0x7F {
    precondition(ended == document, "a line feed at the end changes the document")
  }
  return 0
}
