import TextWidths

/// Tables whose columns are aligned by spaces, as `df`, `ps`, `ls -l` and `kubectl get` print them.
package struct SpacedColumns {
  private typealias Line = ArraySlice<UInt8>

  private let lines: [Line]
  /// The number of rows below the header that have text in each column of the screen.
  private var filled: [Int] = []
  private var headerFilled: [Bool] = []

  /// The widest line that is looked at, in columns of the screen; what is further right belongs to the last value.
  private static let widthLimit = 4096
  /// The part of the rows, in percent, that must have a space where columns part: a value that is too wide moves others.
  private static let gapShare = 85

  /// The values of each row, first those of the header; nil for text without at least two columns and two rows.
  package static func rows(of text: [UInt8]) -> [[ArraySlice<UInt8>]]? {
    guard text.count <= TerminalTranscript.sizeLimit, let screen = ScreenText(text) else { return nil }
    var lines = screen.lines.filter { !$0.isEmpty }.map(withoutTabs)
    // The command above, and the prompt below.
    while let first = lines.first, PromptLine(first)?.program == .shell { lines.removeFirst() }
    while let last = lines.last, PromptLine(last)?.isCertain == true { lines.removeLast() }
    if let first = lines.first, isTotal(first) { lines.removeFirst() }
    lines = lines.dedented
    guard lines.count > 1, areAligned(lines) else { return nil }
    if let listing = FileListing.rows(of: lines) { return listing }
    let columns = SpacedColumns(lines)
    let starts = columns.starts
    return starts.count > 1 ? lines.map { columns.values(of: $0, starts) } : nil
  }

  /// `total 48`, which `ls -l` prints first.
  private static func isTotal(_ line: Line) -> Bool {
    line.hasPrefix("total ")
      && line.dropFirst(6).allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ".") }
  }

  /// Whether spaces set columns: some line has several between words, or all have as many words.
  private static func areAligned(_ lines: [Line]) -> Bool {
    if lines.contains(where: { ByteSearch.contains("  ", in: $0) }) { return true }
    let count = lines[0].split(separator: 0x20).count
    return lines.allSatisfy { $0.split(separator: 0x20).count == count }
  }

  /// The line with its tabs as spaces up to the next of the stops eight columns apart.
  private static func withoutTabs(_ line: Line) -> Line {
    guard line.contains(0x09) else { return line }
    var result = Line()
    var column = 0
    for part in line.split(separator: 0x09, omittingEmptySubsequences: false) {
      if part.startIndex > line.startIndex {
        let room = 8 - column % 8
        result += repeatElement(0x20, count: room)
        column += room
      }
      result += part
      column += DisplayWidth.of(part)
    }
    return result
  }

  private init(_ lines: [Line]) {
    self.lines = lines
    for (index, line) in lines.enumerated() {
      var column = 0
      Self.forEach(line) { character, width in
        guard column < Self.widthLimit, character != " " else { return column += width }
        while filled.count < min(column + width, Self.widthLimit) {
          filled.append(0)
          headerFilled.append(false)
        }
        for place in column..<min(column + width, Self.widthLimit) {
          if index == 0 { headerFilled[place] = true } else { filled[place] += 1 }
        }
        column += width
      }
    }
  }

  private static func forEach(_ line: Line, _ body: (Character, Int) -> Void) {
    if line.allSatisfy({ $0 < 0x80 }) {
      for byte in line { body(Character(Unicode.Scalar(byte)), 1) }
    } else {
      for character in line.string { body(character, TextWidth.of(character)) }
    }
  }

  // MARK: Columns

  /// The columns of the screen with which the table's columns begin.
  private var starts: [Int] {
    var runs: [Range<Int>] = []
    for place in filled.indices where !isGap(place) {
      if let last = runs.last, last.upperBound == place {
        runs[runs.count - 1] = last.lowerBound..<(place + 1)
      } else {
        runs.append(place..<(place + 1))
      }
    }
    // Text without a name above belongs to the column before it; so does a word of a name without a value below.
    var starts: [Int] = []
    for (index, run) in runs.enumerated() {
      let isNamed = headerFilled[run].contains(true)
      let hasValues = filled[run].contains { $0 > 0 }
      let gap = index > 0 ? run.lowerBound - runs[index - 1].upperBound : 2
      if starts.isEmpty || isNamed && (hasValues || gap > 1) { starts.append(run.lowerBound) }
    }
    return starts
  }

  private func isGap(_ place: Int) -> Bool {
    !headerFilled[place] && 100 * ((lines.count - 1) - filled[place]) >= Self.gapShare * (lines.count - 1)
  }

  /// The values of a line between the starts of columns.
  ///
  /// If a value was too wide for its column and moved those behind it, the words of the line are its values.
  private func values(of line: Line, _ starts: [Int]) -> [ArraySlice<UInt8>] {
    var values = Array(repeating: Line(), count: starts.count)
    var column = 0
    var index = 0
    var wordStart = 0
    var word = Line()
    var isMoved = false
    func place() {
      guard !word.isEmpty else { return }
      let end = column
      if starts.contains(where: { $0 > wordStart && $0 < end }) { isMoved = true }
      let middle = (wordStart + end) / 2
      while index + 1 < starts.count,
        starts[index + 1] <= wordStart || starts[index + 1] <= middle && index + 2 <= starts.count
      { index += 1 }
      // Words of one value have the spaces between them that the line has.
      values[index] = values[index].isEmpty ? word : Line(values[index].string.utf8) + Line(" ".utf8) + word
      word = []
    }
    Self.forEach(line) { character, width in
      if character == " " {
        place()
      } else {
        if word.isEmpty { wordStart = column }
        word += character.utf8
      }
      column += width
    }
    place()
    let words = line.split(separator: 0x20, maxSplits: starts.count - 1)
    return isMoved && words.count == starts.count ? words.map(\.unindented) : values
  }
}

/// The columns of `ls -l`, which prints no names for them.
private enum FileListing {
  typealias Line = ArraySlice<UInt8>

  private static let names = ["Mode", "Links", "Owner", "Group", "Size", "Modified", "Name"]
  private static let types = Array("-dlbcsp".utf8)

  /// The rows with names above them; nil if a line is none of a listing.
  static func rows(of lines: [Line]) -> [[Line]]? {
    var rows = [names.map { Line($0.utf8) }]
    for line in lines {
      guard let row = row(line) else { return nil }
      rows.append(row)
    }
    return rows
  }

  private static func row(_ line: Line) -> [Line]? {
    guard let first = line.first, types.contains(first) else { return nil }
    var rest = line
    func next() -> Line {
      rest = rest.unindented
      let word = rest.prefix { $0 != 0x20 }
      rest = rest[word.endIndex...]
      return word
    }
    let mode = next()
    guard (10...11).contains(mode.count) else { return nil }
    let (links, owner, group) = (next(), next(), next())
    guard links.allSatisfy(\.isASCIIDigit) else { return nil }
    var size = next()
    // Devices have two numbers.
    if size.last == UInt8(ascii: ",") { size = size + Line(" ".utf8) + next() }
    let date = next()
    guard !date.isEmpty else { return nil }
    // `2026-11-26 20:21`, or a month, a day, and a time or a year.
    let isISO = date.count == 10 && date.contains(UInt8(ascii: "-"))
    var modified = Line(date.string.utf8) + Line(" ".utf8) + next()
    if !isISO { modified += Line(" ".utf8) + next() }
    guard rest.first == 0x20 else { return nil }
    return [mode, links, owner, group, size, modified, rest.dropFirst()]
  }
}
