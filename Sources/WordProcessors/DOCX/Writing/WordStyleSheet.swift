import Containers

/// The part of a document of Word that holds its styles, and where in it they stand.
struct WordStyleSheet: Sendable {
  private enum Piece {
    case style(Int)
    case other(Range<Int>)
  }

  let bytes: [UInt8]
  private(set) var styles: [OfficeStyle] = []
  private var pieces: [Piece] = []
  private let rootTag: Range<Int>
  private var headings: Set<String> = []

  /// Nil for what holds no styles.
  init?(_ part: [UInt8]) {
    var reader = XMLReader(word: part)
    bytes = reader.bytes
    while let event = reader.next(), event != .start {}
    rootTag = reader.elementStart..<reader.offset
    // What is written beside its styles has this prefix.
    guard reader.wordName == .w_styles, ByteSearch.contains("<w:styles", in: bytes[rootTag]) else {
      return nil
    }
    while let event = reader.next() {
      guard event == .start else { continue }
      let start = reader.elementStart
      if reader.wordName == .w_style, var style = Self.readStyle(&reader) {
        style.range = start..<reader.offset
        pieces.append(.style(styles.count))
        styles.append(style)
      } else {
        reader.skip()
        pieces.append(.other(start..<reader.offset))
      }
    }
    headings = findHeadings()
  }

  private static func readStyle(_ reader: inout XMLReader) -> OfficeStyle? {
    guard let id = reader.attribute(WordName.w_styleId),
      let idRange = reader.valueRange(WordName.w_styleId.rawValue)
    else { return nil }
    var style = OfficeStyle(
      kind: reader.attribute(WordName.w_type) ?? "paragraph", id: id, name: id,
      isDefault: ["1", "true", "on"].contains(reader.attribute(WordName.w_default)))
    style.identifiers.append((id, idRange))
    let depth = reader.depth
    while let event = reader.next() {
      if event == .end, reader.depth < depth { break }
      guard event == .start else { continue }
      switch reader.wordName {
      case .w_name: style.name = reader.attribute(WordName.w_val) ?? id
      case .w_basedOn, .w_next, .w_link:
        if reader.wordName == .w_basedOn { style.parent = reader.attribute(WordName.w_val) }
        guard let other = reader.attribute(WordName.w_val),
          let range = reader.valueRange(WordName.w_val.rawValue)
        else { continue }
        style.identifiers.append((other, range))
      case .w_numPr: readList(&reader, &style)
      default: continue
      }
    }
    return style
  }

  private static func readList(_ reader: inout XMLReader, _ style: inout OfficeStyle) {
    let start = reader.elementStart
    let depth = reader.depth
    var list: (id: String, value: Range<Int>)?
    while let event = reader.next() {
      if event == .end, reader.depth < depth { break }
      guard event == .start, reader.wordName == .w_numId, let id = reader.attribute(WordName.w_val),
        let range = reader.valueRange(WordName.w_val.rawValue)
      else { continue }
      list = (id, range)
    }
    if let list {
      style.lists.append((list.id, list.value, start..<reader.offset))
    } else {
      style.removed.append(start..<reader.offset)
    }
  }

  // MARK: Headings

  /// True for the style of a heading, and for one that such a style is based on.
  func isHeading(_ id: String) -> Bool { headings.contains(id) }

  /// The lists that the styles of headings name, in the order of the styles.
  var headingLists: [String] { styles.filter { isHeading($0.id) }.flatMap { $0.lists.map(\.id) } }

  private func findHeadings() -> Set<String> {
    let paragraphs = Dictionary(styles.filter { $0.kind == "paragraph" }.map { ($0.id, $0) }) { first, _ in
      first
    }
    var headings: Set<String> = []
    for style in paragraphs.values where Self.isHeading(named: style.name) {
      var next: OfficeStyle? = style
      while let style = next, headings.insert(style.id).inserted {
        next = style.parent.flatMap { paragraphs[$0] }
      }
    }
    return headings
  }

  private static func isHeading(named name: String) -> Bool {
    let words = name.lowercased().split(separator: " ")
    return words.count == 2 && words[0] == "heading" && Int(words[1]).map { 1...9 ~= $0 } ?? false
  }

  // MARK: Merging

  /// The part with its styles under the identifiers that `own` has for those of the same names, and with those of
  /// `own` that it lacks.
  ///
  /// - Parameter numbers: what the lists of headings are called where it goes.
  func merged(
    with own: WordStyleSheet, _ matching: OfficeStyleMatching, numbers: [String: Int]
  ) -> [UInt8] {
    var output = Self.transitional(bytes[rootTag])
    for piece in pieces {
      switch piece {
      case .other(let range): output += bytes[range]
      case .style(let index):
        let style = styles[index]
        output += style.renamed(in: bytes, matching, numbers: isHeading(style.id) ? numbers : [:])
      }
    }
    for style in own.styles {
      switch matching.origin(of: style) {
      case .reference: continue
      case .own: output += own.bytes[style.range]
      case .child(let parent): output += Self.child(style, of: parent)
      }
    }
    output += "</w:styles>".utf8
    return output
  }

  /// A style that looks like another one.
  private static func child(_ style: OfficeStyle, of parent: String) -> [UInt8] {
    var writer = XMLWriter(fragment: ())
    writer.raw("<w:style w:type=\"\(style.kind)\" w:styleId=\"\(style.id)\"><w:name w:val=\"")
    writer.value(style.name)
    writer.raw("\"/><w:basedOn w:val=\"")
    writer.value(parent)
    writer.raw("\"/></w:style>")
    return writer.bytes
  }

  /// The tag with the namespaces of transitional documents, which are those that are written.
  static func transitional(_ tag: ArraySlice<UInt8>) -> [UInt8] {
    let names = [
      ("http://purl.oclc.org/ooxml/wordprocessingml/main", "wordprocessingml/2006/main"),
      ("http://purl.oclc.org/ooxml/officeDocument/relationships", "officeDocument/2006/relationships"),
    ]
    var text = String(decoding: tag, as: UTF8.self)
    for (strict, transitional) in names {
      text = text.replacing(strict, with: "http://schemas.openxmlformats.org/\(transitional)")
    }
    return Array(text.utf8)
  }
}

/// The parts that are taken of a document of Word for others: its styles, the theme and the numbers
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
