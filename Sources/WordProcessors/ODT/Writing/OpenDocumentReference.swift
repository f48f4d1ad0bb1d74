import Containers

/// What is taken of a document of OpenDocument for others: its common styles, their fonts, its page.
struct OpenDocumentReference: Sendable {
  let styles: OpenDocumentStyleSheet
  let page: OfficePage

  init(_ bytes: [UInt8]) throws(RichTextError) {
    let package = try OpenDocumentPackage(bytes)
    guard let part = package.parts.last, package.isFlat || package.parts.count > 1,
      let styles = OpenDocumentStyleSheet(part)
    else { throw RichTextError(.notThisFormat, "the document has no styles") }
    self.styles = styles
    page = Self.page(in: part)
  }

  /// The page that text has which says nothing of its page.
  private static func page(in part: [UInt8]) -> OfficePage {
    var layouts: [String: OfficePage] = [:]
    var masters: [(name: String, layout: String)] = []
    var layout: String?
    var reader = XMLReader(openDocument: part)
    while let event = reader.next() {
      guard event == .start else { continue }
      switch reader.documentName {
      case .style_pageLayout: layout = reader.value(.style_name)
      case .style_pageLayoutProperties:
        // The first are those of the page, others are of its header and footer.
        guard let name = layout else { continue }
        layouts[name] = readPage(reader)
        layout = nil
      case .style_masterPage:
        masters.append((reader.value(.style_name) ?? "", reader.value(.style_pageLayoutName) ?? ""))
      case .office_text: reader.skip()
      default: continue
      }
    }
    let master = masters.first { $0.name == "Standard" } ?? masters.first
    let page = master.flatMap { layouts[$0.layout] } ?? .a4
    return page.isUsable ? page : .a4
  }

  private static func readPage(_ reader: XMLReader) -> OfficePage {
    var page = OfficePage.a4
    page.width = reader.twips(.fo_pageWidth) ?? page.width
    page.height = reader.twips(.fo_pageHeight) ?? page.height
    let all = reader.twips(.fo_margin)
    let margins = [OpenDocumentName.fo_marginTop, .fo_marginRight, .fo_marginBottom, .fo_marginLeft]
      .map { reader.twips($0) ?? all }
    // Where nothing is said at all, programs have margins of their own.
    guard margins.contains(where: { $0 != nil }) else { return page }
    page.top = margins[0] ?? 0
    page.right = margins[1] ?? 0
    page.bottom = margins[2] ?? 0
    page.left = margins[3] ?? 0
    return page
  }
}
