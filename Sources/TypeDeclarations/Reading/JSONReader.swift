/// Limits of a JSON text.
package struct JSONLimits: Sendable {
  let bytes: Int
  let depth: Int
  let values: Int

  /// Limits for declaration files, which come from anywhere.
  package static let declarations = JSONLimits(bytes: 16 << 20, depth: 64, values: 2_000_000)
  /// Limits for content that a person wants read: tables of data, and documents as deep as readers nest them.
  package static let content = JSONLimits(bytes: 256 << 20, depth: 512, values: 16_000_000)
}

/// A strict reader of JSON texts that never reads past its limits (RFC 8259).
struct JSONReader {
  private let bytes: [UInt8]
  private let limits: JSONLimits
  private var position = 0
  private var line = 1
  private var valueCount = 0

  init(_ bytes: [UInt8], within limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func readText() throws(JSONError) -> JSONValue {
    try TextEncodingCheck.check(bytes, limit: limits.bytes)
    if bytes.starts(with: TextEncodingCheck.byteOrderMark) {
      position = TextEncodingCheck.byteOrderMark.count
    }
    let value = try readValue(depth: 0)
    skipWhiteSpace()
    guard position == bytes.count else { throw error("unexpected \(found) after the end of the value") }
    return value
  }

  private mutating func readValue(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < limits.depth else { throw error("nested more than \(limits.depth) levels deep") }
    valueCount += 1
    guard valueCount <= limits.values else { throw error("more than \(limits.values) values") }
    skipWhiteSpace()
    let start = line
    let content: JSONValue.Content
    switch current {
    case UInt8(ascii: "{"): content = try .object(readMembers(depth: depth))
    case UInt8(ascii: "["): content = try .array(readElements(depth: depth))
    case UInt8(ascii: "\""): content = try .string(readString())
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): content = try .number(readNumber())
    case UInt8(ascii: "t"): content = try readWord("true", as: .bool(true))
    case UInt8(ascii: "f"): content = try readWord("false", as: .bool(false))
    case UInt8(ascii: "n"): content = try readWord("null", as: .null)
    default: throw error("expected a value, found \(found)")
    }
    return JSONValue(content, line: start)
  }

  private mutating func readMembers(depth: Int) throws(JSONError) -> [JSONValue.Member] {
    position += 1
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    let fewMembers = 16
    skipWhiteSpace()
    if skip(UInt8(ascii: "}")) { return members }
    repeat {
      skipWhiteSpace()
      guard current == UInt8(ascii: "\"") else { throw error("expected a name in quotes, found \(found)") }
      let name = try readString()
      let isRepeated =
        members.count < fewMembers ? members.contains { $0.name == name } : !names.insert(name).inserted
      guard !isRepeated else { throw error("\"\(name)\" appears twice in one object") }
      skipWhiteSpace()
      guard skip(UInt8(ascii: ":")) else { throw error("expected ':' after \"\(name)\", found \(found)") }
      members.append(JSONValue.Member(name: name, value: try readValue(depth: depth + 1)))
      if members.count == fewMembers { names = Set(members.map(\.name)) }
      skipWhiteSpace()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw error("expected ',' or '}', found \(found)") }
    return members
  }

  private mutating func readElements(depth: Int) throws(JSONError) -> [JSONValue] {
    position += 1
    var elements: [JSONValue] = []
    skipWhiteSpace()
    if skip(UInt8(ascii: "]")) { return elements }
    repeat {
      elements.append(try readValue(depth: depth + 1))
      skipWhiteSpace()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw error("expected ',' or ']', found \(found)") }
    return elements
  }

