import TestSupport
import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

/// Links to headings come back as they were on the way through every format that has places.
@Suite struct PlaceRoundTripTests {
  static let formats: [Format] = [.html, .rtf, .wordProcessing, .openDocument, .flatOpenDocument]

  @Test("Links to headings", arguments: formats, [Format.Audience.file, .pasteboard])
  func headings(_ format: Format, _ audience: Format.Audience) throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomPlaces(seed: seed)
      let markdown = random.make()
      let document = try MarkdownReader().read(Array(markdown.utf8))
      let written = format.write(document, Format.Options(for: audience))
      let read = String(decoding: MarkdownWriter().write(try format.read(written)), as: UTF8.self)
      let links = Self.links(in: try MarkdownReader().read(Array(read.utf8)))
      #expect(links == Self.links(in: document), "seed \(seed)\n\(markdown)\n\(read)")
      guard links == Self.links(in: document) else { return }
    }
  }

  @Test("Places of raw HTML keep their names", arguments: formats, [Format.Audience.file, .pasteboard])
  func names(_ format: Format, _ audience: Format.Audience) throws {
    let names = [
      "my-place", "a.b", "x@y", "sec:2", "a/b,c;d", "1st", "my_place", "My-Place", "Ü-ber",
      "more-letters-than-the-forty-that-bookmarks-of-word-have",
    ]
    let links = names.map { "[to \($0)](#\($0))" }.joined(separator: " ")
    let places = names.map { "<a id=\"\($0)\"></a>Here is \($0).\n\n" }.joined()
    let markdown = "\(links)\n\n\(places)"
    let written = format.write(try MarkdownReader().read(Array(markdown.utf8)), Format.Options(for: audience))
    let read = try MarkdownReader().read(MarkdownWriter().write(try format.read(written)))
    #expect(Self.links(in: read).map { $0.percentDecoded } == names.map { "to \($0) #\($0)" })
    #expect(Set(AnchorFinder(read).explicit) == Set(names))
  }

  /// The links within a document, by their texts and where they lead.
  private static func links(in document: Document) -> [String] {
    var links: [String] = []
    func visit(_ content: [Inline]) {
      for inline in content {
        if case .link(let link) = inline, link.destination.hasPrefix("#"),
          case .text(let text)? = link.content.first
        {
          links.append("\(text) \(link.destination)")
        } else {
          visit(inline.content ?? [])
        }
      }
    }
    func visit(_ blocks: [Block]) {
      for block in blocks {
        visit(block.inlines)
        for blocks in block.children { visit(blocks) }
      }
    }
    visit(document.blocks)
    return links
  }
}

/// Makes Markdown of headings of many kinds, some alike, with links to them before and behind.
private struct RandomPlaces {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let words = [
    "Intro", "intro", "Usage", "What's", "`code`", "*set*", "**up**", "1.", "2.0", "C++", "snake_case", "a-b",
    "Über",
    "Привет", "你好", "🎉", "[link](https://a.org)", "~~old~~", "–", "&", "fn-1", "_Note1",
    "Introduction to it all and more",
    "हिन्दी", "$x$", "\\# sharp",
  ]

  mutating func make() -> String {
    let headings = (0..<Int.random(in: 1...8, using: &generator)).map { _ in heading() }
    let text = headings.map { "\(prefix())\($0)\n\nSome text.\n" }.joined(separator: "\n")
    let found = (try? MarkdownReader().read(Array(text.utf8))).map { AnchorFinder($0).headings } ?? []
    let links = found.filter { !$0.isEmpty }.enumerated().map { "[l\($0)](#\($1))" }.joined(separator: " ")
    let (before, behind) = Bool.random(using: &generator) ? (links, "end") : ("start", links)
    return "\(before) [gone](#gone-there)\n\n\(text)\n\(behind)\n"
  }

  private mutating func heading() -> String {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      Self.words.randomElement(using: &generator) ?? ""
    }
    .joined(separator: " ")
  }

  private mutating func prefix() -> String {
    ["# ", "## ", "### ", "> ## "].randomElement(using: &generator) ?? ""
  }
}
