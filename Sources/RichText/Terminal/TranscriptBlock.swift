/// A block of what a terminal showed, as a person writes it in Markdown.
indirect enum TranscriptBlock {
  typealias Line = ScreenText.Line

  /// Lines of one paragraph.
  case paragraph([Line])
  case heading(level: Int, Line)
  case code(language: String, [Line])
  /// The rows of a table, the first of which is its header.
  case table([[Line]])
  case quotation([TranscriptBlock])
  case list([Item], isLoose: Bool)
  case rule
  /// Lines that are Markdown already, or that nothing is known about.
  case verbatim([Line])

  /// An item of a list.
  struct Item {
    /// `-`, `1.` or `- [ ]`, with the space behind it.
    let marker: String
    let blocks: [TranscriptBlock]
  }
}

extension TranscriptBlock {
  /// Markdown of blocks, with an empty line between them.
  static func markdown(of blocks: [TranscriptBlock]) -> [Line] {
    var lines: [Line] = []
    for block in blocks {
      let written = block.lines
      guard !written.isEmpty else { continue }
      if !lines.isEmpty { lines.append([]) }
      lines += written
    }
    return lines
  }

  private var lines: [Line] {
    switch self {
    case .paragraph(let lines), .verbatim(let lines): return lines
    case .heading(let level, let text):
      return [Line(String(repeating: "#", count: level).utf8) + [0x20] + text]
    case .rule: return [Line("---".utf8)]
    case .code(let language, let lines):
      let fence = Line(String(repeating: "`", count: Self.fenceLength(lines)).utf8)
      return [fence + Line(language.utf8)] + lines + [fence]
    case .table(let rows): return Self.table(rows)
    case .quotation(let blocks):
      return Self.markdown(of: blocks).map { $0.isEmpty ? Line(">".utf8) : Line("> ".utf8) + $0 }
    case .list(let items, let isLoose):
      var lines: [Line] = []
      for (index, item) in items.enumerated() {
        if isLoose, index > 0 { lines.append([]) }
        lines += item.lines
      }
      return lines
    }
  }

  /// Three marks, or one more than the longest run of them in the code.
  private static func fenceLength(_ lines: [Line]) -> Int {
    var longest = 2
    for line in lines {
      var run = 0
      for byte in line {
        run = byte == UInt8(ascii: "`") ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    return longest + 1
  }

  private static func table(_ rows: [[Line]]) -> [Line] {
    let tab = UInt8(ascii: "\t")
    let values = DelimitedWriter(separator: tab).write(rows)
    guard let markdown = try? DelimitedMarkdown.write(values, separator: tab) else {
      return rows.map { Line($0.joined(separator: [tab])) }
    }
    return markdown.split(separator: 0x0A)
  }
}

extension TranscriptBlock.Item {
  fileprivate var lines: [ScreenText.Line] {
    // A box to tick is text of the item, whose content begins behind the mark.
    let width = marker.hasPrefix("- ") ? 2 : marker.utf8.count
    let indent = ScreenText.Line(String(repeating: " ", count: width).utf8)
    var lines: [ScreenText.Line] = []
    for block in blocks {
      var written = TranscriptBlock.markdown(of: [block])
      // Lists follow the text that they belong to.
      if !lines.isEmpty, case .list = block {} else if !lines.isEmpty { written.insert([], at: 0) }
      lines += written
    }
    guard let first = lines.first else { return [ScreenText.Line(marker.utf8).withoutTrailingSpace] }
    return [ScreenText.Line(marker.utf8) + first] + lines.dropFirst().map { $0.isEmpty ? $0 : indent + $0 }
  }
}
