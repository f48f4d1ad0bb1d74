import Containers
import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

/// Links within a document lead on in what is written of it.
@Suite struct PlaceWritingTests {
  private static func document(_ markdown: String) throws -> Document {
    try MarkdownReader().read(Array(markdown.utf8))
  }

  private static func html(_ markdown: String, _ audience: Format.Audience = .file) throws -> String {
    let written = Format.html.write(try document(markdown), Format.Options(for: audience))
    return String(decoding: written, as: UTF8.self)
  }

  @Test(
    "Headings that are linked to have identifiers",
    arguments: [
      ("[x](#b)\n\n# a\n\n# B", "<p><a href=\"#b\">x</a></p>\n<h1>a</h1>\n<h1 id=\"b\">B</h1>\n"),
      // Links say an identifier as it is.
      ("[x](#B)\n\n# B", "<p><a href=\"#b\">x</a></p>\n<h1 id=\"b\">B</h1>\n"),
      ("[x](#%C3%BC)\n\n# Ü", "<p><a href=\"#%C3%BC\">x</a></p>\n<h1 id=\"ü\">Ü</h1>\n"),
      ("[x](#gone)\n\n# B", "<p><a href=\"#gone\">x</a></p>\n<h1>B</h1>\n"),
      ("[x](a.md#b)\n\n# B", "<p><a href=\"a.md#b\">x</a></p>\n<h1>B</h1>\n"),
      // A place of this name stands already.
      (
        "[x](#b)\n\n<a name=\"b\"></a>\n\n# B",
        "<p><a href=\"#b\">x</a></p>\n<p><a name=\"b\"></a></p>\n<h1>B</h1>\n"
      ),
      (
        "[x](#b)\n\n<h1 align=\"center\">B</h1>",
        "<p><a href=\"#b\">x</a></p>\n<h1 align=\"center\"><a id=\"b\"></a>B</h1>\n"
      ),
      ("<a href=\"#b\">x</a>\n\n# B", "<p><a href=\"#b\">x</a></p>\n<h1 id=\"b\">B</h1>\n"),
      // Notes have names of their own.
      (
        "[x](#fn-1)[^1]\n\n# fn-1\n\n[^1]: n",
        """
        <p><a href="#heading-fn-1">x</a><sup class="footnote-ref"><a href="#fn-1" id="fnref-1" data-footnote-ref>1</a></sup></p>
        <h1 id="heading-fn-1">fn-1</h1>
        <section class="footnotes" data-footnotes>
        <ol>
        <li id="fn-1">
        <p>n <a href="#fnref-1" class="footnote-backref" data-footnote-backref aria-label="Back to content">↩</a></p>
        </li>
        </ol>
        </section>

        """
      ),
    ])
  func linked(markdown: String, expected: String) throws {
    #expect(try Self.html(markdown) == expected)
  }

  @Test func `The clipboard keeps the names that raw HTML gives where links lead there, and no others`()
    throws
  {
    let markdown =
      "[x](#a) [y](#b) [z](#c)\n\n<div id=\"a\" class=\"k\">A</div>\n\n<a name=\"b\"></a>B <i id=\"d\">C</i>\n\n# c"
    let expected =
      "<p><a href=\"#a\">x</a> <a href=\"#b\">y</a> <a href=\"#c\">z</a></p>\n<div id=\"a\">A</div>\n"
      + "<p><a name=\"b\"></a>B <i>C</i></p>\n<h1 id=\"c\">c</h1>\n"
    #expect(try Self.html(markdown, .pasteboard).hasSuffix(expected))
  }

  @Test func `Markup as the specification has it has no identifiers`() throws {
    let document = try Self.document("[x](#b)\n\n# B")
    #expect(HTMLWriter().write(document) == Array("<p><a href=\"#b\">x</a></p>\n<h1>B</h1>\n".utf8))
  }

  @Test func `A page of its own has identifiers for all headings`() throws {
    var writer = HTMLWriter()
    writer.identified = .all
    let written = writer.write(try Self.document("# B\n\n> ## b!\n\n# !!!"))
    let expected = "<h1 id=\"b\">B</h1>\n<blockquote>\n<h2 id=\"b-1\">b!</h2>\n</blockquote>\n<h1>!!!</h1>\n"
    #expect(written == Array(expected.utf8))
  }

