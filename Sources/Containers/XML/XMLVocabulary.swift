/// The names that a format knows, which a reader gives as numbers.
package struct XMLVocabulary: Sendable {
  /// A namespace by its address.
  package struct Namespace: Sendable {
    package let address: String
    /// What names of it begin with in the vocabulary, whatever a document calls it.
    package let prefix: String

    package init(_ prefix: String, _ address: String) {
      self.prefix = prefix
      self.address = address
    }
  }

  private let prefixes: [[UInt8]: String]
  private let numbers: [String: Int]

  /// - Parameters:
  ///   - namespaces: the namespaces, several of which may share a prefix.
  ///   - names: the names with their prefixes; each gets its index for a number.
  package init(namespaces: [Namespace], names: [String]) {
    prefixes = Dictionary(namespaces.map { (Array($0.address.utf8), $0.prefix) }) { first, _ in first }
    numbers = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The prefix of a namespace, nil for one that the vocabulary does not have.
  func prefix(ofNamespace address: ArraySlice<UInt8>) -> String? { prefixes[Array(address)] }

  /// The number of a name, -1 for one that the vocabulary does not have.
  func number(ofName name: String) -> Int { numbers[name] ?? -1 }
}
