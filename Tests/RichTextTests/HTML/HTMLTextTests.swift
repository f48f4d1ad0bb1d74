import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

/// What stands in text comes through the parse as it is, whatever it looks like.
@Suite("Text of HTML")
struct HTMLTextTests {
  private func plain(_ html: [UInt8]) throws -> String {
    String(decoding: PlainTextWriter().write(try HTMLReader().read(html)), as: UTF8.self)
  }

  @Test(
    "Characters that could stand for others stay themselves",
    arguments: [
      ("<p>\u{100000}\u{108000}\u{10BFFD}</p><p>second</p>", "\u{100000}\u{108000}\u{10BFFD}\n\nsecond\n"),
      ("<p>first</p><p>&#x108000;&#1081344;&#x108000</p>", "first\n\n\u{108000}\u{108000}\u{108000}\n"),
      ("<p title='\u{108000}'>a</p><p>&amp;#x108000;</p>", "a\n\n&#x108000;\n"),
      ("<p>\u{E000} \u{F0001}</p>", "\u{E000} \u{F0001}\n"),
    ])
  func signs(html: String, text: String) throws {
    #expect(try plain(Array(html.utf8)) == text)
  }

  @Test(
    "References mean what the parser says they do",
    arguments: [
      ("&notit; &notin; &copy2026 &copy;", "¬it; ∉ ©2026 ©"),
      ("a &amp;&lt;b&gt; & c &&d; &#150;", "a &<b> & c &&d; –"),
      ("&#0;&#xD800;&#x110000;&#65;&#x42", "\u{FFFD}\u{FFFD}\u{FFFD}AB"),
      ("&CounterClockwiseContourIntegral;x&unknown;", "∳x&unknown;"), ("1 < 2 &lt; 3 </> &", "1 < 2 < 3 &"),
    ])
  func references(html: String, text: String) throws {
    #expect(try plain(Array("<p>\(html)</p>".utf8)) == text + "\n")
  }

  @Test(
    "White space stays white space to the parser",
    arguments: [
      ("<table> <tr> <td>a</td>&#32;<td>b</td> </tr> &#10; </table>", "a\tb\n"),
      ("<table>stray <tr><td>a</td></tr></table>", "stray\n\na\n"),
      ("<pre>\n\n  x\r\ny\rz</pre>", "\n  x\ny\nz\n"),
      ("  \n <p> a\u{1}\u{7F}b </p>", "ab\n"), ("<p>a<b> b </b>c</p>", "a b c\n"),
    ])
  func space(html: String, text: String) throws {
    #expect(try plain(Array(html.utf8)) == text)
  }

  @Test("Of characters that are none a sign is left")
  func noCharacters() throws {
    let (none, stay): ([UInt32], [UInt32]) = (
      [0xFDD0, 0xFFFE, 0x1FFFF, 0x10FFFF, 0x85, 0x9F], [0xA0, 0xFFFD, 0xFDCF, 0xFDF0, 0x10FFFD]
    )
    func text(_ scalars: [UInt32]) -> String {
      String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init).flatMap { ["x", $0] }))
    }
    #expect(
      try plain(Array("<p>\(text(none + stay))x</p>".utf8))
        == text(none.map { _ in 0xFFFD } + stay) + "x\n")
  }

  @Test("Each of many pieces of text keeps its place", arguments: [20_000, 40_000])
  func manyPieces(count: Int) throws {
    let words = (0..<count).map { "w\($0)" }
    let html = words.map { "\($0)<i></i> " }.joined()
    #expect(try plain(Array(html.utf8)) == words.joined(separator: " ") + "\n")
  }

  @Test(
    "Many elements within lines keep their places",
    arguments: [20_000, 40_000])
  func manyElements(count: Int) throws {
    let words = (0..<count).map { "w\($0)" }
    let html = words.map { "<b>\($0)</b> x " }.joined()
    #expect(try plain(Array(html.utf8)) == words.map { "\($0) x" }.joined(separator: " ") + "\n")
  }
}
