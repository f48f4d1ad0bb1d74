import TextWidths

/// Tables that are drawn with lines, alone or with a title above and a count below.
enum DrawnTable {
  typealias Line = ScreenText.Line

  /// The rows of lines that are one table, the first of which names the columns; nil for other lines.
  static func rows(of lines: [Line]) -> [[Line]]? {
    guard lines.contains(where: { DrawnRule($0.unindented) != nil }) else { return nil }
    let indentation = lines.lazy.filter { DrawnRule($0.unindented) != nil }.map(\.indentation).min() ?? 0
    let text = ScreenText.bytes(of: lines.dedented(by: indentation))
    guard let rows = RuledTable.rows(of: text), rows[0].count > 1 else { return nil }
    // With a line below each row, values with several lines are whole already.
    let rules = lines.count { DrawnRule($0.unindented) != nil }
    return rules > 3 ? rows : joined(rows)
  }

  /// The blocks of lines that are one table, with a title above it or none; nil for other lines.
  static func blocks(of lines: [Line]) -> [TranscriptBlock]? {
    let lines = lines.trimmed
    if let start = lines.prefix(3).firstIndex(where: isFrame), start > 0, case let title = lines[..<start],
      title.allSatisfy({ !$0.unindented.hasPrefix("|") && !$0.unindented.hasPrefix("│") }),
      let rows = rows(of: Array(lines[start...]))
    {
      return [.paragraph(title.map(\.unindented).trimmed), .table(rows)]
    }
    return rows(of: lines).map { [.table($0)] }
  }

  /// A table that begins at a line, and the number of lines that it takes; nil if none begins there.
  ///
  /// - Parameter failure: becomes the position up to which none does.
  static func first(
    of lines: ArraySlice<Line>, _ failure: inout Int, _ work: LineWork
  ) -> (rows: [[Line]], count: Int)? {
    guard let start = lines.first, isFrame(start) else { return nil }
    let region = lines.prefix(while: isPart)
    work.add(region.count)
    guard let rows = rows(of: Array(region)) else {
      failure = region.endIndex
      return nil
    }
    return (rows, region.count)
  }

  /// A line of dashes with crossings, as tables begin with.
  static func isFrame(_ line: Line) -> Bool {
    guard let rule = DrawnRule(line.unindented) else { return false }
    return rule.isFramed && rule.widths.count > 1
  }

  private static func isPart(_ line: Line) -> Bool {
    let text = line.unindented
    return parts.contains(where: text.hasPrefix)
  }

  /// Bars, corners and crossings at the left side of tables.
  private static let parts = [
    "│", "┃", "║", "|", "+", "├", "┡", "┣", "╞", "╠", "┝", "┢", "└", "┗", "╘", "╚", "╰", "┌", "┏", "╭", "╔",
    "╒",
    "┠", "╟",
  ]

  /// Rows with their continuations: a line whose first value is empty goes on with what did not fit into the one before.
  private static func joined(_ rows: [[Line]]) -> [[Line]] {
    let widths = rows[0].indices.map { column in rows.lazy.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    var result: [[Line]] = []
    // The width of the last line of each value.
    var last: [Int] = []
    for row in rows {
      let isHeader = result.count == 1
      if !isHeader, result.count > 1, row[0].isEmpty,
        row.indices.allSatisfy({ column in
          row[column].isEmpty
            || last[column] > 0 && last[column] + 1 + firstWord(row[column]) > widths[column]
        })
      {
        for column in row.indices where !row[column].isEmpty {
          result[result.count - 1][column] += Line(" ".utf8) + row[column]
          last[column] = DisplayWidth.of(row[column])
        }
      } else {
        result.append(row)
        last = row.map { DisplayWidth.of($0) }
      }
    }
    return result
  }

  private static func firstWord(_ text: Line) -> Int { DisplayWidth.of(text.prefix { $0 != 0x20 }) }
}
