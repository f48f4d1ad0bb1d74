import Containers
import WordProcessors

/// Reads workbooks of Excel since 2007, as Excel, LibreOffice and the libraries of programmers write them (ECMA-376
/// part 1, 18): what their cells show, and the values that they hold. Formulas show what was calculated last.
struct WorkbookReader {
  private var package: WordPackage
  private let relationships: [String: WordPackage.Relationship]
  private var system = SerialDate.System.from1900
  private var formats: [NumberFormat?] = []
  private var texts = SharedTexts(nil)
  /// How much the texts may still be that cells repeat: few bytes may name a long text as often as they like.
  private var repeatsLeft = 0

  /// The texts that cells repeat may be so many bytes, and beyond them twice the bytes of the file's parts.
  private static let repeatLimit = 24 << 20

  static func read(_ bytes: [UInt8]) throws(RichTextError) -> Spreadsheet {
    var reader = try WorkbookReader(bytes)
    return try reader.spreadsheet()
  }

  private init(_ bytes: [UInt8]) throws(RichTextError) {
    package = try WordPackage(bytes, as: .excel)
    relationships = package.relationships(of: package.mainPart)
  }

  private mutating func part(_ kind: String) throws(RichTextError) -> [UInt8]? {
    guard let target = relationships.values.first(where: { $0.kind == kind })?.target else { return nil }
    return try package.part(target)
  }

  private mutating func spreadsheet() throws(RichTextError) -> Spreadsheet {
    guard let workbook = try package.part(package.mainPart) else {
      throw RichTextError(.notThisFormat, "the workbook is missing")
    }
    var result = Spreadsheet(sheets: [], hiddenSheets: [])
    var sheets: [(name: String, part: String)] = []
    var isWorkbook = false
    var reader = XMLReader(workbook: workbook)
    while let event = reader.next() {
      guard event == .start else { continue }
      if reader.workbookName == .workbook { isWorkbook = true }
      if reader.workbookName == .workbookPr, reader.isTrue(.date1904) { system = .from1904 }
      guard reader.workbookName == .sheet, let name = reader.attribute(WorkbookName.name),
        let id = reader.attribute(WorkbookName.r_id), let relationship = relationships[id]
      else { continue }
      // A sheet of a chart alone, or of a dialogue of Excel 5, has no cells.
      guard relationship.kind == "worksheet" else { continue }
      if ["hidden", "veryHidden"].contains(reader.attribute(WorkbookName.state)) {
        result.hiddenSheets.append(name)
      } else {
        sheets.append((name, relationship.target))
      }
    }
    guard isWorkbook else { throw RichTextError(.notThisFormat, "the archive holds no Excel workbook") }
    formats = Self.formats(try part("styles"))
    texts = SharedTexts(try part("sharedStrings"))
    repeatsLeft = Self.repeatLimit + 2 * texts.text.count
    // Each sheet has a part of its own; one that many sheets name would cost as often.
    var known: Set<String> = []
    for (name, target) in sheets {
      guard known.insert(target).inserted, let part = try package.part(target) else { continue }
      repeatsLeft += 2 * part.count
      result.sheets.append(try sheet(name, part, at: target))
    }
    return result
  }

  /// The formats of cells by their numbers; nil for those that show values as they are.
  private static func formats(_ part: [UInt8]?) -> [NumberFormat?] {
    guard let part else { return [] }
    var codes = NumberFormat.builtIn
    var formats: [NumberFormat?] = []
    var known: [Int: NumberFormat] = [:]
    var isOfCells = false
    var reader = XMLReader(workbook: part)
    while let event = reader.next() {
      guard event == .start else {
        if event == .end, reader.workbookName == .cellXfs { isOfCells = false }
        continue
      }
      switch reader.workbookName {
      case .dxfs, .cellStyleXfs: reader.skip()
      case .cellXfs: isOfCells = true
      case .numFmt:
        if let id = reader.number(WorkbookName.numFmtId), let code = reader.attribute(WorkbookName.formatCode)
        {
          codes[id] = code
        }
      case .xf where isOfCells:
        let id = reader.number(WorkbookName.numFmtId) ?? 0
        let format = known[id] ?? codes[id].flatMap(NumberFormat.init)
        known[id] = format
        formats.append(format)
      default: break
      }
    }
    return formats
  }
}

