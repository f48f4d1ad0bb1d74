/// Reads lines of a terminal as blocks.
struct TranscriptReader {
  typealias Line = ScreenText.Line

  /// The width at which paragraphs are wrapped.
  let wrapping: LineWrapping
  /// Whether code stands in a fence: beside text it has to be told from it.
  let fencesCode: Bool
  /// Whether all lines that are not indented are words, as on pages of the manual.
  let readsProse: Bool
  /// The number of frames, lists and quotes around the lines.
  let depth: Int
  /// Counts the lines that are looked at.
  let work: LineWork

  private static let depthLimit = 8

  init(
    wrapping: LineWrapping, fencesCode: Bool = true, readsProse: Bool = false, depth: Int = 0, work: LineWork
  ) {
    self.wrapping = wrapping
    self.work = work
    self.readsProse = readsProse
    self.fencesCode = fencesCode
    self.depth = depth
  }

  private func inner(_ wrapping: LineWrapping) -> TranscriptReader {
    TranscriptReader(wrapping: wrapping, readsProse: readsProse, depth: depth + 1, work: work)
  }

  /// The positions up to which lines were looked at in vain.
  private struct Attempt {
    var fence = 0
    var table = 0
    var bars = 0
  }

  /// The blocks of lines.
  func blocks(_ lines: [Line]) -> [TranscriptBlock] {
    guard depth < Self.depthLimit else {
      return lines.allSatisfy(\.isEmpty) ? [] : [.verbatim(lines.trimmed)]
    }
    work.add(lines.count)
    var blocks: [TranscriptBlock] = []
    // Lines of no drawn block.
    var text: [Line] = []
    func close() {
      blocks += self.text(text)
      text = []
    }
    var index = 0
    // Lines before these are looked at once, so that what is almost drawn takes no more time.
    var attempt = Attempt()
    while index < lines.count {
      let rest = lines[index...]
      if index >= attempt.fence, let fence = MarkdownFence.first(of: rest, &attempt.fence, work) {
        close()
        blocks.append(.verbatim(fence.dedented))
        index += fence.count
      } else if let (drawn, count) = drawn(rest, &attempt) {
        close()
        blocks += drawn
        index += count
      } else {
        text.append(lines[index])
        index += 1
      }
    }
    close()
    return blocks
  }

  /// The drawing that begins at a line, and the number of its lines.
  private func drawn(_ lines: ArraySlice<Line>, _ attempt: inout Attempt) -> (
    blocks: [TranscriptBlock], count: Int
  )? {
    guard let first = lines.first?.unindented.first,
      first >= 0x80 || first.isASCIIDigit || first == UInt8(ascii: "+")
    else { return nil }
    if first.isASCIIDigit {
      guard let (content, count) = Gutters.numbered(lines, work) else { return nil }
      return ([.code(language: "", content.trimmed)], count)
    }
    if lines.startIndex >= attempt.table,
      let (rows, count) = DrawnTable.first(of: lines, &attempt.table, work)
    {
      return ([.table(rows)], count)
    }
    if let frame = ScreenFrame(lines, work) {
      var content: [TranscriptBlock] = []
      if !frame.title.isEmpty {
        content.append(.paragraph([Line("**".utf8) + frame.title + Line("**".utf8)]))
      }
      content += inner(LineWrapping(known: frame.width)).blocks(frame.content)
      return (content, frame.count)
    }
    if let (name, content, count) = Gutters.framedFile(lines, work) {
      let title = name.map { TranscriptBlock.paragraph([$0 + Line(":".utf8)]) }
      return (
        (title.map { [$0] } ?? []) + [.code(language: CodeName.language(ofFile: name), content.trimmed)],
        count
      )
    }
    if lines.startIndex >= attempt.bars, let (content, count) = Gutters.barred(lines, &attempt.bars, work) {
      let blocks = inner(LineWrapping(of: content)).blocks(content)
      // All of a text behind a bar is what a program shows so; a part of it is quoted.
      return (count == lines.count && lines.startIndex == 0 ? blocks : [.quotation(blocks)], count)
    }
    return nil
  }

  // MARK: Text

