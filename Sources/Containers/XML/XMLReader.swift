/// Reads XML piece by piece (XML 1.0, Namespaces in XML 1.0), without a document type's declarations.
///
/// It is for files that programs wrote and others broke: what is not well-formed is passed over, the text
/// survives. No entity is defined but the five that are always there, so that none can grow.
package struct XMLReader {
  /// A piece that was read.
  package enum Event: Sendable {
    /// An element begins: its name and attributes are at hand.
    case start
    /// An element ends, one that began; its name is at hand.
    case end
    /// Text, white space included.
    case text
  }

  private struct Element {
    /// The name as it is spelt.
    var spelling: Range<Int>
    var name: Int
    /// The number of namespaces were bound before it.
    var bindings: Int
  }

  private struct Attribute {
    var spelling: Range<Int>
    var hash: UInt32
    var name: Int
    var value: Range<Int>
  }

  /// Elements deeper than this are passed over with all they hold.
  static let depthLimit = 512
  /// More attributes of an element are passed over.
  private static let attributeLimit = 1_000
  /// The number of open elements among which an end tag looks for its own.
  private static let endTagReach = 32

  package let bytes: [UInt8]
  private var position = 0
  private var names: XMLNames
  private var elements: [Element] = []
  private var attributes: [Attribute] = []
  /// The number of elements are open below the deepest that is read.
  private var excess = 0
  /// The number of open elements have ended, of which nobody knows yet.
  private var ended = 0
  private var textRange = 0..<0
  private var isTextRaw = false

  /// The position in `bytes` of the tag of the element that began last.
  package private(set) var elementStart = 0

  /// The position up to which `bytes` were read: behind the tag of what began or ended last, unless that
  /// ended with another.
  package var offset: Int { position }

  /// The number of the name of the element that began or ended; -1 if the vocabulary does not have it.
  package private(set) var name = -1

  /// The number of elements are open, one that begins included and one that ends not.
  package var depth: Int { elements.count }

  /// Begins to read a document of any encoding that programs write.
  package init(_ document: [UInt8], _ vocabulary: XMLVocabulary) {
    bytes = XMLEncoding.utf8(document)
    names = XMLNames(vocabulary)
  }

  // MARK: Events

  /// Reads on; nil at the end of the document.
  package mutating func next() -> Event? {
    if ended > 0 { return end() }
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") {
        if readText() { return .text }
      } else if let event = readMarkup() {
        return event
      }
    }
    ended = elements.count
    return ended > 0 ? end() : nil
  }

  /// Passes over the rest of the element that just began; returns where its content stands in `bytes`.
  @discardableResult
  package mutating func skip() -> Range<Int> {
    let start = position
    let depth = self.depth
    guard ended == 0 else {
      _ = next()
      return start..<start
    }
    var last = position
    while self.depth >= depth {
      last = position
      guard next() != nil else { break }
    }
    return start..<max(start, last)
  }

  private mutating func end() -> Event {
    ended -= 1
    let element = elements.removeLast()
    name = element.name
    names.unbind(to: element.bindings)
    return .end
  }

  // MARK: Text

  /// Appends the text that was read, in UTF-8.
  package func appendText(to output: inout [UInt8]) {
    XMLText.append(bytes[textRange], isRaw: isTextRaw, to: &output)
  }

  /// Reads text, and returns false if it lies too deep.
  private mutating func readText() -> Bool {
    let start = position
    position = bytes.span.firstIndex(from: start) { $0 == UInt8(ascii: "<") }
    return deliver(start..<position, isRaw: false)
  }

  private mutating func deliver(_ range: Range<Int>, isRaw: Bool) -> Bool {
    textRange = range
    isTextRaw = isRaw
    return excess == 0 && !range.isEmpty
  }

  // MARK: Markup

  private mutating func readMarkup() -> Event? {
    guard position + 1 < bytes.count else {
      position = bytes.count
      return nil
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "/"):
      return readEndTag()
    case UInt8(ascii: "?"):
      pass(to: "?>")
      return nil
    case UInt8(ascii: "!"):
      return readDeclaration()
    case let byte where XMLNames.isNameByte(byte):
      return readStartTag()
    default:
      // A sign that somebody forgot to escape.
      let start = position
      position += 1
      return deliver(start..<position, isRaw: true) ? .text : nil
    }
  }

  private mutating func readDeclaration() -> Event? {
    let rest = bytes[position...]
    if rest.starts(with: "<!--".utf8) {
      position += 4
      pass(to: "-->")
    } else if rest.starts(with: "<![CDATA[".utf8) {
      let start = position + 9
      position = start
      pass(to: "]]>")
      let end = position >= start + 3 && bytes[..<position].suffix(3).elementsEqual("]]>".utf8)
      return deliver(start..<(end ? position - 3 : position), isRaw: true) ? .text : nil
    } else {
      passDocumentType()
    }
    return nil
  }

  /// Goes behind the next `mark`, or to the end of the document.
  private mutating func pass(to mark: String) {
    let mark = Array(mark.utf8)
    while position < bytes.count, bytes[position] != mark[0] || !bytes[position...].starts(with: mark) {
      position += 1
    }
    position = min(position + mark.count, bytes.count)
  }

  private mutating func passDocumentType() {
    var brackets = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "["): brackets += 1
      case UInt8(ascii: "]"): brackets -= 1
      case UInt8(ascii: ">") where brackets <= 0: return
      default: break
      }
    }
  }

  // MARK: Tags

  private mutating func readStartTag() -> Event? {
    let start = position
    position += 1
    let (spelling, hash) = scanName()
    attributes.removeAll(keepingCapacity: true)
    let bindings = names.bindingCount
    let isEmpty = readAttributes()
    guard excess == 0, elements.count < Self.depthLimit else {
      if !isEmpty { excess += 1 }
      return nil
    }
    bindNamespaces()
    name = names.number(of: spelling, hash, in: bytes, isElement: true)
    elements.append(Element(spelling: spelling, name: name, bindings: bindings))
    elementStart = start
    for index in attributes.indices {
      attributes[index].name = names.number(
        of: attributes[index].spelling, attributes[index].hash, in: bytes, isElement: false)
    }
    if isEmpty { ended = 1 }
    return .start
  }

  /// Reads attributes up to the end of the tag; true if that ends the element, too.
  private mutating func readAttributes() -> Bool {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ">") {
        position += 1
        return false
      }
      if byte == UInt8(ascii: "/"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: ">") {
        position += 2
        return true
      }
      // A tag whose end is missing.
      if byte == UInt8(ascii: "<") { return false }
      guard XMLNames.isNameByte(byte) else {
        position += 1
        continue
      }
      let (spelling, hash) = scanName()
      let value = readValue()
      guard attributes.count < Self.attributeLimit else { continue }
      attributes.append(Attribute(spelling: spelling, hash: hash, name: -1, value: value))
    }
    return false
  }

  /// The name that begins here, and a hash of it.
  private mutating func scanName() -> (Range<Int>, UInt32) {
    let start = position
    let (end, hash) = bytes.span.endOfName(from: start)
    position = end
    return (start..<end, hash)
  }

  /// The value behind an equals sign, empty without one.
  private mutating func readValue() -> Range<Int> {
    passSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return position..<position }
    position += 1
    passSpace()
    guard position < bytes.count else { return position..<position }
    let quote = bytes[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = position
      position = bytes.span.firstIndex(from: start) { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
      return start..<position
    }
    let start = position + 1
    let end = bytes.span.firstIndex(from: start) { $0 == quote }
    position = min(end + 1, bytes.count)
    return start..<end
  }

  private mutating func passSpace() {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  private mutating func bindNamespaces() {
    for attribute in attributes where names.mayBind(attribute.spelling, in: bytes) {
      names.bind(attribute.spelling, to: XMLText.decoded(bytes[attribute.value])[...], in: bytes)
    }
  }

  private mutating func readEndTag() -> Event? {
    position += 2
    let (spelling, _) = scanName()
    while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
      // A tag whose end is missing.
      if bytes[position] == UInt8(ascii: "<") { break }
      position += 1
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ">") { position += 1 }
    guard excess == 0 else {
      excess -= 1
      return nil
    }
    // An end without a beginning is passed over; one further out ends what is open within.
    let reached = elements.suffix(Self.endTagReach)
    guard let index = reached.lastIndex(where: { bytes[$0.spelling] == bytes[spelling] }) else { return nil }
    ended = elements.count - index
    return end()
  }
}

