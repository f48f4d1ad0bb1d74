/// What is made of an element of an array.
enum Rewriting<Element> {
  case unchanged
  case replaced(Element)
  case dropped
}

extension Array {
  /// The elements as they are rewritten; nil if all stay as they are, for which nothing is copied.
  func rewritten(_ rewrite: (Element) -> Rewriting<Element>) -> [Element]? {
    var result: [Element]?
    for index in indices {
      switch rewrite(self[index]) {
      case .unchanged:
        result?.append(self[index])
      case .replaced(let element):
        if result == nil { result = Array(self[..<index]) }
        result?.append(element)
      case .dropped:
        if result == nil { result = Array(self[..<index]) }
      }
    }
    return result
  }
}
