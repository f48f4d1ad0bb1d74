import Containers

/// The styles that a written document's content makes of the common ones, each once.
struct OpenDocumentAutomaticStyles {
  struct Paragraph: Hashable {
    var parent: String
    /// The distance in twips.
    var left = 0
    var right = 0
    /// The space after the paragraph in twips, nil for what the common style has.
    var spaceAfter: Int?
    var alignment: String?

    var isRightToLeft = false
    /// The mark of a list stands before its text.
    var hasMarker = false

    var isCommon: Bool {
      left == 0 && right == 0 && spaceAfter == nil && alignment == nil && !isRightToLeft
    }
  }

  struct Text: Hashable {
    var parent: String?
    var traits: FlowTraits = []

    var isCommon: Bool { traits.isEmpty }
  }

  /// The distance by which the mark of a list stands out from its text.
  private static let markerIndent = "-0.635cm"

  private var paragraphs: [Paragraph: Int] = [:]
  private var orderedParagraphs: [Paragraph] = []
  private var texts: [Text: Int] = [:]
  private var orderedTexts: [Text] = []
  private(set) var lists: [WrittenList] = []
  /// The distance by which tables are indented, in twips.
  private var tableIndents: [Int] = []
  /// The info strings of code blocks, each once.
  private(set) var codeInfos: [String] = []
  private var codeNumbers: [String: Int] = [:]
  /// Tables stand in frames.
  var hasFrames = false

  // MARK: Names

  /// The name of a style, which is the common one's where nothing else is said.
  mutating func name(of style: Paragraph) -> String {
    if style.isCommon { return style.parent }
    if let number = paragraphs[style] { return "P\(number)" }
    orderedParagraphs.append(style)
    paragraphs[style] = orderedParagraphs.count
    return "P\(orderedParagraphs.count)"
  }

  /// The name of a style, nil for text that looks like its paragraph.
  mutating func name(of style: Text) -> String? {
    if style.isCommon { return style.parent }
    if let number = texts[style] { return "T\(number)" }
    orderedTexts.append(style)
    texts[style] = orderedTexts.count
    return "T\(orderedTexts.count)"
  }

  mutating func nameOfTable(left: Int) -> String {
    if let index = tableIndents.firstIndex(of: left) { return "Table\(index + 1)" }
    tableIndents.append(left)
    return "Table\(tableIndents.count)"
  }

  /// The style of code in a language; more languages than any text has share that of code without one.
  ///
  /// - Parameter isBlank: all lines are blank, for which more must be known than the usual style.
  mutating func nameOfCode(_ info: String, isBlank: Bool) -> String {
    guard !info.isEmpty || isBlank else { return "Preformatted_20_Text" }
    if let number = codeNumbers[info] { return "Code\(number)" }
    guard codeInfos.count < 256, info.utf8.count < 200 else { return "Preformatted_20_Text" }
    codeInfos.append(info)
    codeNumbers[info] = codeInfos.count
    return "Code\(codeInfos.count)"
  }

  mutating func setLists(_ lists: [WrittenList]) { self.lists = lists }

  // MARK: Writing

