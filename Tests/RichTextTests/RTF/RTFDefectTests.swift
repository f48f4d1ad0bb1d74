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
    "Without a font of its own, right-to-left text has that which was set, in each run",
    arguments: [
      (#"\f29\rtlch\'f9\'ec\f0\ltrch  x \f29\rtlch\'f9\f0\ltrch"#, "של x ש"),
      (#"\f28\rtlch\'c7\'e1\f0\ltrch  x \f28\rtlch\'c7\f0\ltrch"#, "ال x ا"),
      (#"\f29\rtlch\'f9\f0\ltrch\'e9\f28\rtlch\'c7\f0\ltrch\'e9\f29\rtlch\'f9"#, "שéاéש"),
      (#"\rtlch\f29\'f9\ltrch\f0 x\rtlch\'f9"#, "שxש"),
      (#"{\f29\rtlch\'f9}{\f0\ltrch\'e9}{\f29\rtlch\'f9}"#, "שéש"),
      (#"\f29\rtlch\'f9\b\'ec\b0\f0\ltrch\'e9\f29\rtlch\'f9"#, "שלéש"),
      (#"\rtlch\f29\'f9\f0\'e9\f29\'f9"#, "שéש"),
    ])
  func fontsOfBothDirections(body: String, expected: String) throws {
    #expect(try Self.text(of: #"{\rtf1\ansi\ansicpg1252\deff0"# + Self.fonts + body + "}") == expected)
  }

  @Test(
    "Words with a sign are the numbers that they stand for",
    arguments: [
      (#"{\rtf1\ansi\ansicpg-535 caf\'c3\'a9 \'e2\'82\'ac}"#, "café €"),
      (#"{\rtf1\ansi\ansicpg-535{\fonttbl{\f0\fcharset0 Arial;}}\f0 caf\'c3\'a9}"#, "café"),
      (#"{\rtf1\ansi{\fonttbl{\f0\cpg-535 Arial;}}\f0 caf\'c3\'a9}"#, "café"),
      (#"{\rtf1\ansi{\fonttbl{\f0\fcharset-52 Arial;}}\f0 \'cf\'f0}"#, "Пр"),
      (#"{\rtf1\ansi\ansicpg-1 caf\'e9}"#, "café"), (#"{\rtf1\ansi\ansicpg0 caf\'e9}"#, "café"),
      (#"{\rtf1\ansi\ansicpg-99999 caf\'e9}"#, "café"),
      (#"{\rtf1{\field{\*\fldinst SYMBOL -3872 \\f Wingdings}}}"#, "→"),
      (#"{\rtf1{\field{\*\fldinst SYMBOL 61664 \\f "Wingdings"}{\fldrslt}}}"#, "→"),
      (#"{\rtf1{\field{\*\fldinst SYMBOL 224 \\f Wingdings}}}"#, "→"),
      (#"{\rtf1{\fonttbl{\f1\fcharset2 Symbol;}}\f1\u-3999 ?}"#, "α"),
    ])
  func signedWords(rtf: String, expected: String) throws {
    #expect(try Self.text(of: rtf) == expected)
  }

  @Test("Tasks whose boxes are bullets of several lists are one list", arguments: [false, true])
  func tasks(areMarked: Bool) throws {
    func list(_ number: Int, _ sign: Int) -> String {
      #"{\list{\listlevel\levelnfc23{\leveltext\'01\u\#(sign)?;}{\levelnumbers;}}\listid\#(number)}"#
    }
    func item(_ list: Int, _ sign: Int, _ text: String) -> String {
      (areMarked ? #"{\listtext\u\#(sign)?\tab}"# : "")
        + #"\pard\ls\#(list)\ilvl0\fi-360\li720 \#(text)\par "#
    }
    let table =
      #"{\*\listtable"# + list(1, 9744) + list(2, 9746)
      + #"}{\*\listoverridetable{\listoverride\listid1\ls1}{\listoverride\listid2\ls2}}"#
    let items = item(1, 9744, "a") + item(2, 9746, "b") + item(1, 9744, "c")
    try RTFCase(table + items, "- [ ] a\n- [x] b\n- [ ] c").check()
  }

  private static let link = #"{\field{\*\fldinst HYPERLINK "http://a.org"}{\fldrslt a"#

  @Test(
    "A link whose brace is missing ends with its paragraph at the latest",
    arguments: [
      RTFCase(link + #"} b\par c"#, "[a](http://a.org) b\n\nc"),
      RTFCase(link + #" b\par c\ul d"#, "[a b](http://a.org)\n\nc<u>d</u>"),
      RTFCase(link + #"} b\par "# + link + #"}} c"#, "[a](http://a.org) b\n\n[a](http://a.org) c"),
      RTFCase(link + #"}} b\par c"#, "[a](http://a.org) b\n\nc"),
      RTFCase(link + #"\par b}} c"#, "[a](http://a.org)\n\n[b](http://a.org) c"),
      RTFCase(#"{\field{\*\fldinst PAGE}{\fldrslt 1} b\par c"#, "1 b\n\nc"),
    ])
  func linksWithoutEnd(_ example: RTFCase) throws { try example.check() }

  private static let fixedFont = #"{\fonttbl{\f0 Arial;}{\f1\fmodern Courier New;}}"#

  @Test(
    "Monospaced lines keep their indentation, and blank lines of a frame are no rules",
    arguments: [
      RTFCase(
        fixedFont
          + #"{\listtext\f0 \bullet\tab}\pard\fi-360\li720 {\f1 a\line     b}\par{\listtext\f0 \bullet\tab}n"#,
        "- ```\n  a\n      b\n  ```\n- n"),
      RTFCase(
        fixedFont + #"\pard\fi-360\li720 \bullet\tab {\f1 a\line     b}\par\pard n"#,
        "- ```\n  a\n      b\n  ```\n\nn"),
      RTFCase(
        fixedFont + #"\trowd\cellx2000\cellx4000\pard\intbl{\f1 a\line   b}\cell c\cell\row\pard"#,
        "|              |     |\n| ------------ | --- |\n| `a`<br>`  b` | c   |"),
      RTFCase(
        fixedFont + #"\pard\brdrt\brdrs\brdrb\brdrs\brdrl\brdrs\brdrr\brdrs{\f1 a\par\par   b}\par\pard t"#,
        "```\na\n\n  b\n```\n\nt"),
      RTFCase(fixedFont + #"\pard\box\brdrs a\par\par b\par\pard t"#, "a\n\nb\n\nt"),
      RTFCase(#"a\par\pard\brdrb\brdrs\par\pard b"#, "a\n\n---\n\nb"),
    ])
  func linesAndFrames(_ example: RTFCase) throws { try example.check() }

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
