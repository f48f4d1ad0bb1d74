import Conversions
import RichText
import Terminal
import UniformTypeIdentifiers

/// The keys of a live view with their meanings, for its help and its last line.
enum LiveKeys {
  private static let rows: [(keys: String, work: String, short: String?)] = [
    ("q", "quit (Escape closes what was opened last)", "quit"),
    ("?", "this help", "help"),
    ("j k ↓ ↑", "move in the list (g and G: first and last row)", nil),
    ("space b", "scroll the content by a page (→ and ←: by a line)", "scroll"),
    ("/", "search the content (n and N: next and previous match)", "search"),
    ("y", "copy only the selected format", "copy"),
    ("p", "replace the clipboard with Markdown, HTML, RTF or plain text", "paste as"),
    ("s", "save the selected format to a new file", "save"),
    ("l", "list earlier copies of this session (Enter shows one)", "log"),
    ("a", "show all targets, or each format once", nil),
    ("c t", "copy the identifier, or the target, to the other pasteboard (primary)", nil),
    ("Ctrl-Z", "suspend pb and return to the shell", nil),
  ]

  static var help: [StyledLine] {
    rows.map { row in
      var line = StyledLine("  ")
      line.append(StyledLine(row.keys, .bold).fitted(to: 10))
      line.append(row.work)
      return line
    }
  }

  static var footer: StyledLine {
    var line = StyledLine()
    for case (let keys, _, let short?) in rows {
      line.append((line.width > 0 ? "  " : "") + keys, .bold)
      line.append(" " + short, .faint)
    }
    return line
  }

  /// The formats for "paste as", each with its key.
  static let formats: [(key: Character, type: UTType, title: String)] = [
    ("m", .markdown, "Markdown"), ("h", .html, "HTML"), ("r", .rtf, "RTF"),
    ("t", .utf8PlainText, "plain text"),
  ]

  static var choice: StyledLine {
    var line = StyledLine("Paste as:", .bold)
    for format in formats {
      line.append("  \(format.key)", .bold)
      line.append(" " + format.title)
    }
    line.append("  Escape cancels", .faint)
    return line
  }
}