// MARK: Sheets

extension WorkbookReader {
  /// What a cell says of itself before its value comes.
  private struct OpenCell {
    var type: UInt8 = 0
    var style = 0
    var hasFormula = false
    var hasValue = false
  }

  private mutating func sheet(_ name: String, _ part: [UInt8], at target: String) throws(RichTextError)
    -> Sheet
  {
    var builder = SheetBuilder(name: name)
    builder.shared = texts.text
    var reader = XMLReader(workbook: part)
    var (row, column) = (-1, -1)
    var cell = OpenCell()
    var value: [UInt8] = []
    var isValue = false
    var links: [(row: Int, column: Int, id: String?, location: String?)] = []
    while let event = reader.next() {
      switch event {
      case .start:
        switch reader.workbookName {
        case .row:
          row = reader.number(WorkbookName.r).map { $0 - 1 } ?? row + 1
          column = -1
          if reader.isTrue(.hidden), row >= 0 { builder.hiddenRows.append(row..<(row + 1)) }
        case .c:
          column += 1
          if let place = reader.area(.r) { (row, column) = (place.row, place.column) }
          cell = OpenCell(type: Self.type(in: reader), style: reader.number(WorkbookName.s) ?? 0)
          value.removeAll(keepingCapacity: true)
        case .v: isValue = true
        case .f:
          cell.hasFormula = true
          reader.skip()
        case ._is:
          cell.hasValue = true
          let runs = reader.readRichText(to: &value)
          builder.append(row: row, column: column, .text, content: runs, show: { $0 += value })
        case .col where reader.isTrue(.hidden):
          let (first, last) = (reader.number(WorkbookName.min) ?? 0, reader.number(WorkbookName.max) ?? 0)
          if 1...SheetBuilder.columnLimit ~= first, last >= first {
            builder.hideColumns((first - 1)..<last)
          }
        case .mergeCell:
          if let area = reader.area(.ref) {
            builder.merge(row: area.row, column: area.column, rows: area.rows, columns: area.columns)
          }
        case .hyperlink:
          if let area = reader.area(.ref), links.count < 65_536 {
            links.append(
              (
                area.row, area.column, reader.attribute(WorkbookName.r_id),
                reader.attribute(WorkbookName.location)
              ))
          }
        case .extLst: reader.skip()
        default: break
        }
      case .text: if isValue { reader.appendText(to: &value) }
      case .end:
        switch reader.workbookName {
        case .v:
          isValue = false
          cell.hasValue = true
          try append(value[...], cell, row, column, to: &builder)
        case .c where cell.hasFormula && !cell.hasValue: builder.uncalculated += 1
        default: break
        }
      }
    }
    setLinks(links, of: target, in: &builder)
    return builder.sheet()
  }

  /// The letter that tells the type of a cell: its first, or a capital for those that share one.
  private static func type(in reader: XMLReader) -> UInt8 {
    guard let range = reader.valueRange(WorkbookName.t.rawValue), let first = reader.bytes[range].first else {
      return 0
    }
    // `s` is a number of a text, `str` a text.
    return first == UInt8(ascii: "s") && range.count > 1 ? UInt8(ascii: "S") : first
  }

