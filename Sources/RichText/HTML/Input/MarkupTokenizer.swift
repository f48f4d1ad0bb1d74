/// Cuts HTML into text, tags and what is neither, by the rules of HTML's tokenizer (WHATWG HTML 13.2.5).
///
/// It builds nothing and keeps nothing but positions: the filter before the parse and the sanitiser share it.
struct MarkupTokenizer {
  enum Token {
    /// Text up to the next markup, character references still in it.
    case text(Range<Int>)
    case startTag(HTMLElementName)
    case endTag(HTMLElementName)
    /// A comment, doctype, processing instruction or CDATA section.
    case declaration(Range<Int>)
  }

  struct Attribute {
    var name: Range<Int>
    /// Without quotes, character references still in it.
    var value: Range<Int>
  }

  /// More attributes than this on one tag are left out.
  static let attributeLimit = 64

  let count: Int
  private(set) var position = 0
  /// The spelling of the last tag's name.
  private(set) var tagName = 0..<0
  /// True if the last tag ended with a slash, which means something outside HTML alone.
  private(set) var isSelfClosing = false
  /// The attributes of the last start tag.
  private(set) var attributes: [Attribute] = []
  /// A document has one at the most, and the search for its end may go through all that follows.
  private var hasSkippedSubset = false

  /// Begins at `position`, and ends before `count`.
  init(count: Int, from position: Int = 0) {
    self.count = count
    self.position = position
  }

  mutating func next(_ bytes: Span<UInt8>) -> Token? {
    guard position < count else { return nil }
    let start = position
    if bytes[start] == UInt8(ascii: "<"), let markup = markup(bytes) { return markup }
    position = max(position, start + 1)
    while position < count {
      if bytes[position] == UInt8(ascii: "<"), beginsMarkup(bytes, position) { break }
      position += 1
    }
    return .text(start..<position)
  }

  /// True if the `<` at `index` opens a tag, a comment or a declaration rather than standing for itself.
  private func beginsMarkup(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    guard index + 1 < count else { return false }
    let byte = bytes[index + 1]
    if byte.isASCIILetter || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") { return true }
    return byte == UInt8(ascii: "/") && index + 2 < count
  }

