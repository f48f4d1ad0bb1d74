/// Commands and what they printed.
struct ConsoleSession {
  typealias Line = ScreenText.Line

  /// A command with its continued lines, and its output.
  private struct Entry {
    let prompt: PromptLine
    /// The lines of the command, without their prompts where the prompt is not written.
    var command: [Line]
    /// The same lines as they were typed.
    var typed: [Line]
    var output: [Line] = []
  }

  private var entries: [Entry] = []
  /// The number of lines that the prompt has above the one with its sign.
  private let headerCount: Int

  /// The session that lines are; nil for other lines.
  ///
  /// It begins with a prompt, or ends with one below its output.
  init?(_ lines: [Line]) {
    guard let first = lines.firstIndex(where: { !$0.isEmpty }) else { return nil }
    let start = lines[first...].prefix(3).firstIndex { PromptLine($0) != nil }
    guard let start, lines[first..<start].allSatisfy(Self.isPromptHeader) else { return nil }
    headerCount = lines[first..<start].count { !$0.isEmpty }
    read(lines[start...])
    guard let opening = entries.first, isPlausible(opening) else { return nil }
  }

  /// A dollar alone begins amounts of money, too, and a hash begins comments.
  private func isPlausible(_ opening: Entry) -> Bool {
    if opening.prompt.isCertain { return entries.contains { !$0.command.isEmpty || !$0.output.isEmpty } }
    guard opening.prompt.sign == "# " else { return !opening.prompt.command.isEmpty }
    let comments = entries.flatMap(\.output).count { $0.first == UInt8(ascii: "#") }
    return comments == 0 && !entries.flatMap(\.output).isEmpty
  }

  /// The first line of a prompt of two: a frame with a name, a folder with a branch or versions.
  private static func isPromptHeader(_ line: Line) -> Bool {
    if line.isEmpty { return true }
    let framed = ["╭─", "┌──", "┌─"].contains { line.hasPrefix($0) }
    if framed { return line.contains { $0.isASCIILetter || $0 == UInt8(ascii: "~") } }
    let words = line.split(separator: 0x20)
    let isFolder = line.first == UInt8(ascii: "~") || line.first == UInt8(ascii: "/") || words.count > 2
    let names = words.dropFirst().contains { ["on", "via", "in", "took"].contains($0.string) }
    let isShort = words.count < 6 && words[0].count < line.count && (line.first == UInt8(ascii: "~"))
    return line.count < 200 && isFolder && (words.count == 1 || names || isShort)
  }

  private mutating func read(_ lines: ArraySlice<Line>) {
    let first = lines.first.flatMap(PromptLine.init)
    for line in lines {
      if let last = entries.indices.last, entries[last].output.isEmpty, !entries[last].command.isEmpty,
        let more = PromptLine.continues(
          line, entries[last].prompt.program, entries[last].command.last ?? [])
      {
        entries[last].command.append(more)
        entries[last].typed.append(line)
      } else if let first, let prompt = PromptLine(line), prompt.isAlike(first) {
        dropHeader()
        entries.append(
          Entry(
            prompt: prompt, command: prompt.command.isEmpty ? [] : [Self.written(prompt, line)],
            typed: prompt.command.isEmpty ? [] : [line]))
      } else if let last = entries.indices.last {
        entries[last].output.append(line)
      }
    }
    for index in entries.indices { entries[index].output = entries[index].output.trimmed }
  }

  /// Takes the first lines of the next prompt from the output before it.
  private mutating func dropHeader() {
    guard let last = entries.indices.last else { return }
    let header = entries[last].output.suffix(headerCount)
    guard !header.isEmpty, header.allSatisfy({ !$0.isEmpty && Self.isPromptHeader($0) }) else { return }
    entries[last].output.removeLast(header.count)
  }

  private static func written(_ prompt: PromptLine, _ line: Line) -> Line {
    switch prompt.program {
    case .python, .ipython, .ruby: line
    case .shell, .javaScript, .database: Line(prompt.sign.utf8) + prompt.command
    }
  }

  /// Code with the commands and their output; output that is a drawn table becomes a table.
  var blocks: [TranscriptBlock] {
    var blocks: [TranscriptBlock] = []
    var open: (language: String, lines: [Line]) = ("", [])
    func close() {
      let lines = open.lines.trimmed
      if !lines.isEmpty { blocks.append(.code(language: open.language, lines)) }
      open.lines = []
    }
    for entry in entries where !entry.command.isEmpty || !entry.output.isEmpty {
      // IPython has an empty line before each prompt.
      if entry.prompt.program == .ipython, !open.lines.isEmpty { open.lines.append([]) }
      let table = DrawnTable.rows(of: entry.output)
      // A database's answer in text makes it a transcript, not code in its language.
      let isTranscript = entry.prompt.program == .database && table == nil && !entry.output.isEmpty
      let language = isTranscript ? "console" : entry.prompt.program.language
      if open.language != language { close() }
      open.language = language
      open.lines += isTranscript ? entry.typed : entry.command
      if let table {
        close()
        blocks.append(.table(table))
      } else {
        open.lines += entry.output
      }
    }
    close()
    return blocks
  }
}
