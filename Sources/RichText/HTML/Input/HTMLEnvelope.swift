/// Takes HTML out of what it travels in: byte-order marks, character sets, CF_HTML headers, fragment marks.
enum HTMLEnvelope {
  /// The document or fragment within `bytes`, as UTF-8.
  static func open(_ bytes: [UInt8]) -> [UInt8] {
    withoutTail(fragment(of: decoded(bytes)))
  }

  // MARK: - Character sets

  /// The text as UTF-8: by byte-order mark, by its look, by what it declares, else as what it is valid as.
  private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return convert(bytes.dropFirst(2), from: "UTF-16LE") }
    if bytes.starts(with: [0xFE, 0xFF]) { return convert(bytes.dropFirst(2), from: "UTF-16BE") }
    switch utf16ByteOrder(of: bytes) {
    case .little: return convert(bytes[...], from: "UTF-16LE")
    case .big: return convert(bytes[...], from: "UTF-16BE")
    case nil: break
    }
    let declared = declaredCharacterSet(in: bytes)
    // A declaration that the bytes themselves belie is older than the last program that wrote them.
    if declared == nil || declared == "utf-8", isValidUTF8(bytes) { return bytes }
    if let declared, declared != "utf-8", !isValidUTF8(bytes) || hasHighBytes(bytes) == false {
      return hasHighBytes(bytes) ? convert(bytes[...], from: declared) : bytes
    }
    return isValidUTF8(bytes) ? bytes : repaired(bytes)
  }

  private enum ByteOrder { case little, big }

  /// The byte order if many of the first bytes are zero, nearly all of them in one place of two, as markup
  /// is in UTF-16.
  private static func utf16ByteOrder(of bytes: [UInt8]) -> ByteOrder? {
    let sample = bytes.prefix(64)
    guard sample.count >= 4 else { return nil }
    var zeros = (even: 0, odd: 0)
    for (index, byte) in sample.enumerated() where byte == 0 {
      if index % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
    }
    let half = sample.count / 2
    guard zeros.odd + zeros.even >= 3 else { return nil }
    if zeros.odd * 3 >= half, zeros.odd > 8 * zeros.even { return .little }
    if zeros.even * 3 >= half, zeros.even > 8 * zeros.odd { return .big }
    return nil
  }

  private static func hasHighBytes(_ bytes: [UInt8]) -> Bool {
    bytes.contains { $0 >= 0x80 }
  }

  private static func isValidUTF8(_ bytes: [UInt8]) -> Bool {
    (try? UTF8Span(validating: bytes.span)) != nil
  }

  /// Text that is UTF-8 in the main keeps its good characters; anything else is read as windows-1252, as
  /// browsers read what declares nothing (WHATWG Encoding 4.2).
  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    var replaced = 0
    var kept = 0
    for scalar in text.unicodeScalars where scalar.value >= 0x80 {
      if scalar == "\u{FFFD}" { replaced += 1 } else { kept += 1 }
    }
    return kept >= replaced ? Array(text.utf8) : convert(bytes[...], from: "windows-1252")
  }

  private static func convert(_ bytes: ArraySlice<UInt8>, from characterSet: String) -> [UInt8] {
    guard let converter = CharacterConverter(from: characterSet) else {
      return Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 4)
    if converter.decode(bytes, into: &output) > 0 { output += [0xEF, 0xBF, 0xBD] }
    return output
  }

  /// The character set that a `meta` element or an XML declaration in the first 1,024 bytes names
  /// (WHATWG HTML 13.2.3.2), in lower case; nil if there is none or the C library does not know it.
  private static func declaredCharacterSet(in bytes: [UInt8]) -> String? {
    let head = bytes.prefix(1024).map(\.lowercased)
    guard
      let label = value(after: "charset", in: head) ?? value(after: "encoding", in: head),
      !label.isEmpty, label.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x5F })
    else { return nil }
    switch String(decoding: label, as: UTF8.self) {
    case "utf-8", "utf8", "unicode", "utf-16", "utf-16le", "utf-16be": return "utf-8"
    case "iso-8859-1", "latin1", "us-ascii", "ascii", "x-sjis-none": return "windows-1252"
    case "iso-8859-9": return "windows-1254"
    case "gb2312", "gbk": return "gb18030"
    case "shift_jis", "x-sjis", "sjis": return "cp932"
    case "ks_c_5601-1987", "euc-kr": return "cp949"
    case let other: return CharacterConverter(from: other) == nil ? nil : other
    }
  }

  private static func value(after key: String, in head: [UInt8]) -> ArraySlice<UInt8>? {
    guard let start = ByteSearch.position(of: key, in: head[...]) else { return nil }
    var rest = head[(start + key.utf8.count)...].drop(while: \.isHTMLSpace)
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    rest = rest.drop { $0.isHTMLSpace || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
    return rest.prefix { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x5F }
  }

  // MARK: - Fragments

  /// What stands before the end of the fragment that was copied, if its beginning and its end are marked.
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
