import RichText
import Testing

struct MarkdownReaderTests {
  private func read(_ text: String) throws -> Document { try MarkdownReader().read(Array(text.utf8)) }

  @Test func frontMatterIsLeftOut() throws {
    #expect(
      try read("---\ntitle: T\ntags: [a]\n---\n\n# H\n") == Document([.heading(level: 1, [.text("H")])]))
    #expect(try read("\u{FEFF}---\r\ntitle: T\r\n...\r\nx\r\n") == Document([.paragraph([.text("x")])]))
    // Hugo and Zola
    #expect(try read("+++\ntitle = \"T\"\n[a]\nb = 1\n+++\nx\n") == Document([.paragraph([.text("x")])]))
    #expect(try read("+++\nno metadata\n+++\n").blocks.count == 1)
  }

  @Test(arguments: [
    "---\nFoo\n---\nBar\n", "---\n\ntitle: T\n\n---\n", "---\ntitle: T\n", "a\n\n---\nb: c\n---\n",
  ])
  func rulesAreNoFrontMatter(text: String) throws {
    #expect(try read(text).blocks.contains(.thematicBreak))
  }

  @Test(arguments: [
    ("python", "python"), ("{.python .numberLines}", "python"), ("{#f .haskell}", "haskell"),
    ("{r, x=1}", "r"),
    ("{python}", "python"), ("{=html}", "html"), ("{code-cell} ipython3", "ipython3"), ("{}", "{}"),
    ("{note}", "note"), (" ", nil),
  ])
  func languages(info: String, language: String?) {
    #expect(CodeBlock(info: info, code: "").language.map(String.init) == language)
  }

  @Test func pairsOfTagsAreRead() throws {
    #expect(
      try read("<u>a <sup>b</sup></u> <kbd>*c*</kbd> <br/> <code>d</code> <INS>e</INS>").blocks == [
        .paragraph([
          .underline([.text("a "), .superscript([.text("b")])]), .text(" "),
          .keyboard([.emphasis([.text("c")])]), .text(" "), .lineBreak, .text(" "), .code("d"), .text(" "),
          .underline([.text("e")]),
        ])
      ])
  }

  @Test func `A tag in a picture's description stands in one line`() throws {
    let image = Image(source: "x", alternative: "a <b c>")
    #expect(try read("![a <b\nc>](x)").blocks == [.paragraph([.image(image)])])
  }

  @Test(arguments: [
    "a <u class=x>b</u>", "a <u id=1 class=x>*b*</u> c", "a <span>b</span>", "a <code>*b*</code>",
  ])
  func otherTagsStay(text: String) throws {
    let content = try read(text).blocks
    guard case .paragraph(let inlines)? = content.first else {
      Issue.record("no paragraph")
      return
    }
    #expect(inlines.contains { if case .html = $0 { true } else { false } })
    #expect(String(decoding: MarkdownWriter().write(Document(content)), as: UTF8.self) == text + "\n")
  }

  @Test(
    "Tags without a partner stay, spelled so that they will find none",
    arguments: [
      ("a <u>b", "a <u >b"), ("a </u>b", "a </u >b"), ("a <u>*b</u>*", "a <u >*b</u >*"),
      ("a <u class=x>b", "a <u  class=x>b"), ("a <i><u>b</i></u>", "a *<u >b*</u >"),
      ("a <u ><u>b</u>", "a <u ><u>b</u>"),
    ])
  func unpairedTags(text: String, expected: String) throws {
    let written = MarkdownWriter().write(try read(text))
    #expect(String(decoding: written, as: UTF8.self) == expected + "\n")
    #expect(try MarkdownReader().read(written).normalized() == read(text).normalized())
  }

  @Test func bytesThatAreNotUTF8BecomeReplacementCharacters() throws {
    let document = try MarkdownReader().read([0x61, 0xFF, 0x62, 0x00, 0x0A])
    #expect(document == Document([.paragraph([.text("a\u{FFFD}b\u{FFFD}")])]))
  }

  @Test func tasksAreSeenInQuotesToo() throws {
    let boxes = try read("> - [x] a\n> - \\[x] b\n> - [ ] c\n").blocks
    let items = [
      ListItem(checkbox: .checked, [.paragraph([.text("a")])]), ListItem([.paragraph([.text("[x] b")])]),
      ListItem(checkbox: .unchecked, [.paragraph([.text("c")])]),
    ]
    #expect(boxes == [.blockQuote([.list(List(.bullet, items: items))])])
  }

  @Test func anUncheckedBoxStaysSoBesideACheckedOne() throws {
    let list = List(.bullet, items: [ListItem(checkbox: .unchecked, [.paragraph([.text("see [x]")])])])
    #expect(try read("- [ ] see [x]").blocks == [.list(list)])
  }

  @Test func `A note that only notes without references refer to is none either`() throws {
    let text = "a[^1]\n\n[^1]: b[^3]\n\n[^2]: c[^4]\n\n[^3]: d\n\n[^4]: e\n"
    let document = try MarkdownReader().read(Array(text.utf8))
    #expect(document.footnotes.map(\.label) == ["1", "2"])
    #expect(
      String(decoding: MarkdownWriter().write(document), as: UTF8.self) == "a[^1]\n\n[^1]: b[^2]\n\n[^2]: d\n"
    )
  }

  @Test func footnotesAreNumbered() throws {
    let document = try read("a[^b] c[^a]\n\n[^a]: A\n\n[^b]: B\n\n    more\n")
    #expect(
      document.footnotes == [
        Footnote(label: "1", blocks: [.paragraph([.text("B")]), .paragraph([.text("more")])]),
        Footnote(label: "2", blocks: [.paragraph([.text("A")])]),
      ])
    #expect(
      document.blocks == [
        .paragraph([
          .text("a"), .footnoteReference(label: "1"), .text(" c"), .footnoteReference(label: "2"),
        ])
      ])
  }

  @Test func bareAddressesAreLinksUnlessToldOtherwise() throws {
    let text = Array("see www.x.y and a@b.c".utf8)
    #expect(
      try MarkdownReader().read(text).blocks == [
        .paragraph([
          .text("see "), .link(Link(destination: "http://www.x.y", [.text("www.x.y")])), .text(" and "),
          .link(Link(destination: "mailto:a@b.c", [.text("a@b.c")])),
        ])
      ])
    #expect(
      try MarkdownReader(linksBareAddresses: false).read(text).blocks == [
        .paragraph([.text("see www.x.y and a@b.c")])
      ])
  }

  @Test func aTooLongTextIsRefused() {
    #expect(throws: RichTextError.self) {
      try MarkdownReader().read([UInt8](repeating: 0x61, count: MarkdownReader.maximumSize + 1))
    }
  }

  @Test("Readers work side by side", .timeLimit(.minutes(1)))
  func concurrency() async throws {
    let text = "~~a~~ **b** [c](d) | e\n\n| f |\n|---|\n| ~g~ |\n"
    let expected = try read(text)
    try await withThrowingTaskGroup(of: Document.self) { group in
      for _ in 0..<200 { group.addTask { try read(text) } }
      for try await document in group { #expect(document == expected) }
    }
  }
}
