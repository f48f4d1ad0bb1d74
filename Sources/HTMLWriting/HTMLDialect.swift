/// The differences between the two ways of writing HTML.
protocol HTMLDialect {
  /// Attributes of elements that receivers show plain unless told.
  static var codeAttributes: String { get }
  static var preformattedAttributes: String { get }
  static var quoteAttributes: String { get }
  static var tableAttributes: String { get }
  /// Attributes of cells whose text a spreadsheet would take for a number or a formula.
  static var textCellAttributes: String { get }
  /// Attributes of cells that hold a value, and show it in whatever way.
  static func valueAttributes(of cell: TableCell) -> String
  /// Attributes of formulas that are written as TeX.
  static var formulaAttributes: String { get }
  /// The names of the elements for emphasis and strong text that have code or each other in them.
  static var outerStyleNames: (emphasis: String, strong: String) { get }
  /// The name of the element for struck text.
  static var strikethroughName: String { get }
  /// What stands within the element for highlighted text, for receivers that do not know that.
  static var highlightTags: (start: String, end: String) { get }

  func appendAlignment(_ alignment: Table.Alignment?, to output: inout MarkupOutput)
  func appendCheckbox(_ checkbox: ListItem.Checkbox, to output: inout MarkupOutput)
  func appendText(_ text: String, to output: inout MarkupOutput)
  /// The element of a formula; nil to write its TeX.
  func formula(_ tex: String, isDisplayed: Bool) -> String?
  /// The address of a link, nil if the link may not be.
  func linkAddress(_ destination: String) -> String?
  func imageAddress(_ source: String) -> String?
  mutating func appendRawBlock(_ html: String, to output: inout MarkupOutput)
  mutating func appendRawInline(_ html: String, to output: inout MarkupOutput)
  /// Ends what raw HTML left open in a block.
  mutating func endBlock(_ output: inout MarkupOutput)
  func appendReference(_ label: String, number: Int, occurrence: Int, to output: inout MarkupOutput)
  func beginNotes(_ output: inout MarkupOutput)
  /// Begins a note; without links to it, it needs no name.
  func beginNote(_ label: String, number: Int, isLinked: Bool, to output: inout MarkupOutput)
  /// Appends the mark that leads from a note to its references; there may be none that lead here.
  func appendBackReference(_ label: String, number: Int, occurrences: Int, to output: inout MarkupOutput)
  /// True if the marks of notes and the boxes of tasks are text, which stands in the paragraph that follows.
  static var putsMarksIntoText: Bool { get }
  func endNote(_ output: inout MarkupOutput)
  func endNotes(_ output: inout MarkupOutput)
}

/// The output of `cmark-gfm --unsafe` with its extensions.
struct CommonMarkDialect: HTMLDialect {
  static let codeAttributes = ""
  static let preformattedAttributes = ""
  static let quoteAttributes = ""
  static let tableAttributes = ""
  static let textCellAttributes = ""
  static func valueAttributes(of cell: TableCell) -> String { "" }
  static let formulaAttributes = ""
  static let outerStyleNames = (emphasis: "em", strong: "strong")
  static let strikethroughName = "del"
  static let highlightTags = (start: "", end: "")
  static let putsMarksIntoText = false

  func appendAlignment(_ alignment: Table.Alignment?, to output: inout MarkupOutput) {
    output.append(MarkupOutput.attribute(of: alignment))
  }

  func appendCheckbox(_ checkbox: ListItem.Checkbox, to output: inout MarkupOutput) {
    output.append(checkbox)
  }

  func appendText(_ text: String, to output: inout MarkupOutput) {
    output.appendEscaped(text)
  }

  func formula(_ tex: String, isDisplayed: Bool) -> String? {
    MathMLWriter.math(tex, isDisplayed: isDisplayed)
  }

  func linkAddress(_ destination: String) -> String? { destination }
  func imageAddress(_ source: String) -> String? { source }

  func appendRawBlock(_ html: String, to output: inout MarkupOutput) {
    output.append(html)
  }

  func appendRawInline(_ html: String, to output: inout MarkupOutput) {
    output.append(html)
  }

  func endBlock(_ output: inout MarkupOutput) {}