  private mutating func append(
    _ value: ArraySlice<UInt8>, _ cell: OpenCell, _ row: Int, _ column: Int, to builder: inout SheetBuilder
  ) throws(RichTextError) {
    let format = formats.indices.contains(cell.style) ? formats[cell.style] : nil
    switch cell.type {
    case UInt8(ascii: "s"):
      let number = value.reduce(0) { $1.isASCIIDigit && $0 < 1 << 40 ? $0 * 10 + Int($1 - 0x30) : $0 }
      guard texts.ranges.indices.contains(number) else { return }
      repeatsLeft -= texts.cost(number)
      guard repeatsLeft >= 0 else {
        throw RichTextError(.tooLarge, "the cells repeat more text than pb can read")
      }
      builder.append(row: row, column: column, shared: texts.ranges[number], content: texts.inlines[number])
    case UInt8(ascii: "b"):
      let isTrue = value.first == UInt8(ascii: "1") || value.elementsEqual("true".utf8)
      builder.append(row: row, column: column, isTrue ? .isTrue : .isFalse) {
        $0 += (isTrue ? "TRUE" : "FALSE").utf8
      }
    case UInt8(ascii: "d"):
      builder.append(row: row, column: column, .date, show: { $0 += value })
    case UInt8(ascii: "S"), UInt8(ascii: "i"), UInt8(ascii: "e"):
      var text = Array(value)
      XMLReader.decodeEscapes(in: &text, from: 0)
      builder.append(row: row, column: column, .text) { output in
        if let format { format.append(text[...], to: &output) } else { output += text }
      }
    default:
      appendNumber(value, format, row, column, to: &builder)
    }
  }

  private func appendNumber(
    _ value: ArraySlice<UInt8>, _ format: NumberFormat?, _ row: Int, _ column: Int,
    to builder: inout SheetBuilder
  ) {
    if format == nil, Self.isPlain(value) {
      builder.append(row: row, column: column, .number, show: { $0 += value })
      return
    }
    guard let number = Double(String(decoding: value, as: UTF8.self)), number.isFinite else {
      builder.append(row: row, column: column, .text) { $0 += value }
      return
    }
    guard let format else {
      let exact = DecimalDigits(number)?.spelling ?? []
      let shown = DecimalDigits.general(number)
      builder.append(
        row: row, column: column, .number, show: { $0 += shown }, hold: { if exact != shown { $0 += exact } })
      return
    }
    if format.isDate, let date = SerialDate(number, system) {
      builder.append(
        row: row, column: column, .date, show: { format.append(number, system, to: &$0) },
        hold: { $0 += date.iso.utf8 })
      return
    }
    builder.append(
      row: row, column: column, .number, show: { format.append(number, system, to: &$0) },
      hold: { $0 += DecimalDigits(number)?.spelling ?? [] })
  }

  /// True for a number that is spelled as cells show it: in few digits, without an exponent or needless zeros.
  private static func isPlain(_ value: ArraySlice<UInt8>) -> Bool {
    guard let last = value.last, last.isASCIIDigit, value.count <= 15 else { return false }
    var hasPoint = false
    for (index, byte) in zip(value.indices, value) {
      switch byte {
      case 0x30...0x39: continue
      case UInt8(ascii: "-") where index == value.startIndex: continue
      case UInt8(ascii: ".") where !hasPoint && index > value.startIndex: hasPoint = true
      default: return false
      }
    }
    let whole = value.first == UInt8(ascii: "-") ? value.dropFirst() : value
    if whole.first == 0x30, whole.count > 1, whole[whole.startIndex + 1] != UInt8(ascii: ".") { return false }
    return !(hasPoint && last == 0x30) && !(value.count > 1 && whole.elementsEqual([0x30]))
  }

  private mutating func setLinks(
    _ links: [(row: Int, column: Int, id: String?, location: String?)], of target: String,
    in builder: inout SheetBuilder
  ) {
    guard !links.isEmpty else { return }
    let relationships = package.relationships(of: target)
    var cells: [Int: Int] = [:]
    for (index, cell) in builder.cells.enumerated() { cells[Int(cell.row) << 14 | Int(cell.column)] = index }
    for link in links {
      // A place within the workbook is none in what is made of it.
      guard let address = link.id.flatMap({ relationships[$0] }), address.isExternal,
        let index = cells[link.row << 14 | link.column]
      else { continue }
      let fragment = link.location.map { "#" + $0 } ?? ""
      let text = builder.inlines[index] ?? DelimitedReader.cell(builder.shownText(index)).paragraph ?? []
      builder.inlines[index] = [.link(Link(destination: address.target + fragment, text))]
    }
  }
}
