import Containers
import TestSupport

/// Two or three of the elements that rules of a format ask for, within each other or side by side, again and again.
///
/// A rule that looks at what stands around or within each element costs more than its length where one of them holds
/// many of another: this goes through every pair in every arrangement, and through triples by their seed.
public struct ElementPattern: Sendable {
  public enum Format: String, CaseIterable, Sendable { case html, rtf, docx, odt }

  /// How elements stand to each other.
  private enum Arrangement: Int, CaseIterable {
    /// One element around many that are left open, around many that are ended, around each by itself, each followed by
    /// the other.
    case openWithin, within, each, beside
  }

  public let format: Format
  public let unit: String
  private let frame: (start: String, end: String)

  public init(_ format: Format, seed: UInt64) {
    self.format = format
    var generator = SeededGenerator(seed: seed)
    let elements = Self.elements(of: format)
    let pairs = elements.count * elements.count * Arrangement.allCases.count
    var arrangement = Arrangement.openWithin
    var chosen: [Element] = []
    if seed < pairs {
      // Neighbouring seeds differ in all, so that a short run sees something of everything.
      let index = Int(seed) * Self.stride % pairs
      arrangement = Arrangement(rawValue: index % Arrangement.allCases.count) ?? .each
      let pair = index / Arrangement.allCases.count
      chosen = [elements[pair / elements.count], elements[pair % elements.count]]
    } else {
      arrangement = Arrangement.allCases[Int.random(in: 0..<Arrangement.allCases.count, using: &generator)]
      chosen = (0..<3).map { _ in elements[Int.random(in: elements.indices, using: &generator)] }
    }
    let first = chosen[0]
    let others = chosen.dropFirst()
    let starts = others.map(\.start).joined()
    let ends = others.reversed().map(\.end).joined()
    let word = Bool.random(using: &generator) ? format.word : ""
    switch arrangement {
    case .openWithin where format.isMarkup: (frame, unit) = (first, starts + word)
    case .openWithin, .within: (frame, unit) = (first, starts + word + ends)
    case .each: (frame, unit) = (("", ""), first.start + starts + word + ends + first.end)
    case .beside: (frame, unit) = (("", ""), first.start + word + first.end + starts + ends)
    }
  }

  /// A prime, which goes through all pairs before one comes again.
  private static let stride = 7919

  /// About so many bytes of it, of which those of archives are compressed.
  public func bytes(count: Int) -> [UInt8] {
    let content =
      frame.start + String(repeating: unit, count: max(1, count / max(1, unit.utf8.count))) + frame.end
    return Self.file(format, content)
  }

  /// A document of a format with this content.
  static func file(_ format: Format, _ content: String) -> [UInt8] {
    switch format {
    case .html: Array(content.utf8)
    case .rtf: Array("{\\rtf1 \(content)}".utf8)
    case .docx: wordFile(content)
    case .odt: openDocument(content)
    }
  }

  typealias Element = (start: String, end: String)

  static func elements(of format: Format) -> [Element] {
    switch format {
    case .html: html.map { ("<\($0)>", "</\($0.prefix { $0 != " " })>") }
    case .rtf: rtf
    case .docx: (docx + properties.map { "w:p><w:pPr>\($0)</w:pPr" }).map(xml)
    case .odt: odt.map(xml)
    }
  }

  /// The tags of an element whose start tag, without brackets, this is.
  private static func xml(_ tag: String) -> Element {
    ("<\(tag)>", "</\(tag.prefix { $0 != " " && $0 != ">" })>")
  }

