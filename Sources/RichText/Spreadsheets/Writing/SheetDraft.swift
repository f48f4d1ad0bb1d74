import Containers

/// A sheet that is to be written.
package struct SheetDraft {
  /// A cell that begins in a row.
  struct Cell {
    var column: Int
    var columns = 1
    var rows = 1
    var text: ArraySlice<UInt8>
    var content: CellContent
    var link: String?
    /// How wide the text is, in columns of a terminal.
    var width: Int
  }

  var name: String
  var headerRows: Int
  var rows: [[Cell]] = []
  /// How wide each column is, in digits.
  private(set) var widths: [Int] = []

  private static let defaultName = "Sheet"
  private static let widest = 60, narrowest = 6
  /// The last row that Excel has; further ones come into a sheet of their own.
  private static let rowLimit = SheetBuilder.rowLimit

  private init(name: String, headerRows: Int) {
    self.name = name
    self.headerRows = headerRows
  }

  private mutating func append(_ cells: [Cell]) {
    for cell in cells where cell.columns == 1 {
      while widths.count <= cell.column { widths.append(Self.narrowest) }
      widths[cell.column] = min(Self.widest, max(widths[cell.column], cell.width + 2))
    }
    rows.append(cells)
  }

  /// The sheet of rows of values, of which the first one is the header unless it is alone.
  package static func drafts(
    _ values: [[ArraySlice<UInt8>]], readsDates: Bool = false, headerRows: Int? = nil
  ) -> [SheetDraft] {
    var draft = SheetDraft(name: defaultName + "1", headerRows: headerRows ?? (values.count > 1 ? 1 : 0))
    for (number, row) in values.enumerated() {
      let isHeader = number < draft.headerRows
      draft.append(
        row.enumerated().compactMap { column, text in
          guard !text.isEmpty else { return nil }
          let content = isHeader ? .text : CellContent(of: text, readsDates: readsDates)
          return Cell(column: column, text: text, content: content, width: Self.width(of: text))
        })
    }
    return draft.pieces
  }

  /// The sheets of the tables of a document, called by their captions or the headings before them.
  static func drafts(_ document: Document, readsDates: Bool) -> [SheetDraft] {
    let simple = document.withCaptionsOfTables.lowered(to: [.spans, .tallHeaders, .captions])
    var tables: [(name: String?, table: Table)] = []
    var heading: String?
    for block in simple.blocks { collect(block, &heading, &tables) }
    var names = SheetNames()
    return tables.flatMap { name, table -> [SheetDraft] in
      var draft = SheetDraft(
        name: names.name(name ?? defaultName, isNumbered: name == nil), headerRows: table.headerRows)
      if table.rows.count == 1 { draft.headerRows = 0 }
      draft.append(table, readsDates)
      return draft.pieces
    }
  }

  private static func collect(
    _ block: Block, _ heading: inout String?, _ tables: inout [(name: String?, table: Table)]
  ) {
    switch block {
    case .heading(_, let inlines): heading = string(inlines)
    case .table(let table):
      tables.append((table.caption.isEmpty ? heading : string(table.caption), table))
    default:
      for child in block.children.joined() { collect(child, &heading, &tables) }
    }
  }

  private static func string(_ inlines: [Inline]) -> String? {
    let text = String(decoding: PlainTextWriter().write(Document([.paragraph(inlines)])), as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : words
  }

  private mutating func append(_ table: Table, _ readsDates: Bool) {
    let grid = table.hasSpans ? TableGrid(table) : nil
    for (number, row) in (grid?.rows ?? []).enumerated() {
      append(
        row.enumerated().compactMap { column, place in
          if case .cell(let cell) = place {
            Self.cell(cell, column, number < headerRows, readsDates)
          } else {
            nil
          }
        })
    }
    guard grid == nil else { return }
    for (number, row) in table.rows.enumerated() {
      append(row.enumerated().compactMap { Self.cell($1, $0, number < headerRows, readsDates) })
    }
  }

  /// The cell of a table; nil for one that neither shows nor covers anything.
  private static func cell(_ cell: TableCell, _ column: Int, _ isHeader: Bool, _ readsDates: Bool) -> Cell? {
    guard !cell.isEmpty || cell.isSpanning else { return nil }
    let text = TableValues.text(of: cell)
    let content: CellContent =
      if let value = cell.value {
        CellContent(value, shownAs: text)
      } else if isHeader { .text } else {
        CellContent(of: text, readsDates: readsDates)
      }
    return Cell(
      column: column, columns: cell.columns, rows: cell.rows, text: text, content: content,
      link: link(in: cell.paragraph ?? []), width: width(of: text))
  }

  /// Where the first link of a cell leads; a cell has one.
  private static func link(in inlines: [Inline]) -> String? {
    for inline in inlines {
      if case .link(let link) = inline, let address = LinkPolicy.linkDestination(link.destination.utf8),
        !address.isEmpty, address.utf8.first != UInt8(ascii: "#")
      {
        return address
      }
      if let address = link(in: inline.content ?? []) { return address }
    }
    return nil
  }

  private static func width(of text: ArraySlice<UInt8>) -> Int {
    text.count <= widest && !text.contains(0x0A)
      ? DisplayWidth.of(text)
      : text.split(separator: 0x0A).reduce(0) { max($0, DisplayWidth.of($1.prefix(4 * widest))) }
  }

  /// The sheet in pieces that programs have the rows for.
  private var pieces: [SheetDraft] {
    guard rows.count > Self.rowLimit else { return [self] }
    return stride(from: 0, to: rows.count, by: Self.rowLimit).enumerated().map { number, start in
      var piece = self
      piece.rows = Array(rows[start...].prefix(Self.rowLimit))
      if number > 0 { (piece.name, piece.headerRows) = ("\(name.prefix(24)) (\(number + 1))", 0) }
      return piece
    }
  }
}

extension Document {
  /// The document in which a paragraph in italics directly before a table is its caption: so Markdown writes captions.
  package var withCaptionsOfTables: Document {
    var document = self
    document.blocks = []
    for block in blocks {
      guard case .table(var table) = block, table.caption.isEmpty,
        case .paragraph(let inlines)? = document.blocks.last, inlines.count == 1,
        case .emphasis(let caption) = inlines[0]
      else {
        document.blocks.append(block)
        continue
      }
      table.caption = caption
      document.blocks[document.blocks.count - 1] = .table(table)
    }
    return document
  }
}

/// The names of the sheets of a workbook, which differ, and hold nothing that Excel refuses.
private struct SheetNames {
  private var taken: Set<String> = ["history"]
  /// The last number that was given to each name that is wanted again, so that thousands of them cost as few tries.
  private var lastNumbers: [String: Int] = [:]
  private static let lengthLimit = 31

  mutating func name(_ wanted: String, isNumbered: Bool) -> String {
    var base = String(
      wanted.unicodeScalars.map {
        "[]:*?/\\".unicodeScalars.contains($0) || $0.value < 0x20 ? " " : Character($0)
      })
    while base.first == "'" || base.first == " " { base.removeFirst() }
    base = Self.cut(base, 0)
    if base.isEmpty { base = "Sheet" }
    var number = lastNumbers[base.lowercased()] ?? 1
    var name = isNumbered ? base + "1" : base
    while !taken.insert(name.lowercased()).inserted {
      number += 1
      let suffix = isNumbered ? "\(number)" : " (\(number))"
      name = Self.cut(base, suffix.utf16.count) + suffix
    }
    lastNumbers[base.lowercased()] = number
    return name
  }

  /// The beginning of a name with room for more; Excel counts units of UTF-16.
  private static func cut(_ name: String, _ room: Int) -> String {
    var (result, count) = ("", 0)
    for character in name {
      count += character.utf16.count
      if count > lengthLimit - room { break }
      result.append(character)
    }
    while result.last == "'" || result.last == " " { result.removeLast() }
    return result
  }
}

/// How a cell looks.
struct CellStyle: Hashable {
  var isBold = false
  var isLink = false
  var isWrapped = false
  var format: String?

  /// How most cells look.
  static let plain = CellStyle()

  private init() {}

  init(_ cell: SheetDraft.Cell, isHeader: Bool) {
    isBold = isHeader
    isLink = cell.link != nil
    isWrapped = cell.text.contains(0x0A)
    format = cell.content.format
  }
}
