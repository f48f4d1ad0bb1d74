import RichText
import Testing

/// A piece of RTF, the beginning `{\rtf1\ansi` left off, and the Markdown that it means.
struct RTFCase: CustomTestStringConvertible, Sendable {
  let rtf: String
  let markdown: String
  var testDescription: String { rtf }

  init(_ rtf: String, _ markdown: String) {
    self.rtf = rtf
    self.markdown = markdown
  }

  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let document = try RTFReader().read(Array("{\\rtf1\\ansi{}\(rtf)}".utf8))
    let result = String(decoding: MarkdownWriter().write(document), as: UTF8.self)
    #expect(result == markdown + (markdown.isEmpty ? "" : "\n"), sourceLocation: sourceLocation)
  }
}

@Suite struct RTFReaderTests {
  @Test("A line separator ends a line within its paragraph")
  func lineSeparator() throws {
    let document = try RTFReader().read(Array(#"{\rtf1\ansi a\uc0\u8232 b\par c}"#.utf8))
    #expect(
      document.blocks == [.paragraph([.text("a"), .lineBreak, .text("b")]), .paragraph([.text("c")])])
  }

  @Test(
    "Characters",
    arguments: [
      RTFCase(#"\u10003?text"#, "✓text"),
      RTFCase(#"b\b, c\b0."#, "b, **c**."),
      RTFCase(#"\u-10179?\u-8704?"#, "😀"),
      RTFCase(#"\uc0 \u55357\uc1 \u56832\'3f and \u8220\'93q\u8221\'94"#, "😀 and “q”"),
      RTFCase(#"\uc0\u8226 x"#, "•x"),
      RTFCase(#"a\uc2\u8364\'80\'80x"#, "a€x"),
      RTFCase(#"{\uc0 \u8364}\u8364?x"#, "€€x"),
      RTFCase(#"\u8364{x}"#, "€x"),
      RTFCase(#"\u8364 x"#, "€"),
      RTFCase(#"\u55357?lone"#, "\u{FFFD}lone"),
      RTFCase(#"\u8217\'92s"#, "’s"),
      RTFCase(#"\u146?s\u127?"#, "’s"),
      RTFCase("a\u{7F}b", "ab"),
      RTFCase("\\ansicpg932 a\u{7F}\\'93\\'fa", "a日"),
      RTFCase(#"a\~b\_c\-d"#, "a\u{A0}b\u{2011}cd"),
      RTFCase(#"\lquote q\rquote \emdash\ldblquote x\rdblquote"#, "‘q’—“x”"),
      RTFCase(#"\{a\}\\b"#, #"{a}\b"#),
      RTFCase("one\ntwo\r\nthree", "onetwothree"),
      RTFCase(#"\pard\dropcapli3\dropcapt1{\fs100\dn6 O\par}\pard nce"#, "Once"),
      RTFCase("one\\\ntwo\\\r\nthree", "one\n\ntwo\n\nthree"),
      RTFCase(#"\'e4\'80"#, "ä€"),
      RTFCase(#"\mac\'8a"#, "ä"),
      RTFCase(#"\pc\'84"#, "ä"),
      RTFCase(#"\pca\'84"#, "ä"),
      RTFCase(#"\ansicpg1251\'cf\'f0\'e8"#, "При"),
      RTFCase(#"{\fonttbl{\f0\fcharset204 Arial;}}\f0\'cf\'f0\'e8"#, "При"),
      RTFCase(#"{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset161 B;}}\f0\'e4\f1\'e4{\f0\'e4}\'e4"#, "äδäδ"),
      RTFCase(#"{\fonttbl{\f0\fcharset128 MS;}}\f0\'82\'b1{\b\'82\'b1}"#, "こ**こ**"),
      RTFCase(#"{\fonttbl{\f0\fcharset128 MS;}}\f0\'82{\b0\'b1}x"#, "こx"),
      RTFCase(#"{\fonttbl{\f0\fcharset128 MS;}}\f0\'83V\'83\\"#, "シソ"),
      RTFCase(#"{\fonttbl{\f0\fcharset134 SimSun;}}\loch\hich\f0\'d3\'e0"#, "余"),
      RTFCase(#"{\fonttbl{\f0\fcharset129 B;}{\f1\fcharset136 C;}}\f0\'b0\'a1\f1\'a4\'a4"#, "가中"),
      RTFCase(#"{\fonttbl{\f0\fnil\fcharset0\cpg65001 U;}}\f0\'e4\'b8\'ad"#, "中"),
      RTFCase(#"{\fonttbl{\f0\fcharset177 David;}}\f0\'f9\'ec\'e5\'ed"#, "שלום"),
      RTFCase(#"{\fonttbl{\f0\fcharset163 V;}}\f0 Ti\'ea\'ecng"#, "Ti\u{EA}\u{301}ng"),
      RTFCase(#"{\fonttbl{\f0 Arial Cyr;}{\f1 Arial CE;}}\f0\'e8\f1\'e8"#, "иč"),
      RTFCase(#"\ansicpg10006\'e1\'e2 \ansicpg10081\'da\'de \ansicpg10010\'ae\'f0"#, "αβ ĞŞ Ă\u{F8FF}"),
      RTFCase("a\\'\r\ne4\\'e\n4", "aää"),
      RTFCase(#"{\fonttbl{\f0\fcharset2 Symbol;}}\f0 abc\'b7"#, "αβχ•"),
      RTFCase(#"{\fonttbl{\f0 A;}{\f1\fcharset2 Symbol;}}x{\f1\u-3913 ?}"#, "x•"),
      RTFCase(#"{\fonttbl{\f0 A;}{\f1\fcharset2 Wingdings;}}x{\f1 \'fc J}"#, "x✓ ☺"),
      RTFCase(#"{\fonttbl{\f0\fcharset2 Wingdings 2;}{\f1 ZapfDingbats;}}\f0 RP\'a3{\f1 4n\'ac}"#, "☑✓☐✔■①"),
      RTFCase(#"{\fonttbl{\f0\fcharset2 Tahoma;}}\f0 H\'e9llo"#, "Héllo"),
      RTFCase(#"{\fonttbl{\f0\fcharset2{\*\panose 05}Symbol{\*\falt Arial};}}\f0 abc"#, "αβχ"),
      RTFCase(#"{\fonttbl{\f0 Arial}{\f1\fcharset204{\*\falt A}Times}}\f0 \'e8\f1 \'e8"#, "èи"),
      RTFCase(#"a\'0d\'0ab\'0dc\'0ad"#, "a\n\nb\n\nc\n\nd"),
      RTFCase(#"{\upr{[G]}{\*\ud{[\uc0\u915 ]}}}"#, "[Γ]"),
      RTFCase(#"{\*\unknown {\b lost} \bin5 }}}}}too}kept"#, "kept"),
      RTFCase(#"{\v hidden}{\deleted gone}seen{\v0  too}"#, "seen too"),
      RTFCase(#"{\info{\title T}}{\header h}{\*\generator g;}x{\*\annotation no}{\xe entry}y"#, "xy"),
      RTFCase(#"\caps a\scaps b"#, "ab"),
    ])
  func characters(_ example: RTFCase) throws { try example.check() }

  @Test(
    "Formats",
    arguments: [
      RTFCase(
        #"{\b b}{\i i}{\strike s}{\super 2}{\sub 3}{\ul u}"#, "**b***i*~~s~~<sup>2</sup><sub>3</sub><u>u</u>"),
      RTFCase(#"{\b a }{\b b}{\b  c }d"#, "**a b c** d"),
      RTFCase(#"{\b b{\i both}}{\i  i}"#, "**b*both*** *i*"),
      RTFCase(#"{\i i {\b both}} x"#, "*i **both*** x"),
      RTFCase(#"\b on\plain off"#, "**on**off"),
      RTFCase(#"\b on\par still\b0  off"#, "**on**\n\n**still** off"),
      RTFCase(#"\up6 high\up0  \dn6 low\dn0"#, "<sup>high</sup> <sub>low</sub>"),
      RTFCase(#"{\fonttbl{\f0 A;}{\f1\fmodern Courier;}}\f0 a {\f1 code} b"#, "a `code` b"),
      RTFCase(#"{\fonttbl{\f0 A;}{\f1\fnil Menlo-Regular;}}\f0 a {\f1 code} b"#, "a `code` b"),
      RTFCase(
        #"{\fonttbl{\f0 Monotype Corsiva;}{\f1 SourceCodePro-Regular;}{\f2{\*\panose 02}Fira Code;}}\f0 a {\f1 b} {\f2 c}"#,
        "a `b` `c`"),
      RTFCase(#"{\fonttbl{\f0 A;}{\f1\fmodern\fcharset128 MS Mincho;}}\f0 a {\f1 text} b"#, "a text b"),
      RTFCase(#"{\stylesheet{\*\cs13\additive\super footnote reference;}{\s0 Normal;}}x"#, "x"),
      RTFCase(#"{\stylesheet{\s1 Aufz\'e4hlung;}{\s2\outlinelevel0 x;}}text"#, "text"),
      RTFCase(#"{\stylesheet{\s1\sbasedon2 A;}{\s2\sbasedon1 B;}}\s1 text"#, "text"),
      RTFCase(#"a\line b\par c"#, "a\\\nb\n\nc"),
    ])
  func formats(_ example: RTFCase) throws { try example.check() }

  @Test(
    "Headings",
    arguments: [
      RTFCase(#"\pard\outlinelevel0\b Title\b0\par\pard text"#, "# Title\n\ntext"),
      RTFCase(#"{\stylesheet{\s1 heading 1;}{\s7 Heading 2;}}\s1\b One\par\pard\s7 Two"#, "# One\n\n## Two"),
      RTFCase(#"{\stylesheet{\s1 \u220?berschrift 3;}}\s1 Drei"#, "### Drei"),
      RTFCase(#"{\stylesheet{\s1\outlinelevel1 Eigene;}{\s2\sbasedon1 Noch;}}\s2 Zwei"#, "## Zwei"),
      RTFCase(#"{\stylesheet{\s1 \u26631?\u-26472?2;}{\s2 heading 12x;}}\s1 a\par\pard\s2 b"#, "## a\n\nb"),
      RTFCase(#"{\stylesheet{\s1 Title;}}\s1 T"#, "# T"),
      RTFCase(
        #"{\stylesheet{\s1\outlinelevel0 heading 1;}{\s2\outlinelevel0\sbasedon1 toc 1;}}\s2\outlinelevel0 a\tab 3\par\s1 a"#,
        "a\t3\n\n# a"),
      RTFCase(#"\pard\outlinelevel1\b{a }{\i two}"#, "## a *two*"),
      RTFCase(#"\pard\outlinelevel1 a {\b bold} b"#, "## a **bold** b"),
      RTFCase(#"\pard\outlinelevel0\pard\outlinelevel9 body"#, "body"),
      RTFCase(#"{\listtext 1.1\tab}\pard\outlinelevel1\ls1 Scope"#, "## 1.1 Scope"),
      RTFCase(#"\pard\outlinelevel0 \par\pard x"#, "x"),
    ])
  func headings(_ example: RTFCase) throws { try example.check() }

  @Test(
    "Links and notes",
    arguments: [
      RTFCase(#"{\field{\*\fldinst HYPERLINK "http://a/b_c"}{\fldrslt{\ul t}}}"#, "[t](http://a/b_c)"),
      RTFCase(#"{\field{\*\fldinst{\rtlch HYPERLINK }{ }{"http://a"}}{\fldrslt t}}"#, "[t](http://a)"),
      // A program adds a slash to a host, and to nothing else.
      RTFCase(#"{\field{\*\fldinst HYPERLINK "http://a.org/"}{\fldrslt http://a.org}}"#, "<http://a.org>"),
      RTFCase(
        #"{\field{\*\fldinst HYPERLINK "http://a.org/b/"}{\fldrslt http://a.org/b}}"#,
        "[http://a.org/b](http://a.org/b/)"),
      RTFCase(
        #"{\field{\*\fldinst HYPERLINK "http://a" \\o "say \\"x\\""}{\fldrslt t}}"#,
        #"[t](http://a "say \"x\"")"#),
      RTFCase(#"{\field{\*\fldinst HYPERLINK http://a }{\fldrslt t}}"#, "[t](http://a)"),
      RTFCase(#"{\field{\*\fldinst HYPERLINK \\l "mark"}{\fldrslt t}}"#, "[t](#mark)"),
      RTFCase(
        #"{\field{\*\fldinst HYPERLINK "http://a" \\l "m" \\o "tip" \\t "_blank"}{\fldrslt t}}"#,
        "[t](http://a#m \"tip\")"),
      RTFCase(#"{\field{\*\fldinst HYPERLINK "c:\\\\temp"}{\fldrslt t}}"#, "[t](<c:\\temp>)"),
      RTFCase(#"{\field{\*\fldinst HYPERLINK "http://a"}}"#, "<http://a>"),
      RTFCase(#"{\field{\*\fldinst HYPERLINK "javascript:x"}{\fldrslt t}}"#, "t"),
      RTFCase(
        #"{\field{\*\fldinst HYPERLINK "http://a"}{\fldrslt t\par u}}"#, "[t](http://a)\n\n[u](http://a)"),
      RTFCase(#"{\field{\*\fldinst TOC}{\fldrslt A {\field{\*\fldinst PAGEREF _T}{\fldrslt 7}}}}"#, "A 7"),
      RTFCase(#"{\field{\*\fldinst SYMBOL 97 \\f "Symbol"}{\fldrslt x}}"#, "α"),
      RTFCase(
        #"{\field{\*\fldinst SYMBOL 8364 \\u}}{\field{\*\fldinst SYMBOL 0xA9 \\f "Arial"}}{\field{\*\fldinst SYMBOL 128}}"#,
        "€©€"),
      RTFCase(#"{\field{\*\fldinst PAGE}{\fldrslt 3}}"#, "3"),
      RTFCase(
        #"A {\field{\*\fldinst GOTOBUTTON _T {\field{\*\fldinst PAGEREF _T}{\fldrslt{\b 7}}}}}\par"#, "A 7"),
      RTFCase(#"{\field{\*\fldinst MACROBUTTON NoMacro [Click here]}{\fldrslt }}"#, "[Click here]"),
      RTFCase(#"{\field{\*\fldinst MACROBUTTON NoMacro Click \\* MERGEFORMAT}{\fldrslt }}."#, "Click."),
      RTFCase(#"x{\field{\*\fldinst { GOTOBUTTON  \\* MERGEFORMAT }}{\fldrslt }}"#, "x"),
      RTFCase(
        #"{\field{\*\fldinst QUOTE "a b" \\* Upper}}{\field{\*\fldinst QUOTE "c"}{\fldrslt d}}"#, "a bd"),
      RTFCase(#"{\field{\*\fldinst QUOTE "a {\field{\*\fldinst QUOTE "b"}} c"}}"#, "a b c"),
      RTFCase(
        #"{\field{\*\fldinst HYPERLINK "http://a/{\field{\*\fldinst MERGEFIELD n}{\fldrslt 5}}"}{\fldrslt t}}"#,
        "[t](http://a/5)"),
      RTFCase(
        #"{\field{\*\fldinst EQ \\* jc2 \\o\\ad(\\s\\up 10(\u12365?),\u39740?)}{\fldrslt }}\u12398?"#, "鬼の"),
      RTFCase(
        #"{\field{\*\fldinst FORMDROPDOWN {\*\formfield{\fftype2\ffres1{\*\ffl x}{\*\ffl v}}}}{\fldrslt }}."#,
        "v."),
      RTFCase(#"{\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres1}}}}x"#, "☑x"),
      RTFCase(
        #"x{\super\chftn}{\footnote\pard\plain{\super\chftn} note {\b b}}y"#, "x[^1]y\n\n[^1]: note **b**"),
      RTFCase(#"{\super \chftn{\*\footnote \chftn\pard\plain \tab n\par m}}x"#, "[^1]x\n\n[^1]: n\n\n    m"),
      RTFCase(
        #"x{\*\bkmkstart _R}{\footnote n}{\*\bkmkend _R}{\field{\*\fldinst NOTEREF _R \\h}{\fldrslt 1}}"#,
        "x[^1][^1]\n\n[^1]: n"),
    ])
  func linksAndNotes(_ example: RTFCase) throws { try example.check() }

  @Test(
    "Lists",
    arguments: [
      RTFCase(
        #"{\pntext\'b7\tab}{\*\pn\pnlvlblt{\pntxtb\'b7}}\fi-360\li720 a\par{\pntext\'b7\tab}b\par\pard x"#,
        "- a\n- b\n\nx"),
      RTFCase(
        #"{\pntext 3.\tab}{\*\pn\pnlvlbody\pnstart3\pndec{\pntxta.}}\fi-360\li720 a\par{\pntext 4.\tab}b\par"#,
        "3. a\n4. b"),
      RTFCase(
        #"{\listtext\tab\u8226?\tab}\ls1 a\par{\listtext\tab\u8226?\tab}b\par\pard c"#, "- a\n- b\n\nc"),
      RTFCase(
        #"\pard{\*\pn\pnlvlblt}\li360 a\par b\par\pard{\*\pn\pnlvlbody\pndec\pnstart2}\li360 c\par d\par\pard e"#,
        "- a\n- b\n\n2. c\n3. d\n\ne"),
      RTFCase(#"{\listtext o\tab}\pard\li720\ls1 a"#, "- a"),
      RTFCase(#"{\listtext iv)\tab}\pard\li720\ls1 a\par{\listtext v)\tab}b"#, "4. a\n5. b"),
      RTFCase(
        #"{\listtext 1.\tab}\pard\li720\ls1 a\par\pard\li720 more\par{\listtext 2.\tab}\pard\li720\ls1 b"#,
        "1. a\n\n   more\n\n2. b"),
      RTFCase(
        #"{\listtext 1.\tab}\pard\li720\ls1 a\par\pard x\par{\listtext 2.\tab}\pard\li720\ls1 b"#,
        "1. a\n\nx\n\n2. b"),
      RTFCase(
        #"\pard\li720\ls1\ilvl0{\listtext 1.}a\par\pard\li1440\ls2\ilvl1{\listtext -}b\par\pard\li720\ls1\ilvl0{\listtext 2.}c"#,
        "1. a\n   - b\n2. c"),
      RTFCase(
        #"{\listtext\u9744?\tab}\pard\li720\ls1 a\par{\listtext\u8226?\tab}\pard\li720\ls1\u9745? b"#,
        "- [ ] a\n- [x] b"),
      RTFCase(
        #"{\listtext 1.\tab}\pard\li720\ls1 a\par{\listtext 2.\tab}b\par{\listtext 5.\tab}c"#,
        "1. a\n2. b\n\n5) c"),
      RTFCase(
        #"{\pntext h)\tab}\pard\li720 a\par{\pntext i)\tab}b\par{\pntext j)\tab}c"#, "8. a\n9. b\n10. c"),
      RTFCase(
        #"\pard\fi-360\li360\bullet\tab{\b a}\par\bullet\tab b\par\pard\fi-360\li360 (1)\tab c\par\pard\li360 1.\tab d"#,
        "- **a**\n- b\n\n1. c\n\n   1\\.\td"),
      RTFCase(
        #"{\listtext\pard\li720{\tab one}\par}{\listtext\pard\li720{\tab two}\par}\pard x"#,
        "- one\n- two\n\nx"),
    ])
  func lists(_ example: RTFCase) throws { try example.check() }

  @Test(
    "Plain text shows the markers that the source showed",
    arguments: [
      (#"{\listtext iv.\tab}\ls1 a\par{\listtext v.\tab}b"#, "iv. a\nv. b\n"),
      (#"{\listtext 2.3.1\tab}\ls1 a\par{\listtext 2.3.2\tab}b"#, "2.3.1 a\n2.3.2 b\n"),
      (#"{\listtext o\tab}\ls1 a"#, "o a\n"), (#"{\listtext (7)\tab}\ls1 a"#, "7. a\n"),
      (
        #"{\*\listtable{\list{\listlevel\levelnfc1{\leveltext\'02\'00.;}}\listid7}}"#
          + #"{\*\listoverridetable{\listoverride\listid7\ls1}}\pard\ls1 a\par b"#, "I. a\nII. b\n"
      ),
      (
        #"{\*\listtable{\list{\listlevel\levelnfc1{\leveltext\'02\'00.;}}"#
          + #"{\listlevel\levelnfc3{\leveltext\'05\'00.\'01.)}}{\listlevel\levelnfc22\levellegal"#
          + #"{\leveltext\'06\u167 ?\'00.\'01-\'02;}}\listid7}}{\*\listoverridetable{\listoverride\listid7\ls1}}"#
          + #"\pard\ls1 a\par\ilvl1 b\par\ilvl2 c\par d"#,
        "I. a\n   I.A.) b\n         §1.1-1 c\n         §1.1-2 d\n"
      ),
      (
        #"{\*\listtable{\list{\listlevel\levelnfc0{\leveltext\'02\'00.;}}\listid7}}{\*\listoverridetable"#
          + #"{\listoverride\listid7\ls1}{\listoverride\listid7\ls2}"#
          + #"{\listoverride\listid7\listoverridecount1{\lfolevel\listoverridestartat\levelstartat5}\ls3}}"#
          + #"\pard\ls1 a\par\pard x\par\ls2 b\par\pard y\par\ls3 c\par d\par\pard z\par\ls1 e"#,
        "1. a\n\nx\n\n2. b\n\ny\n\n5. c\n6. d\n\nz\n\n7. e\n"
      ),
    ])
  func labels(_ rtf: String, _ text: String) throws {
    let document = try RTFReader().read(Array("{\\rtf1\\ansi{}\(rtf)}".utf8))
    #expect(String(decoding: PlainTextWriter().write(document), as: UTF8.self) == text)
  }

  @Test(
    "Headings keep their numbers, written out or not",
    arguments: [
      (#"{\listtext 7.\tab}\outlinelevel0\ls1 a"#, "# 7. a"),
      (#"{\listtext\tab}\outlinelevel0\ls1 a"#, "# 1 a"),
      (
        #"\outlinelevel0\ls1 a\par\outlinelevel1\ilvl1 b\par c\par\outlinelevel0\ilvl0 d"#,
        "# 1 a\n\n## 1.1 b\n\n## 1.2 c\n\n# 2 d"
      ),
      (#"\outlinelevel0\ls1\ilvl2 a\par\ls2\ilvl0 b"#, "# a\n\n# b"),
    ])
  func headingNumbers(_ rtf: String, _ markdown: String) throws {
    let table =
      #"{\*\listtable{\list{\listlevel\levelnfc0{\leveltext\'01\'00;}}{\listlevel\levelnfc0{\leveltext\'03\'00.\'01;}}"#
      + #"{\listlevel\levelnfc255{\leveltext\'00;}}\listid7}{\list{\listlevel\levelnfc23{\leveltext\'01\u8226 ?;}}\listid8}}"#
      + #"{\*\listoverridetable{\listoverride\listid7\ls1}{\listoverride\listid8\ls2}}"#
    try RTFCase(table + rtf, markdown).check()
  }

  @Test(
    "List tables",
    arguments: [
      ("0", "{\\leveltext\\'02\\'00.;}", "3. a\n4. b"), ("23", "{\\leveltext\\'01\\u8226 ?;}", "- a\n- b"),
      ("255", "{\\leveltext\\'00;}", "a\n\nb"), ("23", "{\\leveltext\\'01\\u32 ?;}", "a\n\nb"),
      ("0", "{\\leveltext\\'00;}", "a\n\nb"),
      ("0", "{\\leveltext\\'01\\'00;}", "3. a\n4. b"), ("4", "{\\leveltext\\'02\\'00.;}", "3. a\n4. b"),
    ])
  func listTables(_ numbering: String, _ text: String, _ markdown: String) throws {
    let table =
      #"{\*\listtable{\list{\listlevel\levelnfc"# + numbering + #"\levelstartat3"# + text
      + #"{\levelnumbers;}}\listid7}}{\*\listoverridetable{\listoverride\listid7\listoverridecount0\ls1}}"#
    try RTFCase(table + #"\pard\li720\ls1\ilvl0 a\par b\par"#, markdown).check()
  }

  @Test(
    "Quotes, code and rules",
    arguments: [
      RTFCase(#"{\stylesheet{\s1\i Quote;}}\s1\i q\par\pard\plain x"#, "> q\n\nx"),
      RTFCase(#"{\stylesheet{\s1 Quotations;}}\s1\li1440 q"#, "> > q"),
      RTFCase(#"{\stylesheet{\s1 Block Text;}}\s1\li1440\ri1440 q"#, "> q"),
      RTFCase(#"a\par\pard\qc * * *\par\pard * * *"#, "a\n\n---\n\n\\* * *"),
      RTFCase(
        #"{\stylesheet{\s1 Source Code;}}{\listtext 1.\tab}\pard\s1\li720\ls1 a\par\pard\s1\li720 b\par\pard c"#,
        "1. ```\n   a\n   b\n   ```\n\nc"),
      RTFCase(
        #"{\stylesheet{\*\cs1 HTML Code;}{\*\cs2 HTML Keyboard;}}{\fonttbl{\f0 A;}{\f1 Consolas;}}{\cs1\f1 a}\par{\cs1\f1 b}\par{\cs2\f1 c}"#,
        "`a`\n\n`b`\n\n<kbd>c</kbd>"),
      RTFCase(
        #"{\stylesheet{\s1 Quotations;}}{\listtext 1.\tab}\pard\li720\ls1 a\par\pard\s1\li1440 q\par"#,
        "1. a\n   > q"),
      RTFCase(#"\pard\li567\ri567 q\par\pard\li1134\ri1134 r"#, "> q\n>\n> > r"),
      RTFCase(
        #"{\stylesheet{\s1 HTML Preformatted;}}\s1 let x\par\par   y\line z\par\pard t"#,
        "```\nlet x\n\n  y\nz\n```\n\nt"),
      RTFCase(#"{\fonttbl{\f0 A;}{\f1 Consolas;}}\f1 a\par b\par\f0 t"#, "```\na\nb\n```\n\nt"),
      RTFCase(#"{\stylesheet{\s1 Source Code;}}a\par\pard\s1\par\pard b"#, "a\n\nb"),
      RTFCase(#"a\par\pard\brdrb\brdrs\par\pard b"#, "a\n\n---\n\nb"),
    ])
  func quotesCodeAndRules(_ example: RTFCase) throws { try example.check() }

  @Test(
    "Tables",
    arguments: [
      RTFCase(
        #"\trowd\trhdr\cellx1\cellx2\intbl A\cell B\cell\row\trowd\cellx1\cellx2\intbl\qr 1\cell\pard\intbl 2\cell\row\pard x"#,
        "|   A | B   |\n| --: | --- |\n|   1 | 2   |\n\nx"),
      RTFCase(
        #"\trowd\cellx9\cellx20\cellx20\intbl{\b A}\cell{\b B}\cell\cell\row\trowd\cellx9\cellx20\intbl a\cell b\cell\row"#,
        "| A   | B   |\n| --- | --- |\n| a   | b   |"),
      RTFCase(
        #"\trowd\intbl{\b A}\cell{\b B}\cell\row\trowd\intbl a\cell b\cell\row"#,
        "| A   | B   |\n| --- | --- |\n| a   | b   |"),
      RTFCase(
        #"a\cell b\cell\row c\cell d\cell\row\pard"#,
        "|     |     |\n| --- | --- |\n| a   | b   |\n| c   | d   |"),
      RTFCase(
        #"\trowd\intbl a\cell b\cell\row\trowd\intbl c\par c2\cell\cell\pard x"#,
        "|         |     |\n| ------- | --- |\n| a       | b   |\n| c<br>c2 |     |\n\nx"),
      RTFCase(#"\trowd\intbl in\cell\row\pard out"#, "in\n\nout"),
      RTFCase(
        #"\trowd\intbl a\cell{\pard\intbl\itap2 n\nestcell m\nestcell{\*\nesttableprops\trowd\nestrow}{\nonesttables\par}}\pard\intbl\cell\row\pard"#,
        "|     |     |\n| --- | --- |\n| a   | n m |"),
    ])
  func tables(_ example: RTFCase) throws { try example.check() }

  @Test("Pictures")
  func pictures() throws {
    let hexadecimal = "89504e470d0a1a0a"
    let picture = #"{\*\shppict{\pict{\*\picprop{\sp{\sn wzDescription}{\sv A dot}}}\pngblip "#
    try RTFCase(
      "x" + picture + hexadecimal + #"}}{\nonshppict{\pict\wmetafile8 00}}"#,
      "x![A dot](data:image/png;base64,iVBORw0KGgo=)"
    )
    .check()
    try RTFCase(#"x{\pict\wmetafile8 0102}y"#, "xy").check()
    try RTFCase(#"x{{\NeXTGraphic a.png \width640 \height480}\'ac}y"#, "x![a.png]()y").check()
    try RTFCase(
      #"x{\shp{\*\shpinst{\sp{\sn pib}{\sv{\pict\pngblip "# + hexadecimal
        + #"}}}{\sp{\sn wzDescription}{\sv A dot}}}}"#,
      "x![A dot](data:image/png;base64,iVBORw0KGgo=)"
    )
    .check()
  }

  @Test("HTML within RTF")
  func encapsulatedHTML() throws {
    try RTFCase(
      #"\fromhtml1{\*\htmltag19 <html>}{\*\htmltag64 <p>}\htmlrtf\par\b\htmlrtf0 It{\*\htmltag84 <b>}\htmlrtf{\b \htmlrtf0\'92s{\*\htmltag92 </b>}\htmlrtf {\*\htmltag no}}\htmlrtf0 \{x\}{\*\mhtmltag no}"#,
      "It<strong>’s</strong>{x}"
    ).check()
  }

  @Test(
    "The second byte of a character in Shift JIS may be one that RTF gives a meaning",
    arguments: [
      ([0x83, 0x7D, 0x83, 0x5C, 0x83, 0x7B], "マソボ"), ([0x83, 0x5C, 0x27, 0x38, 0x33], "ャ"),
    ] as [([UInt8], String)])
  func rawShiftJIS(_ bytes: [UInt8], _ text: String) throws {
    let rtf = Array(#"{\rtf1\ansi{\fonttbl{\f0\fcharset128 MS Mincho;}}\f0 "#.utf8) + bytes + [0x7D]
    let document = try RTFReader().read(rtf)
    #expect(String(decoding: PlainTextWriter().write(document), as: UTF8.self) == text + "\n")
  }

  @Test(
    "Text in drawings",
    arguments: [
      RTFCase(#"{\shp{\*\shpinst{\sp{\sn a}{\sv 1}}{\shptxt\pard in\par}}}out\par"#, "out\n\nin"),
      RTFCase(
        #"a {\shp{\*\shpinst{\shptxt\pard in\par}}}b\par{\shp{\*\shpinst{\shptxt last\par}}}"#,
        "a b\n\nin\n\nlast"),
      RTFCase(
        #"\trowd\cellx9\cellx18\pard\intbl a{\shp{\*\shpinst{\shptxt\pard in\par}}} b\cell d\cell\row\pard c\par"#,
        "|           |     |\n| --------- | --- |\n| a b<br>in | d   |\n\nc"),
      RTFCase(
        #"{\*\do\dobxpage\dptxbx{\dptxbxtext\pard\plain{\b in}\par}\dpx1\dpy2}{\*\do\dprect\dpx1}out\par"#,
        "out\n\n**in**"),
    ])
  func drawings(_ example: RTFCase) throws { try example.check() }

  @Test(
    "Bytes that are not RTF",
    arguments: [("plain text\nmore", "plain text\n\nmore\n"), ("", ""), ("/{\\rtf1 x}", "/{\\rtf1 x}\n")])
  func otherBytes(_ text: String, _ markdown: String) throws {
    let document = try RTFReader().read(Array(text.utf8))
    #expect(document.blocks.isEmpty == markdown.isEmpty)
    #expect(throws: RichTextError.self) { try RTFReader().read([0x89, 0x50, 0, 1, 2, 3]) }
  }
}
