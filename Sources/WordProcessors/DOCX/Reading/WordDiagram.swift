import Containers

/// The words of a diagram (SmartArt; ECMA-376, 21.4): points, and which of them belongs to which.
struct WordDiagram {
  struct Item {
    var text: String
    var level: Int
  }

  /// Larger diagrams keep so many points.
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
