import Containers

/// A drawing that is open: a picture and what is said of it (ECMA-376, 20.4; VML).
struct WordDrawing {
  var alternative = ""
  var title = ""
  var isHidden = false
  var isDecorative = false
  /// Text stands in it, which what is said of it may say once more.
  var hasText = false
  var width: Length?
  var height: Length?
  /// The relationship of the link that the picture is.
  var link: String?
  /// The relationships of its pictures, the better ones first.
  var pictures: [String] = []
  /// What stands in for pictures, by their relationships.
  var substitutes: [String: String] = [:]
}

/// Pictures.
extension WordInterpreter {
  mutating func beginDrawingPart(_ name: WordName) {
    switch name {
    case .wp_inline, .wp_anchor, .v_shape, .v_rect:
      drawings.append(WordDrawing())
      open(name == .v_shape || name == .v_rect ? .shape : .drawing)
      if name == .v_rect || name == .v_shape { beginShape() }
    default:
      guard let last = drawings.indices.last else { return }
      describe(&drawings[last], name)
    }
  }

  private mutating func beginShape() {
    drawings[drawings.count - 1].alternative = reader.attribute(WordName.alt) ?? ""
    let style = reader.attribute(WordName.style) ?? ""
    drawings[drawings.count - 1].width = Self.length("width", in: style)
    drawings[drawings.count - 1].height = Self.length("height", in: style)
    if ["t", "true", "1"].contains(reader.attribute(WordName.o_hr)) { composer.hasRule = true }
  }

  private func describe(_ drawing: inout WordDrawing, _ name: WordName) {
    switch name {
    case .wp_docPr, .pic_cNvPr:
      if drawing.alternative.isEmpty { drawing.alternative = reader.attribute(WordName.descr) ?? "" }
      if drawing.title.isEmpty { drawing.title = reader.attribute(WordName.title) ?? "" }
      if name == .wp_docPr { drawing.isHidden = ["1", "true"].contains(reader.attribute(WordName.hidden)) }
    case .wp_extent:
      drawing.width = Self.length(reader.number(WordName.cx))
      drawing.height = Self.length(reader.number(WordName.cy))
    case .a_blip:
      if let id = reader.attribute(WordName.r_embed) ?? reader.attribute(WordName.r_link) {
        drawing.pictures.append(id)
      }
    case .asvg_svgBlip:
      // A picture of lines, for which one of dots stands in where it cannot be shown.
      guard let id = reader.attribute(WordName.r_embed), !drawing.pictures.isEmpty else { return }
      drawing.substitutes[id] = drawing.pictures[drawing.pictures.count - 1]
      drawing.pictures[drawing.pictures.count - 1] = id
    case .v_imagedata:
      if let id = reader.attribute(WordName.r_id) ?? reader.attribute(WordName.r_pict) {
        drawing.pictures.append(id)
      }
      if drawing.title.isEmpty { drawing.title = reader.attribute(WordName.o_title) ?? "" }
    case .a_hlinkClick: drawing.link = reader.attribute(WordName.r_id)
    case .adec_decorative: drawing.isDecorative = reader.attribute(WordName.val) != "0"
    default: break
    }
  }

  /// English metric units, of which an inch has 914,400.
  private static func length(_ units: Int?) -> Length? {
    guard let units, units > 0 else { return nil }
    return Length(points: Double(units) / 12_700)
  }

  /// A length of a style in points: `width:341.25pt`.
  private static func length(_ property: String, in style: String) -> Length? {
    for declaration in style.split(separator: ";") {
      let parts = declaration.split(separator: ":")
      guard parts.count == 2, parts[0].allSatisfy({ $0.isLetter }), parts[0] == property[...] else {
        continue
      }
      guard parts[1].hasSuffix("pt"), let points = Double(parts[1].dropLast(2)), points > 0 else {
        return nil
      }
      return Length(points: points)
    }
    return nil
  }

  mutating func endDrawing() {
    guard let drawing = drawings.popLast(), !drawing.isHidden else { return }
    var sources: [Image.Source] = []
    var seen: Set<String> = []
    for id in drawing.pictures where seen.insert(id).inserted {
      guard let source = source(id, or: drawing.substitutes[id]) else { continue }
      sources.append(source)
    }
    guard !sources.isEmpty else {
      // A picture that is not in the file is what is said of it.
      let alternative = Self.oneLine(drawing.alternative)
      if !drawing.pictures.isEmpty, !drawing.isDecorative, !drawing.hasText,
        !AlternativeText.isPath(alternative),
        !alternative.isEmpty
      {
        composer.write(Image(source: "", alternative: alternative))
      }
      return
    }
    let outer = composer.format.link
    if let link = drawing.link.flatMap({ address(of: $0) }).flatMap({ linkDestination($0) }) {
      composer.setLink(FlowLink(destination: link, title: ""))
    }
    let traits = composer.format.traits
    let alternative = Self.oneLine(drawing.alternative)
    composer.format.traits.formIntersection(.hidden)
    for source in sources {
      composer.write(
        Image(
          source, title: Self.oneLine(drawing.title),
          alternative: drawing.isDecorative || AlternativeText.isPath(alternative) ? "" : alternative,
          width: sources.count == 1 ? drawing.width : nil, height: sources.count == 1 ? drawing.height : nil))
    }
    composer.format.traits = traits
    composer.format.link = outer
  }

  /// A description without what Word says of where it comes from.
  private static func oneLine(_ text: String) -> String {
    let lines = text.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
    let kept =
      lines.count > 1 && Self.remarks.contains(String(lines[lines.count - 1])) ? lines.dropLast() : lines[...]
    let words = kept.joined(separator: " ")
    return words.allSatisfy(\.isWhitespace) ? "" : words
  }

  private static let remarks: Set<String> = [
    "Description automatically generated", "AI-generated content may be incorrect.",
    "Automatisch generierte Beschreibung", "Description générée automatiquement",
    "Descripción generada automáticamente",
  ]

  /// A picture, or what stands in for it where it is not there.
  private mutating func source(_ id: String, or substitute: String?) -> Image.Source? {
    let source = source(id)
    guard let substitute else { return source }
    guard case .medium(let medium)? = source else { return source ?? self.source(substitute) }
    if let relationship = relationships[substitute], !relationship.isExternal {
      let package = package
      media.substitute(for: medium, relationship.target) { package.medium(relationship.target) }
    }
    return source
  }

  private mutating func source(_ id: String) -> Image.Source? {
    guard let relationship = relationships[id] else { return nil }
    guard !relationship.isExternal else {
      return address(of: id).flatMap { LinkPolicy.imageSource($0.utf8) }.map { .address($0) }
    }
    let package = package
    let name = relationship.target
    return media.medium(package.nameInDocument(name)) { package.medium(name) }.map { .medium($0) }
  }
}