  private mutating func readString() throws(JSONError) -> String {
    position += 1
    // The whole text was found to be UTF-8, so what stands between two quotes is.
    let start = position
    while position < bytes.count, Self.isPlain[Int(bytes[position])] { position += 1 }
    if current == UInt8(ascii: "\"") {
      position += 1
      return String(decoding: bytes[start..<(position - 1)], as: UTF8.self)
    }
    var decoded = Array(bytes[start..<position])
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: decoded, as: UTF8.self)
      case UInt8(ascii: "\\"): try readEscape(into: &decoded)
      case 0..<0x20:
        position -= 1
        throw error(
          byte == 0x0A ? "the string does not end on its line" : "a control character must be escaped")
      default: decoded.append(byte)
      }
    }
    throw error("the string does not end")
  }

  /// The bytes that stand for themselves in a string.
  private static let isPlain = (0..<256).map { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }

  private mutating func readEscape(into decoded: inout [UInt8]) throws(JSONError) {
    guard let byte = current else { throw error("the string does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(byte)
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"):
      var code = try readHexadecimalUnit()
      if 0xD800..<0xDC00 ~= code {
        guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
          throw error("half a surrogate pair")
        }
        let low = try readHexadecimalUnit()
        guard 0xDC00..<0xE000 ~= low else { throw error("half a surrogate pair") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw error("half a surrogate pair") }
      decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default: throw error("unknown escape '\\\(Unicode.Scalar(byte))'")
    }
  }

  private mutating func readHexadecimalUnit() throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = current.flatMap({ UInt32(String(Unicode.Scalar($0)), radix: 16) }) else {
        throw error("expected four hexadecimal digits, found \(found)")
      }
      position += 1
      unit = unit << 4 | digit
    }
    return unit
  }

  private mutating func readNumber() throws(JSONError) -> String {
    let start = position
    _ = skip(UInt8(ascii: "-"))
    let leadingZero = current == UInt8(ascii: "0")
    let integerDigits = skipDigits()
    guard integerDigits > 0, !(leadingZero && integerDigits > 1) else { throw error("a malformed number") }
    if skip(UInt8(ascii: ".")) {
      guard skipDigits() > 0 else { throw error("a malformed number") }
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
      guard skipDigits() > 0 else { throw error("a malformed number") }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readWord(
    _ word: String, as content: JSONValue.Content
  ) throws(JSONError) -> JSONValue.Content {
    guard bytes[position...].starts(with: word.utf8) else {
      throw error("expected a value, found \(found)")
    }
    position += word.utf8.count
    return content
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = current, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    return position - start
  }

  private mutating func skipWhiteSpace() {
    while let byte = current {
      switch byte {
      case 0x0A: line += 1
      case 0x20, 0x09, 0x0D: break
      default: return
      }
      position += 1
    }
  }

  private var found: String {
    guard let byte = current else { return "the end of the text" }
    return 0x21..<0x7F ~= byte ? "'\(Unicode.Scalar(byte))'" : "byte 0x" + String(byte, radix: 16)
  }

  private func error(_ message: String) -> JSONError { JSONError(line: line, message: message) }
}

/// A place in a JSON or property list text that breaks the rules of its format.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line of the text, counted from 1.
  package let line: Int
  /// The mistake, for people to read.
  package let message: String

  package init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  package var description: String { "line \(line): \(message)" }
}

/// The first look at a declaration file: is it of a size and in an encoding that the readers take?
enum TextEncodingCheck {
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func check(_ bytes: [UInt8], limit: Int) throws(JSONError) {
    guard bytes.count <= limit else {
      throw JSONError(line: 1, message: "the file is larger than \(limit >> 20) MiB")
    }
    guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
      throw JSONError(line: 1, message: "the file is UTF-16; save it as UTF-8")
    }
    if let position = bytes.firstIndex(of: 0) {
      throw JSONError(
        line: line(of: position, in: bytes), message: "the file holds a NUL byte; it is not UTF-8 text")
    }
    if let position = firstInvalidPosition(bytes) {
      throw JSONError(line: line(of: position, in: bytes), message: "the file is not valid UTF-8")
    }
  }

  private static func line(of position: Int, in bytes: [UInt8]) -> Int {
    1 + bytes[..<position].count { $0 == 0x0A }
  }

  private static func firstInvalidPosition(_ bytes: [UInt8]) -> Int? {
    guard bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil else {
      return nil
    }
    // A line feed is never part of another character, so the first line that fails holds the mistake.
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if String(validating: bytes[start..<end], as: UTF8.self) == nil { return start }
      start = end + 1
    }
    return bytes.count
  }
}
