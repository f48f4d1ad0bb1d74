import BinaryText

/// Bytes of HTML that are being written.
struct MarkupOutput {
  private(set) var bytes: [UInt8] = []

  /// Appends markup as it is.
  mutating func append(_ markup: String) {
    bytes.append(contentsOf: markup.utf8)
  }

  mutating func append(_ number: Int) {
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Makes room for so many bytes more, which then are not copied as the output grows.
  mutating func reserve(_ count: Int) {
    bytes.reserve(count)
  }

  /// Appends bytes in base 64, whose signs need no references.
  mutating func append(base64 medium: [UInt8]) {
    bytes.reserve((medium.count + 2) / 3 * 4)
    Base64.append(medium[...], to: &bytes)
  }

  /// Begins a new line, unless one has just begun.
  mutating func startLine() {
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
  }

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Appends text with markup's own characters as references.
  mutating func appendEscaped(_ text: String) {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    guard var position = Self.firstSpecial(in: bytes.span, from: start) else { return }
    let rest = Array(bytes[position...])
    bytes.removeSubrange(position...)
    position = 0
    while let special = Self.firstSpecial(in: rest.span, from: position) {
      bytes.append(contentsOf: rest[position..<special])
      switch rest[special] {
      case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
      default: bytes.append(contentsOf: "&quot;".utf8)
      }
      position = special + 1
    }
    bytes.append(contentsOf: rest[position...])
  }

  private static func firstSpecial(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      // All four stand before the letters, which most of a text is.
      if byte <= UInt8(ascii: ">"),
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<")
          || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"")
      {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Appends an address for an attribute: what addresses cannot hold percent-encoded, what attributes cannot
  /// hold as references.
  mutating func appendAddress(_ address: String) {
    let start = bytes.count
    bytes.append(contentsOf: address.utf8)
    let isAddressByte = Self.isAddressByte
    guard let first = bytes[start...].firstIndex(where: { !isAddressByte[Int($0)] }) else { return }
    let rest = Array(bytes[first...])
    bytes.removeSubrange(first...)
    for byte in rest {
      if isAddressByte[Int(byte)] {
        bytes.append(byte)
      } else if byte == UInt8(ascii: "&") {
        bytes.append(contentsOf: "&amp;".utf8)
      } else if byte == UInt8(ascii: "'") {
        bytes.append(contentsOf: "&#x27;".utf8)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Self.hexadecimal[Int(byte >> 4)])
        bytes.append(Self.hexadecimal[Int(byte & 15)])
      }
    }
  }

  private static let hexadecimal = Array("0123456789ABCDEF".utf8)
  private static let isAddressByte: [Bool] = (0..<256).map { byte in
    let byte = UInt8(byte)
    return byte.isASCIILetter || byte.isASCIIDigit || "-_.+!*(),%#@?=;:/,+$~".utf8.contains(byte)
  }
}

extension String {
  /// The text with markup's own characters as references, for content and for the values of attributes.
  package var escapedForHTML: String {
    var output = MarkupOutput()
    output.appendEscaped(self)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}
