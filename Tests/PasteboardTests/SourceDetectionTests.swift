import Foundation
import RichText
import TestSupport
import Testing

@testable import Pasteboard

/// Step 2 of choosing: plain text that is the source of the rich text beside it, and never rendered text.
@Suite("Source detection", .timeLimit(.minutes(2)))
struct SourceDetectionTests {
  /// The ways in which rich text reaches the clipboard.
  private static func renderings(of document: Document, _ generator: inout SeededGenerator) throws
    -> [(name: String, document: Document)]
  {
    let file = String(decoding: HTMLWriter(style: .commonMark).write(document), as: UTF8.self)
    let clipboard = String(decoding: HTMLWriter(style: .clipboard).write(document), as: UTF8.self)
    // As editors render: other elements for the same, attributes, wrappers, white space.
    let replacements = [
      [("<strong>", "<b>"), ("</strong>", "</b>")],
      [("<em>", "<i style=\"font-style: italic\">"), ("</em>", "</i>")],
      [("<del>", "<s>"), ("</del>", "</s>")],
      [("<p>", "<p style=\"margin: 0 0 1em\" class=\"md\">")], [("<li>", "<li class=\"item\">")],
      [("<h1>", "<h1 id=\"h\">")], [("<h2>", "<h2 id=\"h-2\">")], [("<code>", "<code class=\"c\">")],
      [("<table>", "<table border=\"1\" cellspacing=\"0\">")], [("</p>\n", "</p>")], [("</li>\n", "</li>")],
      [("<hr />", "<hr>")], [("<br />", "<br>")],
    ].filter { _ in Bool.random(using: &generator) }.flatMap(\.self)
    var varied = file
    for (one, other) in replacements { varied = varied.replacingOccurrences(of: one, with: other) }
    varied =
      "<html><head><meta charset=\"utf-8\"><title>x</title></head><body><div>\(varied)</div></body></html>"
    return try [
      ("HTML", HTMLReader().read(Array(file.utf8))),
      ("HTML for the clipboard", HTMLReader().read(Array(clipboard.utf8))),
      ("varied HTML", HTMLReader().read(Array(varied.utf8))),
      ("RTF", RTFReader().read(RTFWriter().write(document))),
      ("RTF of paragraphs", RTFReader().read(RTFWriter().write(Document(paragraphs(document.blocks))))),
    ]
  }

  /// A document as converters write it that know no lists, quotations or rules, such as pandoc's for RTF.
  private static func paragraphs(_ blocks: [Block], depth: Int = 0) -> [Block] {
    blocks.flatMap { block -> [Block] in
      switch block {
      case .blockQuote(let blocks): return paragraphs(blocks, depth: depth)
      case .thematicBreak: return [.paragraph([.text("—————")])]
      case .table(var table):
        table.headerRows = 0
        return [.table(table)]
      case .list(let list):
        return list.items.enumerated().flatMap { index, item -> [Block] in
          var sign = depth.isMultiple(of: 2) ? "•\t" : "–\t"
          if case .ordered(let start) = list.kind { sign = "\(start + index).\t" }
          if let checkbox = item.checkbox { sign += checkbox == .checked ? "☒ " : "☐ " }
          guard case .paragraph(let content)? = item.blocks.first else {
            return [.paragraph([.text(sign)])] + paragraphs(item.blocks, depth: depth + 1)
          }
          return [.paragraph([.text(sign)] + content)]
            + paragraphs(Array(item.blocks.dropFirst()), depth: depth + 1)
        }
      default: return [block]
      }
    }
  }