// MARK: - Attributes

extension XMLReader {
  /// The value of an attribute of the element that began, nil if it has none of that name.
  package func attribute(_ name: Int) -> String? {
    guard let range = valueRange(name) else { return nil }
    return XMLText.string(bytes[range])
  }

  /// True if the element that began has an attribute of that name.
  package func hasAttribute(_ name: Int) -> Bool { valueRange(name) != nil }

  /// The whole number that an attribute says, its fraction and its unit left off; nil if it says none.
  package func number(_ name: Int) -> Int? {
    guard let range = valueRange(name) else { return nil }
    return XMLText.number(bytes[range])
  }

  /// The range in `bytes` of the value of an attribute of the element that began, as it is written.
  package func valueRange(_ name: Int) -> Range<Int>? {
    for attribute in attributes where attribute.name == name { return attribute.value }
    return nil
  }
}

extension Span<UInt8> {
  /// The next position of a byte that meets a condition; the end if there is none.
  fileprivate func firstIndex(from start: Int, where condition: (UInt8) -> Bool) -> Int {
    var index = start
    while index < count, !condition(self[index]) { index += 1 }
    return index
  }

  /// The end of the name that begins at `start`, and a hash of it (FNV-1a).
  fileprivate func endOfName(from start: Int) -> (end: Int, hash: UInt32) {
    var index = start
    var hash: UInt32 = 0x811C_9DC5
    while index < count, XMLNames.isNameByte(self[index]) {
      hash = (hash ^ UInt32(self[index])) &* 0x0100_0193
      index += 1
    }
    return (index, hash)
  }
}
