import System
import Terminal

/// Text broken into lines of a width, for help.
enum TextWrapping {
  /// The widest that help gets: longer lines are hard to read, and older terminals have no more columns.
  static let widthLimit = 80
  /// A narrower terminal breaks lines itself.
  private static let leastWidth = 40

  /// The columns for help on standard output: those of its terminal, at most 80.
  static var width: Int {
    let columns = TerminalSize(of: FileDescriptor.standardOutput.number)?.columns ?? widthLimit
    return max(leastWidth, min(columns, widthLimit))
  }

  /// The lines of a paragraph. Text within single quotes stays on one line; a word that is too long breaks after `|`.
  ///
  /// - Parameters:
  ///   - first: the start of the first line, counted in its width.
  ///   - indent: the columns before each further line.
  static func lines(
    _ paragraph: some StringProtocol, width: Int, first: String = "", indent: Int = 0
  ) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in words(of: paragraph) {
      var rest = word[...]
      while !rest.isEmpty {
        let space = isEmpty ? 0 : 1
        if line.count + space + rest.count <= width {
          line += (isEmpty ? "" : " ") + rest
          (isEmpty, rest) = (false, "")
        } else if !isEmpty {
          lines.append(line)
          (line, isEmpty) = (margin, true)
        } else if let end = rest.prefix(max(0, width - line.count)).lastIndex(of: "|") {
          lines.append(line + rest[...end])
          (line, rest) = (margin, rest[rest.index(after: end)...])
        } else {
          line += rest
          (isEmpty, rest) = (false, "")
        }
      }
    }
    return isEmpty ? lines : lines + [line]
  }

  /// The lines of paragraphs that empty lines part; an empty line stays between them.
  static func paragraphs(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var paragraph: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) + [Substring()] {
      if !line.isEmpty {
        paragraph.append(line)
      } else if !paragraph.isEmpty {
        if !lines.isEmpty { lines.append("") }
        lines += Self.lines(paragraph.joined(separator: " "), width: width)
        paragraph = []
      }
    }
    return lines
  }

  private static func words(of paragraph: some StringProtocol) -> [String] {
    var words: [String] = []
    // A command in quotes is read as one thing.
    var isQuoted = false
    for word in paragraph.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if isQuoted { words[words.count - 1] += " " + word } else { words.append(String(word)) }
      let startsQuote = !isQuoted && (word.first == "'" || word.hasPrefix("('"))
      let quotes = word.count { $0 == "'" }
      isQuoted = startsQuote ? quotes == 1 : isQuoted && quotes == 0
    }
    return words
  }
}