  private static let html = [
    "h1", "p", "div", "span", "button", "summary", "details", "label", "figure", "figcaption", "caption",
    "table",
    "tr", "td", "th", "dl", "dt", "dd", "ul", "ol", "li", "ruby", "rt", "picture", "img src=a", "source",
    "math",
    "a href=#b", "a id=b", "a href=c", "blockquote", "cite", "pre", "code", "sup", "sub",
    "input type=checkbox",
    "input type=radio", "select", "option", "svg", "br", "hr", "b", "em", "font face=monospace", "section",
    "aside", "header", "nav", "article", "object", "video", "iframe", "kbd", "mark", "del", "q", "abbr",
    "div role=row", "div role=cell", "div role=tab", "div role=tabpanel", "div role=heading aria-level=2",
    "button aria-expanded=true", "span class=sr-only", "div class=line", "div class=highlight",
    "div class=admonition", "p class=MsoListParagraph style='mso-list:l0 level1 lfo1'",
    "p style='margin-left:1in'",
    "span style='white-space:pre'", "p style='font-family:monospace'", "div style='display:flex'",
    "span class=ltx_note", "span class=footnote-ref", "li id=fn1", "div class=footnotes", "tbody", "thead",
    "colgroup", "form", "fieldset", "legend", "textarea", "center", "small", "time", "wbr",
  ]

  private static let rtf: [Element] = [
    ("{\\b ", "}"), ("{\\footnote ", "}"), ("{\\*\\annotation ", "}"), ("{\\pard ", "\\par}"),
    ("{\\field{\\*\\fldinst HYPERLINK \"a\"}{\\fldrslt ", "}}"), ("{\\*\\bkmkstart a}", "{\\*\\bkmkend a}"),
    ("{\\field{\\*\\fldinst REF a \\\\h}{\\fldrslt ", "}}"), ("\\trowd\\cellx100\\intbl ", "\\cell\\row "),
    ("\\itap2\\intbl ", "\\nestcell{\\*\\nesttableprops\\trowd\\cellx9\\nestrow}"),
    ("{\\listtext 1.\\tab}\\ls1 ", "\\par "), ("\\ls1\\ilvl2 ", "\\par "), ("\\outlinelevel0 ", "\\par "),
    ("\\li720 ", "\\par "), ("\\f1\\brdrb ", "\\par "), ("{\\super ", "}"),
    ("{\\shp{\\*\\shpinst{\\shptxt ", "}}}"),
    ("{\\pict\\pngblip ", "}"), ("{\\object{\\result ", "}}"), ("{\\mmath{\\*\\moMath{\\mr ", "}}}"),
    ("{\\mmath{\\mf{\\mnum ", "}}}"),
    ("{\\upr{a}{\\*\\ud{", "}}}"), ("{\\revised ", "}"), ("{\\deleted ", "}"), ("{\\v ", "}"),
    ("\\pard\\s1 ", "\\par "),
    ("{\\stylesheet{\\s1 heading 1;", "}}"), ("{\\*\\listtable{\\list{\\listlevel ", "}}}"), ("\\page ", ""),
    ("\\line ", ""), ("\\tab ", ""),
    ("{\\rtlch ", "}"), ("\\clmgf\\cellx9\\intbl ", "\\cell\\row "), ("{\\header ", "}"),
    ("{\\nonshppict ", "}"),
  ]

  private static let properties = [
    "<w:pStyle w:val=\"Heading1\"/>", "<w:numPr><w:ilvl w:val=\"1\"/><w:numId w:val=\"1\"/></w:numPr>",
    "<w:ind w:left=\"720\"/>", "<w:pBdr><w:bottom w:val=\"single\"/></w:pBdr>", "<w:outlineLvl w:val=\"0\"/>",
  ]

