/// A conversation with a coding agent or a chat in a terminal: what the person typed, answers, and the tools that ran.
struct AgentTranscript {
  typealias Line = ScreenText.Line

  private struct Part {
    enum Kind {
      case prompt, answer
      /// The answer of a tool.
      case result
      case other
    }

    let kind: Kind
    var lines: [Line]

    init(_ kind: Kind, _ lines: [Line] = []) { (self.kind, self.lines) = (kind, lines) }
  }

  private var parts: [Part] = []
  private let work: LineWork

  private static let answers = ["●", "⏺", "✦", "•", "◉", "⬤"]
  private static let results = ["⎿", "└", "╰"]
  private static let prompts = [">", "❯", "›"]
  private static let spinners = [
    "✻", "✢", "✳", "✶", "✽", "·", "∴", "⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏",
  ]
  /// Words of the program's own surface.
  private static let hints = [
    "esc to interrupt", "? for shortcuts", "ctrl+c to exit", "shift+tab to cycle", "⏎ send", "Ctrl+C quit",
    "for newline", "context left", "auto-accept edits",
  ]
  private static let expansions = ["(ctrl+r to expand)", "(ctrl+o to expand)"]

  /// The conversation that lines are; nil for other lines.
  init?(_ lines: [Line], _ work: LineWork) {
    self.work = work
    let answers = lines.count { Self.text(of: $0, behind: Self.answers) != nil }
    let results = lines.count { Self.isResult($0) }
    guard answers > 0, Self.isConversation(lines, answers: answers, results: results) else { return nil }
    read(lines)
  }

  /// Whether dots begin answers: with results of tools, or with text between them, and not the items of a list.
  private static func isConversation(_ lines: [Line], answers: Int, results: Int) -> Bool {
    let first = lines.first { !$0.isEmpty } ?? []
    let isStatus = lines.contains { $0.unindented.hasPrefix("Loaded: ") }
    if isStatus { return false }
    let isBulleted = lines.contains { text(of: $0, behind: ["•"]) != nil }
    let prompts = lines.count { text(of: $0, behind: Self.prompts) != nil }
    if results > 0 { return true }
    if isBulleted { return prompts > 0 && text(of: first, behind: ["›"]) != nil }
    // Items follow each other; answers have empty lines between them, and lines below.
    let adjacent = zip(lines, lines.dropFirst()).count {
      text(of: $0, behind: Self.answers) != nil && text(of: $1, behind: Self.answers) != nil
    }
    return adjacent == 0
  }

  /// The text behind a mark at the beginning of a line.
  private static func text(of line: Line, behind marks: [String]) -> Line? {
    for mark in marks where line.hasPrefix(mark) {
      let rest = line.dropFirst(mark.utf8.count)
      if rest.first == 0x20 { return rest.unindented }
    }
    return nil
  }

  private static func isResult(_ line: Line) -> Bool {
    let indentation = line.indentation
    return (1...6).contains(indentation)
      && results.contains { line.dropFirst(indentation).hasPrefix($0 + " ") }
  }

  private static func isSurface(_ line: Line) -> Bool {
    if hints.contains(where: { ByteSearch.contains($0, in: line) }) { return true }
    guard let text = text(of: line, behind: spinners) else { return false }
    return text.hasSuffix("…") || ByteSearch.contains("… (", in: text)
      || ByteSearch.contains("Thinking", in: text)
  }

  private mutating func read(_ lines: [Line]) {
    var open = Part(.other)
    for line in withoutInput(lines) where !Self.isSurface(line) {
      let next: Part?
      if let text = Self.text(of: line, behind: Self.answers) {
        next = Part(.answer, [text])
      } else if Self.isResult(line) {
        let mark = line.unindented.drop { $0 >= 0x80 }
        // Continued lines are indented as the text behind the mark is.
        next = Part(.result, [mark.unindented])
      } else if let text = Self.text(of: line, behind: Self.prompts) {
        next = Part(.prompt, [text])
      } else if Self.prompts.contains(where: { line.elementsEqual($0.utf8) }) {
        next = Part(.other)
      } else if ScreenRule.isRule(line) {
        next = Part(.other)
      } else if !line.isEmpty, line.indentation == 0, open.kind != .other {
        next = Part(.other, [line])
      } else {
        next = nil
      }
      if let next {
        close(open)
        open = next
      } else {
        open.lines.append(line)
      }
    }
    close(open)
  }

