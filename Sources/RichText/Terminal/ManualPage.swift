/// A page of the manual as `man` shows it.
struct ManualPage {
  typealias Line = ScreenText.Line

  private let lines: [Line]
  /// The columns before text.
  private let indentation: Int
  private let work: LineWork

  /// The page that lines are; nil for other lines.
  init?(_ lines: [Line], _ work: LineWork) {
    self.work = work
    let lines = lines.filter { !Self.isStatus($0) }.trimmed
    guard let first = lines.first, lines.count > 3 else { return nil }
    let name = Self.name(first)
    let sections = lines.count(where: Self.isSection)
    let body = lines.lazy.filter { !$0.isEmpty && $0.indentation > 3 }.map(\.indentation)
    guard name != nil || Self.isSection(first), sections > 0, let least = body.min(), least < 9,
      name != nil || sections > 1 || lines.last.flatMap(Self.name) != nil
    else { return nil }
    var inner = lines[...]
    if let name {
      inner = inner.dropFirst()
      if let last = inner.last, last.hasSuffix(name.string) || last.hasPrefix(name.string) {
        inner = inner.dropLast()
      }
    }
    guard inner.allSatisfy({ $0.isEmpty || $0.indentation > 2 || Self.isSection($0) }) else { return nil }
    self.lines = Array(inner).trimmed
    indentation = least
  }

  /// The last line of a pager.
  private static func isStatus(_ line: Line) -> Bool { line.unindented.hasPrefix("Manual page ") }

  /// The name of a page in its first line: `LS(1)` at both ends.
  private static func name(_ line: Line) -> Line? {
    let words = line.split(separator: 0x20)
    guard let first = words.first, let last = words.last, words.count > 1, first == last,
      first.last == UInt8(ascii: ")"), let open = first.firstIndex(of: UInt8(ascii: "(")),
      open > first.startIndex,
      first[(open + 1)...].first?.isASCIIDigit == true
    else { return nil }
    return first
  }

  /// A heading at the left side, in capitals.
  private static func isSection(_ line: Line) -> Bool {
    guard let first = line.first, first.isASCIILetter, line.count < 60 else { return false }
    return line.allSatisfy { byte in
      byte < 0x80 && byte.lowercased == byte && !byte.isASCIILetter
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
    }
  }

  // MARK: Blocks

  func blocks() -> [TranscriptBlock] {
    var blocks: [TranscriptBlock] = []
    var section: (name: Line, lines: [Line]) = ([], [])
    func close() {
      let lines = section.lines.trimmed
      if !lines.isEmpty { blocks += self.blocks(of: lines, in: section.name) }
      section.lines = []
    }
    for line in lines {
      if Self.isSection(line) {
        close()
        section.name = line
        blocks.append(.heading(level: 2, line))
      } else if line.indentation == 3, !line.isEmpty, indentation > 3 {
        close()
        blocks.append(.heading(level: 3, line.unindented))
      } else {
        section.lines.append(line)
      }
    }
    close()
    return blocks
  }

  private func blocks(of lines: [Line], in section: Line) -> [TranscriptBlock] {
    let lines = lines.dedented(by: indentation).justified
    if ["SYNOPSIS", "SYNTAX"].contains(section.string) { return [.code(language: "", lines)] }
    let wrapping = LineWrapping(of: lines)
    let reader = TranscriptReader(wrapping: wrapping, readsProse: true, work: work)
    var blocks: [TranscriptBlock] = []
    var items: [TranscriptBlock.Item] = []
    var text: [Line] = []
    func closeItems() {
      if !items.isEmpty { blocks.append(.list(items, isLoose: false)) }
      items = []
    }
    func closeText() {
      if !text.trimmed.isEmpty {
        closeItems()
        blocks += reader.blocks(text.trimmed)
      }
      text = []
    }
    var index = 0
    while index < lines.count {
      guard let (item, end) = definition(lines, from: index, reader) else {
        text.append(lines[index])
        index += 1
        continue
      }
      closeText()
      items.append(item)
      index = end
      while index < lines.count, lines[index].isEmpty { index += 1 }
    }
    closeText()
    closeItems()
    return blocks
  }

  /// A term and what is said about it further to the right, on its line or below.
  private func definition(
    _ lines: [Line], from start: Int, _ reader: TranscriptReader
  ) -> (TranscriptBlock.Item, end: Int)? {
    let line = lines[start]
    guard !line.isEmpty, line.indentation == 0, start == 0 || lines[start - 1].isEmpty || Self.isOption(line)
    else {
      return nil
    }
    var end = start + 1
    while end < lines.count, lines[end].isEmpty || lines[end].indentation > 1 { end += 1 }
    let below = Array(lines[(start + 1)..<end]).trimmed
    var (term, body) = (line, below)
    if let gap = ByteSearch.position(of: "  ", in: line), Self.isOption(line) {
      let behind = line[gap...].unindented
      let column = DisplayWidth.of(line[..<behind.startIndex])
      term = line[..<gap]
      body = [Line(String(repeating: " ", count: column).utf8) + behind] + below
    }
    guard !body.isEmpty, start + 1 == end || !lines[start + 1].isEmpty || Self.isOption(line) else {
      return nil
    }
    let dedent = body.commonIndentation
    guard dedent > 1 else { return nil }
    var blocks = TranscriptReader(
      wrapping: reader.wrapping.narrowed(by: dedent), readsProse: true, depth: 1, work: work
    )
    .blocks(
      body.dedented(by: dedent))
    let name = Line("`".utf8) + term + Line("`".utf8)
    if case .paragraph(var lines)? = blocks.first {
      lines[0] = name + Line(": ".utf8) + lines[0]
      blocks[0] = .paragraph(lines)
    } else {
      blocks.insert(.paragraph([name]), at: 0)
    }
    return (TranscriptBlock.Item(marker: "- ", blocks: blocks), end)
  }

  private static func isOption(_ line: Line) -> Bool { line.first == UInt8(ascii: "-") && line.count > 1 }
}

extension Array where Element == ScreenText.Line {
  /// The lines without the spaces by which a formatter spread words over the width, and with words whole that it broke.
  fileprivate var justified: [ScreenText.Line] {
    let width = reduce(0) { Swift.max($0, DisplayWidth.of($1)) }
    var result: [ScreenText.Line] = []
    for line in self {
      let text = line.unindented
      let isSpread = DisplayWidth.of(line) + 1 >= width && text.first != UInt8(ascii: "-")
      result.append(isSpread ? line.prefix(line.indentation) + text.singleSpaced : line)
    }
    return result
  }
}
