import RichText
import Testing

/// Links within a document lead on where its Markdown is read.
@Suite struct PlaceReadingTests {
  private typealias Word = WordReaderTests

  @Test(
    "Pages",
    arguments: [
      ("<a href='#sec-1'>x</a><h2 id='sec-1'>Way Out</h2>", "[x](#way-out)\n\n## Way Out"),
      (
        "<a href='#s'>x</a><h2>Way Out</h2><section id=s><h2>Way Out</h2></section>",
        "[x](#way-out-1)\n\n## Way Out\n\n## Way Out"
      ),
      // One heading by several names, one of them within its text.
      (
        "<a href='#a'>x</a><a href='#b'>y</a><h2 id=a>Way <b><i id=b>Out</i></b></h2>",
        "[xy](#way-out)\n\n## Way **_Out_**"
      ),
      ("<a href='#caf%C3%A9'>x</a><h2 id='café'>Drinks</h2>", "[x](#drinks)\n\n## Drinks"),
      ("<a href='#caf%C3%A9'>x</a><p id='café'>Drinks", "[x](#caf%C3%A9)\n\n<a id=\"café\"></a>Drinks"),
      // What has no identifier keeps the name that it has.
      ("<a href='#s'>x</a><h2 id=s>!!!</h2>", "[x](#s)\n\n## <a id=\"s\"></a>!!!"),
      // Markdown has no headings in cells.
      (
        "<a href='#s'>x</a><table><tr><th>h<tr><td><h2 id=s>Cell</h2></table>",
        "[x](#s)\n\n| h                      |\n| ---------------------- |\n| **<a id=\"s\"></a>Cell** |"
      ),
      (
        "<a href='https://a.org/p#sec-1'>x</a><a href='#gone'>y</a><h2 id='sec-1'>Out</h2>",
        "[x](https://a.org/p#sec-1)[y](#gone)\n\n## Out"
      ),
    ])
  func pages(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "RTF",
    arguments: [
      (
        #"{\field{\*\fldinst{HYPERLINK \\l "_Toc1"}}{\fldrslt x}}\par{\outlinelevel0{\*\bkmkstart _Toc1}Way Out{\*\bkmkend _Toc1}\par}"#,
        "[x](#way-out)\n\n# Way Out\n"
      ),
      (
        #"{\field{\*\fldinst{HYPERLINK \\l "b"}}{\fldrslt x}}\par{\*\bkmkstart b}here{\*\bkmkend b}\par"#,
        "[x](#b)\n\n<a id=\"b\"></a>here\n"
      ),
      (#"{\*\bkmkstart b}here{\*\bkmkend b}\par"#, "here\n"),
      (#"{\field{\*\fldinst{HYPERLINK \\l "b"}}{\fldrslt x}}\par here\par"#, "[x](#b)\n\nhere\n"),
    ])
  func rtf(body: String, expected: String) throws {
    let document = try RTFReader().read(Array("{\\rtf1\\ansi{\\stylesheet{\\s0 Normal;}}\(body)}".utf8))
    #expect(String(decoding: MarkdownWriter().write(document), as: UTF8.self) == expected)
  }

  @Test func `The number of a numbered heading is part of its identifier`() throws {
    let level =
      "<w:abstractNum w:abstractNumId=\"0\">\(Word.level(0, "decimal"))</w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>"
    let heading =
      "<w:p><w:pPr><w:outlineLvl w:val=\"0\"/><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr>"
      + "<w:bookmarkStart w:id=\"0\" w:name=\"_Toc1\"/>\(Word.r("Way Out"))</w:p>"
    let body = "<w:p><w:hyperlink w:anchor=\"_Toc1\">\(Word.r("see"))</w:hyperlink></w:p>" + heading
    try WordCase(body, numbering: level, "[see](#way-out)\n\n# Way Out").check()
  }
}
