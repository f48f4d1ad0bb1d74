import TestSupport
import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

/// What is taken for inlines in normal form is left as it is when it is put into that form.
struct NormalInlinesTests {
  private static let contexts: [InlineNormalizer.Context] = [.paragraph, .heading, .cell]

  @Test("What is accepted is in normal form, and what is in normal form is accepted", arguments: 0..<20)
  func generatedInlines(block: UInt64) throws {
    for seed in block * 25..<(block + 1) * 25 {
      var random = RandomDocument(seed: 5_000_000 + seed, features: [.footnotes, .math, .punctuation])
      let document = random.make()
      let footnotes = FootnoteNumbering(of: document)
      for (inlines, context) in document.blocks.flatMap(\.texts).flatMap({ inlines in
        Self.contexts.map { (inlines, $0) }
      }) {
        let check = NormalInlines(context: context, footnotes: footnotes)
        let normal = InlineNormalizer.normalize(inlines, in: context, footnotes: footnotes)
        try #require(!check.accepts(inlines) || normal == inlines, "seed \(5_000_000 + seed): \(inlines)")
        // Labels of footnotes are numbers after that, which are no labels of this document.
        guard !normal.holdsFootnotes else { continue }
        try #require(check.accepts(normal), "seed \(5_000_000 + seed): \(normal)")
      }
    }
  }

  @Test(
    "What a writer would have to change is not accepted",
    arguments: [
      [.text("a"), .text("b")], [.text("")], [.text(" a")], [.text("a\t")], [.text("a\u{1}b")],
      [.text("a "), .softBreak, .text("b")], [.text("a"), .lineBreak, .text(" b")],
      [.softBreak, .text("a")], [.text("a"), .lineBreak], [.text("a"), .softBreak, .lineBreak, .text("b")],
      [.code("a"), .code("b")], [.code("a\nb")], [.code("")], [.math("", display: false)],
      [.emphasis([])], [.emphasis([.text("a ")])], [.strong([.text("\u{A0}a")])],
      [.emphasis([.text("a")]), .emphasis([.text("b")])], [.html("<b>")], [.footnoteReference(label: "1")],
      [.link(Link(destination: "a", [.link(Link(destination: "b", [.text("c")]))]))],
      [.underline([.text(" a")])], [.emphasis([.text("a"), .lineBreak])],
    ] as [[Inline]])
  func changes(inlines: [Inline]) {
    #expect(!NormalInlines(context: .paragraph, footnotes: FootnoteNumbering()).accepts(inlines))
  }
}

extension Block {
  fileprivate var texts: [[Inline]] {
    [inlines].filter { !$0.isEmpty } + children.joined().flatMap(\.texts)
  }
}

extension [Inline] {
  fileprivate var holdsFootnotes: Bool {
    contains { inline in
      if case .footnoteReference = inline { true } else { inline.content?.holdsFootnotes ?? false }
    }
  }
}
