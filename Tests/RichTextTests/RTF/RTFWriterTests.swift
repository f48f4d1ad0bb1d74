import Foundation
import RichText
import Testing

@Suite struct RTFWriterTests {
  /// The RTF of Markdown, without the header.
  private func body(_ markdown: String) throws -> String {
    let rtf = String(
      decoding: RTFWriter().write(try MarkdownReader().read(Array(markdown.utf8))), as: UTF8.self)
    #expect(rtf.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A })
    #expect(rtf.hasPrefix("{\\rtf1\\ansi") && rtf.hasSuffix("}"))
    let start = rtf.range(of: "\\pard")?.lowerBound ?? rtf.endIndex
    return String(rtf[start...].dropLast())
  }

  @Test(
    "Text is ASCII",
    arguments: [
      ("a{b}\\\\c", #"a\{b\}\\c"#), ("é“q”", #"\'e9\u8220\'93q\u8221\'94"#),
      ("日😀", #"\u26085?\u-10179?\u-8704?"#),
      ("a\u{A0}b", #"a\~b"#), ("a  \nb", #"a\line b"#),
    ])
  func text(_ markdown: String, _ rtf: String) throws {
    #expect(try body(markdown) == "\\pard\\plain\\s0\\sa120 \(rtf)\\par\n")
  }

  @Test("Formatting is repeated for programs without styles")
  func headings() throws {
    #expect(try body("## Two") == "\\pard\\plain\\s2\\sa120\\keepn\\sb200\\outlinelevel1\\b\\fs30 Two\\par\n")
  }

  @Test("Nested lists share a number, lists in a row do not")
  func lists() throws {
    let rtf = try body("- a\n  - b\n- c\n\n1. d")
    let numbers = rtf.matches(of: /\\ls([0-9]+)/).map { String($0.1) }
    #expect(Set(numbers).count == 2)
    let (bullets, decimals) = (numbers[0], numbers[3])
    #expect(rtf.contains(#"\ls\#(bullets)\ilvl0\fi-360{\listtext \u8226\'95\tab}a\par"#))
    #expect(rtf.contains(#"\ls\#(bullets)\ilvl1\fi-360{\listtext \u9702?\tab}b\par"#))
    #expect(rtf.contains(#"\ls\#(bullets)\ilvl0\fi-360{\listtext \u8226\'95\tab}c\par"#))
    #expect(rtf.contains(#"\ls\#(decimals)\ilvl0\fi-360{\listtext 1.\tab}d\par"#))
  }

  @Test(
    "Lists of other content have other numbers, from 1000 to 1999, and each is in the table",
    arguments: [1, 2, 70])
  func numbersOfLists(count: Int) throws {
    func numbers(_ item: String) throws -> (text: [String], table: [String]) {
      let text = (0..<count).map { "1. \(item)\n\ntext \($0)\n" }.joined(separator: "\n")
      let bytes = RTFWriter().write(try MarkdownReader().read(Array(text.utf8)))
      let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\\pard", maxSplits: 1)
      return (
        parts[1].matches(of: /\\ls([0-9]+)/).map { String($0.1) },
        parts[0].matches(of: /\\ls([0-9]+)/).map { String($0.1) }
      )
    }
    let (one, other) = (try numbers("one"), try numbers("other"))
    #expect(one.text.count == count && one.text == one.table)
    #expect(one.text.allSatisfy { $0.count == 4 && $0.first == "1" })
    #expect(try numbers("one") == one)
    #expect(one.text != other.text)
  }

  @Test("Lists beyond the numbers that RTF has share what comes after")
  func manyLists() throws {
    let text = (0..<1_100).map { "1. \($0)\n\ntext\n" }.joined(separator: "\n")
    let document = try MarkdownReader().read(Array(text.utf8))
    let again = try RTFReader().read(RTFWriter().write(document))
    #expect(again.blocks.count == document.blocks.count)
  }

  @Test("What editors without lists would show as text, or as a font of the text, is not written")
  func header() throws {
    let rtf = String(decoding: RTFWriter().write(try MarkdownReader().read(Array("- a".utf8))), as: UTF8.self)
    #expect(rtf.contains(#"{\*\listtable{\list"#) && rtf.contains(#"{\*\listoverridetable{"#))
    #expect(!rtf.contains(#"\deff"#))
  }

  @Test("A cell does not end with an empty paragraph, nor does a note")
  func noEmptyParagraphs() throws {
    let rtf = try body("| a |\n|--:|\n| b |\n\nx[^1]\n\n[^1]: note")
    #expect(rtf.contains("\\pard\\plain\\intbl\\qr\\s13{b}\\cell"))
    #expect(rtf.contains(" note}") && !rtf.contains(" note\\par"))
  }

  @Test("Addresses that run code are left out; backslashes and quotation marks are escaped twice")
  func links() throws {
    #expect(try !body("[a](javascript:alert)").contains("HYPERLINK"))
    #expect(try body(#"[a](<c:\x "y">)"#).contains(#"HYPERLINK "c:\\\\x %22y%22""#))
    #expect(try body("[](https://a.b)").contains(#"{\cs20\ul\cf1 https://a.b}"#))
    #expect(try body("[<x-y>](https://a.b)").contains(#"{\cs20\ul\cf1 https://a.b}"#))
    #expect(try body("[a](#part)").contains(#"HYPERLINK \\l "part""#))
  }

  @Test(
    "Pictures and links at addresses of files and scripts are their words",
    arguments: ["file:///etc/passwd", "javascript:a"])
  func noFields(source: String) throws {
    let rtf = try body("![words](\(source)) [more](\(source))")
    #expect(rtf.contains("words") && rtf.contains("more"))
    #expect(!rtf.contains("INCLUDEPICTURE") && !rtf.contains(source))
  }

  @Test(
    "Pictures at paths from the root, on drives and on other machines are their words",
    arguments: ["/etc/passwd", "C:/a.png", "//host/a.png", "%5C%5Chost%5Ca.png", "%2fetc/passwd"])
  func noLoadedPictures(source: String) throws {
    #expect(try body("![words](\(source))").contains("words"))
    #expect(try !body("![words](\(source))").contains("INCLUDEPICTURE"))
    #expect(try body("![words](a/b.png)").contains("INCLUDEPICTURE \"a/b.png\""))
    let word = Format.wordProcessing.write(
      try MarkdownReader().read(Array("![words](\(source))".utf8)), .init())
    #expect(try Format.wordProcessing.read(word).blocks == [.paragraph([.text("words")])])
  }

  @Test(
    "Text of cells that Calc takes for a value has a letter in another format",
    arguments: [
      ("007", "{\\lang1033 0}{\\lang1024 07}"), ("3/4", "{\\lang1033 3}{\\lang1024 /4}"),
      ("=1+1", "{\\lang1033 =}{\\lang1024 1+1}"),
      ("-x", "{\\lang1033 -}{\\lang1024 x}"),
      ("`1e5`", "{\\lang1033 1}{\\lang1024 e5}"), ("**1,5**", "{\\b {\\lang1033 1}{\\lang1024 ,5}}"),
      ("true", "{\\lang1033 t}{\\lang1024 rue}"),
      ("1234567890123456", "{\\lang1033 1}{\\lang1024 234567890123456}"), ("12", "{12}"),
      ("-0.50", "{-0.50}"),
      ("0", "{0}"),
      ("words", "{words}"), ("B2", "{B2}"), ("1. May 2026", "{\\lang1033 1}{\\lang1024 . May 2026}"),
    ])
  func valuesInCells(text: String, cell: String) throws {
    let document = try MarkdownReader().read(Array("| a |\n|---|\n| \(text) |\n".utf8))
    var writer = RTFWriter()
    #expect(!String(decoding: writer.write(document), as: UTF8.self).contains("\\lang"))
    writer.keepsTextOfCells = true
    let rtf = writer.write(document)
    #expect(String(decoding: rtf, as: UTF8.self).contains(cell))
    #expect(try RTFReader().read(rtf) == RTFReader().read(RTFWriter().write(document)))
  }

  @Test("A picture on the web is a link with its words, and comes back as a picture")
  func linkedPictures() throws {
    for markdown in [
      "![words](https://a.b/c.png)", "![words](https://a.b/c.png \"title\")", "![](https://a.b/c.png)",
      "![words](c.png)",
      "[![words](https://a.b/c.png)](https://a.b)",
    ] {
      let document = try MarkdownReader().read(Array(markdown.utf8))
      let rtf = RTFWriter().write(document)
      #expect(!String(decoding: rtf, as: UTF8.self).contains("\\v "))
      #expect(try RTFReader().read(rtf).blocks == document.blocks, "\(markdown)")
    }
    #expect(try body("![words](https://a.b/c.png)").contains("{\\cs20\\ul\\cf1 words}"))
  }

  @Test("A picture within an address is a picture")
  func pictures() throws {
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAC0lEQVR4nGNgQAcAABIAAXfQ5nUAAAAASUVORK5CYII="
    let rtf = try body("![Alt](data:image/png;base64,\(png))")
    #expect(
      rtf.contains(
        #"{\*\picprop{\sp{\sn wzDescription}{\sv Alt}}}\pngblip\picw2\pich3\picwgoal30\pichgoal45 89504e47"#))
    let document = try RTFReader().read(Array("{\\rtf1\(rtf)}".utf8))
    let image = Image(source: "data:image/png;base64,\(png)", alternative: "Alt")
    #expect(document.blocks == [.paragraph([.image(image)])])
  }

  @Test("Text from right to left says so, in its own words for bold")
  func rightToLeft() throws {
    let rtf = try body("שלום **עולם**")
    #expect(rtf.hasPrefix("\\pard\\plain\\s0\\rtlpar\\qr\\rtlch\\sa120 "))
    #expect(rtf.contains("{\\rtlch\\b\\ab "))
    #expect(try !body("Hello שלום").contains("rtlpar"))
  }

  @Test("Raw HTML becomes what it shows")
  func rawHTML() throws {
    #expect(try body("<div><b>x</b></div>\n").contains("{\\b x}\\par"))
    #expect(try body("<!-- x -->\n").isEmpty)
  }

  @Test("An empty document is RTF too")
  func empty() throws {
    #expect(try body("").isEmpty)
    #expect(try RTFReader().read(RTFWriter().write(Document())).isEmpty)
  }
}
