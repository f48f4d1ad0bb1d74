import Conversions
import RichText
import Terminal
import UniformTypeIdentifiers

/// What the keys of a live view are for, as its help and its last line tell.
enum LiveKeys {
  private static let rows: [(keys: String, work: String, short: String?)] = [
    ("q", "leave; Escape leaves what was opened last", "leave"),
    ("?", "this help", "help"),
    ("j k ↓ ↑", "move in the list; g and G go to its ends", nil),
    ("space b", "scroll the content a page; → and ← a line", "scroll"),
    ("/", "look for a text in the content; n and N go on to the next and to the one before", "search"),
    ("y", "copy what is selected, by itself", "copy"),
    ("p", "paste as: make what is there Markdown, HTML, RTF or plain text", "paste as"),
    ("s", "save what is selected to a new file", "save"),
    ("l", "list what was there since this began; Enter shows it again", "log"),
    ("a", "list every target, or each form once", nil),
    ("c t", "copy the identifier, the target (to another pasteboard)", nil),
    ("Ctrl-Z", "go back to the shell for a while", nil),
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

  /// What there is to paste as, each with its key.
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
    line.append("  Escape leaves it", .faint)
    return line
  }
}
