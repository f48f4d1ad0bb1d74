import BinaryText
import RichText
import TypeDeclarations

/// Reads the tree that `DocumentJSONWriter` writes; what is not understood is told with its line.
struct DocumentJSONReader {
  private init() {}

  /// Whether an object says that it is a document.
  static func isDocument(_ value: JSONValue) -> Bool {
    value["type"]?.string == "document" && value["version"] != nil
  }

  static func document(of value: JSONValue) throws(JSONError) -> Document {
    guard value["version"]?.integer == DocumentJSONWriter.version else {
      throw JSONError(
        line: value["version"]?.line ?? value.line,
        message: "only version \(DocumentJSONWriter.version) of documents is supported")
    }
    let reader = DocumentJSONReader()
    var document = Document(try reader.blocks(value, "children", depth: 0))
    document.footnotes = try value.list("footnotes").map { note throws(JSONError) in
      Footnote(label: try note.needed("label"), blocks: try reader.blocks(note, "children", depth: 1))
    }
    document.media = try value.list("media").map { medium throws(JSONError) in
      guard let bytes = Base64.decode(try medium.needed("data")[...].utf8) else {
        throw JSONError(line: medium.line, message: "'data' must be Base64")
      }
      return Medium(
        id: Medium.ID(try medium.count("id") ?? 0), type: try medium.needed("mediaType"), bytes: bytes,
        name: try medium.text("name"))
    }
    return document
  }

  // MARK: Blocks

  /// No reader nests deeper, and what walks a document need not.
  private static let deepest = 200

  private func blocks(_ value: JSONValue, _ name: String, depth: Int) throws(JSONError) -> [Block] {
    try blocks(try value.list(name), depth: depth)
  }

  private func blocks(_ values: [JSONValue], depth: Int) throws(JSONError) -> [Block] {
    try values.map { value throws(JSONError) in
      guard depth < Self.deepest else {
        throw JSONError(line: value.line, message: "blocks are nested too deep")
      }
      return try block(value, depth: depth + 1)
    }
  }

  private func block(_ value: JSONValue, depth: Int) throws(JSONError) -> Block {
    switch try value.needed("type") {
    case "paragraph": return .paragraph(try inlines(value, "children"))
    case "heading":
      let level = try value.count("level") ?? 1
      return .heading(level: min(max(level, 1), 6), try inlines(value, "children"))
    case "block_quote": return .blockQuote(try blocks(value, "children", depth: depth))
    case "list": return .list(try list(value, depth: depth))
    case "code_block":
      return .codeBlock(CodeBlock(info: try value.text("info") ?? "", code: try value.needed("literal")))
    case "table": return .table(try table(value, depth: depth))
    case "definition_list":
      return .definitionList(
        try value.list("children").map { definition throws(JSONError) in
          Definition(
            terms: try definition.lists("terms").map { terms throws(JSONError) in try inlines(terms) },
            details: try definition.lists("details").map { blocks throws(JSONError) in
              try self.blocks(blocks, depth: depth)
            })
        })
    case "figure":
      return .figure(
        Figure(
          try blocks(value, "children", depth: depth), caption: try inlines(value, "caption"),
          isCaptionFirst: try value.truth("captionFirst") ?? false))
    case "thematic_break": return .thematicBreak
    case "html_block": return .html(try value.needed("literal"))
    case let type: throw JSONError(line: value.line, message: "unknown block '\(type)'")
    }
  }

  private func list(_ value: JSONValue, depth: Int) throws(JSONError) -> List {
    let kind: List.Kind
    switch try value.needed("listType") {
    case "bullet": kind = .bullet
    case "ordered": kind = .ordered(start: try value.count("start") ?? 1)
    case let type: throw JSONError(line: value.line, message: "unknown list '\(type)'")
    }
    let items = try value.list("children").map { item throws(JSONError) in
      let isChecked = try item.truth("checked")
      return ListItem(
        checkbox: isChecked.map { $0 ? .checked : .unchecked }, label: try item.text("label"),
        try blocks(item, "children", depth: depth))
    }
    return List(kind, isTight: try value.truth("tight") ?? true, items: items)
  }

