/// What is written reads again as the same document, in every style: a formula may be a block of its own by then.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMarkdownWriter(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let reader = MarkdownReader(linksBareAddresses: false)
  guard let read = try? reader.read(bytes) else { return 0 }
  // The input's length chooses the style.
  var style = MarkdownStyle()
  style.tables = .compact
  style.dialect = count & 1 == 0 ? .gfm : .commonMark
  style.headings = count & 2 == 0 ? .atx : .setext
  style.emphasis = count & 4 == 0 ? .asterisk : .underscore
  style.links = count & 8 == 0 ? .inline : .reference
  style.bullet = MarkdownStyle.Bullet.allCases[count % 3]
  let writer = MarkdownWriter(style: style)
  let document = writer.expressible(read)
  let written = writer.write(document)
  guard let again = try? reader.read(written) else { preconditionFailure("Markdown was refused") }
  precondition(writer.expressible(again) == document, String(decoding: written, as: UTF8.self))
  return 0
}
