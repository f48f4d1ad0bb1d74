import Testing

@testable import RichText

/// What stands in text comes through the parse as it is, whatever it looks like.
@Suite("Text of HTML")
struct HeldTextTests {
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

  @Test("Each of many pieces takes its place again", arguments: [20_000, 40_000])
  func manyPieces(count: Int) throws {
    let words = (0..<count).map { "w\($0)" }
    let html = words.map { "\($0)<i></i> " }.joined()
    #expect(try plain(Array(html.utf8)) == words.joined(separator: " ") + "\n")
  }

  private static let markup = [
    "<p>a <em>b</em> c<strong> d </strong>e</p>",
    "<p><em>a</em><em>b</em><kbd>c</kbd><kbd>d</kbd><code>e f</code></p>",
    "<p><EM>a</EM> <Em>b</eM><em>c</em ><em>d</em x><em/>e</em></p>", "<em>a", "<em>a</em",
    "<em>a</strong>b</em>c",
    "<p><em>a &amp; b</em> <em>c < d</em> <em>e\r\nf</em> <em>g\u{1}h\u{85}</em> <em> </em> <em></em>",
    "<table> <em>a</em> <tr> <b>b</b> <td><b>c</b> d</td><em>e</em></tr> </table><em>f</em>",
    "<table><strong><tt></strong>\r\n\r\n<kbd>a\n</kbd>", "<table>a<em title='b'><thead>\r\n<sub>c </sub>",
    "<table><b>a<em>b</em><tr><td>c<em>d</em></table>e", "<ul><em>a</em><li><b>b</b> <i>c</i></ul>",
    "<p><b>a<p><b>b</b> c<p>d", "<b><b>a</b>b</b>c<p>d", "<b>1<b>2<b>3<b>4</b>5<p>6</b></b><p>7",
    "<p><i>a<p><em>b</em><p>c",
    "<sub><sub>a</sub></sub><sup>b</sup>", "<a href='#x'>a <em>b</em></a><em>c</em>",
    "<a href='/x'><em>a<a href='/y'>b</em>c",
    "<pre>\n<b>\na</b>\n <code>b</code></pre>", "<pre><code>a\n b\n</code></pre>",
    "<h1><b>a</b></h1><h2>b <b>c</b></h2>",
    "<details><summary><b>a</b></summary><s>b</s></details>",
    "<button><b>a</b></button><object><i>b</i></object>",
    "<p><mark>\u{100000}</mark><u>\u{108000}</u><del>a</del><ins>b</ins><small>c</small>",
    String(repeating: "<div>", count: 640) + "a<b>b</b>c", String(repeating: "<i>", count: 60) + "<b>a</b>",
  ]

  @Test("An element that is held with its text stands where its tags do", arguments: markup)
  func elements(html: String) throws {
    var marked = html
    for name in [
      "em", "strong", "b", "i", "u", "s", "del", "ins", "sub", "sup", "mark", "small", "code", "kbd",
    ] {
      for name in [name, name.uppercased()] {
        // With an attribute, be it one without a meaning, elements go through the parser.
        marked = marked.replacing("<\(name)>", with: "<\(name) data-none>")
      }
    }
    #expect(try HTMLReader().read(Array(html.utf8)) == HTMLReader().read(Array(marked.utf8)))
  }

  @Test(
    "Many elements are held with their text, and read in the time that their size takes",
    arguments: [20_000, 40_000])
  func manyElements(count: Int) throws {
    let words = (0..<count).map { "w\($0)" }
    let html = words.map { "<b>\($0)</b> x " }.joined()
    #expect(try plain(Array(html.utf8)) == words.map { "\($0) x" }.joined(separator: " ") + "\n")
  }
}
