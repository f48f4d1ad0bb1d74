import Containers

/// Writes the lists of a document: definitions that all bullets share, and one for each list with numbers.
///
/// There are two for bullets, taken in turn, so that one list after another is another one.
/// Lists with numbers that shared one would go on with each other's numbers in Google Docs and others.
enum WordNumberingWriter {
  /// How many definitions are written for lists.
  static func definitionCount(_ lists: WrittenLists) -> Int { lists.overrides.count + 2 }

  /// The part with all lists; nil for none.
  static func part(_ lists: WrittenLists, headings: WordHeadingNumbers.Written? = nil) -> [UInt8]? {
    guard !lists.overrides.isEmpty || headings != nil else { return nil }
    var writer = XMLWriter()
    if let headings { writer.raw(headings.tag) } else { writer.raw("<w:numbering \(WordParts.namespaces)>") }
    // All definitions come before all lists.
    for number in 0..<2 { writeDefinition(WrittenList(), number: number, to: &writer) }
    for (index, list) in lists.overrides.enumerated() where !list.starts.isEmpty {
      writeDefinition(list, number: index + 2, to: &writer)
    }
    if let headings { writer.raw(headings.definitions) }
    var bullets = 0
    for (index, list) in lists.overrides.enumerated() {
      var definition = index + 2
      if list.starts.isEmpty {
        definition = bullets % 2
        bullets += 1
      }
      writer.raw("<w:num w:numId=\"\(index + 1)\"><w:abstractNumId w:val=\"\(definition)\"/></w:num>")
    }
    if let headings { writer.raw(headings.lists) }
    writer.raw("</w:numbering>")
    return writer.bytes
  }

  private static func writeDefinition(_ list: WrittenList, number: Int, to writer: inout XMLWriter) {
    let id = String(0x1000_0000 + number, radix: 16, uppercase: true)
    writer.raw(
      "<w:abstractNum w:abstractNumId=\"\(number)\"><w:nsid w:val=\"\(id)\"/><w:multiLevelType w:val=\"hybridMultilevel\"/>"
    )
    // Levels that are not used would only cost.
    let last = list.starts.isEmpty ? WrittenList.levelCount - 1 : list.kinds.lastIndex { $0 != nil } ?? 0
    for level in 0...last {
      let start = list.starts[level]
      writer.raw(
        "<w:lvl w:ilvl=\"\(level)\"><w:start w:val=\"\(start ?? 1)\"/><w:numFmt w:val=\"\(start == nil ? "bullet" : "decimal")\"/><w:lvlText w:val=\"\(start == nil ? WrittenList.bullet(level: level) : "%\(level + 1).")\"/><w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"\(FlowContext.listIndent * (level + 1))\" w:hanging=\"360\"/></w:pPr></w:lvl>"
      )
    }
    writer.raw("</w:abstractNum>")
  }
}
