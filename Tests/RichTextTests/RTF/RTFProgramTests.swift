import Foundation
import RichText
import Testing

/// What fewer programs write, and what scripts do.
@Suite struct RTFProgramTests {
  private static let header = #"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fmodern\fcharset0 Menlo;}}"#

  @Test(
    "What was moved away is gone, and so is the end of a paragraph that is hidden or deleted",
    arguments: [
      RTFCase(#"A{\mvf\mvauth1 gone }\par B {\mvt\mvauth1 here}"#, "A\n\nB here"),
      RTFCase(#"One{\deleted\revauthdel1\par}two\par three"#, "Onetwo\n\nthree"),
      RTFCase(#"One{\v \par}two"#, "Onetwo"),
      RTFCase(#"One\par{\v secret\par}two"#, "One\n\ntwo"),
      RTFCase(#"One\par\v\par\v0 two"#, "One\n\ntwo"),
    ])
  func hiddenEnds(sample: RTFCase) throws { try sample.check() }

  @Test(
    "Characters of scripts and of UTF-8",
    arguments: [
      RTFCase(#"{\fonttbl{\f0\fcharset0 X;}}\f0 "# + "naïve – 日本", "naïve – 日本"),
      RTFCase(#"\ansicpg65001{\fonttbl{\f0\fcharset0 X;}}\f0\'c3\'a4 \'e6\'97\'a5"#, "ä 日"),
      RTFCase(#"{\fonttbl{\f0\fcharset0 X;}}\f0\'c3\'a4"#, "Ã¤"),
      RTFCase(#"\u128512?x"#, "😀x"), RTFCase(#"a\zwbo b"#, "a\u{200B}b"),
      RTFCase(#"{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset0 Bookshelf Symbol 7;}}\f0 a{\f1 o}b"#, "aob"),
      RTFCase(#"{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset2 Bookshelf Symbol 7;}}\f0 a{\f1 o}b"#, "a\u{F06F}b"),
      RTFCase(#"{\ulhwave a} {\ululdbwave b} {\ulthdash c}"#, "<u>a</u> <u>b</u> <u>c</u>"),
      RTFCase(#"x\up6 2\dn0 y\dn6 3\up0 z"#, "x<sup>2</sup>y<sub>3</sub>z"),
    ])
  func characters(sample: RTFCase) throws { try sample.check() }

  @Test("Text in an old character set is not taken for UTF-8")
  func oldBytes() throws {
    let rtf = Array(#"{\rtf1\ansi{\fonttbl{\f0\fcharset0 X;}}\f0 "#.utf8) + [0x63, 0x61, 0x66, 0xE9, 0x7D]
    #expect(try RTFReader().read(rtf).blocks == [.paragraph([.text("café")])])
  }

  @Test(
    "Notes",
    arguments: [
      RTFCase(
        #"{\*\bkmkstart here}Text{\*\bkmkend here}{\super\chftn{\footnote\pard\plain{\super\chftn} note}} end\par "#
          + #"{\field{\*\fldinst HYPERLINK \\l "here"}{\fldrslt go}}"#,
        "<a id=\"here\"></a>Text[^1] end\n\n[go](#here)\n\n[^1]: note"),
      // Pandoc
      RTFCase(#"a{\super\chftn}{\*\footnote\chftn\~\plain\pard note}"#, "a[^1]\n\n[^1]: note"),
    ])
  func notes(sample: RTFCase) throws { try sample.check() }

  @Test("A table with lines around its cells stays one around a table in a cell")
  func ruledTables() throws {
    let end = #"{\*\nesttableprops\trowd\cellx2000\cellx4000\nestrow}"#
    let inner =
      #"\pard\intbl\itap2 1\nestcell 2\nestcell"# + end + #"3\nestcell 4\nestcell"# + end
    func table(_ line: String) -> String {
      let row = #"\trowd"# + line + #"\cellx4000\cellx8000\pard\intbl "#
      return row + #"A\cell B\cell\row"# + row + #"C\cell"# + inner + #"\pard\intbl\cell\row\pard x"#
    }
    for (line, isTable) in [(#"\clbrdrt\brdrs\brdrw10"#, true), (#"\clbrdrt\brdrnone"#, false)] {
      let document = try RTFReader().read(Array(("{\\rtf1\\ansi" + table(line) + "}").utf8))
      guard case .table(let table)? = document.blocks.first else {
        #expect(!isTable)
        continue
      }
      #expect(isTable && table.rows.count == 2)
    }
  }

  @Test("Program text has spaces, whatever the editor it was copied from made of them")
  func codeWithSpaces() throws {
    try RTFCase(
      Self.header + #"\pard\f1 def f():\par\'a0\'a0\'a0 return 1\par"#, "```\ndef f():\n    return 1\n```"
    ).check()
  }

  @Test("Empty lines at the end of the document are not those of its program text")
  func codeAtEnd() throws {
    try RTFCase(
      Self.header + #"\f1 class A \{\line   int a;\line \}\line "#, "```\nclass A {\n  int a;\n}\n```"
    ).check()
  }

  @Test(
    "A file beside the document is its name, a picture there is one",
    arguments: [
      RTFCase("a {{\\NeXTGraphic Plan.docx \\width640\n}\\'ac}", "a Plan.docx"),
      RTFCase("a {{\\NeXTGraphic cat.png \\width640\n}\\'ac}", "a ![cat.png]()"),
    ])
  func attachments(sample: RTFCase) throws { try sample.check() }

  @Test("Plain text within RTF is read as plain text")
  func encapsulatedText() throws {
    try RTFCase(
      #"\fromtext{\fonttbl{\f0 Arial;}}\uc1\pard\plain Hi Ann,\par\par please send\par the file.\par\par Bob\par"#,
      "Hi Ann,\n\nplease send\\\nthe file.\n\nBob"
    ).check()
  }
}
