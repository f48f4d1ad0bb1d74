import BinaryText
import CharacterSets

/// Takes HTML out of what it travels in: byte-order marks, character sets, CF_HTML headers, fragment marks.
package enum HTMLEnvelope {
  /// The document or fragment within `bytes`, as UTF-8.
  static func open(_ bytes: [UInt8]) -> [UInt8] {
    withoutTail(fragment(of: decoded(bytes)))
  }

  // MARK: - Character sets

  /// The text as UTF-8: by byte-order mark, by its look, by what it declares, else as what it is valid as.
  private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if let unicode = CharacterSet.unicode(of: bytes) { return unicode.utf8(bytes) }
    let declared = declaredLabel(in: bytes).flatMap(set)
    if declared?.isReplacement == true { return Array("\u{FFFD}".utf8) }
    // A declaration that the bytes themselves belie is older than the last program that wrote them.
    let isUTF8 = UTF8Text.isValid(bytes.span)
    // Text that switches its character sets is ASCII throughout.
    let switchesSets = declared?.switchesSets == true && bytes.contains(0x1B)
    if isUTF8, !switchesSets { return bytes }
    // What declares nothing browsers read as windows-1252 (WHATWG Encoding 4.2).
    let set = declared == nil || declared == .utf8 ? CharacterSet.detected(in: bytes) : declared
    return (set ?? .utf8).utf8(bytes)
  }

  /// The label of a character set that HTML declares and that cannot be read; nil if it can, and if nothing depends on it.
  package static func unreadableCharacterSet(in bytes: [UInt8]) -> String? {
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]), CharacterSet.unicode(of: bytes) == nil,
      let label = declaredLabel(in: bytes)
    else { return nil }
    guard let set = CharacterSet(label: label) else {
      return UTF8Text.isValid(bytes.span) ? nil : label
    }
    return set.isReplacement ? label : nil
  }

  /// The label of the character set that a `meta` element or an XML declaration in the first 1,024 bytes names
  /// (WHATWG HTML 13.2.3.2), in lower case; nil if there is none.
  private static func declaredLabel(in bytes: [UInt8]) -> String? {
    let head = bytes.prefix(1024).map(\.lowercased)
    return value(after: "charset", in: head[...]) ?? value(after: "encoding", in: head[...])
  }

  /// The set that a label within a page means: the page shows that it is none of UTF-16's.
  private static func set(_ label: String) -> CharacterSet? {
    guard let set = CharacterSet(label: label) else { return nil }
    if set == .utf16Little || set == .utf16Big { return .utf8 }
    return set.name == "x-user-defined" ? CharacterSet(label: CharacterSet.windowsLatin1.name) : set
  }

  private static func value(after key: String, in head: ArraySlice<UInt8>) -> String? {
    var rest = head
    while let start = ByteSearch.position(of: key, in: rest) {
      rest = rest[(start + key.utf8.count)...]
      var value = rest.drop(while: \.isHTMLSpace)
      guard value.popFirst() == UInt8(ascii: "=") else { continue }
      value = value.drop { $0.isHTMLSpace || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
      let label = value.prefix { $0 > 0x20 && $0 < 0x7F && !"\"';>/<".utf8.contains($0) }
      if !label.isEmpty { return String(decoding: label, as: UTF8.self) }
    }
    return nil
  }

  // MARK: - Fragments

  /// The text that stands before the end of the fragment that was copied, if its beginning and its end are marked.
  private static func withoutTail(_ bytes: [UInt8]) -> [UInt8] {
    guard let start = ByteSearch.position(of: "<!--StartFragment-->", in: bytes[...]),
      var end = ByteSearch.position(of: "<!--EndFragment-->", in: bytes[start...])
    else { return bytes }
    // A fragment may hold another one, of the program that it came from.
    while let next = ByteSearch.position(of: "<!--EndFragment-->", in: bytes[(end + 1)...]) { end = next }
    return Array(bytes[..<end])
  }

  /// What the clipboard means: without a CF_HTML header, between the fragment marks if they hold markup.
  private static func fragment(of bytes: [UInt8]) -> [UInt8] {
    guard bytes.startsIgnoringCase(with: "version:"),
      ByteSearch.contains("StartHTML", in: bytes.prefix(512))
    else { return bytes }
    // The offsets count bytes of the original and are wrong often enough: the markup begins at its first tag.
    guard let markup = bytes.firstIndex(of: UInt8(ascii: "<")) else { return [] }
    return Array(bytes[markup...])
  }
}

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

  /// The boundary between the parts of the body.
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
  /// The value of the byte as a digit of a hexadecimal number; nil if it is none.
  fileprivate var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
