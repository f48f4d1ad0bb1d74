import RichText

/// The options for the Markdown that pb writes, shared by several commands.
enum MarkdownOptions {
  static let dialect = Option(
    "markdown", value: "gfm|commonmark|extra", placeholder: "DIALECT", in: .markdown,
    "write gfm (default), commonmark or extra")
  static let headings = Option(
    "headings", value: "atx|setext", placeholder: "STYLE", in: .markdown,
    "write headings as atx (#, default) or setext")
  static let bullet = Option(
    "bullet", value: "dash|asterisk|plus", placeholder: "SIGN", in: .markdown,
    "mark list items with dash (default), asterisk, plus")
  static let emphasis = Option(
    "emphasis", value: "asterisk|underscore", placeholder: "SIGN", in: .markdown,
    "mark emphasis with asterisk (default) or underscore")
  static let fence = Option(
    "fence", value: "backtick|tilde", placeholder: "SIGN", in: .markdown,
    "fence code with backtick (default) or tilde")
  static let links = Option(
    "links", value: "inline|reference", placeholder: "STYLE", in: .markdown,
    "write links as inline (default) or reference")
  static let tables = Option(
    "tables", value: "auto|padded|compact|whole|html", placeholder: "STYLE", in: .markdown,
    "write tables auto (default), padded, compact, whole, html")
  static let tableHeader = Option(
    "table-header", value: "auto|first|none", placeholder: "ROW", in: .markdown,
    "use auto (the table's, default), first or none")
  static let wrap = Option(
    "wrap", value: "COLUMNS", in: .markdown, "wrap paragraphs at this width (default: no limit)")

  static let all = [dialect, headings, bullet, emphasis, fence, links, tables, tableHeader, wrap]

  /// The style that the options ask for; nil if none of them was given.
  static func style(_ arguments: Arguments) throws(Failure) -> MarkdownStyle? {
    guard all.contains(where: arguments.has) else { return nil }
    var style = MarkdownStyle()
    try choose(&style.dialect, dialect, arguments)
    try choose(&style.headings, headings, arguments)
    try choose(&style.bullet, bullet, arguments)
    try choose(&style.emphasis, emphasis, arguments)
    try choose(&style.fence, fence, arguments)
    try choose(&style.links, links, arguments)
    try choose(&style.tables, tables, arguments)
    try choose(&style.tableHeader, tableHeader, arguments)
    if let columns = arguments[wrap] {
      guard let width = Int(columns), width > 0 else {
        throw Failure("--wrap must be a number of columns, not '\(columns)'")
      }
      style.lineWidth = width
    }
    return style
  }

  /// Says in how many tables merged cells were taken apart, and how to keep them.
  static func warn(ofSplitTables count: Int) {
    guard count > 0 else { return }
    let tables = count == 1 ? "a table" : "\(count) tables"
    Output.warn("merged cells of \(tables) were split. To keep them, use: --tables html")
  }

  /// The names of marks that may be typed themselves.
  private static let marks = [
    "-": "dash", "*": "asterisk", "+": "plus", "_": "underscore", "`": "backtick", "~": "tilde",
  ]

  /// The name of a mark that may be typed itself.
  static func name(ofMark mark: String) -> String { marks[mark] ?? mark }

  private static func choose<Choice: RawRepresentable & CaseIterable>(
    _ choice: inout Choice, _ option: Option, _ arguments: Arguments
  ) throws(Failure) where Choice.RawValue == String {
    guard let word = arguments[option] else { return }
    guard let chosen = Choice(rawValue: name(ofMark: word)) else {
      let names = Choice.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw Failure("--\(option.name) must be one of \(names), not '\(word)'")
    }
    choice = chosen
  }
}
