import Exchange
import Pasteboard
import Terminal
import UniformTypeIdentifiers

extension PasteboardListing {
  var json: JSON {
    .object([
      "schemaVersion": .number(1),
      "pasteboard": .string(name.description),
      "backend": .string(backend.name),
      "isSensitive": .bool(isSensitive),
      "isEnriched": .bool(isEnriched),
      "host": .optional(host),
      "targets": .array(targets.map(Self.json)),
      "converted": .array(converted.map(Self.json)),
      "hidden": .array(hidden.map(Self.json)),
    ])
  }

  private static func json(_ row: ShownTarget) -> JSON {
    .object([
      "target": .optional(row.target),
      "type": .optional(row.type?.identifier),
      "propertyType": .optional(row.target == nil ? nil : row.property?.declared),
      "size": row.size.map { .number($0) } ?? .null,
      "readAs": .string(row.readAs),
      "origin": .string(row.origin.word),
      "preview": .string(VisibleText.preview(row.beginning, length: 40)),
      "problem": .optional(row.problem?.rawValue),
    ])
  }

  /// The lines that say on which other machine it was copied, and that it was enriched.
  var noteLines: [StyledLine] {
    var lines: [StyledLine] = []
    if let host {
      lines.append(StyledLine("Copied on another machine: \(VisibleText.escapingLine(host))", .faint))
    }
    if isEnriched {
      lines.append(StyledLine("Copied as plain text; pb serve added the other formats (--enrich)", .faint))
    }
    return lines
  }

  /// A row a form; previews take `previewWidth` columns at most.
  func forms(previewWidth: Int) -> TextTable {
    var table = TextTable([
      ("FORMAT", .left), ("NAMES", .left), ("SIZE", .right), ("ORIGIN", .left), ("PREVIEW", .left),
    ])
    let made = (converted + hidden.filter { $0.target == nil }).map { ShownForm($0) }
    for form in ShownForm.folded(targets) + made + ShownForm.folded(hidden) {
      let row = form.row
      table.append([
        StyledLine(row.title, Style(color: .cyan)).truncated(to: 32), form.names, StyledLine(row.shownSize),
        StyledLine(row.shownOrigin, row.origin.style), Self.preview(of: row, columns: previewWidth),
      ])
    }
    return table
  }

  /// A row a target; previews take `previewWidth` columns at most.
  func table(previewWidth: Int) -> TextTable {
    var table = TextTable([
      ("TARGET", .left), ("TYPE", .left), ("SIZE", .right), ("ORIGIN", .left), ("PREVIEW", .left),
    ])
    for row in all {
      table.append([
        StyledLine(row.name, row.target == nil ? .faint : .plain).truncated(to: 48),
        StyledLine(row.type?.identifier ?? "–", Style(color: .cyan)),
        StyledLine(row.shownSize), StyledLine(row.shownOrigin, row.origin.style),
        Self.preview(of: row, columns: previewWidth),
      ])
    }
    return table
  }

  private static func preview(of row: ShownTarget, columns: Int) -> StyledLine {
    row.problem.map { StyledLine("(\($0.rawValue))", Style(color: .red)) }
      ?? StyledLine(VisibleText.preview(row.beginning, length: columns), .faint)
  }

  /// A number with commas between its thousands.
  static func grouped(_ number: Int) -> String {
    var digits = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { digits.append(",") }
      digits.append(digit)
    }
    return String(digits.reversed())
  }
}

extension ShownTarget.Origin {
  var style: Style {
    switch self {
    case .offered: Style(color: .green)
    case .converted: Style(color: .yellow)
    case .hidden: Style(color: .red)
    case .marker: .faint
    }
  }
}
