import RichText
import Testing

/// Texts on which a fuzzer once found the writer to say something else than it was given.
struct MarkdownFuzzFindings {
  @Test(arguments: [
    "[^][^*-z\u{FFFD}]--\u{FFFD}z-*", "^[^\u{FFFD}\n\u{FFFD}]**",
    "****��*  <tr>\n    <td>\n           hi\n    </td>\n  </tr>\n</table>\n\nok�****�***p\n",
    "$<!-- t bar\n    - wis a\ncoyphen -->\n",
  ])
  func comesBack(text: String) throws {
    let reader = MarkdownReader(linksBareAddresses: false)
    let document = try reader.read(Array(text.utf8)).normalized()
    let written = MarkdownWriter(tableStyle: .compact).write(document)
    let again = try reader.read(written).normalized()
    #expect(again == document, "\(String(decoding: written, as: UTF8.self))")
  }
}
