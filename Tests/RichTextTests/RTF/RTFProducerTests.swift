import Foundation
import RichText
import Testing

/// RTF as real programs write it.
@Suite struct RTFProducerTests {
  private func markdown(_ rtf: String) throws -> String {
    String(decoding: MarkdownWriter().write(try RTFReader().read(Array(rtf.utf8))), as: UTF8.self)
  }

  /// What LibreOffice puts on the clipboard is the document that was copied, but for the language of code and
  /// the titles of links, which it does not put there.
  @Test func libreOfficeReport() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/clipboards/report")
    let source = try String(contentsOf: folder.appending(path: "source.md"), encoding: .utf8)
      .replacing("```swift", with: "```").replacing(" \"Title\"", with: "").replacing(
        "|:-----|", with: "|------|")
    let payload = try Data(contentsOf: folder.appending(path: "libreoffice/text-rtf"))
    let wanted = try MarkdownReader().read(Array(source.utf8)).normalized()
    let found = try RTFReader().read([UInt8](payload)).normalized()
    #expect(firstDifference(wanted, found) == nil)
    #expect(wanted == found)
  }

  @Test func textEdit() throws {
    let rtf = #"""
      {\rtf1\ansi\ansicpg1252\cocoartf2639
      \cocoatextscaling0\cocoaplatform0{\fonttbl\f0\fswiss\fcharset0 Helvetica-Bold;\f1\fswiss\fcharset0 Helvetica;\f2\fnil\fcharset0 Menlo-Regular;
      }
      {\colortbl;\red255\green255\blue255;}
      {\*\expandedcolortbl;;}
      {\*\listtable{\list\listtemplateid1\listhybrid{\listlevel\levelnfc23\levelnfcn23\leveljc0\leveljcn0\levelfollow0\levelstartat1\levelspace360\levelindent0{\*\levelmarker \{disc\}}{\leveltext\leveltemplateid1\'01\uc0\u8226 ;}{\levelnumbers;}\fi-360\li720\lin720 }{\listname ;}\listid1}}
      {\*\listoverridetable{\listoverride\listid1\listoverridecount0\ls1}}
      \paperw11900\paperh16840\margl1440\margr1440
      \pard\tx566\pardirnatural\partightenfactor0

      \f0\b\fs48 \cf0 Title\
      \f1\b0\fs24 \
      Some \f0\b bold\f1\b0  text with \f2 code\f1 .\
      \pard\tx220\tx720\li720\fi-720\pardirnatural\partightenfactor0
      \ls1\ilvl0\cf0 {\listtext	\uc0\u8226 	}One\
      {\listtext	\uc0\u8226 	}Two\
      \pard\pardirnatural\partightenfactor0
      \cf0 \
      {\field{\*\fldinst{HYPERLINK "http://example.com"}}{\fldrslt Link}}}
      """#
    #expect(
      try markdown(rtf) == """
        **Title**

        Some **bold** text with `code`.

        - One
        - Two

        [Link](http://example.com)

        """)
    var reader = RTFReader()
    reader.readsHeadingsBySize = true
    #expect(try reader.read(Array(rtf.utf8)).blocks.first == .heading(level: 1, [.text("Title")]))
  }

  @Test func wordPad() throws {
    let rtf = #"""
      {\rtf1\ansi\ansicpg1252\deff0\nouicompat\deflang1029{\fonttbl{\f0\fnil\fcharset238 Calibri;}{\f1\fnil\fcharset2 Symbol;}}
      {\*\generator Riched20 10.0.15063}\viewkind4\uc1
      \pard\sa200\sl276\slmult1\f0\fs22\lang5 \'c8e\'9atina \u8201?n\par

      \pard{\pntext\f1\'B7\tab}{\*\pn\pnlvlblt\pnf1\pnindent0{\pntxtb\'B7}}\fi-360\li720\sa200 jedna\par
      {\pntext\f1\'B7\tab}dv\'ec\par

      \pard{\pntext\f0 1.\tab}{\*\pn\pnlvlbody\pnf0\pnindent0\pnstart1\pndec{\pntxta.}}
      \fi-360\li720\sa200 a\par
      {\pntext\f0 2.\tab}b\par
      }
      """#
    #expect(try markdown(rtf) == "Čeština \u{2009}n\n\n- jedna\n- dvě\n\n1. a\n2. b\n")
  }

  @Test func word() throws {
    let rtf = #"""
      {\rtf1\adeflang1025\ansi\ansicpg1252\uc1\adeff0\deff0{\fonttbl{\f0\fbidi \froman\fcharset0\fprq2 Times New Roman;}{\f3\fbidi \froman\fcharset2\fprq2 Symbol;}}
      {\stylesheet{\ql \fs24 \snext0 Normal;}{\s1\ql\keepn\outlinelevel0 \b\fs32 \sbasedon0 \snext0 heading 1;}{\*\cs10 \additive Default Paragraph Font;}{\*\cs15 \additive \ul\cf2 \sbasedon10 Hyperlink;}{\s29\i Quote;}}
      {\*\listtable{\list\listtemplateid1\listhybrid{\listlevel\levelnfc23\levelnfcn23\leveljc0\levelfollow0\levelstartat1{\leveltext\leveltemplateid67698689\'01\u-3913 ?;}{\levelnumbers;}\f3\fi-360\li720\lin720 }{\listname ;}\listid9}}{\*\listoverridetable{\listoverride\listid9\listoverridecount0\ls1}}
      {\*\rsidtbl \rsid123}{\mmathPr\mmathFont34}
      \pard\plain \ltrpar\s1\ql\keepn\outlinelevel0 \rtlch\fcs1 \ab\af0\afs32 \ltrch\fcs0 \b\fs32 {\rtlch\fcs1 \af0 \ltrch\fcs0 \insrsid123 \hich\af0\dbch\af1\loch\f0 A heading}{\par }
      {\listtext\pard\plain\ltrpar \rtlch\fcs1 \af0 \ltrch\fcs0 \f3 \loch\af3\dbch\af0\hich\f3 \'b7\tab}\pard\plain \ql \fi-360\li720\ls1\ilvl0 {\rtlch\fcs1 \af0 \ltrch\fcs0 \insrsid123 first}{\par }
      {\listtext\pard\plain \f3 \'b7\tab}\pard \ql \fi-360\li720\ls1\ilvl0 {\b\insrsid123 second}{\par }
      \pard\plain \s29 \i {\i\insrsid1 Quoted.}\par
      \pard\plain \ql {\insrsid123 See }{\field\flddirty{\*\fldinst {\insrsid123 HYPERLINK "http://a.b/" \\o "tip" }{\insrsid123 {\*\datafield 00d0}}}{\fldrslt {\cs15\ul\cf2\insrsid123 here}}}{\insrsid123 , it\rquote s \deleted gone}{\insrsid1 {\*\bkmkstart x}done{\*\bkmkend x}}\par
      \trowd \trgaph108\trleft-108\trhdr\cellx4000\cellx8000\pard \intbl {H1\cell H2\cell }{\trowd \trgaph108\trleft-108\trhdr\cellx4000\cellx8000\row }
      \trowd \trgaph108\trleft-108\clvmgf\cellx4000\cellx8000\pard \intbl {a\cell }\pard\qr\intbl {1\cell }{\trowd \cellx4000\cellx8000\row }
      \pard {end\par }{\*\themedata 504b0304}{\*\latentstyles{\lsdlockedexcept Normal;}}{\*\datastore 0105}}
      """#
    #expect(
      try markdown(rtf) == """
        # A heading

        - first
        - **second**

        > Quoted.

        See [here](http://a.b/ "tip"), it’s done

        | H1  |  H2 |
        | --- | --: |
        | a   |   1 |

        end

        """)
  }

  @Test func googleDocs() throws {
    let rtf = #"""
      {\rtf1\ansi\ansicpg1252\uc0\stshfdbch0{\fonttbl{\f0\fswiss\fcharset0 Arial;}}{\stylesheet{\s0 Normal;}{\s1\sbasedon0\b0\fs40 heading 1;}}
      {\*\listtable{\list\listtemplateid1{\listlevel\levelnfc0\levelnfcn0\levelstartat1{\leveltext \'02\'00.;}{\levelnumbers \'01;}\fi-360\li720}\listid1}}{\*\listoverridetable{\listoverride\listid1\listoverridecount0\ls1}}
      \pard\plain\s1\b0\i0\fs40 Head\u8217 s\par
      \pard\plain\s0{\b\i0\strike0\ulnone Bold}{\b0\i0\strike0\ulnone  plain}\par
      {\listtext 1.\tab}\pard\plain\s0\fi-360\li720\ls1\ilvl0{\b0 one}\par
      }
      """#
    #expect(try markdown(rtf) == "# Head’s\n\n**Bold** plain\n\n1. one\n")
  }

  @Test(
    "Quotes of two styles are two, and so are those with an empty line between",
    arguments: [
      (#"\s1 a\par\pard\s1 b\par"#, "> a\n>\n> b\n"), (#"\s1 a\par\pard\s2 b\par"#, "> a\n\n> b\n"),
      (#"\s1 a\par\pard\s3 b\par"#, "> a\n>\n> b\n"),
      (#"\s1 a\par\pard\par\pard\s1 b\par"#, "> a\n\n> b\n"),
      (#"\s1 a\par\pard\s1\par\pard\s1 b\par"#, "> a\n>\n> b\n"),
      (#"\li720\ri720 a\par\pard\par\pard\li720\ri720 b\par"#, "> a\n>\n> b\n"),
    ])
  func adjacentQuotes(body: String, expected: String) throws {
    let styles =
      #"{\stylesheet{\s0 Normal;}{\s1\li720 Quote;}{\s2\li720 Intense Quote;}{\s3\sbasedon1 Mine;}}"#
    #expect(try markdown(#"{\rtf1\ansi\deff0"# + styles + #"\pard"# + body + "}") == expected)
  }

  @Test func `Quotes side by side stay apart in formats of word processors`() throws {
    let source = "> a\n>\n> b\n\n> c\n\n- d\n\n> e\n"
    let document = try MarkdownReader().read(Array(source.utf8))
    let wanted = document.normalized()
    #expect(try RTFReader().read(RTFWriter().write(document)).normalized() == wanted)
    #expect(try WordProcessingReader().read(WordProcessingWriter().write(document)).normalized() == wanted)
    #expect(try OpenDocumentReader().read(OpenDocumentWriter().write(document)).normalized() == wanted)
  }
}
