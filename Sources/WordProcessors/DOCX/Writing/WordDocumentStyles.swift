import Containers

/// The styles that written documents use, by the names that Word and LibreOffice give theirs.
enum WordDocumentStyles {
  /// The prefix of the style names of code blocks in a language.
  static let codePrefix = "Source Code: "

  /// `styles.xml`, with a style for each kind of code.
  static func part(codeInfos: [String]) -> [UInt8] {
    var writer = XMLWriter()
    writer.raw("<w:styles \(WordParts.namespaces)>")
    writer.raw(defaults)
    for level in 1...6 { writer.raw(heading(level)) }
    writer.raw(others)
    for level in 1...9 {
      let name = level == 1 ? "List Continue" : "List Continue \(level)"
      writer.raw(
        "<w:style w:type=\"paragraph\" w:styleId=\"ListContinue\(level)\"><w:name w:val=\"\(name)\"/>"
          + "<w:basedOn w:val=\"Normal\"/><w:pPr><w:spacing w:after=\"0\"/><w:ind w:left=\"\(720 * level)\"/></w:pPr></w:style>"
      )
    }
    for (index, info) in codeInfos.enumerated() {
      writer.raw(
        "<w:style w:type=\"paragraph\" w:customStyle=\"1\" w:styleId=\"SourceCode\(index + 1)\"><w:name w:val=\"\(codePrefix)"
      )
      writer.value(info)
      writer.raw("\"/><w:basedOn w:val=\"SourceCode\"/></w:style>")
    }
    writer.raw("</w:styles>")
    return writer.bytes
  }

  private static let mono = "<w:rFonts w:ascii=\"Courier New\" w:hAnsi=\"Courier New\" w:cs=\"Courier New\"/>"

  private static let defaults = """
    <w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/>\
    <w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120"/></w:pPr>\
    </w:pPrDefault></w:docDefaults>\
    <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>\
    <w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/>\
    <w:uiPriority w:val="1"/><w:semiHidden/></w:style>\
    <w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:uiPriority w:val="99"/>\
    <w:semiHidden/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/>\
    <w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar>\
    </w:tblPr></w:style>\
    <w:style w:type="numbering" w:default="1" w:styleId="NoList"><w:name w:val="No List"/><w:semiHidden/></w:style>
    """

  private static func heading(_ level: Int) -> String {
    let size = [36, 30, 26, 24, 22, 22][level - 1]
    return """
      <w:style w:type="paragraph" w:styleId="Heading\(level)"><w:name w:val="heading \(level)"/><w:basedOn w:val="Normal"/>\
      <w:next w:val="Normal"/><w:uiPriority w:val="9"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/>\
      <w:spacing w:before="240" w:after="120"/><w:outlineLvl w:val="\(level - 1)"/></w:pPr>\
      <w:rPr><w:b/><w:bCs/><w:sz w:val="\(size)"/><w:szCs w:val="\(size)"/></w:rPr></w:style>
      """
  }

  private static func paragraph(
    _ id: String, _ name: String, basedOn base: String = "Normal", _ paragraph: String = "", run: String = "",
    isCustom: Bool = false
  ) -> String {
    "<w:style w:type=\"paragraph\"\(isCustom ? " w:customStyle=\"1\"" : "") w:styleId=\"\(id)\"><w:name w:val=\"\(name)\"/>"
      + "<w:basedOn w:val=\"\(base)\"/>" + (paragraph.isEmpty ? "" : "<w:pPr>\(paragraph)</w:pPr>")
      + (run.isEmpty ? "" : "<w:rPr>\(run)</w:rPr>") + "</w:style>"
  }

  private static func character(
    _ id: String, _ name: String, base: String? = nil, _ run: String, isCustom: Bool = false
  )
    -> String
  {
    "<w:style w:type=\"character\"\(isCustom ? " w:customStyle=\"1\"" : "") w:styleId=\"\(id)\"><w:name w:val=\"\(name)\"/>"
      + "<w:basedOn w:val=\"\(base ?? "DefaultParagraphFont")\"/>"
      + (run.isEmpty ? "" : "<w:rPr>\(run)</w:rPr>") + "</w:style>"
  }

  private static let others: String = [
    paragraph(
      "Quote", "Quote", "<w:ind w:left=\"567\" w:right=\"567\"/>", run: "<w:color w:val=\"595959\"/>"),
    paragraph("ListParagraph", "List Paragraph", "<w:spacing w:after=\"0\"/><w:ind w:left=\"720\"/>"),
    paragraph(
      "HTMLPreformatted", "HTML Preformatted", "<w:spacing w:after=\"0\"/>",
      run: "\(mono)<w:sz w:val=\"20\"/>"),
    paragraph(
      "SourceCode", "Source Code", basedOn: "HTMLPreformatted",
      "<w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"F2F2F2\"/><w:spacing w:after=\"120\"/>",
      run: "<w:noProof/>",
      isCustom: true),
    paragraph(
      "HorizontalLine", "Horizontal Line",
      "<w:pBdr><w:bottom w:val=\"single\" w:sz=\"6\" w:space=\"1\" w:color=\"808080\"/></w:pBdr>",
      isCustom: true),
    paragraph("TableContents", "Table Contents", "<w:spacing w:after=\"0\"/>", isCustom: true),
    paragraph(
      "TableHeading", "Table Heading", basedOn: "TableContents", "<w:keepNext/>", run: "<w:b/><w:bCs/>",
      isCustom: true),
    paragraph("TableCaption", "Table Caption", "<w:keepNext/>", run: "<w:i/><w:iCs/>", isCustom: true),
    paragraph("ImageCaption", "Image Caption", run: "<w:i/><w:iCs/>", isCustom: true),
    paragraph(
      "ListHeading", "List Heading", "<w:keepNext/><w:spacing w:after=\"0\"/>", run: "<w:b/><w:bCs/>",
      isCustom: true),
    paragraph("ListContents", "List Contents", "<w:ind w:left=\"720\"/>", isCustom: true),
    paragraph("FootnoteText", "footnote text", run: "<w:sz w:val=\"20\"/>"),
    character("FootnoteReference", "footnote reference", "<w:vertAlign w:val=\"superscript\"/>"),
    character("Hyperlink", "Hyperlink", "<w:color w:val=\"0563C1\"/><w:u w:val=\"single\"/>"),
    character("Emphasis", "Emphasis", "<w:i/><w:iCs/>"),
    character("Strong", "Strong", "<w:b/><w:bCs/>"),
    character("HTMLCode", "HTML Code", mono),
    character("VerbatimChar", "Verbatim Char", base: "HTMLCode", "<w:noProof/>", isCustom: true),
    character("HTMLKeyboard", "HTML Keyboard", mono),
    character("Math", "Math", "\(mono)<w:noProof/>", isCustom: true),
    character("DisplayMath", "Display Math", "\(mono)<w:noProof/>", isCustom: true),
    """
    <w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:tblPr>\
    <w:tblBorders><w:top w:val="single" w:sz="4" w:space="0" w:color="auto"/>\
    <w:left w:val="single" w:sz="4" w:space="0" w:color="auto"/><w:bottom w:val="single" w:sz="4" w:space="0" w:color="auto"/>\
    <w:right w:val="single" w:sz="4" w:space="0" w:color="auto"/><w:insideH w:val="single" w:sz="4" w:space="0" w:color="auto"/>\
    <w:insideV w:val="single" w:sz="4" w:space="0" w:color="auto"/></w:tblBorders></w:tblPr></w:style>
    """,
  ].joined()
}
