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
    if let unicode = CharacterSet.unicode(of: bytes) {
      return CharacterSet.utf8(bytes, from: unicode) ?? bytes
    }
    // A declaration that the bytes themselves belie is older than the last program that wrote them.
    let declared = declaredCharacterSet(in: bytes)
    let isUTF8 = (try? UTF8Span(validating: bytes.span)) != nil
    // Text that switches its character sets is ASCII throughout.
    let switchesSets = declared?.hasPrefix("iso-2022-") == true && bytes.contains(0x1B)
    if isUTF8, !switchesSets { return bytes }
    // What declares nothing browsers read as windows-1252 (WHATWG Encoding 4.2).
    let set = declared == nil || declared == utf8 ? CharacterSet.detected(in: bytes) : declared
    return set.flatMap { CharacterSet.utf8(bytes, from: $0) }
      ?? Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  private static let utf8 = "utf-8"

  /// The character set that a `meta` element or an XML declaration in the first 1,024 bytes names
  /// (WHATWG HTML 13.2.3.2), in lower case; nil if there is none or the C library does not know it.
  private static func declaredCharacterSet(in bytes: [UInt8]) -> String? {
    let head = bytes.prefix(1024).map(\.lowercased)
    return (value(after: "charset", in: head[...]) ?? value(after: "encoding", in: head[...]))
      .flatMap(characterSet)
  }

  /// Every character set that the beginning of the bytes names, as the C library knows them, at most `limit`.
  static func characterSets(namedIn bytes: ArraySlice<UInt8>, limit: Int) -> Set<String> {
    var sets: Set<String> = []
    let text = bytes.prefix(256 << 10).map(\.lowercased)
    for key in ["charset", "encoding"] {
      var rest = text[...]
      while sets.count < limit, let position = ByteSearch.position(of: key, in: rest) {
        rest = rest[position...]
        if let set = value(after: key, in: rest).flatMap(characterSet) { sets.insert(set) }
        rest = rest.dropFirst(key.utf8.count)
      }
    }
    return sets
  }

  /// The character set of a label in lower case; nil if the C library does not know it.
  private static func characterSet(_ label: ArraySlice<UInt8>) -> String? {
    switch String(decoding: label, as: UTF8.self) {
    case "": return nil
    case "utf-8", "utf8", "unicode", "utf-16", "utf-16le", "utf-16be": return utf8
    case "iso-8859-1", "latin1", "us-ascii", "ascii", "x-sjis-none": return CharacterSet.windowsLatin1
    case "iso-8859-9": return "windows-1254"
    case "gb2312", "gbk": return "gb18030"
    case "shift_jis", "x-sjis", "sjis": return "cp932"
    case "ks_c_5601-1987", "euc-kr": return "cp949"
    case let other: return CharacterConverter(from: other) == nil ? nil : other
    }
  }

  private static func value(after key: String, in head: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let start = ByteSearch.position(of: key, in: head) else { return nil }
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
