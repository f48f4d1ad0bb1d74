import Containers

/// The common styles of a document of OpenDocument and their fonts, and where they stand in their file.
struct OpenDocumentStyleSheet: Sendable {
  private enum Piece {
    case style(Int)
    /// The looks of what has no style, by the family.
    case defaults(String, Range<Int>)
    case notes(Range<Int>)
    case other(Range<Int>)
  }

  private static let namespace = "urn:oasis:names:tc:opendocument:xmlns:style:1.0"

  let bytes: [UInt8]
  private(set) var styles: [OfficeStyle] = []
  private var pieces: [Piece] = []
  private var fonts: [(name: String, range: Range<Int>)] = []
  /// The attributes of the file's element that bind names.
  private let bindings: String

  /// Nil for what holds no styles.
  init?(_ part: [UInt8]) {
    var reader = XMLReader(openDocument: part)
    bytes = reader.bytes
    while let event = reader.next(), event != .start {}
    bindings = Self.bindings(in: bytes[reader.elementStart..<max(reader.elementStart, reader.offset)])
    // What is written beside its styles has this prefix.
    guard bindings.contains("xmlns:style=\"\(Self.namespace)\"") else { return nil }
    while let event = reader.next() {
      guard event == .start else { continue }
      switch reader.documentName {
      case .office_fontFaceDecls: readFonts(&reader)
      case .office_styles: readStyles(&reader)
      case .office_body, .office_automaticStyles, .office_masterStyles: reader.skip()
      default: continue
      }
    }
    if pieces.isEmpty { return nil }
  }

  private mutating func readFonts(_ reader: inout XMLReader) {
    forEachPiece(&reader) { sheet, reader, start in
      let name = reader.value(.style_name)
      reader.skip()
      if let name { sheet.fonts.append((name, start..<reader.offset)) }
    }
  }

  private mutating func readStyles(_ reader: inout XMLReader) {
    forEachPiece(&reader) { sheet, reader, start in
      let family = reader.value(.style_family) ?? ""
      switch reader.documentName {
      case .style_style:
        guard var style = Self.readStyle(&reader) else { return }
        style.range = start..<reader.offset
        sheet.pieces.append(.style(sheet.styles.count))
        sheet.styles.append(style)
      case .style_defaultStyle:
        reader.skip()
        sheet.pieces.append(.defaults(family, start..<reader.offset))
      case .text_notesConfiguration where reader.value(.text_noteClass) == "footnote":
        reader.skip()
        sheet.pieces.append(.notes(start..<reader.offset))
      case .draw_fillImage:
        // Its picture is no style.
        reader.skip()
      default:
        reader.skip()
        sheet.pieces.append(.other(start..<reader.offset))
      }
    }
  }

  /// Reads the elements within the one that began; `body` reads each to its end.
  private mutating func forEachPiece(
    _ reader: inout XMLReader, _ body: (inout Self, inout XMLReader, _ start: Int) -> Void
  ) {
    let depth = reader.depth
    while let event = reader.next() {
      if event == .end, reader.depth < depth { return }
      if event == .start { body(&self, &reader, reader.elementStart) }
    }
  }

  private static func readStyle(_ reader: inout XMLReader) -> OfficeStyle? {
    guard let name = reader.value(.style_name) else {
      reader.skip()
      return nil
    }
    let family = reader.value(.style_family) ?? ""
    var style = OfficeStyle(
      kind: family, scope: family, id: name,
      name: reader.value(.style_displayName) ?? OpenDocumentStyles.decoded(name))
    for attribute in [OpenDocumentName.style_name, .style_parentStyleName, .style_nextStyleName] {
      if let value = reader.value(attribute), let range = reader.valueRange(attribute.rawValue) {
        style.identifiers.append((value, range))
      }
    }
    // The pages that it begins are not taken.
    if let range = reader.valueRange(OpenDocumentName.style_masterPageName.rawValue) {
      style.removed.append(range)
    }
    let depth = reader.depth
    while let event = reader.next() {
      if event == .end, reader.depth < depth { break }
      guard event == .start, reader.documentName == .style_backgroundImage else { continue }
      let start = reader.elementStart
      reader.skip()
      style.removed.append(start..<reader.offset)
    }
    return style
  }

  /// The attributes of a tag that bind the prefixes of names.
  private static func bindings(in tag: ArraySlice<UInt8>) -> String {
    var result = ""
    var rest = Substring(String(decoding: tag, as: UTF8.self))
    while let space = rest.firstIndex(where: \.isWhitespace) {
      rest = rest[space...].drop(while: \.isWhitespace)
      guard let quote = rest.firstIndex(where: { $0 == "\"" || $0 == "'" }),
        let end = rest[rest.index(after: quote)...].firstIndex(of: rest[quote])
      else { break }
      if rest.hasPrefix("xmlns:") { result += " " + rest[...end] }
      rest = rest[rest.index(after: end)...]
    }
    return result
  }

  // MARK: Merging

  /// Writes the fonts, with those of `own` that it lacks.
  func writeFonts(with own: OpenDocumentStyleSheet, to writer: inout XMLWriter) {
    writer.raw("<office:font-face-decls\(bindings)>")
    let names = Set(fonts.map(\.name))
    for font in fonts { writer.raw(Array(bytes[font.range])) }
    for font in own.fonts where !names.contains(font.name) { writer.raw(Array(own.bytes[font.range])) }
    writer.raw("</office:font-face-decls>")
  }

  /// Writes the styles, under the names that `own` has for those that people see under the same, and with those of
  /// `own` that it lacks.
  func writeStyles(with own: OpenDocumentStyleSheet, to writer: inout XMLWriter) {
    let matching = OfficeStyleMatching(of: own.styles, in: styles)
    var families: Set<String> = []
    var hasNotes = false
    writer.raw("<office:styles\(bindings)>")
    for piece in pieces {
      switch piece {
      case .style(let index): writer.raw(styles[index].renamed(in: bytes, matching))
      case .defaults(let family, let range):
        families.insert(family)
        writer.raw(Array(bytes[range]))
      case .notes(let range):
        hasNotes = true
        writer.raw(Array(bytes[range]))
      case .other(let range): writer.raw(Array(bytes[range]))
      }
    }
    for piece in own.pieces {
      switch piece {
      case .style(let index):
        let style = own.styles[index]
        switch matching.origin(of: style) {
        case .reference: continue
        case .own: writer.raw(Array(own.bytes[style.range]))
        case .child(let parent): Self.writeChild(style, of: parent, to: &writer)
        }
      case .defaults(let family, let range):
        if !families.contains(family) { writer.raw(Array(own.bytes[range])) }
      case .notes(let range): if !hasNotes { writer.raw(Array(own.bytes[range])) }
      case .other(let range): writer.raw(Array(own.bytes[range]))
      }
    }
    writer.raw("</office:styles>")
  }

  private static func writeChild(_ style: OfficeStyle, of parent: String, to writer: inout XMLWriter) {
    writer.raw("<style:style style:name=\"")
    writer.value(style.id)
    writer.raw("\" style:display-name=\"")
    writer.value(style.name)
    writer.raw("\" style:family=\"\(style.kind)\" style:parent-style-name=\"")
    writer.value(parent)
    writer.raw("\"/>")
  }
}

/// The parts that are taken of a document of OpenDocument for others: its common styles, their fonts, its page.
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
