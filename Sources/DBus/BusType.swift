/// The type of a value on a message bus (D-Bus Specification, "Type System").
package indirect enum BusType: Hashable, Sendable {
  /// A type without parts, by its letter.
  case basic(UInt8)
  case array(of: BusType)
  case structure([BusType])
  /// A pair in an array that is a dictionary.
  case entry(key: UInt8, BusType)
  case variant

  package static let byte = BusType.basic(UInt8(ascii: "y"))
  package static let string = BusType.basic(UInt8(ascii: "s"))

  /// The letters of the types without parts.
  package static let basicLetters = Array("ybnqiuxtdsogh".utf8)

  /// How a value is aligned, in bytes from the beginning of its message.
  package var alignment: Int {
    switch self {
    case .basic(let letter):
      switch letter {
      case UInt8(ascii: "y"), UInt8(ascii: "g"): 1
      case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
      case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"): 8
      default: 4
      }
    case .array: 4
    case .structure, .entry: 8
    case .variant: 1
    }
  }

  /// The type as it is written in signatures.
  package var signature: [UInt8] {
    switch self {
    case .basic(let letter): [letter]
    case .array(let element): Array("a".utf8) + element.signature
    case .structure(let fields): Array("(".utf8) + fields.flatMap(\.signature) + Array(")".utf8)
    case .entry(let key, let value): [UInt8(ascii: "{"), key] + value.signature + [UInt8(ascii: "}")]
    case .variant: Array("v".utf8)
    }
  }

  /// The types that a signature lists.
  package static func all(in signature: some Collection<UInt8>) throws(BusError) -> [BusType] {
    guard signature.count <= BusLimit.signature else { throw .malformed("a signature that is too long") }
    var parser = Parser(rest: Array(signature)[...])
    var types: [BusType] = []
    while !parser.rest.isEmpty { types.append(try parser.next()) }
    return types
  }

  private struct Parser {
    var rest: ArraySlice<UInt8>
    var arrays = 0
    var structures = 0

    mutating func next() throws(BusError) -> BusType {
      guard let letter = rest.popFirst() else { throw .malformed("a signature that ends early") }
      switch letter {
      case UInt8(ascii: "v"): return .variant
      case UInt8(ascii: "a"):
        arrays += 1
        guard arrays <= BusLimit.nesting else { throw .malformed("arrays that nest too deeply") }
        defer { arrays -= 1 }
        guard rest.first == UInt8(ascii: "{") else { return .array(of: try next()) }
        return .array(of: try entry())
      case UInt8(ascii: "("):
        structures += 1
        guard structures <= BusLimit.nesting else { throw .malformed("structures that nest too deeply") }
        defer { structures -= 1 }
        var fields: [BusType] = []
        while rest.first != UInt8(ascii: ")") { fields.append(try next()) }
        rest.removeFirst()
        guard !fields.isEmpty else { throw .malformed("a structure without fields") }
        return .structure(fields)
      default:
        guard BusType.basicLetters.contains(letter) else {
          throw .malformed("an unknown type in a signature")
        }
        return .basic(letter)
      }
    }

    private mutating func entry() throws(BusError) -> BusType {
      rest.removeFirst()
      structures += 1
      guard structures <= BusLimit.nesting else { throw .malformed("structures that nest too deeply") }
      defer { structures -= 1 }
      guard case .basic(let key) = try next() else { throw .malformed("a key with parts") }
      let value = try next()
      guard rest.popFirst() == UInt8(ascii: "}") else { throw .malformed("an entry that is no pair") }
      return .entry(key: key, value)
    }
  }
}
