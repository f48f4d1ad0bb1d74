import Containers

/// What is taken of a document of Word for others: its styles, the theme and the numbers
/// of headings that they name, its page.
struct WordReference: Sendable {
  let styles: WordStyleSheet
  /// The numbers of its headings; nil for none.
  let numbers: WordHeadingNumbers?
  /// The fonts and colours that styles name by what they are for; nil for none.
  let theme: [UInt8]?
  let page: OfficePage

  init(_ bytes: [UInt8]) throws(RichTextError) {
    var package = try WordPackage(bytes)
    let relationships = package.relationships(of: package.mainPart)
    func target(_ kind: String) -> String? { relationships.values.first { $0.kind == kind }?.target }
    guard let name = target("styles"), let part = try package.part(name),
      let styles = WordStyleSheet(part)
    else { throw RichTextError(.notThisFormat, "the document has no styles") }
    self.styles = styles
    numbers = try target("numbering").flatMap { name throws(RichTextError) in
      try package.part(name).flatMap { WordHeadingNumbers($0, headings: styles) }
    }
    theme = try target("theme").flatMap { name throws(RichTextError) in
      // What refers to pictures would refer to nothing.
      guard package.relationships(of: name).isEmpty, let part = try package.part(name),
        !ByteSearch.contains("purl.oclc.org/ooxml", in: part[...])
      else { return nil }
      return part
    }
    page = try package.part(package.mainPart).map(Self.page) ?? .a4
  }

  /// The page of the last section, which is that of the document.
  private static func page(ofDocument part: [UInt8]) -> OfficePage {
    var page = OfficePage.a4
    var reader = XMLReader(word: part)
    while let event = reader.next() {
      guard event == .start else { continue }
      switch reader.wordName {
      case .w_pgSz:
        page.width = reader.twips(.w_w) ?? page.width
        page.height = reader.twips(.w_h) ?? page.height
      case .w_pgMar:
        page.top = reader.twips(.w_top) ?? page.top
        page.right = reader.twips(.w_right) ?? page.right
        page.bottom = reader.twips(.w_bottom) ?? page.bottom
        page.left = reader.twips(.w_left) ?? page.left
        page.header = reader.twips(.w_header) ?? page.header
        page.footer = reader.twips(.w_footer) ?? page.footer
        page.gutter = reader.twips(.w_gutter) ?? page.gutter
      default: continue
      }
    }
    return page.isUsable ? page : .a4
  }
}
