import BinaryText

/// Bytes of HTML that are being written.
struct MarkupOutput {
  private(set) var bytes: [UInt8] = []

  /// Appends markup as it is.
  mutating func append(_ markup: String) {
    var markup = markup
    markup.withUTF8 { unsafe bytes.append(contentsOf: $0) }
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
    append(text)
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
    let host = Self.numericHost(in: bytes[start...])
    // A slice would hold on to all that was written, which would be copied.
    let rest = Array(bytes[first...])
    bytes.removeSubrange(first...)
    for (index, byte) in rest.enumerated() {
      if isAddressByte[Int(byte)] || host.contains(first + index) {
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

  /// The position where the host of an address stands that is a number between brackets, which are its own (RFC 3986, 3.2.2): IPv6.
  private static func numericHost(in address: ArraySlice<UInt8>) -> Range<Int> {
    let none = address.startIndex..<address.startIndex
    guard let colon = address.firstIndex(of: UInt8(ascii: ":")), address[colon...].starts(with: "://[".utf8)
    else { return none }
    let number = address[(colon + 4)...].prefix { "0123456789abcdefABCDEF:.".utf8.contains($0) }
    guard number.endIndex < address.endIndex, address[number.endIndex] == UInt8(ascii: "]") else {
      return none
    }
    return (colon + 3)..<(number.endIndex + 1)
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
