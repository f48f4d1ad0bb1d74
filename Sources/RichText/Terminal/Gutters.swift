/// Columns that programs draw before lines: bars, and numbers.
enum Gutters {
  typealias Line = ScreenText.Line

  private static let separators = ["│", "|", "→", "┊", "▏"]
  private static let bars = ["│", "┃", "▌", "▎", "▍", "▏", "▐", "║", "┆", "┊"]

  /// The lines behind the same bar before all of them, from a line on; nil if fewer than two have one.
  ///
  /// - Parameter failure: becomes the position up to which no lines have one.
  static func barred(
    _ lines: ArraySlice<Line>, _ failure: inout Int, _ work: LineWork
  ) -> (content: [Line], count: Int)? {
    guard let first = lines.first, let bar = bars.first(where: { first.unindented.hasPrefix($0) }) else {
      return nil
    }
    let indentation = first.indentation
    let run = lines.prefix { $0.indentation == indentation && $0.dropFirst(indentation).hasPrefix(bar) }
    work.add(run.count)
    let content = run.map { $0.dropFirst(indentation + bar.utf8.count) }
    // With a bar at the end, too, it is a part of a frame or of a table.
    guard run.count > 1 || run.count == lines.count, !content.contains(where: { $0.hasSuffix(bar) }),
      content.contains(where: { !$0.isEmpty })
    else {
      failure = run.endIndex
      return nil
    }
    return (content.dedented, run.count)
  }

  // MARK: Numbers

  /// A line behind its number.
  private struct Numbered {
    let number: Int
    /// The column behind the last digit.
    private(set) var end: Int
    private let text: Line

    init?(_ line: Line) {
      let indentation = line.prefix { $0 == 0x20 }.count
      let digits = line.dropFirst(indentation).prefix(while: \.isASCIIDigit)
      guard !digits.isEmpty, digits.count <= 6, let number = Int(digits.string) else { return nil }
      end = indentation + digits.count
      self.number = number
      let rest = line[digits.endIndex...]
      guard
        rest.isEmpty || rest.first == 0x20 || rest.first == 0x09 || separators.contains(where: rest.hasPrefix)
      else { return nil }
      text = rest
    }

    /// The text behind the column of numbers: vim writes the number of the cursor's line at its left side.
    func text(behind column: Int) -> Line { text.dropFirst(min(max(0, column - end), text.indentation)) }

    /// The same with the end of the numbers above.
    func placed(at column: Int?) -> Numbered {
      var placed = self
      if let column { placed.end = column }
      return placed
    }
  }

  /// The lines behind a column of numbers, from a line on, where at least three count up or, as in vim, away from one of
  /// them; nil for other lines.
  static func numbered(_ lines: ArraySlice<Line>, _ work: LineWork) -> (content: [Line], count: Int)? {
    var texts: [Line] = []
    var last: Numbered?
    var numbers = 0
    var count = 0
    // In vim the number of the line with the cursor is far from the others and may be set to the left.
    var direction: Int?
    defer { work.add(count + 1) }
    for line in lines {
      if let numbered = Numbered(line), isNext(numbered, last, &direction, count) {
        texts.append(numbered.text(behind: last?.end ?? numbered.end))
        last = numbered.placed(at: last?.end)
        numbers += 1
      } else if let last, line.indentation > last.end, !line.isEmpty, count > 0 {
        // A line that did not fit goes on below.
        texts.append(line.dropFirst(last.end))
      } else {
        break
      }
      count += 1
    }
    guard numbers >= 3 else { return nil }
    return (withoutSeparator(texts), count)
  }

  private static func isNext(_ numbered: Numbered, _ last: Numbered?, _ direction: inout Int?, _ count: Int)
    -> Bool
  {
    guard let last else { return true }
    let step = numbered.number - last.number
    if step == 1, last.end == numbered.end, direction != -1 {
      direction = 1
      return true
    }
    // Relative numbers count down to the cursor's line, which may have its own number, and up behind it.
    if step == -1, last.end == numbered.end, direction != 1 || last.number == 0 {
      direction = -1
      return true
    }
    if direction == -1, last.number == 1 {
      direction = 0
      return true
    }
    if direction == 0, numbered.number == 1 {
      direction = 1
      return true
    }
    return false
  }

  /// The texts without the bar, the tab or the spaces behind the numbers.
  private static func withoutSeparator(_ texts: [Line]) -> [Line] {
    let filled = texts.filter { !$0.isEmpty }
    if filled.allSatisfy({ $0.first == 0x09 }) { return texts.map { $0.dropFirst() } }
    for bar in separators where filled.allSatisfy({ $0.unindented.hasPrefix(bar) }) {
      return texts.map { $0.unindented.dropFirst(bar.utf8.count) }.dedented.map(\.withoutTrailingSpace)
    }
    return texts.dedented
  }

  // MARK: A pager with a frame

  /// A file as `bat` shows it: rules, a header with its name, and numbers behind which a bar stands.
  static func framedFile(
    _ lines: ArraySlice<Line>, _ work: LineWork
  ) -> (name: Line?, content: [Line], count: Int)? {
    guard let first = lines.first, isRule(first, with: "┬") else { return nil }
    var name: Line?
    var content: [Line] = []
    for (offset, line) in lines.dropFirst().enumerated() {
      work.add(1)
      if isRule(line, with: "┴") { return (name, content, offset + 2) }
      if isRule(line, with: "┼") { continue }
      guard let bar = ByteSearch.position(of: "│", in: line) else { return nil }
      let number = line[..<bar]
      let text = line[(bar + "│".utf8.count)...].dropFirst()
      guard number.allSatisfy({ $0 == 0x20 || $0.isASCIIDigit }) else { return nil }
      if !number.contains(where: \.isASCIIDigit), text.hasPrefix("File: ") {
        name = text.dropFirst(6)
      } else {
        content.append(text)
      }
    }
    return nil
  }

  private static func isRule(_ line: Line, with crossing: String) -> Bool {
    guard line.hasPrefix("─"), let cross = ByteSearch.position(of: crossing, in: line) else { return false }
    return line[..<cross].string.allSatisfy { $0 == "─" }
      && line[(cross + crossing.utf8.count)...].string.allSatisfy { $0 == "─" }
  }
}
