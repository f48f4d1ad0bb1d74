/// Writes the fields of a payload: numbers with the least byte first, strings and lists with their length before them.
struct FieldWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    for index in 0..<(Number.bitWidth / 8) { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func add(_ string: String) {
    add(UInt32(string.utf8.count))
    bytes.append(contentsOf: string.utf8)
  }

  /// An empty string stands for none.
  mutating func add(_ string: String?) { add(string ?? "") }

  mutating func add(_ strings: [String]) {
    add(UInt32(strings.count))
    for string in strings { add(string) }
  }

  mutating func add(raw piece: [UInt8]) { bytes.append(contentsOf: piece) }
}

/// Reads the fields of a payload; whatever does not fit is a `SocketProtocolError`.
struct FieldReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
    _ type: Number.Type = Number.self
  ) throws(SocketProtocolError) -> Number {
    let count = Number.bitWidth / 8
    guard rest.count >= count else { throw SocketProtocolError("a field is cut off") }
    let number = rest.prefix(count).reversed().reduce(Number.zero) { $0 << 8 | Number($1) }
    rest = rest.dropFirst(count)
    return number
  }

  mutating func flag() throws(SocketProtocolError) -> Bool {
    switch try number(UInt8.self) {
    case 0: return false
    case 1: return true
    default: throw SocketProtocolError("a flag is neither 0 nor 1")
    }
  }

  mutating func string(upTo limit: Int) throws(SocketProtocolError) -> String {
    let count = Int(try number(UInt32.self))
    guard count <= limit else {
      throw SocketProtocolError("a string of \(count) bytes; \(limit) are allowed")
    }
    guard rest.count >= count else { throw SocketProtocolError("a string is cut off") }
    defer { rest = rest.dropFirst(count) }
    guard let string = String(validating: rest.prefix(count), as: UTF8.self) else {
      throw SocketProtocolError("a string is not UTF-8")
    }
    return string
  }

  mutating func optionalString(upTo limit: Int) throws(SocketProtocolError) -> String? {
    let string = try string(upTo: limit)
    return string.isEmpty ? nil : string
  }

  mutating func strings(upTo limit: Int, each length: Int) throws(SocketProtocolError) -> [String] {
    let count = Int(try number(UInt32.self))
    guard count <= limit else {
      throw SocketProtocolError("a list of \(count) strings; \(limit) are allowed")
    }
    var strings: [String] = []
    for _ in 0..<count { strings.append(try string(upTo: length)) }
    return strings
  }

  /// Everything that is left.
  mutating func remainder() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }

  /// Throws if anything is left: a payload has its fields and nothing behind them.
  func requireEnd() throws(SocketProtocolError) {
    guard rest.isEmpty else { throw SocketProtocolError("\(rest.count) bytes behind the last field") }
  }
}
