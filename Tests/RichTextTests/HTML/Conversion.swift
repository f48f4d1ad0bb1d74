import RichText

/// The Markdown of HTML: what the tests of the reader compare, for it is what people get.
func markdown(ofHTML html: String) throws -> String {
  try markdown(ofHTML: Array(html.utf8))
}

func markdown(ofHTML bytes: [UInt8]) throws -> String {
  var markdown = String(decoding: MarkdownWriter().write(try HTMLReader().read(bytes)), as: UTF8.self)
  while markdown.last == "\n" { markdown.removeLast() }
  return markdown
}