  func appendReference(_ label: String, number: Int, occurrence: Int, to output: inout MarkupOutput) {
    output.append("<sup class=\"footnote-ref\"><a href=\"#fn-")
    output.appendAddress(label)
    output.append("\" id=\"fnref-")
    output.appendAddress(label)
    if occurrence > 1 { output.append("-\(occurrence)") }
    output.append("\" data-footnote-ref>\(number)</a></sup>")
  }

  func beginNotes(_ output: inout MarkupOutput) {
    output.startLine()
    output.append("<section class=\"footnotes\" data-footnotes>\n<ol>\n")
  }

  func beginNote(_ label: String, number: Int, isLinked: Bool, to output: inout MarkupOutput) {
    guard isLinked else {
      output.append("<li>\n")
      return
    }
    output.append("<li id=\"fn-")
    output.appendAddress(label)
    output.append("\">\n")
  }

  func appendBackReference(_ label: String, number: Int, occurrences: Int, to output: inout MarkupOutput) {
    for occurrence in 1..<(occurrences + 1) {
      if occurrence > 1 { output.append(" ") }
      output.append("<a href=\"#fnref-")
      output.appendAddress(label)
      if occurrence > 1 { output.append("-\(occurrence)") }
      output.append("\" class=\"footnote-backref\" data-footnote-backref aria-label=\"Back to content\">↩")
      if occurrence > 1 { output.append("<sup class=\"footnote-ref\">\(occurrence)</sup>") }
      output.append("</a>")
    }
  }

  func endNote(_ output: inout MarkupOutput) {
    output.startLine()
    output.append("</li>\n")
  }

  func endNotes(_ output: inout MarkupOutput) {
    output.append("</ol>\n</section>\n")
  }
}

/// HTML for programs that paste it: styles where they would show plain text, nothing active.
struct ClipboardDialect: HTMLDialect {
  static let codeAttributes = " style=\"font-family: monospace\""
  static let preformattedAttributes =
    " style=\"font-family: monospace; white-space: pre; background: #f4f4f4; padding: 0.5em\""
  // With margins of its own, Qt would not know it for a quote.
  static let quoteAttributes = " style=\"padding-left: 1em; border-left: 3px solid #cccccc\""
  static let tableAttributes = " border=\"1\" cellpadding=\"4\" style=\"border-collapse: collapse\""
  // LibreOffice Calc reads the format of a cell's value here: the language, and text.
  static let textCellAttributes = " sdnum=\"1033;0;@\""

  static func valueAttributes(of cell: TableCell) -> String {
    guard let value = cell.value else { return "" }
    let (number, format): (String, String?) =
      switch CellContent(value, shownAs: Array(shownText(cell.inlines).utf8)[...]) {
      case .number(let spelling, let format): (spelling, format.flatMap(calcFormat))
      case .date(let serial, let iso, let format):
        ("\(serial)", calcFormat(format) ?? CellContent.dateFormat(of: iso).uppercased())
      case .boolean(let truth): (truth ? "1" : "0", "BOOLEAN")
      case .text, .plainText: ("", nil)
      }
    guard !number.isEmpty else { return "" }
    return " sdval=\"\(number)\"" + (format.map { " sdnum=\"1033;0;\($0)\"" } ?? "")
  }

  /// The text that a cell shows, without its markup.
  private static func shownText(_ inlines: [Inline]) -> String {
    inlines.reduce(into: "") { text, inline in
      switch inline {
      case .text(let part), .code(let part): text += part
      case .softBreak: text += " "
      case .lineBreak: text += "\n"
      case .link(let link): text += shownText(link.content)
      case .emphasis(let content), .strong(let content), .strikethrough(let content), .underline(let content),
        .superscript(let content), .subscript(let content), .highlight(let content), .keyboard(let content):
        text += shownText(content)
      case .image, .html, .math, .footnoteReference: break
      }
    }
  }

  /// The formats that LibreOffice 7.4 has by itself: of others in HTML it keeps the value alone.
  private static let calcFormats: Set = [
    "0", "0.00", "#,##0", "#,##0.00", "0%", "0.00%", "0.00E+00", "YYYY-MM-DD", "YYYY-MM-DD HH:MM:SS",
    "MM/DD/YY",
    "MM/DD/YYYY", "MM/DD/YYYY HH:MM:SS", "MMM D, YYYY", "HH:MM", "HH:MM:SS", "HH:MM AM/PM",
  ]

