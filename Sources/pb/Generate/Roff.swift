/// Text in the language of man(7).
struct Roff {
  private(set) var text = ""
  /// True right after a heading, which a paragraph follows without a request for one.
  private var isAfterHeading = false

  /// - Parameter title: the name of the page in capital letters.
  init(_ title: String, section: Int, manual: String) {
    let source = "\"\(Command.releaseDate)\" \"pb \(Command.version)\" \"\(manual)\""
    line(".TH \(Self.escaped(title)) \(section) \(source)")
  }

  mutating func line(_ line: String) {
    text += line + "\n"
    isAfterHeading = false
  }

  mutating func section(_ title: String) {
    line(".SH \"\(title)\"")
    isAfterHeading = true
  }

  mutating func subsection(_ title: String) {
    line(".SS \"\(Self.escaped(title))\"")
    isAfterHeading = true
  }

  mutating func paragraph(_ text: String) {
    if !isAfterHeading { line(".PP") }
    line(Self.protected(text))
  }

  /// Paragraphs that blank lines part; the lines of one are joined.
  mutating func paragraphs(_ paragraphs: String) {
    var lines: [Substring] = []
    for line in paragraphs.split(separator: "\n", omittingEmptySubsequences: false) + [Substring("")] {
      if !line.isEmpty {
        lines.append(line)
      } else if !lines.isEmpty {
        paragraph(lines.joined(separator: " "))
        lines = []
      }
    }
  }

  mutating func item(_ term: String, _ text: String) {
    line(".TP")
    line("\\fB\(Self.escaped(term))\\fR")
    line(Self.protected(text))
  }

  /// Lines to be set as they are: commands, or the content of a file.
  mutating func example(_ lines: [String]) {
    line((isAfterHeading ? "" : ".PP\n") + ".RS 4\n.EX")
    for example in lines { line(Self.protected(example)) }
    line(".EE\n.RE")
  }

  /// Each command with a sentence before it.
  mutating func examples(_ examples: [Example]) {
    for example in examples {
      paragraph(example.purpose.prefix(1).uppercased() + example.purpose.dropFirst() + ":")
      self.example([example.command])
    }
  }

  mutating func seeAlso(_ pages: [(name: String, section: Int)]) {
    section("SEE ALSO")
    for (index, page) in pages.enumerated() {
      line(".BR \(Self.escaped(page.name)) (\(page.section))" + (index < pages.count - 1 ? "," : ""))
    }
  }

  mutating func option(_ option: Option) {
    line(".TP")
    let value = option.shownValue.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
    let letter = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
    line("\(letter)\\fB\\-\\-\(Self.escaped(option.name))\\fR\(value)")
    line(Self.protected(option.summary.prefix(1).uppercased() + option.summary.dropFirst() + "."))
  }

  /// Appends a topic of help below its heading.
  mutating func topic(_ topic: HelpTopic) {
    subsection(Help.sentence(topic.summary))
    for part in topic.parts {
      switch part {
      case .paragraph(let text): paragraphs(text)
      case .items(let items): for (term, text) in items { item(term, Help.sentence(text) + ".") }
      case .literals(let items): for (term, text) in items { item(term, text) }
      case .options(let options): for option in options { self.option(option) }
      case .example(let lines): example(lines)
      }
    }
  }

  static func escaped(_ text: String) -> String {
    text.map { escapes[$0] ?? String($0) }.joined()
  }

  private static let escapes: [Character: String] = [
    "\\": "\\(rs", "-": "\\-", "'": "\\(aq", "\"": "\\(dq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
    "…": "...",
  ]

  /// Text that may stand at the beginning of a line, where a dot or a quote would be a request.
  private static func protected(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix(".") ? "\\&" + text : text
  }
}