  private static let docx = [
    "w:p", "w:r", "w:t", "w:tbl", "w:tr", "w:tc", "w:hyperlink w:anchor=\"a\"", "w:sdt", "w:sdtContent",
    "w:ins",
    "w:del", "w:bookmarkStart w:id=\"1\" w:name=\"a\"", "w:bookmarkEnd w:id=\"1\"",
    "w:fldSimple w:instr=\"REF a \\h\"",
    "w:r><w:fldChar w:fldCharType=\"begin\"/></w:r", "w:r><w:fldChar w:fldCharType=\"separate\"/></w:r",
    "w:r><w:fldChar w:fldCharType=\"end\"/></w:r", "w:r><w:instrText>HYPERLINK \"a\"</w:instrText></w:r",
    "m:oMath",
    "m:oMathPara", "m:f", "m:num", "m:r", "m:t", "w:txbxContent", "w:drawing", "mc:AlternateContent",
    "mc:Choice",
    "mc:Fallback", "w:pict", "w:footnoteReference w:id=\"1\"", "w:commentReference w:id=\"1\"", "w:br",
    "w:tab",
    "w:tc><w:tcPr><w:vMerge/></w:tcPr", "w:tc><w:tcPr><w:gridSpan w:val=\"40\"/></w:tcPr", "w:smartTag",
    "w:ruby", "w:rt", "w:rubyBase", "w:customXml", "w:moveFrom", "w:object",
  ]

  private static let odt = [
    "text:p", "text:h text:outline-level=\"1\"", "text:span", "text:list", "text:list-item",
    "text:list-header",
    "table:table", "table:table-row", "table:table-cell", "table:covered-table-cell",
    "table:table-header-rows",
    "table:table-cell table:number-columns-repeated=\"40\"",
    "table:table-cell table:number-rows-spanned=\"9\"",
    "table:table-row table:number-rows-repeated=\"40\"", "text:a xlink:href=\"#a\"", "text:note",
    "text:note-body",
    "text:note-citation", "text:bookmark text:name=\"a\"", "text:bookmark-ref text:ref-name=\"a\"",
    "draw:frame",
    "draw:text-box", "draw:image xlink:href=\"a\"", "draw:object", "text:section", "text:s text:c=\"9\"",
    "text:tab", "text:line-break", "office:annotation", "text:tracked-changes", "text:ruby", "text:ruby-base",
    "text:ruby-text", "text:table-of-content", "text:index-body", "text:numbered-paragraph",
    "text:soft-page-break",
    "math:math", "draw:g", "draw:custom-shape", "text:sequence text:ref-name=\"a\"",
  ]

  private static func wordFile(_ body: String) -> [UInt8] {
    let documents = "http://schemas.openxmlformats.org/officeDocument/2006"
    var writer = ZipWriter()
    writer.add(
      "_rels/.rels",
      Array(
        """
        <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" \
        Type="\(documents)/relationships/officeDocument" Target="/word/document.xml"/></Relationships>
        """.utf8))
    writer.add(
      "word/document.xml",
      Array(
        """
        <w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" \
        xmlns:m="\(documents)/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">\
        <w:body>\(body)</w:body></w:document>
        """.utf8))
    return writer.finish()
  }

  private static func openDocument(_ text: String) -> [UInt8] {
    let names = ["office", "text", "table", "drawing"].map { name in
      " xmlns:\(name == "drawing" ? "draw" : name)=\"urn:oasis:names:tc:opendocument:xmlns:\(name):1.0\""
    }.joined()
    var writer = ZipWriter()
    writer.add("mimetype", Array("application/vnd.oasis.opendocument.text".utf8), .stored)
    writer.add(
      "content.xml",
      Array(
        """
        <office:document-content\(names) xmlns:xlink="http://www.w3.org/1999/xlink" \
        xmlns:math="http://www.w3.org/1998/Math/MathML"><office:body><office:text>\(text)</office:text></office:body>\
        </office:document-content>
        """.utf8))
    return writer.finish()
  }
}

extension ElementPattern.Format {
  /// True where elements that are left open are no mistake that ends the reading.
  var isMarkup: Bool { self == .html || self == .rtf }

  /// A word of text as it stands anywhere.
  var word: String {
    switch self {
    case .html, .rtf: "a"
    case .docx: "<w:r><w:t>a</w:t></w:r>"
    case .odt: "a"
    }
  }
}