  private func table(_ value: JSONValue, depth: Int) throws(JSONError) -> Table {
    let columns = try value.list("columns").map { column throws(JSONError) in
      if case .null = column.content { return nil as Table.Alignment? }
      return try alignment(column)
    }
    let rows = try value.list("children").map { row throws(JSONError) in
      try row.list("children").map { cell throws(JSONError) in
        let alignment: Table.Alignment? =
          if let value = cell["alignment"] { try alignment(value) } else { nil }
        var read = TableCell(
          blocks: try blocks(cell, "children", depth: depth), columns: try cell.count("columnSpan") ?? 1,
          rows: try cell.count("rowSpan") ?? 1, alignment: alignment)
        read.number = try number(cell)
        return read
      }
    }
    return Table(
      columns: columns, headerRows: min(try value.count("headerRows") ?? 0, rows.count), rows: rows,
      caption: try inlines(value, "caption"))
  }

  /// The number of a cell, as it is spelled; as text where JSON would not keep all of it.
  private func number(_ cell: JSONValue) throws(JSONError) -> String? {
    guard let value = cell["number"] else { return nil }
    switch value.content {
    case .number(let spelling): return spelling
    case .string(let text): return text
    default: throw JSONError(line: value.line, message: "expected a number, or a number in quotes")
    }
  }

  private func alignment(_ value: JSONValue) throws(JSONError) -> Table.Alignment {
    let all: [Table.Alignment] = [.left, .center, .right]
    guard let alignment = all.first(where: { $0.name == value.string }) else {
      throw JSONError(line: value.line, message: "an alignment must be left, center or right")
    }
    return alignment
  }

  // MARK: Inlines

  private func inlines(_ value: JSONValue, _ name: String) throws(JSONError) -> [Inline] {
    try inlines(try value.list(name), depth: 0)
  }

  private func inlines(_ values: [JSONValue]) throws(JSONError) -> [Inline] { try inlines(values, depth: 0) }

  private func inlines(_ values: [JSONValue], depth: Int) throws(JSONError) -> [Inline] {
    try values.map { value throws(JSONError) in
      guard depth < Self.deepest else {
        throw JSONError(line: value.line, message: "inlines are nested too deep")
      }
      return try inline(value, depth: depth + 1)
    }
  }

  private func inline(_ value: JSONValue, depth: Int) throws(JSONError) -> Inline {
    func content() throws(JSONError) -> [Inline] { try inlines(try value.list("children"), depth: depth) }
    switch try value.needed("type") {
    case "text": return .text(try value.needed("literal"))
    case "emph": return .emphasis(try content())
    case "strong": return .strong(try content())
    case "strikethrough": return .strikethrough(try content())
    case "underline": return .underline(try content())
    case "superscript": return .superscript(try content())
    case "subscript": return .subscript(try content())
    case "highlight": return .highlight(try content())
    case "keyboard": return .keyboard(try content())
    case "code": return .code(try value.needed("literal"))
    case "link":
      return .link(
        Link(
          destination: try value.needed("destination"), title: try value.text("title") ?? "", try content()))
    case "image": return .image(try image(value))
    case "softbreak": return .softBreak
    case "linebreak": return .lineBreak
    case "html_inline": return .html(try value.needed("literal"))
    case "math": return .math(try value.needed("literal"), display: try value.truth("display") ?? false)
    case "footnote_reference": return .footnoteReference(label: try value.needed("label"))
    case let type: throw JSONError(line: value.line, message: "unknown inline '\(type)'")
    }
  }

  private func image(_ value: JSONValue) throws(JSONError) -> Image {
    let source: Image.Source
    if let number = try value.count("medium") {
      source = .medium(Medium.ID(number))
    } else {
      source = .address(try value.needed("destination"))
    }
    func length(_ name: String) throws(JSONError) -> Length? {
      try value.value(name, must: "be a number of points") { $0.number.map(Length.init(points:)) }
    }
    return Image(
      source, title: try value.text("title") ?? "", alternative: try value.text("alternative") ?? "",
      width: try length("width"), height: try length("height"))
  }
}

extension JSONValue {
  /// The text of a member that must be there.
  fileprivate func needed(_ name: String) throws(JSONError) -> String {
    guard let text = try text(name) else { throw JSONError(line: line, message: "'\(name)' is missing") }
    return text
  }

  fileprivate func count(_ name: String) throws(JSONError) -> Int? {
    try value(name, must: "be a whole number that is not negative") {
      $0.integer.flatMap { $0 >= 0 ? $0 : nil }
    }
  }

  /// The elements of a member, each an array itself.
  fileprivate func lists(_ name: String) throws(JSONError) -> [[JSONValue]] {
    try elements(name, must: "hold arrays") { $0.array }
  }
}