  /// Paragraphs, lists and code.
  private func text(_ lines: [Line]) -> [TranscriptBlock] {
    var blocks: [TranscriptBlock] = []
    var index = 0
    while index < lines.count {
      if lines[index].isEmpty {
        index += 1
      } else if ScreenRule.isRule(lines[index]) {
        blocks.append(.rule)
        index += 1
      } else if let (list, end) = list(in: lines, from: index) {
        blocks.append(list)
        index = end
      } else {
        var end = index
        while end < lines.count, !lines[end].isEmpty, !ScreenRule.isRule(lines[end]),
          end == index || TerminalListItem(lines[end]) == nil
            || CodeDetection.areCode(Array(lines[index..<end].suffix(8)))
        {
          end += 1
        }
        append(Array(lines[index..<end]), isApart: index > 0 && lines[index - 1].isEmpty, to: &blocks)
        index = end
      }
    }
    return blocks
  }

  private func append(_ group: [Line], isApart: Bool, to blocks: inout [TranscriptBlock]) {
    let isCode = readsProse ? group.commonIndentation > 1 : CodeDetection.areCode(group)
    if isCode, !isWrappedProse(group) {
      if let session = ConsoleSession(group.dedented) {
        blocks += session.blocks
        return
      }
      guard fencesCode else { return blocks.append(.verbatim(group)) }
      // Code has empty lines of its own.
      if isApart, case .code(let language, var lines)? = blocks.last {
        // Without the block its lines are held once, so that many groups do not copy all lines before them.
        blocks.removeLast()
        lines.append([])
        lines += group
        blocks.append(.code(language: language, lines))
      } else {
        blocks.append(.code(language: "", group.dedented(by: group.commonIndentation)))
      }
    } else {
      blocks.append(.paragraph(paragraph(group)))
    }
  }

  /// Whether all lines but the last are as full as a program makes those of a paragraph, and hold words.
  private func isWrappedProse(_ group: [Line]) -> Bool {
    guard group.count > 1, zip(group, group.dropFirst()).allSatisfy({ wrapping.wraps($0, before: $1) }) else {
      return false
    }
    // An address that is longer than the screen is wide.
    if wrapping.isKnown, group.allSatisfy({ !$0.contains(0x20) }),
      group.dropLast().allSatisfy({ DisplayWidth.of($0) == wrapping.width })
    {
      return true
    }
    let bytes = group.reduce(0) { $0 + $1.unindented.count }
    let letters = group.reduce(0) { sum, line in
      sum + line.unindented.count { $0.isASCIILetter || $0 >= 0x80 || $0 == 0x20 }
    }
    return 100 * letters >= 85 * bytes
  }

  /// Lines of text with those joined that a program wrapped.
  func paragraph(_ lines: [Line]) -> [Line] {
    var result: [Line] = []
    var last: Line = []
    for line in lines {
      if !result.isEmpty, wrapping.wraps(last, before: line) {
        wrapping.join(line, to: &result[result.count - 1], last: last)
      } else {
        result.append(line.unindented)
      }
      last = line
    }
    return result.map(\.singleSpaced)
  }

  // MARK: Lists

  private func list(in lines: [Line], from start: Int) -> (TranscriptBlock, end: Int)? {
    guard let first = TerminalListItem(lines[start]), isList(first, in: lines, from: start) else {
      return nil
    }
    var items: [TranscriptBlock.Item] = []
    var index = start
    defer { work.add(index - start) }
    var isLoose = false
    while index < lines.count, let item = TerminalListItem(lines[index]),
      item.indentation == first.indentation
    {
      var body: [Line] = []
      var end = index + 1
      var blank = 0
      while end < lines.count {
        let line = lines[end]
        if line.isEmpty {
          blank += 1
        } else if line.indentation > first.indentation {
          body += Array(repeating: [], count: blank)
          blank = 0
          body.append(line)
        } else if blank == 0, TerminalListItem(line) == nil, line.indentation == first.indentation,
          wrapping.wraps(body.last ?? lines[index], before: line)
        {
          body.append(line)
        } else {
          break
        }
        end += 1
      }
      items.append(TranscriptBlock.Item(marker: item.marker, blocks: blocks(of: item, body, lines[index])))
      let hasNext = end < lines.count && TerminalListItem(lines[end])?.indentation == first.indentation
      if blank > 0, hasNext { isLoose = true }
      index = hasNext ? end : end - blank
      if !hasNext { break }
    }
    return (.list(items, isLoose: isLoose), index)
  }

