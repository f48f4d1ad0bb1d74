import TextWidths

/// Tables as programs draw them on terminals (`psql`, `mysql`, `sqlite3`, `tabulate`): bars between the values, and a
/// line under the header.
enum RuledTable {
  typealias Bytes = ArraySlice<UInt8>

  /// The largest number of lines before the first drawn one: a title or a prompt, the header and a frame above it.
  private static let linesBefore = 3
  private static let space = UInt8(ascii: " ")

  /// The rows of a text that is one such table, first the header; nil for any other text.
  static func rows(of text: [UInt8]) -> [[ArraySlice<UInt8>]]? {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(withoutEnd)
    dropBlank(from: &lines)
    let drawn = lines.prefix(linesBefore + 1).firstIndex { DrawnRule($0) != nil }
    guard let drawn, let rule = DrawnRule(lines[drawn]), String(validating: text, as: UTF8.self) != nil else {
      return nil
    }
    let isCounted = lines.last.map(isCount) == true
    if isCounted {
      lines.removeLast()
      dropBlank(from: &lines)
    }
    // A line under a line of words is a heading, unless rows are counted below it.
    guard rule.widths.count > 1 || rule.isFramed || isCounted else { return nil }
    guard let start = start(of: rule, at: drawn, in: lines) else { return nil }
    return rows(of: lines[start...], rule)
  }

  private static func rows(of lines: ArraySlice<Bytes>, _ rule: DrawnRule) -> [[Bytes]]? {
    var sections: [[[Cell]]] = [[]]
    var hasDoubleLine = false
    for line in lines {
      if let drawn = DrawnRule(line) {
        guard drawn.widths == rule.widths else { return nil }
        hasDoubleLine = hasDoubleLine || drawn.isDouble
        if sections.last?.isEmpty == false { sections.append([]) }
      } else {
        guard let cells = cells(of: line, rule) else { return nil }
        sections[sections.count - 1].append(cells)
      }
    }
    if sections.last?.isEmpty == true { sections.removeLast() }
    // With a line below each row, all that is between two lines is one.
    let isGrid = hasDoubleLine && sections.count > 2
    // DuckDB names the type of a column below its name.
    let isNamedTwice = rule.isFramed && sections.count > 1 && (2...3).contains(sections[0].count)
    let rows = sections.enumerated().map { index, section in
      isGrid || index == 0 && isNamedTwice ? [joined(section)] : values(of: section)
    }
    guard let header = rows.first, header.count == 1 else { return nil }
    return Array(rows.joined())
  }

  /// The position where the table begins: with its frame, or else with its header; nil if more than a title stands before.
  private static func start(of rule: DrawnRule, at drawn: Int, in lines: [Bytes]) -> Int? {
    let hasHeaderBefore = drawn > 0 && cells(of: lines[drawn - 1], rule) != nil
    guard rule.isFramed || hasHeaderBefore else { return nil }
    let start = hasHeaderBefore ? drawn - 1 : drawn
    return start <= 1 || lines[1..<start].allSatisfy(\.isEmpty) ? start : nil
  }

  // MARK: Lines

  private static func withoutEnd(_ line: Bytes) -> Bytes {
    var line = line
    while let last = line.last, last == space || last == 0x0D { line.removeLast() }
    return line
  }

  private static func dropBlank(from lines: inout [Bytes]) {
    while lines.last?.isEmpty == true { lines.removeLast() }
  }

  /// `(2 rows)`, in any language, and `2 rows in set (0.00 sec)`.
  private static func isCount(_ line: Bytes) -> Bool {
    guard line.count < 80 else { return false }
    let text = String(decoding: line, as: UTF8.self)
    let words = text.drop { $0 == "(" }.split(separator: " ")
    guard words.count > 1, words[0].allSatisfy(\.isNumber) else { return false }
    return text.hasPrefix("(") ? text.hasSuffix(")") : words[1].hasPrefix("row")
  }

  // MARK: Values

  private struct Cell {
    let text: Bytes
    let goesOn: Bool
  }

