import Containers

/// The common styles that written documents use, under LibreOffice's names, which the styles of a document that
/// they are pasted into go before.
enum OpenDocumentCommonStyles {
  static func write(codeInfos: [String], to writer: inout XMLWriter) {
    writer.raw(common)
    for (index, info) in codeInfos.enumerated() {
      writer.raw(
        "<style:style style:name=\"Code\(index + 1)\" style:display-name=\"\(WordDocumentStyles.codePrefix)")
      writer.value(info)
      writer.raw(
        "\" style:family=\"paragraph\" style:parent-style-name=\"Preformatted_20_Text\" style:class=\"html\"/>"
      )
    }
    writer.raw(notes)
  }

  private static func paragraph(
    _ name: String, _ shown: String, parent: String? = "Standard", group: String = "text", more: String = "",
    _ paragraph: String = "", text: String = ""
  ) -> String {
    "<style:style style:name=\"\(name)\" style:display-name=\"\(shown)\" style:family=\"paragraph\""
      + (parent.map { " style:parent-style-name=\"\($0)\"" } ?? "") + " style:class=\"\(group)\"\(more)>"
      + (paragraph.isEmpty ? "" : "<style:paragraph-properties \(paragraph)/>")
      + (text.isEmpty ? "" : "<style:text-properties \(text)/>") + "</style:style>"
  }

  private static func character(_ name: String, _ shown: String, _ text: String) -> String {
    "<style:style style:name=\"\(name)\" style:display-name=\"\(shown)\" style:family=\"text\"><style:text-properties \(text)/></style:style>"
  }

  private static let mono = "style:font-name=\"Liberation Mono\""
  private typealias Font = OpenDocumentFont

  private static let common: String = {
    let headings = (1...6).map { level in
      paragraph(
        "Heading_20_\(level)", "Heading \(level)", parent: "Heading",
        more: " style:next-style-name=\"Text_20_body\" style:default-outline-level=\"\(level)\"",
        text: "\(Font.size([18, 16, 14, 13, 12, 11][level - 1])) \(Font.bold)")
    }
    let between = "fo:margin-bottom=\"0.212cm\""
    return [
      "<style:default-style style:family=\"paragraph\"><style:text-properties style:font-name=\"Liberation Serif\" \(Font.size(12))/></style:default-style>",
      paragraph("Standard", "Standard", parent: nil),
      paragraph("Text_20_body", "Text body", "fo:margin-top=\"0cm\" \(between)"),
      paragraph(
        "Heading", "Heading", more: " style:next-style-name=\"Text_20_body\"",
        "fo:margin-top=\"0.423cm\" \(between) fo:keep-with-next=\"always\"",
        text: "style:font-name=\"Liberation Sans\""),
      headings.joined(),
      paragraph(
        "Quotations", "Quotations", group: "html",
        "fo:margin-left=\"1cm\" fo:margin-right=\"1cm\" \(between) fo:text-indent=\"0cm\" style:auto-text-indent=\"false\""
      ),
      paragraph(
        "Preformatted_20_Text", "Preformatted Text", group: "html",
        "fo:margin-top=\"0cm\" fo:margin-bottom=\"0cm\"",
        text: "\(mono) \(Font.size(10))"),
      paragraph(
        "Horizontal_20_Line", "Horizontal Line", group: "html",
        "fo:margin-bottom=\"0.5cm\" fo:border-bottom=\"0.5pt solid #808080\" fo:border-left=\"none\" fo:border-right=\"none\" fo:border-top=\"none\""
      ),
      paragraph("List_20_Heading", "List Heading", group: "html", text: Font.bold),
      paragraph("List_20_Contents", "List Contents", group: "html", "fo:margin-left=\"1.27cm\" \(between)"),
      paragraph("Table_20_Contents", "Table Contents", group: "extra"),
      paragraph(
        "Table_20_Heading", "Table Heading", parent: "Table_20_Contents", group: "extra",
        text: Font.bold),
      paragraph("Table", "Table", group: "extra", between, text: Font.italic),
      paragraph("Footnote", "Footnote", group: "extra", text: Font.size(10)),
      character("Emphasis", "Emphasis", Font.italic),
      character("Strong_20_Emphasis", "Strong Emphasis", Font.bold),
      character("Source_20_Text", "Source Text", mono),
      character("User_20_Entry", "User Entry", mono),
      character("Math", "Math", mono),
      character("Display_20_Math", "Display Math", mono),
      character(
        "Internet_20_link", "Internet link",
        "fo:color=\"#000080\" style:text-underline-style=\"solid\" style:text-underline-width=\"auto\""),
      character("Footnote_20_Symbol", "Footnote Symbol", ""),
      character("Footnote_20_anchor", "Footnote anchor", "style:text-position=\"super 58%\""),
      "<style:style style:name=\"Graphics\" style:family=\"graphic\"><style:graphic-properties text:anchor-type=\"as-char\" style:vertical-pos=\"top\" style:vertical-rel=\"baseline\"/></style:style>",
    ].joined()
  }()

  private static let notes =
    "<text:notes-configuration text:note-class=\"footnote\" text:default-style-name=\"Footnote\" text:citation-style-name=\"Footnote_20_Symbol\" text:citation-body-style-name=\"Footnote_20_anchor\" style:num-format=\"1\" text:start-value=\"0\" text:footnotes-position=\"page\" text:start-numbering-at=\"document\"/>"
}

/// The look of letters, stated for each of the three groups of scripts that OpenDocument tells apart: those of the West, of East
/// Asia, and those whose letters change their shape (ODF 1.3 part 3, 20.189 and on).
enum OpenDocumentFont {
  static let bold = properties("font-weight", "bold")
  static let italic = properties("font-style", "italic")

  static func size(_ points: Int) -> String { properties("font-size", "\(points)pt") }

  private static func properties(_ name: String, _ value: String) -> String {
    "fo:\(name)=\"\(value)\" style:\(name)-asian=\"\(value)\" style:\(name)-complex=\"\(value)\""
  }
}
