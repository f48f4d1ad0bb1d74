import Conversions
import Foundation
import RichText
import Testing
import UniformTypeIdentifiers

/// A document as a tree of JSON: `Documentation/document-json.md`.
@Suite("Documents as JSON") struct DocumentJSONTests {
  private func document(_ json: [UInt8]) throws -> Document {
    try #require(try JSONContent.document(of: json))
  }

  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/html")

  private static let files =
    FileManager.default.enumerator(atPath: fixtures.path)?
    .compactMap { $0 as? String }.filter { $0.hasSuffix(".html") || $0.hasSuffix(".md") }.sorted() ?? []

  @Test("A document is the same after it", arguments: files)
  func roundTrips(file: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.fixtures.appending(path: file)))
    let format: Format = file.hasSuffix(".md") ? .markdown : .html
    try check(try format.read(bytes))
  }

  private func check(_ made: Document) throws {
    let json = DocumentJSONWriter.write(made)
    #expect(try document(json) == made.normalized(), "\(String(decoding: json, as: UTF8.self))")
  }

  @Test func `So is one of everything that a document can hold`() throws {
    let text: [Inline] = [.text("a \"b\"\u{9}c")]
    let inlines: [Inline] = [
      .emphasis(text), .text(" "), .strong(text), .text(" "), .strikethrough(text), .text(" "),
      .underline(text),
      .text(" "), .superscript(text), .text(" "), .subscript(text), .text(" "), .highlight(text), .text(" "),
      .keyboard(text), .code("x"), .softBreak, .text("d"), .lineBreak, .math("x^2", display: false),
      .math("y", display: true), .html("<b>"), .text("e"), .html("</b>"), .footnoteReference(label: "1"),
      .link(Link(destination: "u", title: "t", text)),
      .image(Image(source: "s", title: "t", alternative: "v")),
    ]
    let cell = TableCell(
      blocks: [.paragraph(text), .list(List(.bullet, items: [ListItem([.paragraph(text)])]))], columns: 2,
      alignment: .center)
    let item = ListItem(checkbox: .checked, [.paragraph(text)])
    let table = Table(
      columns: [.left, nil], headerRows: 1,
      rows: [[cell], [TableCell(text, rows: 2), TableCell(text)], [TableCell()]],
      caption: text)
    try check(
      Document(
        [
          .heading(level: 3, text), .paragraph(inlines), .blockQuote([.paragraph(text)]),
          .list(
            List(
              .ordered(start: 7), isTight: false, items: [item, ListItem(label: "iv.", [.paragraph(text)])])),
          .codeBlock(CodeBlock(info: "swift x", code: "a\n\nb\n")), .table(table),
          .definitionList([Definition(terms: [text, text], details: [[.paragraph(text)], [.thematicBreak]])]),
          .figure(Figure([.paragraph(text), .paragraph(text)], caption: text, isCaptionFirst: true)),
          .thematicBreak, .html("<div>\n</div>"),
        ], footnotes: [Footnote(label: "1", blocks: [.paragraph(text)])]))
  }

  @Test func `Its members are those that are documented`() throws {
    let markdown = "# A *b*\n\n1. [x](y \"t\")\n\n```swift\nlet\n```\n\n| a |\n|--:|\n| 1 |\n"
    let json = try ConverterGraph.shared.convert(Array(markdown.utf8), from: .markdown, to: .json)
    #expect(
      String(decoding: json, as: UTF8.self) == """
        {"type": "document", "version": 1, "children": [
         {"type": "heading", "level": 1, "children": [{"type": "text", "literal": "A "}, {"type": "emph", \
        "children": [{"type": "text", "literal": "b"}]}]},
         {"type": "list", "listType": "ordered", "start": 1, "tight": true, "children": [
          {"type": "item", "children": [
           {"type": "paragraph", "children": [{"type": "link", "destination": "y", "title": "t", "children": \
        [{"type": "text", "literal": "x"}]}]}
          ]}
         ]},
         {"type": "code_block", "info": "swift", "literal": "let\\n"},
         {"type": "table", "columns": ["right"], "headerRows": 1, "children": [
          {"type": "table_row", "children": [
           {"type": "table_cell", "children": [
            {"type": "paragraph", "children": [{"type": "text", "literal": "a"}]}
           ]}
          ]},
          {"type": "table_row", "children": [
           {"type": "table_cell", "children": [
            {"type": "paragraph", "children": [{"type": "text", "literal": "1"}]}
           ]}
          ]}
         ]}
        ]}

        """)
  }

  @Test func `Media, their sizes and their names are kept`() throws {
    let image = Image(
      .medium(Medium.ID(7)), alternative: "a", width: Length(points: 1.5), height: Length(points: 20))
    let made = Document(
      [.paragraph([.image(image)])],
      media: [Medium(id: Medium.ID(7), type: "image/png", bytes: [0, 255, 1], name: "a.png")])
    #expect(try document(DocumentJSONWriter.write(made)) == made)
  }

  @Test(
    "What is not understood is told with its line",
    arguments: [
      (#"{"type": "document", "version": 2}"#, "line 1: only version 1"),
      (
        "{\"type\": \"document\", \"version\": 1, \"children\": [\n{\"type\": \"poem\"}]}",
        "line 2: unknown block 'poem'"
      ),
      ("{\"type\": \"document\", \"version\": 1, \"children\": [\n{}]}", "line 2: 'type' is missing"),
      (
        #"{"type": "document", "version": 1, "children": [{"type": "paragraph", "children": [{"type": "text"}]}]}"#,
        "'literal' is missing"
      ),
    ])
  func mistakes(json: String, message: String) throws {
    let error = #expect(throws: ConversionError.self) { try JSONContent.document(of: Array(json.utf8)) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func `A tree of endless depth is refused, not followed`() {
    let deep = String(repeating: #"{"type": "block_quote", "children": ["#, count: 100_000)
    let json = #"{"type": "document", "version": 1, "children": ["# + deep
    #expect(throws: ConversionError.self) { try JSONContent.document(of: Array(json.utf8)) }
  }
}