  /// The ways in which programs give rich text as plain text.
  private static func plainTexts(of document: Document) -> [String] {
    let text = String(decoding: PlainTextWriter().write(document), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return [
      text,
      // Office programs: a line feed after each paragraph.
      lines.filter { !$0.isEmpty }.joined(separator: "\n"),
      // Browsers: blank lines between blocks, no marks.
      lines.map { $0.replacingOccurrences(of: "• ", with: "") }.joined(separator: "\n"),
      // Text browsers: a mark before each item, and white space at the margins.
      lines.map { "  " + $0.replacingOccurrences(of: "• ", with: "* ") }.joined(separator: "\n"),
      lines.map { $0.replacingOccurrences(of: "• ", with: "- ") }.joined(separator: "\n"),
      // Everything in one line.
      lines.joined(separator: " "),
    ]
  }

  /// A document in one form, so that two can be compared with all that they say.
  private static func html(_ document: Document) -> String {
    String(decoding: HTMLWriter(style: .commonMark).write(document), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      // Lists with and without space between their items differ in white space alone.
      .replacingOccurrences(of: "<li> <p>", with: "<li>").replacingOccurrences(
        of: "</p> </li>", with: "</li>")
  }

  @Test func `Of 500 sources 99 in 100 are found, and rendered text is never taken for one`() throws {
    var (sources, found) = (0, 0)
    var missed: [String: Int] = [:]
    for seed in UInt64(1)...500 {
      var generator = MarkdownSourceGenerator(seed: seed)
      var variation = SeededGenerator(seed: seed)
      let source = generator.make()
      let document = try MarkdownReader().read(Array(source.utf8))
      let texts = Self.plainTexts(of: document)
      for (index, (name, rich)) in try Self.renderings(of: document, &variation).enumerated() {
        sources += 1
        if SourceDetection.isSource(Array(source.utf8), of: rich) {
          found += 1
        } else {
          missed[name, default: 0] += 1
        }
        let text = texts[(Int(seed) + index) % texts.count]
        if SourceDetection.isSource(Array(text.utf8), of: rich) {
          // What reads as the same document is its Markdown, whatever else it is.
          let read = try MarkdownReader().read(Array(text.utf8))
          #expect(Self.html(read) == Self.html(document), "seed \(seed), \(name): \(text)")
        }
      }
    }
    #expect(found * 100 >= sources * 99, "\(found) of \(sources); missed: \(missed)")
  }

  @Test(arguments: ["report", "minutes"], ["libreoffice", "abiword", "chromium", "firefox", "qt"])
  func `The plain text that real programs copied is no source`(document: String, program: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/clipboards/\(document)/\(program)")
    func bytes(_ name: String) -> [UInt8]? {
      (try? Data(contentsOf: folder.appending(path: name))).map(Array.init)
    }
    let plain = ["UTF8_STRING", "text-plain", "STRING"].compactMap(bytes)
    try #require(!plain.isEmpty)
    let rich = try [
      bytes("text-html").map { try HTMLReader().read($0) },
      bytes("text-rtf").map { try RTFReader().read($0) },
    ].compactMap(\.self)
    try #require(!rich.isEmpty)
    for text in plain {
      for document in rich { #expect(!SourceDetection.isSource(text, of: document)) }
    }
  }

  @Test func `Numbers and bullets that were typed are no Markdown`() throws {
    let typed = Document([.paragraph([.text("1. one")]), .paragraph([.text("2. two")])])
    #expect(!SourceDetection.isSource(Array("1. one\n2. two\n".utf8), of: typed))
    let items = Document([
      .list(List(.bullet, isTight: true, items: [ListItem([.paragraph([.text("one")])])]))
    ])
    #expect(!SourceDetection.isSource(Array("• one\n".utf8), of: items))
  }

  @Test func `Larger text is not looked at`() throws {
    let source = [UInt8](repeating: UInt8(ascii: "a"), count: SourceDetection.sizeLimit + 1)
    #expect(!SourceDetection.isSource(source, of: try MarkdownReader().read(source)))
    #expect(
      SourceDetection.isSource(Array(source.dropLast()), of: try MarkdownReader().read(source.dropLast())))
  }

  @Test(
    "Formulas of several lines are known where the program that shows them knows formulas, and where it does not",
    arguments: [
      "<p>$$\n\\begin{aligned}\na &amp;= b \\\nc &amp;= d\n\\end{aligned}\n$$</p>",
      "<p><span class=\"math display\">\\[\\begin{aligned} a &amp;= b \\\\ c &amp;= d \\end{aligned}\\]</span></p>",
    ])
  func displayedFormulas(html: String) throws {
    let plain = "So:\n\n$$\n\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}\n$$\n"
    let rich = try HTMLReader().read(Array("<p>So:</p>\n\(html)".utf8))
    #expect(SourceDetection.isSource(Array(plain.utf8), of: rich))
    let other = try HTMLReader().read(Array("<p>So:</p>\n<p>$$x$$</p>".utf8))
    #expect(!SourceDetection.isSource(Array(plain.utf8), of: other))
  }
}
