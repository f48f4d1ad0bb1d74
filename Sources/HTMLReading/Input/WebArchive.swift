import BinaryText

/// Pages that were saved as one file, their pictures beside them, in the form of a mail (RFC 2557).
struct WebArchive {
  /// Parts within parts are read so deep.
  private static let depthLimit = 4

  /// No line of a header is longer, in bytes.
  private static let lineLimit = 64 * 1024

  /// The names of the headers in small letters, and what they say.
  private var headers: [String: String] = [:]
  private var body: ArraySlice<UInt8>

  /// The page that an archive holds; nil if the bytes are no archive, or hold none.
  static func page(in bytes: [UInt8]) -> [UInt8]? {
    let archive = WebArchive(bytes[...])
    guard archive.headers["mime-version"] != nil else { return nil }
    return archive.page(depth: 0)
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    body = bytes
    var name = ""
    while let line = Self.takeLine(&body), !line.isEmpty {
      // Markup is no header, however long its line is.
      guard line.first != UInt8(ascii: "<"), line.count <= Self.lineLimit else { return }
      let text = String(decoding: line, as: UTF8.self)
      if line.first == 0x20 || line.first == 0x09 {
        headers[name]? += text
      } else {
        // What has no name is no header, and what it begins is no mail.
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex, headers.count < 100 else {
          return
        }
        name = text[..<colon].lowercased()
        headers[name] = String(text[text.index(after: colon)...])
      }
    }
  }

  private func page(depth: Int) -> [UInt8]? {
    let header = headers["content-type"]?.lowercased() ?? ""
    let type = header.prefix { $0 != ";" }.filter { !$0.isWhitespace }
    if type == "text/html" || type == "application/xhtml+xml" {
      // The mark says what the page itself may not.
      return (header.contains("utf-8") ? [0xEF, 0xBB, 0xBF] : []) + decodedBody
    }
    guard type.hasPrefix("multipart/"), depth < Self.depthLimit, let boundary else { return nil }
    for part in parts(between: Array("--\(boundary)".utf8)) {
      if let page = WebArchive(part).page(depth: depth + 1) { return page }
    }
    return nil
  }

  /// What parts the parts of the body.
  private var boundary: Substring? {
    guard let type = headers["content-type"] else { return nil }
    for parameter in type.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      let name = parts[0].filter { !$0.isWhitespace }.lowercased()
      guard parts.count == 2, name == "boundary" else { continue }
      let value = parts[1].drop { $0 == " " || $0 == "\"" }
      let end = value.firstIndex { $0 == "\"" } ?? value.endIndex
      return end > value.startIndex ? value[..<end] : nil
    }
    return nil
  }

  private func parts(between boundary: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var rest = body
    var start: Int?
    while true {
      let lineStart = rest.startIndex
      guard let line = Self.takeLine(&rest) else { break }
      guard line.starts(with: boundary) else { continue }
      if let start { parts.append(body[start..<lineStart]) }
      start = rest.startIndex
    }
    if let start { parts.append(body[start...]) }
    return parts
  }

  /// Takes a line off the bytes, without its ending; nil at the end.
  private static func takeLine(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard !bytes.isEmpty else { return nil }
    let end = ByteSearch.position(of: 0x0A, in: bytes, from: bytes.startIndex)
    var line = bytes[..<end]
    if line.last == 0x0D { line.removeLast() }
    bytes = bytes[min(end + 1, bytes.endIndex)...]
    return line
  }

  // MARK: Encodings

  private var decodedBody: [UInt8] {
    let encoding = headers["content-transfer-encoding"]?.lowercased() ?? ""
    if encoding.contains("quoted-printable") { return Self.quotedPrintable(body) }
    if encoding.contains("base64") {
      return Base64.decode(String(decoding: body, as: UTF8.self)[...].utf8) ?? []
    }
    return Array(body)
  }

  /// The bytes that text stands for in which signs may be written as numbers (RFC 2045, 6.7).
  private static func quotedPrintable(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "=") else {
        output.append(byte)
        continue
      }
      let next = rest.prefix(2)
      if next.count == 2, let high = next.first?.hexadecimalDigit, let low = next.last?.hexadecimalDigit {
        output.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else if next.first == 0x0A {
        rest = rest.dropFirst()
      } else if next.elementsEqual([0x0D, 0x0A]) {
        rest = rest.dropFirst(2)
      } else {
        output.append(byte)
      }
    }
    return output
  }
}

extension UInt8 {
  /// What the byte is worth as a digit of a hexadecimal number; nil if it is none.
  fileprivate var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
