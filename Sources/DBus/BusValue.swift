/// A value that a message carries (D-Bus Specification, "Type System").
package indirect enum BusValue: Hashable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  /// The bits of a number of the format of IEEE 754.
  case double(bits: UInt64)
  case string(String)
  case objectPath(String)
  case signature(String)
  /// The index of one of the descriptors that came with the message.
  case descriptor(UInt32)
  case array(of: BusType, [BusValue])
  case structure([BusValue])
  case entry(key: BusValue, BusValue)
  case variant(BusValue)

  /// The value's type.
  package var type: BusType {
    switch self {
    case .byte: .basic(UInt8(ascii: "y"))
    case .boolean: .basic(UInt8(ascii: "b"))
    case .int16: .basic(UInt8(ascii: "n"))
    case .uint16: .basic(UInt8(ascii: "q"))
    case .int32: .basic(UInt8(ascii: "i"))
    case .uint32: .basic(UInt8(ascii: "u"))
    case .int64: .basic(UInt8(ascii: "x"))
    case .uint64: .basic(UInt8(ascii: "t"))
    case .double: .basic(UInt8(ascii: "d"))
    case .string: .basic(UInt8(ascii: "s"))
    case .objectPath: .basic(UInt8(ascii: "o"))
    case .signature: .basic(UInt8(ascii: "g"))
    case .descriptor: .basic(UInt8(ascii: "h"))
    case .array(let element, _): .array(of: element)
    case .structure(let fields): .structure(fields.map(\.type))
    case .entry(let key, let value): .entry(key: key.type.signature[0], value.type)
    case .variant: .variant
    }
  }

  /// A list of texts.
  package static func strings(_ texts: [String]) -> BusValue {
    .array(of: .string, texts.map(BusValue.string))
  }

  /// A dictionary of texts and variants, as options are passed.
  package static func options(_ options: [(name: String, value: BusValue)]) -> BusValue {
    .array(
      of: .entry(key: UInt8(ascii: "s"), .variant),
      options.map { .entry(key: .string($0.name), .variant($0.value)) })
  }

  /// The value of an option in such a dictionary; nil if there is none of that name.
  package func option(_ name: String) -> BusValue? {
    guard case .array(_, let entries) = self else { return nil }
    for case .entry(.string(name), .variant(let value)) in entries { return value }
    return nil
  }

  /// The texts of a list of texts; nil for anything else.
  package var texts: [String]? {
    guard case .array(.string, let elements) = self else { return nil }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}
