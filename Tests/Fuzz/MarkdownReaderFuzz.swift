/// Every input is read: as much of it again behind a blank line and a rule is the same document twice.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMarkdownReader(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let document = try? MarkdownReader().read(bytes) else { preconditionFailure("Markdown was refused") }
  let html = HTMLWriter().write(document)
  precondition(html.count <= 64 * count + 200_000, "the HTML is \(html.count) bytes long")
  let ended = try? MarkdownReader().read(bytes + [0x0A])
  // A line feed more at the end is none more, unless a backslash or what is no text stands before it.
  if let last = bytes.last, last >= 0x20 || last == 0x09, last != UInt8(ascii: "\\"), last < 0x7F {
    precondition(ended == document, "a line feed at the end changes the document")
  }
  return 0
}