  /// A dash alone may be an option or a line of a comparison.
  private func isList(_ item: TerminalListItem, in lines: [Line], from start: Int) -> Bool {
    let mark = lines[start].unindented.first
    guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "+") else { return true }
    return !CodeDetection.isCode(item.text)
  }

  private func blocks(of item: TerminalListItem, _ body: [Line], _ line: Line) -> [TranscriptBlock] {
    let column = DisplayWidth.of(line.prefix(line.count - item.text.count))
    // The lines that go on with the item's own text, up to a nested item or an empty line.
    let textLines = body.prefix { !$0.isEmpty && TerminalListItem($0) == nil && $0.indentation <= column + 1 }
    var text = [item.text]
    var last = line
    var taken = 0
    for next in textLines {
      if wrapping.wraps(last, before: next) {
        wrapping.join(next, to: &text[text.count - 1], last: last)
      } else if CodeDetection.isCode(next) {
        break
      } else {
        text.append(next.unindented)
      }
      last = next
      taken += 1
    }
    let rest = Array(body.dropFirst(taken))
    let dedent = rest.commonIndentation
    return [.paragraph(text)]
      + inner(wrapping.narrowed(by: dedent)).blocks(rest.dedented(by: dedent))
  }
}

/// Counts the lines that a reader looks at: it may look at each a few times, however they are nested or almost drawn.
final class LineWork {
  private(set) var count = 0

  func add(_ lines: Int) { count += lines }
}

/// Rules across the screen.
enum ScreenRule {
  static func isRule(_ line: ScreenText.Line) -> Bool {
    let text = line.unindented
    for dash in ["─", "━", "═", "╌", "┄"] where text.hasPrefix(dash) {
      return text.count >= 8 * dash.utf8.count && text.string.allSatisfy { String($0) == dash }
    }
    return false
  }
}

/// Fenced code of Markdown.
private enum MarkdownFence {
  /// The lines from an opening fence to its closing one; nil if there is none.
  static func first(
    of lines: ArraySlice<ScreenText.Line>, _ failure: inout Int, _ work: LineWork
  ) -> [ScreenText.Line]? {
    guard let start = lines.first?.unindented, start.hasPrefix("```") else { return nil }
    guard let end = lines.dropFirst().firstIndex(where: { $0.unindented.elementsEqual("```".utf8) }) else {
      work.add(lines.count)
      failure = lines.endIndex
      return nil
    }
    work.add(end - lines.startIndex)
    return Array(lines[lines.startIndex...end])
  }
}

/// Whether lines are program text, settings, logs or listings.
enum CodeDetection {
  static func isCode(_ line: ScreenText.Line) -> Bool {
    isDrawn(line) || ForeignLine.isForeign(line.unindented, isIndented: line.first == 0x20)
  }

  /// Whether a line begins with a part of what is drawn with lines, or has one between words.
  private static func isDrawn(_ line: ScreenText.Line) -> Bool {
    // All that is drawn with is U+2500 to U+257F.
    let text = line.unindented
    let isFirst = text.first == 0xE2 && [0x94, 0x95].contains(text.dropFirst().first)
    return isFirst || ByteSearch.contains(" │ ", in: text)
  }

  static func areCode(_ lines: [ScreenText.Line]) -> Bool {
    let foreign = lines.count(where: isCode)
    if 2 * foreign >= lines.count { return foreign > 0 }
    return SpacedText.isSetBySpaces(lines)
  }
}

/// The languages of code by the names of files.
enum CodeName {
  private static let languages: [String: String] = [
    "bash": "bash", "c": "c", "cc": "cpp", "cpp": "cpp", "cs": "csharp", "css": "css", "diff": "diff",
    "go": "go",
    "h": "c", "hpp": "cpp", "hs": "haskell", "html": "html", "java": "java", "js": "js", "json": "json",
    "kt": "kotlin", "lua": "lua", "md": "markdown", "patch": "diff", "php": "php", "pl": "perl",
    "py": "python",
    "rb": "ruby", "rs": "rust", "sh": "sh", "sql": "sql", "swift": "swift", "toml": "toml", "ts": "ts",
    "tsx": "tsx", "xml": "xml", "yaml": "yaml", "yml": "yaml", "zsh": "zsh",
  ]

  /// The language of a file, as the info string of fenced code names it; empty if its name tells none.
  static func language(ofFile name: ScreenText.Line?) -> String {
    guard let name, let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return languages[name[(dot + 1)...].string.lowercased()] ?? ""
  }
}