  /// The lines without the field at the bottom in which nothing was typed.
  private func withoutInput(_ lines: [Line]) -> [Line] {
    guard let start = lines.lastIndex(where: { $0.hasPrefix("╭") }),
      let frame = ScreenFrame(lines[start...], work),
      frame.content.trimmed.count == 1, let text = frame.content.trimmed.first,
      Self.prompts.contains(where: { text.elementsEqual($0.utf8) || text.hasPrefix($0 + " Try \"") })
    else { return lines }
    return Array(lines[..<start]) + lines[(start + frame.count)...]
  }

  private mutating func close(_ part: Part) {
    if !part.lines.allSatisfy(\.isEmpty) { parts.append(part) }
  }

  // MARK: Blocks

  func blocks(_ reader: TranscriptReader) -> [TranscriptBlock] {
    // Text stands behind the mark of the first line.
    let inner = TranscriptReader(wrapping: reader.wrapping.narrowed(by: 2), work: work)
    var blocks: [TranscriptBlock] = []
    var index = 0
    while index < parts.count {
      let lines = parts[index].lines
      switch parts[index].kind {
      case .prompt: blocks.append(.quotation(inner.blocks(Self.hanging(lines))))
      case .other: blocks += reader.blocks(lines.trimmed)
      case .result: blocks.append(.code(language: "", Self.result(lines)))
      case .answer:
        guard index + 1 < parts.count, parts[index + 1].kind == .result else {
          blocks += Self.change(lines) ?? inner.blocks(Self.hanging(lines))
          break
        }
        index += 1
        blocks += tool(lines, Self.result(parts[index].lines))
      }
      index += 1
    }
    return blocks
  }

  /// Lines of which the first stands behind a mark, and the others below its text.
  private static func hanging(_ lines: [Line]) -> [Line] {
    guard let first = lines.first else { return [] }
    return ([first] + lines.dropFirst().map { $0 }.dedented).trimmed
  }

  private static func result(_ lines: [Line]) -> [Line] {
    hanging(lines).map { line in
      for hint in expansions where line.hasSuffix(hint) {
        return line.dropLast(hint.utf8.count).withoutTrailingSpace
      }
      return line
    }.filter { line in
      !(line.first == 0xE2 && line.hasPrefix("…") && expansions.contains { line.hasSuffix($0) })
    }
  }

  /// A title above a comparison of files; nil for other answers.
  private static func change(_ lines: [Line]) -> [TranscriptBlock]? {
    let below = Array(lines.dropFirst()).dedented.trimmed
    guard let (summary, difference) = difference(in: below), summary.isEmpty else { return nil }
    return [.paragraph([lines[0]]), .code(language: "diff", difference)]
  }

  /// A command with its output, a comparison of files, or a tool's name with what it answered.
  private func tool(_ call: [Line], _ result: [Line]) -> [TranscriptBlock] {
    let name = Line(Self.hanging(call).joined(separator: [0x20]))
    for shell in ["Bash(", "Shell(", "Ran "] where name.hasPrefix(shell) {
      var command = name.dropFirst(shell.utf8.count)
      if shell.hasSuffix("("), command.last == UInt8(ascii: ")") { command.removeLast() }
      let output = result.count == 1 && result[0].elementsEqual("(No content)".utf8) ? [] : result
      return [.code(language: "console", [Line("$ ".utf8) + command] + output)]
    }
    if !result.isEmpty, result.allSatisfy({ TerminalListItem($0)?.isTask == true }) {
      return [.paragraph([name])]
        + TranscriptReader(wrapping: LineWrapping(of: result), work: work).blocks(result)
    }
    let isCall = name.contains(UInt8(ascii: "("))
    let title = TranscriptBlock.paragraph([isCall ? Line("`".utf8) + name + Line("`".utf8) : name])
    if let (summary, difference) = Self.difference(in: result) {
      return [title] + summary.map { [.paragraph([$0])] }.flatMap { $0 } + [
        .code(language: "diff", difference)
      ]
    }
    return [title, .code(language: "", result)]
  }

  /// The lines of a comparison, which has numbers before its signs, without these.
  private static func difference(in result: [Line]) -> (summary: [Line], lines: [Line])? {
    var summary: [Line] = []
    var lines: [Line] = []
    var changes = 0
    for line in result {
      let digits = line.unindented.prefix(while: \.isASCIIDigit)
      let rest = line.unindented[digits.endIndex...]
      if digits.isEmpty {
        if lines.isEmpty { summary.append(line) } else { lines.append(line.unindented) }
      } else if rest.count > 1, rest.first == 0x20, let sign = rest.dropFirst().first,
        "+-".utf8.contains(sign)
      {
        changes += 1
        lines.append([sign] + rest.dropFirst(2))
      } else {
        // The sign's column is empty.
        lines.append(Line(" ".utf8) + rest.dropFirst(2))
      }
    }
    return changes > 0 ? (summary.filter { !$0.isEmpty }, lines) : nil
  }
}
