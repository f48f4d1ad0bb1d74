/// Cuts HTML into text, tags and what is neither, by the rules of HTML's tokenizer (WHATWG HTML 13.2.5).
///
/// It builds nothing and keeps nothing but positions: the filter before the parse and the sanitiser share it.
package struct MarkupTokenizer {
  package enum Token {
    /// Text up to the next markup, character references still in it.
    case text(Range<Int>)
    case startTag(HTMLElementName)
    case endTag(HTMLElementName)
    /// A comment, doctype, processing instruction or CDATA section.
    case declaration(Range<Int>)
  }

  package struct Attribute {
    package var name: Range<Int>
    /// The value without its quotes, character references still in it.
    package var value: Range<Int>
  }

  /// The largest number of attributes of one tag; further ones are left out.
  static let attributeLimit = 64

  package let count: Int
  package private(set) var position = 0
  /// The spelling of the last tag's name.
  package private(set) var tagName = 0..<0
  /// True if the last tag ended with a slash, which means something outside HTML alone.
  package private(set) var isSelfClosing = false
  /// The attributes of the last start tag.
  package var attributes: [Attribute] = []
  /// A document has one at the most, and the search for its end may go through all that follows.
  private var hasSkippedSubset = false

  /// Begins at `position`, and ends before `count`.
  package init(count: Int, from position: Int = 0) {
    self.count = count
    self.position = position
  }

  package mutating func next(_ bytes: Span<UInt8>) -> Token? {
    guard position < count else { return nil }
    let start = position
    if bytes[start] == UInt8(ascii: "<"), beginsMarkup(bytes, start) { return markup(bytes) }
    position = start + 1
    while true {
      position = ByteSearch.position(of: UInt8(ascii: "<"), in: bytes, from: position, to: count)
      if position == count || beginsMarkup(bytes, position) { return .text(start..<position) }
      position += 1
    }
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
    switch bytes[start + 1] {
    case UInt8(ascii: "!"):
      return declaration(bytes)
    case UInt8(ascii: "?"):
      return bogusComment(bytes)
    case UInt8(ascii: "/"):
      guard bytes[start + 2].isASCIILetter else { return bogusComment(bytes) }
      position = start + 2
      guard scanTag(bytes) else { return nil }
      return .endTag(HTMLElementName.names.name(in: bytes, tagName) ?? .unknown)
    default:
      position = start + 1
      guard scanTag(bytes) else { return nil }
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
  package mutating func skipSubset(of doctype: Range<Int>, _ bytes: Span<UInt8>) {
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

  /// Scans from a tag's name to its end; false if the input ends before, with which the tag is none.
  private mutating func scanTag(_ bytes: Span<UInt8>) -> Bool {
    attributes.removeAll(keepingCapacity: true)
    isSelfClosing = false
    let nameStart = position
    while position < count, !Self.endsName(bytes[position]) { position += 1 }
    tagName = nameStart..<position
    while position < count {
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        return true
      case UInt8(ascii: "/"):
        position += 1
        guard position < count, bytes[position] == UInt8(ascii: ">") else { continue }
        isSelfClosing = true
      case let byte where byte.isHTMLSpace: position += 1
      default: scanAttribute(bytes)
      }
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
    guard position < count else { return }
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
  package mutating func skipRawText(of name: Range<Int>, _ bytes: Span<UInt8>) -> Range<Int> {
    let start = position
    while position < count {
      position = ByteSearch.position(of: UInt8(ascii: "<"), in: bytes, from: position, to: count)
      if position == count || endsRawText(name, bytes, position) { break }
      position += 1
    }
    return start..<position
  }

  /// Moves to the end tag of a script: within a comment in which another one begins, that one's end tag ends nothing
  /// (WHATWG HTML 13.2.5.17 to 13.2.5.31).
  package mutating func skipScript(of name: Range<Int>, _ bytes: Span<UInt8>) -> Range<Int> {
    let start = position
    var isEscaped = false
    var isEscapedTwice = false
    while position < count {
      if !isEscaped {
        position = ByteSearch.position(of: UInt8(ascii: "<"), in: bytes, from: position, to: count)
      }
      guard position < count else { break }
      let byte = bytes[position]
      if byte == UInt8(ascii: "<"), !isEscapedTwice, endsRawText(name, bytes, position) { break }
      if byte == UInt8(ascii: "<"), !isEscaped, follows("!--", bytes, position + 1) {
        isEscaped = true
        // The dashes may be those of the end, too.
        position += 2
      } else if byte == UInt8(ascii: "<"), isEscaped, !isEscapedTwice, beginsScript(bytes, position + 1) {
        isEscapedTwice = true
      } else if byte == UInt8(ascii: "<"), isEscapedTwice, follows("/", bytes, position + 1),
        beginsScript(bytes, position + 2)
      {
        isEscapedTwice = false
      } else if isEscaped, byte == UInt8(ascii: "-"), follows("->", bytes, position + 1) {
        isEscaped = false
        isEscapedTwice = false
      }
      position += 1
    }
    return start..<position
  }

  private func beginsScript(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    follows("script", bytes, index) && index + 6 < count && Self.endsName(bytes[index + 6])
  }

  private func follows(_ text: StaticString, _ bytes: Span<UInt8>, _ index: Int) -> Bool {
    guard index + text.utf8CodeUnitCount <= count else { return false }
    return text.withUTF8Buffer { text in
      text.indices.allSatisfy { unsafe bytes[index + $0].lowercased == text[$0] }
    }
  }

  private func endsRawText(_ name: Range<Int>, _ bytes: Span<UInt8>, _ index: Int) -> Bool {
    let end = index + 2 + name.count
    guard end < count, bytes[index + 1] == UInt8(ascii: "/"), Self.endsName(bytes[end]) else { return false }
    for offset in 0..<name.count
    where bytes[index + 2 + offset].lowercased != bytes[name.lowerBound + offset].lowercased {
      return false
    }
    return true
  }

  /// Moves to the end of a CDATA section, which begins at `start` and which formulas and drawings may have.
  package mutating func skipCharacterData(from start: Int, _ bytes: Span<UInt8>) -> Range<Int> {
    position = start + 9
    while position < count, !follows("]]>", bytes, position) { position += 1 }
    let end = position
    position = min(position + 3, count)
    return start + 9..<end
  }
}
