import RichText
import Testing

/// Comments are none of a document's text, and counted for whoever says so.
struct OfficeCommentTests {
  private static let note =
    "<w:comment w:id=\"0\" w:author=\"Anna\"><w:p><w:r><w:t>why?</w:t></w:r></w:p></w:comment>"

  @Test("Word", arguments: [false, true], [nil, "", note, note + note])
  func word(isStrict: Bool, comments: String?) throws {
    var file = WordFile(
      "<w:p><w:commentRangeStart w:id=\"0\"/><w:r><w:t>a</w:t></w:r><w:commentRangeEnd w:id=\"0\"/>"
        + "<w:r><w:commentReference w:id=\"0\"/></w:r></w:p>")
    file.isStrict = isStrict
    file.comments = comments
    #expect(try file.markdown() == "a\n")
    #expect(Format.wordProcessing.commentCount(file.bytes) == (comments?.count ?? 0) / Self.note.count)
  }

  @Test("OpenDocument", arguments: [0, 1, 3])
  func openDocument(count: Int) throws {
    let note = "<office:annotation><text:p>why?</text:p></office:annotation>"
    let file = OpenDocumentFile("<text:p>a\(String(repeating: note, count: count))</text:p>")
    #expect(try file.markdown() == "a\n")
    #expect(Format.flatOpenDocument.commentCount(file.bytes) == count)
  }

  @Test("Bytes that are no document have none")
  func damaged() {
    for format in Format.all { #expect(format.commentCount(Array("PK\u{3}\u{4} {\\rtf1".utf8)) == 0) }
  }
}