  /// The format of Calc that is most like one; nil for none.
  private static func calcFormat(_ code: String) -> String? {
    let code = code.uppercased()
    if calcFormats.contains(code) { return code }
    return code.hasSuffix("%") ? "0.00%" : code.contains("#,##0") ? "#,##0.00" : nil
  }

  // TeX is in no language. LibreOffice keeps that, not the class, and no program shows it.
  static let formulaAttributes = " lang=\"zxx\""
  // LibreOffice makes character styles of `em`, `strong` and `code`, of which a text has one. It makes none of these.
  static let outerStyleNames = (emphasis: "i", strong: "b")
  // LibreOffice does not know `del`.
  static let strikethroughName = "s"
  // LibreOffice does not know `mark` either. The colour is what browsers give it.
  static let highlightTags = (start: "<span style=\"background-color: #ffff00\">", end: "</span>")
  static let putsMarksIntoText = true

  private var sanitizer: RawHTMLSanitizer

  /// - Parameter places: the names that raw HTML may give, for links of the document lead there.
  init(places: Set<String>) { sanitizer = RawHTMLSanitizer(places: places) }

  func appendAlignment(_ alignment: Table.Alignment?, to output: inout MarkupOutput) {
    let value: String? =
      switch alignment {
      case .left: "left"
      case .center: "center"
      case .right: "right"
      case nil: nil
      }
    if let value { output.append(" align=\"\(value)\" style=\"text-align: \(value)\"") }
  }

  func appendCheckbox(_ checkbox: ListItem.Checkbox, to output: inout MarkupOutput) {
    output.append(checkbox == .checked ? "☑ " : "☐ ")
  }

  func appendText(_ text: String, to output: inout MarkupOutput) {
    guard !sanitizer.isInDroppedContent else { return }
    if text.utf8.span.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F }) {
      let kept = text.unicodeScalars.filter {
        $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" || $0 == "\t"
      }
      output.appendEscaped(String(String.UnicodeScalarView(kept)))
    } else {
      output.appendEscaped(text)
    }
  }

  /// Most editors drop the elements of MathML and keep their text, which then is no formula any more.
  func formula(_ tex: String, isDisplayed: Bool) -> String? { nil }

  func linkAddress(_ destination: String) -> String? {
    LinkPolicy.linkDestination(destination.utf8)
  }

  func imageAddress(_ source: String) -> String? {
    LinkPolicy.imageSource(source.utf8, limit: .max)
  }

  mutating func appendRawBlock(_ html: String, to output: inout MarkupOutput) {
    sanitizer.append(html, to: &output)
    sanitizer.closeOpenElements(&output)
  }

  mutating func appendRawInline(_ html: String, to output: inout MarkupOutput) {
    sanitizer.append(html, to: &output)
  }

  mutating func endBlock(_ output: inout MarkupOutput) {
    sanitizer.closeOpenElements(&output)
  }

  // Word processors make real footnotes of LibreOffice's spelling; all others see links.

  func appendReference(_ label: String, number: Int, occurrence: Int, to output: inout MarkupOutput) {
    // With the class LibreOffice would make an empty note of each further reference.
    output.append(occurrence == 1 ? "<a class=\"sdfootnoteanc\" name=\"sdfootnote\(number)anc\"" : "<a")
    output.append(" href=\"#sdfootnote\(number)sym\"><sup>\(number)</sup></a>")
  }

  func beginNotes(_ output: inout MarkupOutput) {
    output.startLine()
  }

  func beginNote(_ label: String, number: Int, isLinked: Bool, to output: inout MarkupOutput) {
    output.append(isLinked ? "<div id=\"sdfootnote\(number)\">\n" : "<div>\n")
  }

  func appendBackReference(_ label: String, number: Int, occurrences: Int, to output: inout MarkupOutput) {
    guard occurrences > 0 else {
      output.append("<sup>\(number)</sup> ")
      return
    }
    output.append(
      "<a class=\"sdfootnotesym\" name=\"sdfootnote\(number)sym\" href=\"#sdfootnote\(number)anc\">\(number)</a> "
    )
  }

  func endNote(_ output: inout MarkupOutput) {
    output.startLine()
    output.append("</div>\n")
  }

  func endNotes(_ output: inout MarkupOutput) {}
}
