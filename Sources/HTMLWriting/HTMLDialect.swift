/// Where the two ways of writing HTML differ.
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
  static let strikethroughName = "del"
  static let highlightTags = (start: "", end: "")
  static let putsMarksIntoText = false

  func appendAlignment(_ alignment: Table.Alignment?, to output: inout MarkupOutput) {
    switch alignment {
    case .left: output.append(" align=\"left\"")
    case .center: output.append(" align=\"center\"")
    case .right: output.append(" align=\"right\"")
    case nil: break
    }
  }

  func appendCheckbox(_ checkbox: ListItem.Checkbox, to output: inout MarkupOutput) {
    output.append(
      checkbox == .checked
        ? "<input type=\"checkbox\" checked=\"\" disabled=\"\" /> "
        : "<input type=\"checkbox\" disabled=\"\" /> ")
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
