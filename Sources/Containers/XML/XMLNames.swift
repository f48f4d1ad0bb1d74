/// Makes numbers of the names in a document: by their namespaces, whatever prefixes the document gives these.
struct XMLNames {
  private struct Binding {
    var prefix: [UInt8]
    /// The vocabulary's name of the namespace; nil if it does not have it.
    var name: String?
  }

  /// A name that was looked up, with the namespaces of that time.
  private struct Known {
    var spelling = 0..<0
    var generation = -1
    var isElement = false
    var number = -1
  }

  /// More bindings at a time are passed over: each is looked at for a name that is not known.
  private static let bindingLimit = 256
  private static let knownCount = 1_024

  private let vocabulary: XMLVocabulary
  private var bindings: [Binding] = []
  /// Grows with each change of the bindings.
  private var generation = 0
  private var known = [Known](repeating: Known(), count: knownCount)

  init(_ vocabulary: XMLVocabulary) {
    self.vocabulary = vocabulary
  }

  /// Whether a byte belongs to a name: a letter, a digit, `:`, `-`, `_`, `.`, or anything beyond ASCII.
  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  // MARK: Namespaces

  var bindingCount: Int { bindings.count }

  /// True if an attribute of this name binds a namespace.
  func mayBind(_ name: Range<Int>, in bytes: [UInt8]) -> Bool {
    name.count >= 5 && bytes[name.lowerBound] == UInt8(ascii: "x") && bytes[name].starts(with: "xmlns".utf8)
  }

  mutating func bind(_ name: Range<Int>, to address: ArraySlice<UInt8>, in bytes: [UInt8]) {
    guard bindings.count < Self.bindingLimit else { return }
    let rest = bytes[name].dropFirst("xmlns".utf8.count)
    guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return }
    bindings.append(
      Binding(prefix: Array(rest.dropFirst()), name: vocabulary.prefix(ofNamespace: address)))
    generation += 1
  }

  /// Forgets all bindings but the first `count`.
  mutating func unbind(to count: Int) {
    guard bindings.count > count else { return }
    bindings.removeLast(bindings.count - count)
    generation += 1
  }

  // MARK: Numbers

  /// The number of a name, -1 if the vocabulary does not have it.
  mutating func number(
    of spelling: Range<Int>, _ hash: UInt32, in bytes: [UInt8], isElement: Bool
  ) -> Int {
    let slot = Int(hash ^ hash >> 15) & (Self.knownCount - 1)
    if known[slot].generation == generation, known[slot].isElement == isElement,
      Self.areEqual(known[slot].spelling, spelling, in: bytes.span)
    {
      return known[slot].number
    }
    let number = find(bytes[spelling], isElement: isElement)
    known[slot] = Known(
      spelling: spelling, generation: generation, isElement: isElement, number: number)
    return number
  }

  private static func areEqual(_ left: Range<Int>, _ right: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for offset in 0..<left.count where bytes[left.lowerBound + offset] != bytes[right.lowerBound + offset] {
      return false
    }
    return true
  }

  private func find(_ name: ArraySlice<UInt8>, isElement: Bool) -> Int {
    let colon = name.firstIndex(of: UInt8(ascii: ":"))
    let prefix = colon.map { name[..<$0] } ?? []
    let local = String(decoding: colon.map { name[($0 + 1)...] } ?? name, as: UTF8.self)
    // An attribute without a prefix has no namespace, whatever the element's is.
    if prefix.isEmpty, !isElement { return vocabulary.number(ofName: local) }
    if let binding = bindings.last(where: { $0.prefix.elementsEqual(prefix) }) {
      guard let known = binding.name else { return -1 }
      return vocabulary.number(ofName: known.isEmpty ? local : known + ":" + local)
    }
    // The prefix is not declared: take it for the usual one.
    return vocabulary.number(ofName: String(decoding: name, as: UTF8.self))
  }
}

/// The names that a format knows, which a reader gives as numbers.
package struct XMLVocabulary: Sendable {
  /// A namespace by its address.
  package struct Namespace: Sendable {
    package let address: String
    /// The prefix of its names in the vocabulary, whatever a document calls it.
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
