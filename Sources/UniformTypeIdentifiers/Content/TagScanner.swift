/// Goes through markup tag by tag, whatever is between them.
struct TagScanner {
  private let bytes: [UInt8]
  private(set) var position: Int
  /// The name in the document type declaration, in lower case.
  private(set) var documentType: String?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Goes past white space; false if something else than a `<` follows.
  mutating func skipToTag() -> Bool {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    return position < bytes.count && bytes[position] == UInt8(ascii: "<")
  }

  /// True if this text, in lower case, stands here in any case.
  func startsWith(_ text: String) -> Bool { isAt(position, text) }

  /// True if this text, in lower case, stands at a position in any case.
  func isAt(_ position: Int, _ text: String) -> Bool {
    bytes[position...].starts(with: text.utf8) { Self.lowercased($0) == $1 }
  }

  /// Goes past comments, instructions and declarations to the first element, and returns its name.
  mutating func skipToRoot() -> String? {
    while skipToTag() {
      if startsWith("<!--") {
        guard skip(past: "-->") else { return nil }
      } else if startsWith("<?") {
        guard skip(past: "?>") else { return nil }
      } else if startsWith("<!doctype") {
        documentType = name(at: position + "<!doctype ".utf8.count)
        guard skipDeclaration() else { return documentType }
      } else {
        let name = name(at: position + 1)
        return name.isEmpty ? nil : name
      }
    }
    return documentType
  }

  /// The letters and digits at a position, in lower case.
  private func name(at start: Int) -> String {
    let name = bytes.dropFirst(start).prefix(32).prefix { Self.isLetterOrDigit($0) }
    return String(decoding: name.map(Self.lowercased), as: UTF8.self)
  }

  private mutating func skip(past end: String) -> Bool {
    while position < bytes.count {
      if bytes[position...].starts(with: end.utf8) {
        position += end.utf8.count
        return true
      }
      position += 1
    }
    return false
  }

  /// A declaration may hold others between brackets.
  private mutating func skipDeclaration() -> Bool {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0:
        position += 1
        return true
      default: break
      }
      position += 1
    }
    return false
  }

  /// One piece of a document's body.
  enum Piece: Equatable {
    case text(isBlank: Bool)
    case open(String, isClosed: Bool)
    case close(String)
    /// A comment, a declaration.
    case other
    /// Markup that does not end, or is none.
    case broken
  }

  /// Returns the next piece, nil at the end.
  mutating func next() -> Piece? {
    guard position < bytes.count else { return nil }
    if bytes[position] != UInt8(ascii: "<") { return readText() }
    if startsWith("<!--") { return skip(past: "-->") ? .other : .broken }
    if startsWith("<!") || startsWith("<?") { return skip(past: ">") ? .other : .broken }
    let isClosing = position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "/")
    let name = name(at: position + (isClosing ? 2 : 1))
    guard let first = name.utf8.first, first > UInt8(ascii: "9"), let isClosed = skipTag() else {
      return .broken
    }
    if isClosing { return .close(name) }
    if ["script", "style", "textarea", "title"].contains(name), !isClosed {
      let end = "</\(name)"
      while position < bytes.count, !startsWith(end) { position += 1 }
    }
    return .open(name, isClosed: isClosed)
  }

  /// Goes past what is no markup.
  mutating func skipByte() { position = min(position + 1, bytes.count) }

  private mutating func readText() -> Piece {
    var isBlank = true
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      if !Self.isSpace(bytes[position]) { isBlank = false }
      position += 1
    }
    return .text(isBlank: isBlank)
  }

  /// Goes past a tag with its attributes; tells whether it closes itself, nil if it does not end or has expressions for
  /// values, as JSX and Svelte do.
  private mutating func skipTag() -> Bool? {
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "{"), bytes[position - 2] == UInt8(ascii: "=") {
        return nil
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return bytes[position - 2] == UInt8(ascii: "/")
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || 0x09...0x0D ~= byte
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }
}
