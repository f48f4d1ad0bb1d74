/// Takes values one after the other out of a message, or out of its body.
package struct BusReader {
  private let bytes: [UInt8]
  private let isLittleEndian: Bool
  /// How many bytes were taken.
  package private(set) var position: Int
  private var depth = 0

  /// A reader of bytes the first of which is aligned.
  package init(_ bytes: [UInt8], isLittleEndian: Bool = true, position: Int = 0) {
    (self.bytes, self.isLittleEndian, self.position) = (bytes, isLittleEndian, position)
  }

  /// Whether everything was taken.
  package var isAtEnd: Bool { position == bytes.count }

  /// Passes over padding, which is zero.
  package mutating func align(_ alignment: Int) throws(BusError) {
    while !position.isMultiple(of: alignment) {
      guard position < bytes.count else { throw .malformed("a value is missing") }
      guard bytes[position] == 0 else { throw .malformed("padding that is not zero") }
      position += 1
    }
  }

  /// Takes a number, aligned.
  package mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(BusError) -> Number {
    let count = Number.bitWidth / 8
    try align(count)
    guard bytes.count - position >= count else { throw .malformed("a value is missing") }
    var number: Number = 0
    for index in 0..<count {
      let shift = (isLittleEndian ? index : count - 1 - index) * 8
      number |= Number(truncatingIfNeeded: bytes[position + index]) << Number(shift)
    }
    position += count
    return number
  }

  /// Takes the values of these types.
  package mutating func values(_ types: [BusType]) throws(BusError) -> [BusValue] {
    var values: [BusValue] = []
    for type in types { values.append(try value(type)) }
    return values
  }

  /// Takes a value.
  package mutating func value(_ type: BusType) throws(BusError) -> BusValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= BusLimit.depth else { throw .malformed("values that nest too deeply") }
    switch type {
    case .basic(let letter): return try basic(letter)
    case .array(let element): return .array(of: element, try elements(element))
    case .structure(let fields):
      try align(8)
      return .structure(try values(fields))
    case .entry(let key, let type):
      try align(8)
      return .entry(key: try basic(key), try value(type))
    case .variant:
      let types = try BusType.all(in: signature())
      guard types.count == 1 else { throw .malformed("a variant of \(types.count) types") }
      return .variant(try value(types[0]))
    }
  }

  private mutating func basic(_ letter: UInt8) throws(BusError) -> BusValue {
    switch letter {
    case UInt8(ascii: "y"): return .byte(try number())
    case UInt8(ascii: "b"):
      let number = try number(UInt32.self)
      guard number <= 1 else { throw .malformed("a truth value of \(number)") }
      return .boolean(number == 1)
    case UInt8(ascii: "n"): return .int16(try number())
    case UInt8(ascii: "q"): return .uint16(try number())
    case UInt8(ascii: "i"): return .int32(try number())
    case UInt8(ascii: "u"): return .uint32(try number())
    case UInt8(ascii: "x"): return .int64(try number())
    case UInt8(ascii: "t"): return .uint64(try number())
    case UInt8(ascii: "d"): return .double(bits: try number())
    case UInt8(ascii: "h"): return .descriptor(try number())
    case UInt8(ascii: "s"): return .string(try text(Int(try number(UInt32.self))))
    case UInt8(ascii: "o"):
      let path = try text(Int(try number(UInt32.self)))
      guard BusName.isObjectPath(path) else { throw .malformed("a path of an object that is none") }
      return .objectPath(path)
    default:
      let signature = try signature()
      _ = try BusType.all(in: signature)
      return .signature(String(decoding: signature, as: UTF8.self))
    }
  }

  private mutating func elements(_ element: BusType) throws(BusError) -> [BusValue] {
    let count = Int(try number(UInt32.self))
    try align(element.alignment)
    guard count <= bytes.count - position else {
      throw .malformed("an array that is longer than its message")
    }
    let end = position + count
    var elements: [BusValue] = []
    while position < end { elements.append(try value(element)) }
    guard position == end else { throw .malformed("an element that is longer than its array") }
    return elements
  }

  private mutating func text(_ count: Int) throws(BusError) -> String {
    guard count < bytes.count - position else { throw .malformed("a text that is longer than its message") }
    let part = bytes[position..<position + count]
    guard bytes[position + count] == 0, !part.contains(0) else { throw .malformed("a text with zeros") }
    guard let text = String(validating: part, as: UTF8.self) else {
      throw .malformed("a text that is not UTF-8")
    }
    position += count + 1
    return text
  }

  private mutating func signature() throws(BusError) -> [UInt8] {
    let count = Int(try number(UInt8.self))
    guard count < bytes.count - position else {
      throw .malformed("a signature that is longer than its message")
    }
    guard bytes[position + count] == 0 else { throw .malformed("a signature that does not end") }
    defer { position += count + 1 }
    return Array(bytes[position..<position + count])
  }
}

/// What names look like (D-Bus Specification, "Valid Names", "Valid Object Paths").
package enum BusName {
  /// Whether a text is the path of an object.
  package static func isObjectPath(_ path: String) -> Bool {
    guard path.utf8.first == UInt8(ascii: "/") else { return false }
    if path.utf8.count == 1 { return true }
    return path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.allSatisfy(isWordByte) }
  }

  /// Whether a text is the name that a bus has given to a connection.
  package static func isUnique(_ name: String) -> Bool {
    name.utf8.count <= BusLimit.name && name.utf8.first == UInt8(ascii: ":")
      && name.utf8.dropFirst().allSatisfy {
        isWordByte($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
      }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    default: false
    }
  }
}
