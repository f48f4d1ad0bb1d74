/// A reader of XML property lists, as far as type declarations need it: no entities but the predefined ones.
///
/// Dates and data are read as their text. Source of the format: the property list document type 1.0.
package struct PropertyListReader {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var valueCount = 0

  /// Reads one XML property list.
  ///
  /// - Throws: `JSONError` with the line of the first mistake, or of the first value beyond a limit.
  package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    guard !bytes.starts(with: "bplist".utf8) else {
      throw JSONError(line: 1, message: "a binary property list; convert it to XML first")
    }
    try TextEncodingCheck.check(bytes, limit: JSONLimits.declarations.bytes)
    var reader = PropertyListReader(bytes: bytes)
    return try reader.readDocument()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: TextEncodingCheck.byteOrderMark) {
      position = TextEncodingCheck.byteOrderMark.count
    }
  }

  private mutating func readDocument() throws(JSONError) -> JSONValue {
    var tag = try nextTag()
    let isWrapped = tag.name == "plist"
    if isWrapped { tag = try nextTag() }
    let value = try readValue(tag, depth: 0)
    if isWrapped { try expectEnd(of: "plist") }
    return value
  }

  private mutating func readValue(_ tag: Tag, depth: Int) throws(JSONError) -> JSONValue {
    guard depth < JSONLimits.declarations.depth else {
      throw error("nested more than \(JSONLimits.declarations.depth) levels deep")
    }
    valueCount += 1
    guard valueCount <= JSONLimits.declarations.values else {
      throw error("more than \(JSONLimits.declarations.values) values")
    }
    let start = line
    guard tag.kind != .end else { throw error("expected a value, found </\(tag.name)>") }
    let content: JSONValue.Content
    switch tag.name {
    case "dict": content = try .object(tag.kind == .empty ? [] : readMembers(depth: depth))
    case "array": content = try .array(tag.kind == .empty ? [] : readElements(depth: depth))
    case "string", "date", "data": content = try .string(readText(of: tag))
    case "integer", "real":
      let text = try readText(of: tag)
      guard Double(text) != nil else { throw error("'\(text)' is not a number") }
      content = .number(text)
    case "true", "false":
      content = .bool(tag.name == "true")
      if tag.kind == .start { try expectEnd(of: tag.name) }
    default: throw error("unknown element <\(tag.name)>")
    }
    return JSONValue(content, line: start)
  }

  private mutating func readMembers(depth: Int) throws(JSONError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    while true {
      let tag = try nextTag()
      if tag.kind == .end, tag.name == "dict" { return members }
      guard tag.name == "key", tag.kind != .end else { throw error("expected <key>, found <\(tag.name)>") }
      let name = try readText(of: tag)
      members.append(JSONValue.Member(name: name, value: try readValue(nextTag(), depth: depth + 1)))
    }
  }

  private mutating func readElements(depth: Int) throws(JSONError) -> [JSONValue] {
    var elements: [JSONValue] = []
    while true {
      let tag = try nextTag()
      if tag.kind == .end, tag.name == "array" { return elements }
      elements.append(try readValue(tag, depth: depth + 1))
    }
  }

  // MARK: Tags and text

  private struct Tag {
    enum Kind { case start, end, empty }
    let name: String
    let kind: Kind
  }

  /// Skips white space, comments and instructions up to the next element's tag.
  private mutating func nextTag() throws(JSONError) -> Tag {
    while true {
      while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { advance() }
      guard current == UInt8(ascii: "<") else {
        throw error(current == nil ? "the property list does not end" : "expected an element, found text")
      }
      if skip("<!--") {
        try skipPast("-->")
      } else if skip("<?") {
        try skipPast("?>")
      } else if skip("<!DOCTYPE") {
        try skipPast(">")
      } else {
        return try readTag()
      }
    }
  }

  private mutating func readTag() throws(JSONError) -> Tag {
    advance()
    let isEnd = skip("/")
    let nameStart = position
    while let byte = current, Unicode.Scalar(byte).properties.isAlphabetic { advance() }
    let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
    let restStart = position
    try skipPast(">")
    guard !name.isEmpty else { throw error("a malformed tag") }
    let isEmpty = position - 2 >= restStart && bytes[position - 2] == UInt8(ascii: "/")
    return Tag(name: name, kind: isEnd ? .end : isEmpty ? .empty : .start)
  }

  private mutating func readText(of tag: Tag) throws(JSONError) -> String {
    var text: [UInt8] = []
    if tag.kind == .empty { return "" }
    while let byte = current {
      if byte == UInt8(ascii: "<") {
        if skip("<![CDATA[") {
          let start = position
          try skipPast("]]>")
          text += bytes[start..<(position - 3)]
        } else if skip("<!--") {
          try skipPast("-->")
        } else {
          try expectEnd(of: tag.name)
          return String(decoding: text, as: UTF8.self)
        }
      } else if byte == UInt8(ascii: "&") {
        text += try readReference()
      } else {
        text.append(byte)
        advance()
      }
    }
    throw error("<\(tag.name)> does not end")
  }

  private mutating func readReference() throws(JSONError) -> [UInt8] {
    let start = position + 1
    let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
    guard let end else { throw error("an '&' that does not begin a character reference") }
    position = end + 1
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    switch name {
    case "amp": return [UInt8(ascii: "&")]
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    default:
      let code =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      guard let scalar = code.flatMap(Unicode.Scalar.init), scalar.value != 0 else {
        throw error("unknown character reference '&\(name);'")
      }
      return Array(String(scalar).utf8)
    }
  }

  private mutating func expectEnd(of name: String) throws(JSONError) {
    let tag = try nextTag()
    guard tag.kind == .end, tag.name == name else { throw error("expected </\(name)>, found <\(tag.name)>") }
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func advance() {
    if current == 0x0A { line += 1 }
    position += 1
  }

  private mutating func skip(_ text: String) -> Bool {
    guard current == text.utf8.first, bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func skipPast(_ text: String) throws(JSONError) {
    while current != nil {
      if skip(text) { return }
      advance()
    }
    throw error("expected '\(text)' before the end of the text")
  }

  private func error(_ message: String) -> JSONError { JSONError(line: line, message: message) }
}