  private static func cells(of line: Bytes, _ rule: DrawnRule) -> [Cell]? {
    // No value has a bar where there are as many as between the columns; else those below the crossings count.
    guard let parts = rule.parts(byBarsOf: line) ?? rule.parts(belowCrossingsOf: line) else { return nil }
    return zip(parts, rule.widths).map { part, width in
      // What stands in a value's last column where the value goes on in the next line (`psql`).
      let mark = part.last == UInt8(ascii: "+") ? 1 : part.suffix(3).elementsEqual("↵".utf8) ? 3 : 0
      let goesOn = mark > 0 && TextWidth.of(String(decoding: part, as: UTF8.self)) == width
      return Cell(text: trimmed(goesOn ? part.dropLast(mark) : part), goesOn: goesOn)
    }
  }

  private static func trimmed(_ part: Bytes) -> Bytes {
    var part = part.drop { $0 == space }
    while part.last == space { part.removeLast() }
    return part
  }

  /// The rows of lines of which each is one, but where values go on.
  private static func values(of lines: [[Cell]]) -> [[Bytes]] {
    var rows: [[Bytes]] = []
    // A row is joined once it is whole: its values may go on over any number of lines.
    var open: [[Cell]] = []
    for cells in lines {
      open.append(cells)
      guard !cells.contains(where: \.goesOn) else { continue }
      rows.append(joined(open, keepsFirst: true))
      open = []
    }
    if !open.isEmpty { rows.append(joined(open, keepsFirst: true)) }
    return rows
  }

  /// The values of lines that are one row.
  ///
  /// - Parameter keepsFirst: whether a value may begin with an empty line.
  private static func joined(_ lines: [[Cell]], keepsFirst: Bool = false) -> [Bytes] {
    (lines.first ?? []).indices.map { column in
      if lines.count == 1 { return lines[0][column].text }
      let values = lines.enumerated().compactMap { index, cells in
        cells[column].text.isEmpty && !(keepsFirst && index == 0) ? nil : cells[column].text
      }
      return Bytes(values.joined(separator: [0x0A]))
    }
  }
}

/// A line that is drawn between rows.
struct DrawnRule {
  /// The widths of the columns, with the spaces around values.
  let widths: [Int]
  /// True for a table with a frame, whose rows begin and end with bars.
  let isFramed: Bool
  let isDouble: Bool
  private let isASCII: Bool

  private static let dashes: Set<Character> = ["-", "=", "─", "━", "═"]
  private static let crossings = Set("+|┼┬┴├┤┌┐└┘╭╮╰╯╪╞╡╤╧╬╠╣╔╗╚╝╦╩╥╨╫╟╢┿┝┥┯┷╇┡┩┳┻╋┏┓┗┛┣┫┠┨")
  private static let bars = ["│", "┃", "║"]
  /// The longest line that a terminal shows.
  private static let lengthLimit = 1 << 20
  private static let columnLimit = 1 << 14

  init?(_ line: RuledTable.Bytes) {
    // Nearly all lines are none by their first byte, or by a space.
    guard let first = line.first, first >= 0x80 || "-=+|".utf8.contains(first), line.count > 2,
      !line.contains(UInt8(ascii: " ")), line.count <= Self.lengthLimit
    else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    var widths: [Int] = [0]
    var hasBars = true
    for character in text {
      if Self.dashes.contains(character) {
        widths[widths.count - 1] += 1
      } else if Self.crossings.contains(character) {
        hasBars = hasBars && character == "|"
        widths.append(0)
      } else {
        return nil
      }
    }
    // Markdown has bars alone.
    guard widths.count == 1 || !hasBars, widths.count <= Self.columnLimit else { return nil }
    isFramed = widths.count > 2 && widths.first == 0 && widths.last == 0
    if isFramed { widths = Array(widths.dropFirst().dropLast()) }
    guard widths.allSatisfy({ $0 > 0 }) else { return nil }
    self.widths = widths
    isDouble = text.contains("=") || text.contains("═")
    isASCII = first < 0x80
  }

  /// The number of bytes that the bar has that a text begins with; 0 for none.
  private func barLength(_ text: RuledTable.Bytes) -> Int {
    if isASCII { return text.first == UInt8(ascii: "|") ? 1 : 0 }
    guard text.first == 0xE2 else { return 0 }
    return Self.bars.contains { text.starts(with: $0.utf8) } ? 3 : 0
  }

