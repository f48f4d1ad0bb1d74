import BinaryText
package import DocumentModel

/// Bytes of HTML that are being written.
package struct MarkupOutput {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Appends markup as it is.
  package mutating func append(_ markup: String) {
    var markup = markup
    markup.withUTF8 { unsafe bytes.append(contentsOf: $0) }
  }

  /// Appends bytes of markup as they are.
  package mutating func append(_ markup: Span<UInt8>) {
    unsafe markup.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Makes room for so many bytes more, which then are not copied as the output grows.
  package mutating func reserve(_ count: Int) {
    bytes.reserve(count)
  }

  /// Appends bytes in base 64, whose signs need no references.
  mutating func append(base64 medium: [UInt8]) {
    bytes.reserve((medium.count + 2) / 3 * 4)
    Base64.append(medium[...], to: &bytes)
  }

  /// Begins a new line, unless one has just begun.
  package mutating func startLine() {
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
  }

  package mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Appends text with markup's own characters as references.
  package mutating func appendEscaped(_ text: String) {
    appendEscaped(text.utf8Span.span)
  }

  /// Appends bytes of text with markup's own characters as references.
  package mutating func appendEscaped(_ text: Span<UInt8>) {
    var start = 0
    while case let end = Self.positionOfSign(in: text, from: start), end < text.count {
      append(text.extracting(start..<end))
      append(Self.reference(of: text[end]) ?? "")
      start = end + 1
    }
    append(text.extracting(start..<text.count))
  }

  /// The reference that stands for one of markup's own characters; nil for any other.
  private static func reference(of byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    default: nil
    }
  }

  /// The position of the next of markup's own characters; the end of the text if there is none.
  ///
  /// Blocks without one are told by a few instructions each.
  private static func positionOfSign(in text: Span<UInt8>, from start: Int) -> Int {
    let blockSize = 32
    var position = start
    while text.count - position >= blockSize, !hasSign(text.extracting(position..<position + blockSize)) {
      position += blockSize
    }
    while position < text.count, reference(of: text[position]) == nil { position += 1 }
    return position
  }

  private static func hasSign(_ block: Span<UInt8>) -> Bool {
    var signs: UInt8 = 0
    for index in block.indices {
      let byte = block[index]
      signs |= byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\"") ? 1 : 0
      signs |= byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") ? 1 : 0
    }
    return signs != 0
  }

  /// Appends an address for an attribute: what addresses cannot hold percent-encoded, what attributes cannot
  /// hold as references.
  package mutating func appendAddress(_ address: String) {
    appendAddress(address.utf8Span.span)
  }

  /// Appends the bytes of an address in the same way.
  package mutating func appendAddress(_ address: Span<UInt8>) {
    let isAddressByte = Self.isAddressByte
    guard address.contains(where: { !isAddressByte[Int($0)] }) else { return append(address) }
    let host = Self.numericHost(in: address)
    for index in address.indices {
      let byte = address[index]
      if isAddressByte[Int(byte)] || host.contains(index) {
        bytes.append(byte)
      } else if byte == UInt8(ascii: "&") {
        append("&amp;")
      } else if byte == UInt8(ascii: "'") {
        append("&#x27;")
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Self.hexadecimal[Int(byte >> 4)])
        bytes.append(Self.hexadecimal[Int(byte & 15)])
      }
    }
  }

  /// The position of a host that is a number between brackets, which are its own (RFC 3986, 3.2.2): IPv6.
  private static func numericHost(in address: Span<UInt8>) -> Range<Int> {
    let slash = UInt8(ascii: "/")
    let colon = ByteSearch.position(of: UInt8(ascii: ":"), in: address, from: 0, to: address.count)
    let authority = address[0] == slash ? 0 : colon + 1
    guard authority + 2 < address.count, address[authority] == slash, address[authority + 1] == slash else {
      return 0..<0
    }
    var host = authority + 2
    var end = host
    while end < address.count, !"/?#".utf8.contains(address[end]) {
      end += 1
      if address[end - 1] == UInt8(ascii: "@") { host = end }
    }
    guard end - host > 2, address[host] == UInt8(ascii: "[") else { return 0..<0 }
    end = host + 1
    while end < address.count, address[end].isAddressNumber { end += 1 }
    return end < address.count && address[end] == UInt8(ascii: "]") ? host..<end + 1 : 0..<0
  }

  private static let hexadecimal = Array("0123456789ABCDEF".utf8)
  private static let isAddressByte: [Bool] = (0..<256).map { byte in
    let byte = UInt8(byte)
    return byte.isASCIILetter || byte.isASCIIDigit || "-_.+!*(),%#@?=;:/,+$~".utf8.contains(byte)
  }
}

/// What `cmark-gfm` writes for boxes and alignments.
extension MarkupOutput {
  package mutating func append(_ checkbox: ListItem.Checkbox) {
    append(
      checkbox == .checked
        ? "<input type=\"checkbox\" checked=\"\" disabled=\"\" /> "
        : "<input type=\"checkbox\" disabled=\"\" /> ")
  }

  /// The attribute of a cell for its alignment; empty for none.
  package static func attribute(of alignment: Table.Alignment?) -> String {
    switch alignment {
    case .left: " align=\"left\""
    case .center: " align=\"center\""
    case .right: " align=\"right\""
    case nil: ""
    }
  }
}

extension UInt8 {
  /// True for the digits, points and colons of numeric hosts.
  fileprivate var isAddressNumber: Bool {
    hexadecimalValue != nil || self == UInt8(ascii: ":") || self == UInt8(ascii: ".")
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
