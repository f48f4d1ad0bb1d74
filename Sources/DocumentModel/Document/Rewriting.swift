/// What is made of an element of an array.
package enum Rewriting<Element> {
  case unchanged
  case replaced(Element)
  /// Others stand in its place.
  case expanded([Element])
  case dropped

  /// Another element in its place, nil leaving it as it is.
  package init(_ element: Element?) {
    self = element.map { .replaced($0) } ?? .unchanged
  }
}

extension Array {
  /// The elements as they are rewritten; nil if all stay as they are, for which nothing is copied.
  package func rewritten(_ rewrite: (Element) -> Rewriting<Element>) -> [Element]? {
    var result: [Element]?
    for index in indices {
      switch rewrite(self[index]) {
      case .unchanged:
        result?.append(self[index])
      case .replaced(let element):
        if result == nil { result = Array(self[..<index]) }
        result?.append(element)
      case .expanded(let elements):
        if result == nil { result = Array(self[..<index]) }
        result? += elements
      case .dropped:
        if result == nil { result = Array(self[..<index]) }
      }
    }
    return result
  }
}

extension Document {
  /// The document with its blocks, and those of each note, as they are rewritten; nil leaves them as they are.
  package func rewritten(_ rewrite: ([Block]) -> [Block]?) -> Document {
    var result = self
    if let blocks = rewrite(blocks) { result.blocks = blocks }
    for index in footnotes.indices {
      guard let blocks = rewrite(footnotes[index].blocks) else { continue }
      result.footnotes[index].blocks = blocks
    }
    return result
  }
}
