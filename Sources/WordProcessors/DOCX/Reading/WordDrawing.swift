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
  /// The substitutes of pictures, by their relationships.
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

/// The numbers of a chart, as the document keeps them beside the picture of it (ECMA-376, 21.2).
private struct WordChart {
  /// A row of numbers, with what each of them belongs to.
  struct Series {
    var name = ""
    var categories: [Int: String] = [:]
    var values: [Int: String] = [:]
  }

  /// The largest number of series of a chart that are kept.
  private static let seriesLimit = 64
  private static let pointLimit = 4_096

  private(set) var title = ""
  private(set) var series: [Series] = []

  init(_ part: [UInt8]) {
    var reader = XMLReader(word: part)
    while let event = reader.next() {
      guard event == .start else { continue }
      switch reader.wordName {
      case .c_title: title = reader.readWords()
      case .c_ser:
        let series = Self.series(&reader)
        if self.series.count < Self.seriesLimit, !series.values.isEmpty { self.series.append(series) }
      default: continue
      }
    }
  }

  /// A row a point: what it belongs to, then the value of each series.
  var rows: [[String]] {
    let categories = series.first { !$0.categories.isEmpty }?.categories ?? [:]
    var points = Set(categories.keys)
    for series in series { points.formUnion(series.values.keys) }
    var rows: [[String]] = [[""] + series.map(\.name)]
    for point in points.sorted() {
      let name = categories[point] ?? String(point + 1)
      rows.append([name] + series.map { $0.values[point] ?? "" })
    }
    return rows
  }

  private static func series(_ reader: inout XMLReader) -> Series {
    var series = Series()
    reader.forEachChild { reader in
      switch reader.wordName {
      case .c_tx: series.name = points(&reader)[0] ?? ""
      case .c_cat, .c_xVal: series.categories = points(&reader)
      case .c_val, .c_yVal: series.values = points(&reader)
      default: return
      }
    }
    return series
  }

  /// The values that are kept of a reference to cells, by their numbers.
  private static func points(_ reader: inout XMLReader) -> [Int: String] {
    var points: [Int: String] = [:]
    var number = 0
    let depth = reader.depth
    while let event = reader.next() {
      switch event {
      case .start where reader.wordName == .c_pt: number = reader.number(WordName.idx) ?? points.count
      case .start where reader.wordName == .c_v:
        guard points.count < pointLimit else { continue }
        points[number] = shortened(String(decoding: reader.readText(), as: UTF8.self))
      case .end where reader.depth < depth: return points
      default: continue
      }
    }
    return points
  }

  /// A number as it was meant: without the digits that only its binary form has.
  private static func shortened(_ value: String) -> String {
    guard value.utf8.count > 15, let number = Double(value), number.magnitude < 1e15 else { return value }
    let rounded = (number * 1e10).rounded() / 1e10
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}

extension WordInterpreter {
  /// Writes what a chart shows behind the paragraph that it stands in: its title, and a table of its numbers.
  mutating func writeChart() {
    guard let bytes = relatedPart(.r_id) else { return }
    let chart = WordChart(bytes)
    guard !chart.series.isEmpty else { return }
    composer.beginBox()
    composer.writeParagraph(chart.title)
    composer.beginTable()
    composer.changeTable { table in
      table.headerRows = 1
      table.isRuled = true
    }
    for row in chart.rows {
      composer.changeTable { $0.beginRow() }
      for text in row {
        composer.beginCell()
        composer.writeParagraph(text)
        composer.endCell(FlowTableComposer.Span())
      }
      composer.changeTable { $0.endRow() }
    }
    composer.endTable()
    composer.endBox()
  }
}

/// The words of a diagram (SmartArt; ECMA-376, 21.4): points, and which of them belongs to which.
private struct WordDiagram {
  struct Item {
    var text: String
    var level: Int
  }

  /// The largest number of points of a diagram that are kept.
  private static let pointLimit = 4_096
  private static let levelLimit = 8

  /// The points that have words, as an outline.
  private(set) var items: [Item] = []

  private var texts: [String: String] = [:]
  private var children: [String: [(order: Int, id: String)]] = [:]

  init(_ part: [UInt8]) {
    var root: String?
    var reader = XMLReader(word: part)
    while let event = reader.next() {
      guard event == .start else { continue }
      switch reader.wordName {
      case .dgm_pt:
        let type = reader.attribute(WordName.type) ?? "node"
        let id = reader.attribute(WordName.modelId)
        if type == "doc" { root = root ?? id }
        guard let id, type == "node" || type == "asst", texts.count < Self.pointLimit else { continue }
        texts[id] = reader.readWords()
      case .dgm_cxn:
        guard reader.attribute(WordName.type) ?? "parOf" == "parOf",
          let parent = reader.attribute(WordName.srcId), let child = reader.attribute(WordName.destId)
        else { continue }
        children[parent, default: []].append((reader.number(WordName.srcOrd) ?? 0, child))
      default: continue
      }
    }
    if let root { addItems(below: root) }
  }

  /// Points that belong to each other in a circle come once.
  private mutating func addItems(below root: String) {
    var waiting = [(id: root, level: -1)]
    var seen: Set<String> = []
    while let (id, level) = waiting.popLast() {
      guard seen.insert(id).inserted else { continue }
      let text = texts[id] ?? ""
      if !text.isEmpty { items.append(Item(text: text, level: max(0, min(level, Self.levelLimit)))) }
      let next = text.isEmpty ? max(0, level) : level + 1
      for child in (children[id] ?? []).sorted(by: { $0.order > $1.order }) {
        waiting.append((child.id, next))
      }
    }
  }
}

extension WordInterpreter {
  /// Writes the words of a diagram as a list behind the paragraph that it stands in.
  mutating func writeDiagram() {
    guard let bytes = relatedPart(.r_dm) else { return }
    let diagram = WordDiagram(bytes)
    guard !diagram.items.isEmpty else { return }
    diagramCount += 1
    composer.beginBox()
    for item in diagram.items {
      let indent = (item.level + 1) * 360
      composer.change {
        $0.places.append(
          FlowListPlace(
            key: -1_000 - diagramCount, level: item.level, isOrdered: false, number: 1, indent: indent))
      }
      var format = FlowParagraphFormat()
      format.leftIndent = indent
      format.place = composer.flow.places.count
      composer.writeParagraph(item.text, format)
    }
    composer.endBox()
  }
}