  private mutating func markup(_ bytes: Span<UInt8>) -> Token? {
    let start = position
    guard beginsMarkup(bytes, start) else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "!"):
      return declaration(bytes)
    case UInt8(ascii: "?"):
      return bogusComment(bytes)
    case UInt8(ascii: "/"):
      guard bytes[start + 2].isASCIILetter else { return bogusComment(bytes) }
      position = start + 2
      scanTag(bytes)
      return .endTag(HTMLElementName.names.name(in: bytes, tagName) ?? .unknown)
    default:
      position = start + 1
      isSelfClosing = scanTag(bytes)
      return .startTag(HTMLElementName.names.name(in: bytes, tagName) ?? .unknown)
    }
  }

  private mutating func bogusComment(_ bytes: Span<UInt8>) -> Token {
    let start = position
    while position < count, bytes[position] != UInt8(ascii: ">") { position += 1 }
    position = min(position + 1, count)
    return .declaration(start..<position)
  }

  private mutating func declaration(_ bytes: Span<UInt8>) -> Token {
    let start = position
    guard start + 3 < count, bytes[start + 2] == UInt8(ascii: "-"), bytes[start + 3] == UInt8(ascii: "-")
    else {
      return bogusComment(bytes)
    }
    position = start + 4
    if position < count, bytes[position] == UInt8(ascii: ">") {
      position += 1
      return .declaration(start..<position)
    }
    if position + 1 < count, bytes[position] == UInt8(ascii: "-"), bytes[position + 1] == UInt8(ascii: ">") {
      position += 2
      return .declaration(start..<position)
    }
    while position < count {
      if bytes[position] == UInt8(ascii: ">"), endsComment(bytes, position, start) {
        position += 1
        return .declaration(start..<position)
      }
      position += 1
    }
    return .declaration(start..<count)
  }

  /// Moves past what a doctype of XML declares between its brackets (XML 1.0 2.8), in which HTML's has ended already.
  mutating func skipSubset(of doctype: Range<Int>, _ bytes: Span<UInt8>) {
    var hasBegun = false
    var quote: UInt8?
    for index in doctype {
      let byte = bytes[index]
      if byte == UInt8(ascii: "]"), quote == nil { return }
      // Addresses of document types may hold anything; what the subset itself quotes is not looked at.
      if !hasBegun, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = quote == nil ? byte : quote == byte ? nil : quote
      }
      if byte == UInt8(ascii: "["), quote == nil { hasBegun = true }
    }
    guard hasBegun, !hasSkippedSubset else { return }
    hasSkippedSubset = true
    for index in position..<count where bytes[index] == UInt8(ascii: "]") {
      var end = index + 1
      while end < count, bytes[end].isHTMLSpace { end += 1 }
      guard end < count, bytes[end] == UInt8(ascii: ">") else { continue }
      position = end + 1
      return
    }
  }

  private func endsComment(_ bytes: Span<UInt8>, _ index: Int, _ start: Int) -> Bool {
    let dash = UInt8(ascii: "-")
    if index >= start + 6, bytes[index - 1] == dash, bytes[index - 2] == dash { return true }
    return index >= start + 7 && bytes[index - 1] == UInt8(ascii: "!") && bytes[index - 2] == dash
      && bytes[index - 3] == dash
  }

  /// Scans from a tag's name to its end; true if the tag closes itself.
  @discardableResult
  private mutating func scanTag(_ bytes: Span<UInt8>) -> Bool {
    attributes.removeAll(keepingCapacity: true)
    let nameStart = position
    while position < count, !Self.endsName(bytes[position]) { position += 1 }
    tagName = nameStart..<position
    while position < count {
      while position < count, bytes[position].isHTMLSpace { position += 1 }
      guard position < count else { return false }
      if bytes[position] == UInt8(ascii: ">") {
        position += 1
        return false
      }
      if bytes[position] == UInt8(ascii: "/") {
        position += 1
        guard position < count, bytes[position] == UInt8(ascii: ">") else { continue }
        position += 1
        return true
      }
      scanAttribute(bytes)
    }
    return false
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }

  private mutating func scanAttribute(_ bytes: Span<UInt8>) {
    let nameStart = position
    position += 1
    while position < count, !Self.endsName(bytes[position]), bytes[position] != UInt8(ascii: "=") {
      position += 1
    }
    let name = nameStart..<position
    var ahead = position
    while ahead < count, bytes[ahead].isHTMLSpace { ahead += 1 }
    guard ahead < count, bytes[ahead] == UInt8(ascii: "=") else {
      keep(Attribute(name: name, value: position..<position))
      return
    }
    position = ahead + 1
    while position < count, bytes[position].isHTMLSpace { position += 1 }
    guard position < count, bytes[position] != UInt8(ascii: ">") else { return }
    let quote = bytes[position]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      position += 1
      let start = position
      while position < count, bytes[position] != quote { position += 1 }
      keep(Attribute(name: name, value: start..<position))
      position = min(position + 1, count)
    } else {
      let start = position
      while position < count, !bytes[position].isHTMLSpace, bytes[position] != UInt8(ascii: ">") {
        position += 1
      }
      keep(Attribute(name: name, value: start..<position))
    }
  }

  private mutating func keep(_ attribute: Attribute) {
    if attributes.count < Self.attributeLimit { attributes.append(attribute) }
  }

  /// Moves to the end tag of an element whose content is text alone, or to the end of input if there is none.
  ///
  /// Returns where the content stands.
  mutating func skipRawText(of name: Range<Int>, _ bytes: Span<UInt8>) -> Range<Int> {
    let start = position
    while position < count {
      if bytes[position] == UInt8(ascii: "<"), endsRawText(name, bytes, position) { break }
      position += 1
    }
    return start..<position
  }

  private func endsRawText(_ name: Range<Int>, _ bytes: Span<UInt8>, _ index: Int) -> Bool {
    let end = index + 2 + name.count
    guard end <= count, bytes[index + 1] == UInt8(ascii: "/") else { return false }
    for offset in 0..<name.count
    where bytes[index + 2 + offset].lowercased != bytes[name.lowerBound + offset].lowercased {
      return false
    }
    return end == count || Self.endsName(bytes[end])
  }
}