  func write(to writer: inout XMLWriter) {
    for (index, style) in orderedParagraphs.enumerated() {
      writer.raw(
        "<style:style style:name=\"P\(index + 1)\" style:family=\"paragraph\" style:parent-style-name=\"\(style.parent)\"><style:paragraph-properties"
      )
      if style.left > 0 { writer.raw(" fo:margin-left=\"\(Self.length(style.left))\"") }
      if style.right > 0 { writer.raw(" fo:margin-right=\"\(Self.length(style.right))\"") }
      if style.left > 0 || style.right > 0 {
        let indent = style.hasMarker ? Self.markerIndent : "0cm"
        writer.raw(" fo:text-indent=\"\(indent)\" style:auto-text-indent=\"false\"")
      }
      if let space = style.spaceAfter { writer.raw(" fo:margin-bottom=\"\(Self.length(space))\"") }
      // LibreOffice has the start of a line at the left, whichever way the text goes.
      let alignment = style.alignment ?? (style.isRightToLeft ? "right" : nil)
      if let alignment { writer.raw(" fo:text-align=\"\(alignment)\"") }
      if style.isRightToLeft { writer.raw(" style:writing-mode=\"rl-tb\"") }
      writer.raw("/></style:style>")
    }
    for (index, style) in orderedTexts.enumerated() { write(style, number: index + 1, to: &writer) }
    for (index, left) in tableIndents.enumerated() {
      writer.raw(
        "<style:style style:name=\"Table\(index + 1)\" style:family=\"table\"><style:table-properties table:align=\"margins\" fo:margin-left=\"\(Self.length(left))\" fo:margin-bottom=\"0.212cm\"/></style:style>"
      )
    }
    if !tableIndents.isEmpty {
      writer.raw(
        "<style:style style:name=\"Cell\" style:family=\"table-cell\"><style:table-cell-properties fo:padding=\"0.097cm\" fo:border=\"0.5pt solid #808080\"/></style:style>"
      )
    }
    writer.raw(
      "<style:style style:name=\"Picture\" style:family=\"graphic\" style:parent-style-name=\"Graphics\"><style:graphic-properties style:vertical-pos=\"top\" style:vertical-rel=\"baseline\"/></style:style>"
    )
    writer.raw(
      "<style:style style:name=\"FormulaFrame\" style:family=\"graphic\" style:parent-style-name=\"Formula\"><style:graphic-properties style:vertical-pos=\"middle\" style:vertical-rel=\"text\"/></style:style>"
    )
    if hasFrames {
      writer.raw(
        "<style:style style:name=\"TableFrame\" style:family=\"graphic\" style:parent-style-name=\"Frame\"><style:graphic-properties fo:padding=\"0cm\" fo:border=\"none\" style:vertical-pos=\"top\" style:vertical-rel=\"baseline\"/></style:style>"
      )
    }
    for (index, list) in lists.enumerated() { Self.write(list, number: index + 1, to: &writer) }
  }

  private func write(_ style: Text, number: Int, to writer: inout XMLWriter) {
    writer.raw("<style:style style:name=\"T\(number)\" style:family=\"text\"")
    if let parent = style.parent { writer.raw(" style:parent-style-name=\"\(parent)\"") }
    writer.raw("><style:text-properties")
    if style.traits.contains(.bold) { writer.raw(" \(OpenDocumentFont.bold)") }
    if style.traits.contains(.italic) { writer.raw(" \(OpenDocumentFont.italic)") }
    if style.traits.contains(.strikethrough) {
      writer.raw(" style:text-line-through-style=\"solid\" style:text-line-through-type=\"single\"")
    }
    if style.traits.contains(.underline) {
      writer.raw(" style:text-underline-style=\"solid\" style:text-underline-width=\"auto\"")
    }
    if style.traits.contains(.highlight) { writer.raw(" fo:background-color=\"#ffff00\"") }
    if style.traits.contains(.superscript) { writer.raw(" style:text-position=\"super 58%\"") }
    if style.traits.contains(.subscript) { writer.raw(" style:text-position=\"sub 58%\"") }
    writer.raw("/></style:style>")
  }

  private static func write(_ list: WrittenList, number: Int, to writer: inout XMLWriter) {
    writer.raw("<text:list-style style:name=\"L", number, "\">")
    for level in 0..<WrittenList.levelCount {
      guard list.kinds[level] == true else {
        writer.raw(bullets[level])
        continue
      }
      writer.raw(
        "<text:list-level-style-number text:level=\"", level + 1,
        "\" style:num-format=\"1\" style:num-suffix=\".\"")
      let start = list.starts[level] ?? 1
      // A style begins at 1 or above; the first item says 0.
      if start > 1 { writer.raw(" text:start-value=\"", start, "\"") }
      writer.raw(">", labels[level], "</text:list-level-style-number>")
    }
    writer.raw("</text:list-style>")
  }

  /// Where what stands before an item and its text begin, by level: each list says it of all.
  private static let labels = (0..<WrittenList.levelCount).map { level in
    let left = length(FlowContext.listIndent * (level + 1))
    return
      "<style:list-level-properties text:list-level-position-and-space-mode=\"label-alignment\"><style:list-level-label-alignment text:label-followed-by=\"listtab\" text:list-tab-stop-position=\"\(left)\" fo:text-indent=\"\(markerIndent)\" fo:margin-left=\"\(left)\"/></style:list-level-properties>"
  }

  private static let bullets = (0..<WrittenList.levelCount).map { level in
    "<text:list-level-style-bullet text:level=\"\(level + 1)\" text:bullet-char=\"\(WrittenList.bullet(level: level))\">\(labels[level])</text:list-level-style-bullet>"
  }

  /// A length in centimetres, of which 567 twips are one.
  static func length(_ twips: Int) -> String {
    let thousandths = (twips * 1_000 + 283) / 567
    let fraction = String(thousandths % 1_000 + 1_000).dropFirst()
    return "\(thousandths / 1_000).\(fraction)cm"
  }
}
