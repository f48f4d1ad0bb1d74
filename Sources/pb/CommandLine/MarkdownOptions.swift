import RichText

/// The options that say how Markdown is written, wherever it is.
enum MarkdownOptions {
  static let dialect = Option(
    "markdown", value: "gfm|commonmark|extra",
    "GitHub's (default), CommonMark, or with definition lists")
  static let headings = Option(
    "headings", value: "atx|setext", "number signs before headings (default), or the first two underlined")
  static let bullet = Option(
    "bullet", value: "dash|asterisk|plus", "the marker of bullet lists (default dash)")
  static let emphasis = Option(
    "emphasis", value: "asterisk|underscore", "what emphasis is set with (default asterisk)")
  static let fence = Option("fence", value: "backtick|tilde", "what code is fenced with (default backtick)")
  static let links = Option(
    "links", value: "inline|reference", "addresses behind the text (default), or by number at the end")
  static let tables = Option(
    "tables", value: "auto|padded|compact|whole|html",
    "lined up, short, or HTML where cells are merged, or hold lists too")
  static let tableHeader = Option(
    "table-header", value: "auto|first|none",
    "the header of tables: theirs (default), else the first row, or none")
  static let wrap = Option(
    "wrap", value: "COLUMNS", "break the lines of paragraphs at this width (default: none)")

  static let all = [dialect, headings, bullet, emphasis, fence, links, tables, tableHeader, wrap]

  /// What long help says of them.
  static let discussion = """
    --markdown, --headings, --bullet, --emphasis, --fence, --links, --tables, --table-header and --wrap say how
    Markdown is written that is made of another format. Every choice but of a header, and of extra for
    definition lists, reads as the same document. With --markdown extra definition lists are read in Markdown, too.
    Markdown has no merged cells and no tables within cells. Of DOCX and ODT such a table stays whole, as HTML; of all
    else its cells are taken apart, unless --tables whole asks for HTML, or html, for tables with lists in cells too.
    padded and compact always take them apart.
    The header of a table of a spreadsheet is its first row, with the row below titles that span columns. JSON names
    columns by the header, too: --table-header first takes the first row of any table, none gives arrays.
    """

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
  static func tell(ofDivided count: Int) {
    guard count > 0 else { return }
    let tables = count == 1 ? "a table" : "\(count) tables"
    Output.say("merged cells of \(tables) were split. To keep them, use --tables html.")
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
