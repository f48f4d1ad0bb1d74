/// Writes values one after the other, in the order of bytes of a message.
package struct BusWriter {
  /// What was written.
  package private(set) var bytes: [UInt8] = []
  private let isLittleEndian: Bool

  /// A writer at the beginning of a message, or of its body.
  package init(isLittleEndian: Bool = true) {
    self.isLittleEndian = isLittleEndian
  }

  /// Adds zeros up to a multiple of `alignment`.
  package mutating func align(_ alignment: Int) {
    while !bytes.count.isMultiple(of: alignment) { bytes.append(0) }
  }

  /// Adds a number, aligned.
  package mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    let count = Number.bitWidth / 8
    align(count)
    for index in 0..<count {
      bytes.append(
        UInt8(truncatingIfNeeded: number >> Number((isLittleEndian ? index : count - 1 - index) * 8)))
    }
  }

  /// Adds a value, aligned.
  package mutating func append(_ value: BusValue) {
    switch value {
    case .byte(let number): bytes.append(number)
    case .boolean(let isTrue): append(UInt32(isTrue ? 1 : 0))
    case .int16(let number): append(number)
    case .uint16(let number): append(number)
    case .int32(let number): append(number)
    case .uint32(let number), .descriptor(let number): append(number)
    case .int64(let number): append(number)
    case .uint64(let number), .double(let number): append(number)
    case .string(let text), .objectPath(let text):
      append(UInt32(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
      bytes.append(0)
    case .signature(let text): append(signature: Array(text.utf8))
    case .array(let element, let elements): append(elements, of: element)
    case .structure(let fields):
      align(8)
      for field in fields { append(field) }
    case .entry(let key, let value):
      align(8)
      append(key)
      append(value)
    case .variant(let value):
      append(signature: value.type.signature)
      append(value)
    }
  }

  private mutating func append(signature: [UInt8]) {
    bytes.append(UInt8(signature.count))
    bytes.append(contentsOf: signature)
    bytes.append(0)
  }

  /// The length counts what is behind the padding of the first element.
  private mutating func append(_ elements: [BusValue], of element: BusType) {
    append(UInt32(0))
    let place = bytes.count - 4
    align(element.alignment)
    let start = bytes.count
    for element in elements { append(element) }
    var length = BusWriter(isLittleEndian: isLittleEndian)
    length.append(UInt32(bytes.count - start))
    bytes.replaceSubrange(place..<place + 4, with: length.bytes)
  }
}
