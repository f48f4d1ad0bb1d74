import RichText
import Testing

/// What real RTF files and their receivers showed, each reduced to its cause.
@Suite struct RTFDefectTests {
  private static func text(of rtf: String) throws -> String {
    let document = try RTFReader().read(Array(rtf.utf8))
    return String(decoding: PlainTextWriter().write(document), as: UTF8.self)
      .trimmingPrefix { $0.isNewline }.split(separator: "\n").joined(separator: "\n")
  }

  private static let fonts =
    #"{\fonttbl{\f0\fcharset0 Times;}{\f28\fcharset178 Arabic;}{\f29\fcharset177 Hebrew;}}"#

  @Test(
    "The font behind the word for right to left is the font of the text",
    arguments: [
      (
        #"\pard\plain \rtlpar \rtlch\af28\loch\f0\hich\af0\dbch\af0 \ltrch\fs20 {\ltrch \rtlch \f28 \'e3\'cc}"#,
        "مج"
      ),
      (#"{\ltrch \af0 \rtlch \f28 \'e3}"#, "م"), (#"{\ltrch\af0 \rtlch\f29 \'f9\'ec}"#, "של"),
      (#"{\rtlch\af28\loch\f0\hich\af0\dbch\af0 \'e3}"#, "م"), (#"{\rtlch\af28 \ltrch\f0 \'e3}"#, "ã"),
    ])
  func rightToLeftFonts(body: String, expected: String) throws {
    #expect(try Self.text(of: #"{\rtf1\ansi\deff0"# + Self.fonts + body + "}") == expected)
  }

  @Test(
    "Equations are their text, without their switches",
    arguments: [
      (#"EQ \\* jc2 \\o\\ad(\\s\\up 10(a),\\s\\do 2(b))"#, "b"), (#"EQ \\o(\\s\\up 11(a),b)"#, "b"),
      (#"EQ \\o(\\s\\up(E),\\s\\do(x))"#, "Ex"),
      (#"EQ \\f(1,2)"#, "1/2"), (#"EQ \\r(3,x) + \\r(,y)"#, "3√x + √y"),
      (#"EQ \\b\\bc\\[(\\f(a,b))"#, "(a/b)"),
      (#"EQ x\\s\\up8(2)"#, "x2"), (#"EQ \\l(a\\,b,c)"#, "a,b, c"), (#"EQ \\o(a"#, "a"),
    ])
  func equations(instruction: String, expected: String) throws {
    let field = #"{\rtf1 {\field{\*\fldinst "# + instruction + #"}{\fldrslt }}}"#
    #expect(try Self.text(of: field) == expected)
  }

  @Test(
    "What no code block can hold stands behind it, or parts it",
    arguments: [
      RTFCase(
        #"{\stylesheet{\s1 Source Code;}}\pard\s1 x{\footnote n}\par y\par\pard z"#,
        "```\nx\ny\n```\n\n[^1]\n\nz\n\n[^1]: n"),
      RTFCase(
        #"{\stylesheet{\s1 Source Code;}}\pard\s1 x\par{\field{\*\fldinst INCLUDEPICTURE "http://a/i.png"}{\fldrslt dot}}\par y"#,
        "```\nx\n```\n\n![dot](http://a/i.png)\n\n```\ny\n```"),
    ])
  func code(_ example: RTFCase) throws { try example.check() }

  @Test func `A paragraph as far in as an outer item's text goes on with that`() throws {
    let rtf =
      #"{\listtext 1.\tab}\pard\ls1\ilvl0\li720 a\par{\listtext a.\tab}\pard\ls1\ilvl1\li1440 b\par"#
      + #"\pard\li720 t\par{\listtext b.\tab}\pard\ls1\ilvl1\li1440 c"#
    try RTFCase(rtf, "1. a\n\n   1. b\n\n   t\n\n   2. c").check()
  }

  @Test(
    "Links to files of one machine are counted",
    arguments: [
      (#"{\field{\*\fldinst HYPERLINK "file:///a.txt"}{\fldrslt t}}"#, 1),
      (#"{\field{\*\fldinst HYPERLINK "file:///a.txt"}}"#, 1),
      (#"{\field{\*\fldinst HYPERLINK "http://a.org"}{\fldrslt file:}}"#, 0),
      (#"{\*\bkmkstart file:}t"#, 0),
    ])
  func localLinks(_ rtf: String, _ count: Int) {
    #expect(Format.rtf.localLinkCount(Array((#"{\rtf1\ansi "# + rtf + "}").utf8)) == count)
  }

  @Test("Right-to-left text is bold by words of its own", arguments: ["שלום", "مرحبا"])
  func boldRightToLeft(word: String) {
    let blocks: [Block] = [
      .paragraph([.strong([.text(word)]), .text(" "), .emphasis([.text(word)])]),
      .heading(level: 1, [.strong([.text(word)])]),
    ]
    let rtf = String(decoding: RTFWriter().write(Document(blocks)), as: UTF8.self)
    #expect(rtf.contains(#"{\rtlch\b\ab "#) && rtf.contains(#"{\rtlch\i\ai "#))
    #expect(rtf.contains(#"{\cs23\rtlch\b\ab "#))
  }

  @Test("Spaces side by side stand in groups of their own", arguments: ["a  b", "   c", "d    "])
  func spaces(text: String) throws {
    let document = Document([.codeBlock(CodeBlock(code: "x\n" + text + "\n"))])
    let written = RTFWriter().write(document)
    #expect(!String(decoding: written, as: UTF8.self).drop { $0 != "x" }.contains("  "))
    #expect(try RTFReader().read(written) == document)
  }

  @Test("A picture that receivers load hides the text that stands in for it")
  func loadedPictures() throws {
    for (address, isHidden) in [("https://a.b/c.png", true), ("c.png", false)] {
      let document = Document([.paragraph([.image(Image(source: address, alternative: "A"))])])
      let written = RTFWriter().write(document)
      #expect(String(decoding: written, as: UTF8.self).contains(#"{\v A}"#) == isHidden)
      #expect(try RTFReader().read(written) == document)
    }
  }

  @Test(
    "Links and images that are tags come out in text and RTF",
    arguments: [
      (
        #"text <img src="a.png" alt="A"> in a <a href="https://l.k">L</a> line"#,
        "text A in a L (https://l.k) line"
      ),
      (#"- **b** <a href="https://l.k"><img src="a.png" alt="A"></a>"#, "- b A (https://l.k)"),
      (#"# T <a href="https://l.k">L</a>"#, "T L (https://l.k)"),
      ("| <a href=\"https://l.k\">L</a> |\n| - |\n| x |", "L (https://l.k)"),
      (#"a <a href="javascript:x">L</a> <a href="u">open"#, "a L open (u)"), ("a <a name=x></a>b", "a b"),
    ])
  func tags(markdown: String, expected: String) throws {
    let document = try MarkdownReader().read(Array(markdown.utf8))
    var writer = PlainTextWriter()
    writer.showsAddresses = true
    let text = String(decoding: writer.write(document), as: UTF8.self)
    #expect(text.split(separator: "\n").first { !$0.isEmpty }.map(String.init) == expected)
    let again = try RTFReader().read(RTFWriter().write(document))
    #expect(
      String(decoding: writer.write(again), as: UTF8.self).contains("https://l.k")
        == expected.contains("https"))
  }
}
