import BinaryText
package import RichText

/// Writes a document as a tree of JSON: Documentation/document-json.md.
///
/// Each block begins a line; what stands in one line of text stands in one line here.
package struct DocumentJSONWriter {
  /// Changes when a reader of this version could misunderstand what is written.
  static let version = 1

  private var text = JSONText()

  private init() {}

  /// The tree of a document in normal form.
  package static func write(_ document: Document) -> [UInt8] {
    let document = document.normalized()
    var writer = DocumentJSONWriter()
    writer.text.beginObject()
    writer.begin("document")
    writer.text.name("version")
    writer.text.value(version)
    writer.write(document.blocks, named: "children", depth: 0)
    if !document.footnotes.isEmpty { writer.write(document.footnotes) }
    if !document.media.isEmpty { writer.write(document.media) }
    writer.text.endObject()
    return writer.text.bytes + [0x0A]
  }

  private mutating func begin(_ type: String) {
    text.name("type")
    text.value(type)
  }

  private mutating func literal(_ literal: String) {
    text.name("literal")
    text.value(literal)
  }

  private mutating func member(_ name: String, _ value: String) {
    text.name(name)
    text.value(value)
  }

  /// Writes elements, each in a line of its own.
  private mutating func lines<Element>(
    _ elements: some Collection<Element>, named name: String?, depth: Int,
    _ write: (inout DocumentJSONWriter, Element) -> Void
  ) {
    if let name { text.name(name) }
    text.beginArray()
    for element in elements {
      text.breakLine(indentation: depth + 1)
      write(&self, element)
    }
    if !elements.isEmpty { text.breakLine(indentation: depth, isEnd: true) }
    text.endArray()
  }

  /// Writes objects, each in a line of its own.
  private mutating func objects<Element>(
    _ elements: some Collection<Element>, named name: String, depth: Int,
    _ write: (inout DocumentJSONWriter, Element) -> Void
  ) {
    lines(elements, named: name, depth: depth) { writer, element in
      writer.text.beginObject()
      write(&writer, element)
      writer.text.endObject()
    }
  }

  private mutating func write(_ footnotes: [Footnote]) {
    objects(footnotes, named: "footnotes", depth: 0) { writer, note in
      writer.begin("footnote")
      writer.member("label", note.label)
      writer.write(note.blocks, named: "children", depth: 1)
    }
  }

  private mutating func write(_ media: [Medium]) {
    objects(media, named: "media", depth: 0) { writer, medium in
      writer.begin("medium")
      writer.text.name("id")
      writer.text.value(medium.id.number)
      writer.member("mediaType", medium.type)
      if let name = medium.name { writer.member("name", name) }
      writer.member("data", Base64.encode(medium.bytes))
    }
  }

  // MARK: Blocks

  private mutating func write(_ blocks: [Block], named name: String?, depth: Int) {
    lines(blocks, named: name, depth: depth) { writer, block in
      writer.text.beginObject()
      writer.write(block, depth: depth + 1)
      writer.text.endObject()
    }
  }

  private mutating func write(_ block: Block, depth: Int) {
    switch block {
    case .paragraph(let inlines):
      begin("paragraph")
      write(inlines, named: "children")
    case .heading(let level, let inlines):
      begin("heading")
      text.name("level")
      text.value(level)
      write(inlines, named: "children")
    case .blockQuote(let blocks):
      begin("block_quote")
      write(blocks, named: "children", depth: depth)
    case .list(let list):
      begin("list")
      write(list, depth: depth)
    case .codeBlock(let code):
      begin("code_block")
      if !code.info.isEmpty { member("info", code.info) }
      literal(code.code)
    case .table(let table):
      begin("table")
      write(table, depth: depth)
    case .definitionList(let definitions):
      begin("definition_list")
      write(definitions, depth: depth)
    case .figure(let figure):
      begin("figure")
      write(figure.caption, named: "caption")
      if figure.isCaptionFirst {
        text.name("captionFirst")
        text.value(true)
      }
      write(figure.blocks, named: "children", depth: depth)
    case .thematicBreak:
      begin("thematic_break")
    case .html(let html):
      begin("html_block")
      literal(html)
    }
  }

  private mutating func write(_ list: List, depth: Int) {
    switch list.kind {
    case .bullet: member("listType", "bullet")
    case .ordered(let start):
      member("listType", "ordered")
      text.name("start")
      text.value(start)
    }
    text.name("tight")
    text.value(list.isTight)
    objects(list.items, named: "children", depth: depth) { writer, item in
      writer.begin("item")
      if let checkbox = item.checkbox {
        writer.text.name("checked")
        writer.text.value(checkbox == .checked)
      }
      if let label = item.label { writer.member("label", label) }
      writer.write(item.blocks, named: "children", depth: depth + 1)
    }
  }

  private mutating func write(_ table: Table, depth: Int) {
    text.name("columns")
    text.beginArray()
    for alignment in table.columns {
      if let alignment { text.value(alignment.name) } else { text.null() }
    }
    text.endArray()
    text.name("headerRows")
    text.value(table.headerRows)
    if !table.caption.isEmpty { write(table.caption, named: "caption") }
    objects(table.rows, named: "children", depth: depth) { writer, row in
      writer.begin("table_row")
      writer.objects(row, named: "children", depth: depth + 1) { writer, cell in
        writer.begin("table_cell")
        writer.write(cell, depth: depth + 2)
      }
    }
  }

  private mutating func write(_ cell: TableCell, depth: Int) {
    if cell.columns > 1 {
      text.name("columnSpan")
      text.value(cell.columns)
    }
    if cell.rows > 1 {
      text.name("rowSpan")
      text.value(cell.rows)
    }
    if let alignment = cell.alignment { member("alignment", alignment.name) }
    if let number = cell.number {
      text.name("number")
      JSONNumber.isExact(Array(number.utf8)[...]) ? text.word(number.utf8) : text.value(number)
    }
    write(cell.blocks, named: "children", depth: depth)
  }

  private mutating func write(_ definitions: [Definition], depth: Int) {
    objects(definitions, named: "children", depth: depth) { writer, definition in
      writer.begin("definition")
      writer.lines(definition.terms, named: "terms", depth: depth + 1) { $0.write($1, named: nil) }
      writer.lines(definition.details, named: "details", depth: depth + 1) {
        $0.write($1, named: nil, depth: depth + 2)
      }
    }
  }

  // MARK: Inlines

  private mutating func write(_ inlines: [Inline], named name: String?) {
    if let name { text.name(name) }
    text.beginArray()
    for inline in inlines {
      text.beginObject()
      write(inline)
      text.endObject()
    }
    text.endArray()
  }

  private mutating func write(_ inline: Inline) {
    begin(inline.typeName)
    switch inline {
    case .text(let literal), .code(let literal), .html(let literal): self.literal(literal)
    case .math(let tex, let isDisplay):
      literal(tex)
      if isDisplay {
        text.name("display")
        text.value(true)
      }
    case .emphasis(let content), .strong(let content), .strikethrough(let content), .underline(let content),
      .superscript(let content), .subscript(let content), .highlight(let content), .keyboard(let content):
      write(content, named: "children")
    case .link(let link):
      member("destination", link.destination)
      if !link.title.isEmpty { member("title", link.title) }
      write(link.content, named: "children")
    case .image(let image): write(image)
    case .footnoteReference(let label): member("label", label)
    case .softBreak, .lineBreak: break
    }
  }

  private mutating func write(_ image: Image) {
    switch image.source {
    case .address(let address): member("destination", address)
    case .medium(let id):
      text.name("medium")
      text.value(id.number)
    }
    if !image.title.isEmpty { member("title", image.title) }
    member("alternative", image.alternative)
    for (name, length) in [("width", image.width), ("height", image.height)] {
      guard let points = length?.points, points.isFinite else { continue }
      text.name(name)
      text.word("\(points)".utf8)
    }
  }
}

extension Table.Alignment {
  var name: String {
    switch self {
    case .left: "left"
    case .center: "center"
    case .right: "right"
    }
  }
}

extension Inline {
  /// The name in the tree: CommonMark's names where it has one.
  var typeName: String {
    switch self {
    case .text: "text"
    case .emphasis: "emph"
    case .strong: "strong"
    case .strikethrough: "strikethrough"
    case .underline: "underline"
    case .superscript: "superscript"
    case .subscript: "subscript"
    case .highlight: "highlight"
    case .keyboard: "keyboard"
    case .code: "code"
    case .link: "link"
    case .image: "image"
    case .softBreak: "softbreak"
    case .lineBreak: "linebreak"
    case .html: "html_inline"
    case .math: "math"
    case .footnoteReference: "footnote_reference"
    }
  }
}
