/// Writes help from the table of subcommands.
enum Help {
  /// The lines of a screen that `-h` fills at most.
  static let shortLines = 24
  /// The lines that `--help` has at most; the manual page says more.
  static let longLines = 60
  /// The examples that `--help` shows of those in the manual page.
  private static let exampleCount = 6

  /// The text of `pb -h` and `pb --help`.
  static func overview(isLong: Bool, width: Int = TextWrapping.width) -> String {
    var lines = [
      "Usage: pb COMMAND [OPTIONS] [OPERANDS]",
      "       something | pb           copy",
      "       pb > FILE, or x=$(pb)    paste", "",
    ]
    if isLong {
      lines += rows(Subcommand.all.map { ($0.name, sentence($0.summary)) }, width: width)
      lines += ["", "Topics ('pb help TOPIC'):"]
      lines += rows(HelpTopic.all.map { ($0.name, sentence($0.summary)) }, width: width)
      for paragraph in [typeNotes, exitNotes] { lines += [""] + TextWrapping.lines(paragraph, width: width) }
      lines += ["", "Examples:"] + Example.tasks.map { "  " + $0.command }
    } else {
      // One screen has no room for what is used once, at the installation.
      let words = BashCompletion.firstWords.filter { !["generate", "as"].contains($0) }
      lines += rows(
        words.map { ($0, sentence(BashCompletion.summary(of: $0))) }, width: width)
    }
    lines += ["", "See 'pb COMMAND --help', 'pb help TOPIC' and 'man pb'."]
    if isLong { lines.append("More pages: pb-service(7), pb-faces(7), pasteboard-types(5).") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let typeNotes = """
    TYPE is a name such as html, md, plain, files or text/html. NAME (--pasteboard) is general (the clipboard), \
    primary, secondary, find, drag or your own.
    """

  private static let exitNotes = """
    Exit status: 0 means done, or yes. 1 means that the clipboard is empty, the format is not offered, the answer is \
    no, or a document was damaged. 2 means wrong usage, bad input or no display.
    """

  /// The text of `pb type --help`: the commands that begin with a word.
  static func overview(of family: String, width: Int = TextWrapping.width) -> String {
    let subcommands = Subcommand.all.filter { $0.path[0] == family }
    let lines =
      ["Usage: pb \(family) COMMAND [OPTIONS] [OPERANDS]", ""]
      + rows(subcommands.map { ($0.name, sentence($0.summary)) }, width: width)
      + ["", "Examples:"] + subcommands.compactMap { $0.exampleLines.first.map { "  " + $0 } }
      + ["", "See 'pb \(family) COMMAND --help'."]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text of `pb COMMAND -h` and `pb COMMAND --help`.
  static func text(for subcommand: Subcommand, isLong: Bool, width: Int = TextWrapping.width) -> String {
    let lines = isLong ? long(subcommand, width: width) : short(subcommand, width: width)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text of `pb help TOPIC`.
  static func text(for topic: HelpTopic, width: Int = TextWrapping.width) -> String {
    var lines = [sentence(topic.summary) + "."]
    for part in topic.parts {
      switch part {
      case .paragraph(let text): lines += [""] + TextWrapping.paragraphs(text, width: width)
      case .items(let items), .literals(let items):
        lines += [""] + rows(items.map { ($0.term, $0.text) }, width: width)
      case .options(let options): lines += [""] + self.options(options, width: width)
      case .example(let example): lines += [""] + example.map { "  " + $0 }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Parts

  private static func head(_ subcommand: Subcommand, width: Int) -> [String] {
    let usages = subcommand.usages.enumerated().flatMap { number, usage in
      TextWrapping.lines(usage, width: width, first: number == 0 ? "Usage: " : "       ", indent: 7)
    }
    return usages + [""] + TextWrapping.lines(sentence(subcommand.summary) + ".", width: width)
  }

  private static func long(_ subcommand: Subcommand, width: Int) -> [String] {
    var lines = head(subcommand, width: width)
    lines += ["", "Examples:"] + subcommand.exampleLines.prefix(exampleCount).map { "  " + $0 }
    let options = subcommand.options + [.help]
    let groups = OptionGroup.allCases.map { group in (group, options.filter { $0.group == group }) }
    let shown = groups.filter { $0.0 != .markdown && !$0.1.isEmpty }
    let column = column(of: shown.flatMap(\.1))
    // A few options need no order.
    if options.count <= 6 {
      lines += ["", "Options:"] + self.options(shown.flatMap(\.1), column: column, width: width)
    } else {
      for (group, options) in shown {
        lines += ["", group.rawValue + ":"] + self.options(options, column: column, width: width)
      }
    }
    if let markdown = groups.first(where: { $0.0 == .markdown })?.1, !markdown.isEmpty {
      let names = markdown.map { "--\($0.name)" }.joined(separator: ", ")
      lines += ["", "Style of Markdown (explained by 'pb help formats'):"]
      lines += TextWrapping.lines(names, width: width, first: "  ", indent: 2)
    }
    if !subcommand.notes.isEmpty { lines += [""] + TextWrapping.paragraphs(subcommand.notes, width: width) }
    return lines
  }

  /// One screen: the options that come first in the table, and the names of the others.
  private static func short(_ subcommand: Subcommand, width: Int) -> [String] {
    let start =
      head(subcommand, width: width) + [""] + subcommand.exampleLines.prefix(3).map { "  " + $0 } + [""]
    let options = subcommand.options + [.help]
    let all = self.options(options, column: column(of: options), width: width)
    if start.count + all.count <= shortLines, !options.contains(where: { $0.group == .markdown }) {
      return start + all
    }
    for count in (0..<options.count).reversed() {
      let (first, others) = (Array(options.prefix(count)), options.dropFirst(count))
      let names = others.map { "--\($0.name)" }.joined(separator: ", ")
      let lines =
        start + self.options(first, column: column(of: first), width: width) + [""]
        + TextWrapping.lines(names, width: width, first: "More: ", indent: 6)
        + ["See 'pb \(subcommand.name) --help'."]
      if lines.count <= shortLines, !first.contains(where: { $0.group == .markdown }) { return lines }
    }
    return start
  }

  private static func options(_ options: [Option], column: Int? = nil, width: Int) -> [String] {
    rows(options.map { ($0.spelling, $0.summary) }, column: column, width: width)
  }

  private static func column(of options: [Option]) -> Int { options.map(\.spelling.count).max() ?? 0 }

  /// A text beside a longer term than this leaves is set below it.
  private static let leastTextWidth = 28

  /// Terms with their texts in a second column, which is wrapped within itself, or below them on a narrow terminal.
  private static func rows(_ rows: [(term: String, text: String)], column: Int? = nil, width: Int) -> [String]
  {
    let column = column ?? rows.map(\.term.count).max() ?? 0
    guard width - column >= leastTextWidth else {
      return rows.flatMap { term, text in
        ["  " + term] + TextWrapping.lines(text, width: width, first: "        ", indent: 8)
      }
    }
    return rows.flatMap { term, text in
      let start = "  " + term + String(repeating: " ", count: max(0, column - term.count)) + "  "
      return TextWrapping.lines(text, width: width, first: start, indent: column + 4)
    }
  }

  static func sentence(_ summary: String) -> String { summary.prefix(1).uppercased() + summary.dropFirst() }
}
