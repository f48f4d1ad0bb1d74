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
        guard let other = reader.attribute(WordName.w_val),
          let range = reader.valueRange(WordName.w_val.rawValue)
        else { continue }
        style.identifiers.append((other, range))
      case .w_numPr:
        // The list that it names is not taken.
        let start = reader.elementStart
        reader.skip()
        style.removed.append(start..<reader.offset)
      default: continue
      }
    }
    return style
  }

  // MARK: Merging

  /// The part with its styles under the identifiers that `own` has for those of the same names, and with those of
  /// `own` that it lacks.
  func merged(with own: WordStyleSheet) -> [UInt8] {
    let matching = OfficeStyleMatching(of: own.styles, in: styles)
    var output = Self.transitional(bytes[rootTag])
    for piece in pieces {
      switch piece {
      case .other(let range): output += bytes[range]
      case .style(let index): output += styles[index].renamed(in: bytes, matching)
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
  private static func transitional(_ tag: ArraySlice<UInt8>) -> [UInt8] {
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
