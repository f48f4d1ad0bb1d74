import TestTraits
import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

/// Each choice of a Markdown style, and all of them together.
struct MarkdownStyleTests {
  private func written(
    _ document: Document, _ change: (inout MarkdownStyle) -> Void
  ) -> String {
    var style = MarkdownStyle()
    change(&style)
    return String(decoding: MarkdownWriter(style: style).write(document), as: UTF8.self)
  }

  private func read(_ markdown: String) throws -> Document {
    try MarkdownReader().read(Array(markdown.utf8))
  }

  @Test("Generated documents come back in every combination", .stress, arguments: 0..<12)
  func combinations(block: UInt64) throws {
    let styles = MarkdownStyle.combinations
    let reader = MarkdownReader(linksBareAddresses: false)
    for (index, style) in styles.enumerated() where UInt64(index) % 12 == block {
      for round in 0..<2 {
        let seed = 7_000_000 + UInt64(index * 2 + round)
        var random = RandomDocument(seed: seed, features: [.footnotes, .punctuation, .rawHTML])
        let writer = MarkdownWriter(style: style)
        let document = writer.expressible(random.make())
        let markdown = writer.write(document)
        let again = try reader.read(markdown).normalized()
        // Where lines are filled, their old ends are spaces.
        let isSame =
          style.lineWidth == nil
          ? again == document : again.withoutSoftBreaks() == document.withoutSoftBreaks()
        try #require(isSame, "seed \(seed), \(style):\n\(String(decoding: markdown, as: UTF8.self))")
      }
    }
  }

  @Test func headingsAreUnderlinedWhereTheyCanBe() throws {
    let document = try read("# One *two*\n\n## 中\n\n### Three\n\n- a\n  ## b\n\n## x | y\n\n# \\#\n")
    let markdown = written(document) { $0.headings = .setext }
    #expect(
      markdown == """
        One *two*
        =========

        中
        ---

        ### Three

        - a
          ## b

        ## x | y

        \\#
        ===

        """)
  }

  @Test func bulletsAlternateBesideEachOther() throws {
    let document = try read("- a\n- b\n\n* c\n\n+ d\n\n1. - e\n")
    #expect(
      written(document) { $0.bullet = .asterisk } == "* a\n* b\n\n- c\n\n* d\n\n1. * e\n")
    #expect(written(document) { $0.bullet = .plus } == "+ a\n+ b\n\n- c\n\n+ d\n\n1. + e\n")
  }

  @Test func fencesAreOfTildes() throws {
    let document = try read("```sh\n~~~\n```\n")
    #expect(written(document) { $0.fence = .tilde } == "~~~~sh\n~~~\n~~~~\n")
  }

  @Test func emphasisIsSetWithUnderscoresWhereTheyCanBe() throws {
    let document = try read("*a* **b *c*** in*tra*word *d*.\n")
    #expect(
      written(document) { $0.emphasis = .underscore } == "_a_ **b _c_** in*tra*word _d_.\n")
  }

  @Test func linksAreGatheredAtTheEnd() throws {
    let document = try read(
      "[a](/u \"t\") and ![b](/i.png), [c](/u \"t\"), <http://x.y>, [1], [7](/7)[^n]\n\n[^n]: see [d](/d)\n")
    #expect(
      written(document) { $0.links = .reference } == """
        [a][1] and ![b][2], [c][1], <http://x.y>, \\[1], [7](/7)[^1]

        [^1]: see [d][3]

        [1]: /u "t"
        [2]: /i.png
        [3]: /d

        """)
  }

  @Test("Lines are filled, and begin with nothing that has a meaning")
  func lines() throws {
    let document = try read(
      "> Some words that are\nlonger, `a code span` and [a link](/with/a/long/address) + 1. 2) ### - #x --- *b c*\n"
    )
    #expect(
      written(document) { $0.lineWidth = 20 } == """
        > Some words that
        > are longer,
        > `a code span` and
        > [a
        > link](/with/a/long/address) + 1. 2) ### -
        > #x --- *b c*

        """)
  }

  @Test func definitionListsAreWrittenWhereTheyAreKnown() throws {
    let page = """
      <dl><dt>Term<dd>One<dd>Two <b>b</b><dt>T2<dt>- T3<dd><p>a<p>: b<ul><li>x</ul><dt>last</dl>
      <p>: text</p><dl><dd>no term</dl><ul><li><dl><dt>in<dd>list</dl></ul>
      """
    let document = try HTMLReader().read(Array(page.utf8))
    #expect(
      written(document) { $0.dialect = .extra } == """
        Term
        :   One
        :   Two **b**

        T2<br>\\- T3

        :   a

            \\: b

            - x

        last

        \\: text

        no term

        - in
          :   list

        """)
    #expect(written(document) { $0.dialect = .gfm }.hasPrefix("**Term**\n\nOne\n\nTwo **b**\n"))
  }

  @Test func commonMarkHasNoExtensions() throws {
    let document = try read("~~a~~ b[^1]\n\n| x |\n| --- |\n| ~~y~~ |\n\n- [x] done\n\n[^1]: note\n")
    #expect(
      written(document) { $0.dialect = .commonMark } == """
        <del>a</del> b<sup>1</sup>

        <table>
        <thead>
        <tr>
        <th>x</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <td><del>y</del></td>
        </tr>
        </tbody>
        </table>

        - [x] done

        ---

        1. note

        """)
  }

  @Test("References do not grow beyond what parsers expand")
  func referencesAreBounded() throws {
    let address = "/" + String(repeating: "long", count: 500)
    let link = Inline.link(Link(destination: address, [.text("a")]))
    let document = Document((0..<200).map { _ in .paragraph([link]) })
    let markdown = written(document) { $0.links = .reference }
    #expect(try read(markdown) == document)
  }
}

extension Document {
  fileprivate func withoutSoftBreaks() -> Document {
    mapInlines { $0 == .softBreak ? .text(" ") : $0 }.normalized()
  }

  @Test(
    "Filling lines leaves ends of lines that mean something",
    arguments: [
      "> [!NOTE]\n> some text\n", "$$\nx +\ny\n$$\n", "Term\n: definition\n", "Term\n:\tdefinition\n",
      "> [!tip]\n> $a$\n",
    ])
  func meaningfulBreaks(text: String) throws {
    var style = MarkdownStyle()
    style.escapesDollars = false
    style.lineWidth = 60
    let document = try MarkdownReader().read(Array(text.utf8))
    #expect(String(decoding: MarkdownWriter(style: style).write(document), as: UTF8.self) == text)
  }

  @Test func fillingLinesJoinsAllOthers() throws {
    var style = MarkdownStyle()
    style.escapesDollars = false
    style.lineWidth = 60
    let document = try MarkdownReader().read(Array("a [!b]\n:c\n$d$\n".utf8))
    #expect(
      String(decoding: MarkdownWriter(style: style).write(document), as: UTF8.self) == "a [!b] :c $d$\n")
  }
}