  @Test func `Word has bookmarks around headings, under names that it takes`() throws {
    let long = [String](repeating: "long", count: 12)
    let heading = "# " + long.joined(separator: " ")
    let name = long.joined(separator: "-")
    let markdown =
      "[x](#1-a) [y](#1-A) [z](#gone) [l](#\(name)) [m](#\(name)-1)\n\n# 1. A\n\n\(heading)\n\n\(heading)"
    let bytes = Format.wordProcessing.write(try Self.document(markdown), Format.Options())
    let part = try Self.part("word/document.xml", of: bytes)
    #expect(part.contains("<w:hyperlink w:anchor=\"h_1_a\" w:history=\"1\">"))
    #expect(
      part.contains(
        "<w:bookmarkStart w:id=\"1\" w:name=\"h_1_a\"/><w:r><w:t xml:space=\"preserve\">1. A</w:t></w:r><w:bookmarkEnd w:id=\"1\"/>"
      ))
    #expect(part.contains("<w:hyperlink w:anchor=\"gone\""))
    #expect(part.contains("w:name=\"long_long_long_long_long_long_long_long_\""))
    #expect(part.contains("w:name=\"long_long_long_long_long_long_long_lon_2\""))
    #expect(part.split(separator: "w:bookmarkStart ").count == 4)
  }

  @Test(
    "Places whose names Word does not take have them again when they come back",
    arguments: [
      (
        "[x](#my-place)\n\n<a id=\"my-place\"></a>here\n", "w:anchor=\"my_place\" w:docLocation=\"my-place\""
      ),
      (
        "[x](#a.b) [y](#a-b)\n\n<a id=\"a.b\"></a>here\n\n<a id=\"a-b\"></a>there\n",
        "w:docLocation=\"a.b\""
      ),
      ("[x](#1)\n\n<a id=\"1\"></a>here\n", "w:anchor=\"h_1\" w:docLocation=\"1\""),
      ("[x](#plain)\n\n<a id=\"plain\"></a>here\n", "w:anchor=\"plain\" w:history"),
    ])
  func originals(markdown: String, written: String) throws {
    let bytes = Format.wordProcessing.write(try Self.document(markdown), Format.Options())
    #expect(try Self.part("word/document.xml", of: bytes).contains(written))
    #expect(MarkdownWriter().write(try WordProcessingReader().read(bytes)) == Array(markdown.utf8))
  }

  @Test(
    "A name that is not that of the bookmark as Word takes it is not believed",
    arguments: [
      ("my_place", "other-place", "my_place"), ("my_2", "my-place", "my_2"),
      ("my_place", "my-place", "my-place"),
      ("my_place_2", "my-place", "my-place"), ("my_place", "my\"place", "my_place"), ("a", "a%20", "a"),
    ])
  func strangers(bookmark: String, original: String, name: String) throws {
    let escaped = original.split(separator: "\"", omittingEmptySubsequences: false).joined(
      separator: "&quot;")
    let file = WordFile(
      "<w:p><w:hyperlink w:anchor=\"\(bookmark)\" w:docLocation=\"\(escaped)\">\(WordReaderTests.r("x"))</w:hyperlink></w:p>"
        + "<w:p><w:bookmarkStart w:id=\"0\" w:name=\"\(bookmark)\"/>\(WordReaderTests.r("here"))</w:p>")
    #expect(try file.markdown() == "[x](#\(name))\n\n<a id=\"\(name)\"></a>here\n")
  }

  @Test func `OpenDocument and RTF have bookmarks`() throws {
    let document = try Self.document("[x](#ü-b) <a id=\"q\"></a>[y](#q)\n\n# Ü B")
    let flat = String(decoding: Format.flatOpenDocument.write(document, Format.Options()), as: UTF8.self)
    #expect(flat.contains("<text:a xlink:type=\"simple\" xlink:href=\"#ü-b\">"))
    #expect(flat.contains("text:outline-level=\"1\"><text:bookmark text:name=\"ü-b\"/>Ü B</text:h>"))
    #expect(flat.contains("<text:bookmark text:name=\"q\"/>"))
    let rtf = String(decoding: Format.rtf.write(document, Format.Options()), as: UTF8.self)
    #expect(rtf.contains(#"HYPERLINK \\l "\'fc_b"}"#))
    #expect(rtf.contains(#"{\*\bkmkstart \'fc_b}\'dc B{\*\bkmkend \'fc_b}"#))
    #expect(rtf.contains(#"{\*\bkmkstart q}{\*\bkmkend q}"#))
  }

  @Test("A place in a paragraph by itself stands at the text that follows", arguments: ["p", "# h"])
  func lone(block: String) throws {
    let markdown = "[x](#q)\n\n<a name=\"q\"></a>\n\n\(block)"
    let flat = Format.flatOpenDocument.write(try Self.document(markdown), Format.Options())
    let text = String(decoding: flat, as: UTF8.self)
    #expect(text.contains("<text:bookmark text:name=\"q\"/>\(block.suffix(1))</text:"))
  }

  @Test(.timeLimit(.minutes(1)))
  func `Many places that Word would call alike cost no more than others`() throws {
    let long = String(repeating: "x", count: 50)
    let count = 4_000
    let links = (0..<count).map { "[a](#\(long)\($0))" }.joined(separator: "\n")
    let headings = (0..<count).map { "<h2>\(long)\($0)</h2>" }.joined()
    let document = try Self.document("\(links)\n\n\(headings)\n")
    let part = try Self.part("word/document.xml", of: Format.wordProcessing.write(document, Format.Options()))
    let names = part.split(separator: "w:bookmarkStart ").dropFirst().map { $0.prefix { $0 != "/" } }
    #expect(names.count == count && Set(names).count == count)
    let html = String(decoding: Format.html.write(document, Format.Options()), as: UTF8.self)
    #expect(html.split(separator: "<a id=").count == count + 1)
  }

  private static func part(_ name: String, of bytes: [UInt8]) throws -> String {
    let archive = try ZipArchive(bytes)
    let entry = try #require(archive[name])
    return String(decoding: try archive.contents(of: entry, limits: ZipLimits(size: 1 << 24)), as: UTF8.self)
  }
}