  /// The text that stands between all bars of a line; nil if there are not as many as the columns need.
  func parts(byBarsOf line: RuledTable.Bytes) -> [RuledTable.Bytes]? {
    let most = widths.count + (isFramed ? 2 : 0)
    var parts: [RuledTable.Bytes] = []
    var start = line.startIndex
    var place = start
    while place < line.endIndex {
      let length = barLength(line[place...])
      if length > 0 {
        guard parts.count < most - 1 else { return nil }
        parts.append(line[start..<place])
        start = place + length
      }
      place += max(length, 1)
    }
    parts.append(line[start...])
    if isFramed {
      guard parts.count > 2, parts.removeFirst().isEmpty, parts.removeLast().isEmpty else { return nil }
    }
    return parts.count == widths.count ? parts : nil
  }

  /// The text that stands between the bars below the crossings; nil if there is none below one of them.
  func parts(belowCrossingsOf line: RuledTable.Bytes) -> [RuledTable.Bytes]? {
    var rest = line
    var parts: [RuledTable.Bytes] = []
    if isFramed {
      let length = barLength(rest)
      guard length > 0 else { return nil }
      rest.removeFirst(length)
    }
    for (column, width) in widths.enumerated() where column < widths.count - 1 || isFramed {
      let part = Self.prefix(of: rest, width)
      guard let part, case let behind = rest[part.endIndex...], barLength(behind) > 0 else { return nil }
      parts.append(part)
      rest = behind.dropFirst(barLength(behind))
    }
    if !isFramed { parts.append(rest) }
    return parts.count == widths.count && (!isFramed || rest.isEmpty) ? parts : nil
  }

  /// The beginning of a line that takes so many columns; nil if a wide character lies across its end, or it is shorter.
  private static func prefix(of line: RuledTable.Bytes, _ width: Int) -> RuledTable.Bytes? {
    // No character that takes a column has more bytes, but for marks that take none.
    let text = String(decoding: line.prefix(width * 32), as: UTF8.self)
    var taken = 0
    var bytes = 0
    for character in text {
      if taken == width { break }
      taken += TextWidth.of(character)
      bytes += character.utf8.count
    }
    return taken == width && bytes <= line.count ? line.prefix(bytes) : nil
  }
}

/// Columns in text that nobody says is a table: what spreadsheets give as plain text, people align with tabs, and
/// programs print as comma-separated values or draw with bars.
package enum TextColumns {
  private static let tab = UInt8(ascii: "\t")
  /// The text that stands between values where no tabs do. Vertical bars stand in tables of Markdown and of terminals, too.
  private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";")]

  /// The table that a text is, of so many lines or more; nil if its lines do not have the same number of columns, and
  /// that two at least.
  ///
  /// - Parameter onlyTabs: true where commas may be anything.
  package static func table(
    of text: [UInt8], lines: Int = 1, onlyTabs: Bool = false
  ) -> (format: Format, bytes: [UInt8])? {
    let text = TerminalSequences.removed(from: text)
    if areTabbed(text, lines: lines) { return (.tabSeparated, text) }
    if let rows = RuledTable.rows(of: text), rows.count >= lines {
      return (.tabSeparated, DelimitedWriter(separator: tab).write(rows))
    }
    return !onlyTabs && areSeparated(text) ? (.commaSeparated, text) : nil
  }

  private static func areTabbed(_ text: [UInt8], lines: Int) -> Bool {
    let rows = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The end of the last line begins no other.
    let whole = rows.last?.isEmpty == true ? rows.dropLast() : rows[...]
    guard let first = whole.first, first.contains(tab), whole.count >= lines else { return false }
    let count = first.count { $0 == tab }
    return whole.allSatisfy { $0.count { $0 == tab } == count }
  }

  private static func areSeparated(_ text: [UInt8]) -> Bool {
    // JSON and markup have commas of their own.
    let first = text.first { $0 > 0x20 }
    guard let first, !"{[<".utf8.contains(first) else { return false }
    let delimited = DelimitedText(text)
    guard separators.contains(delimited.separator) else { return false }
    let rows = DelimitedReader(separator: delimited.separator).rows(of: text)
    // One line with a comma is a sentence.
    guard rows.count > 1, let count = rows.first?.count, count > 1 else { return false }
    return rows.allSatisfy { $0.count == count }
  }
}
