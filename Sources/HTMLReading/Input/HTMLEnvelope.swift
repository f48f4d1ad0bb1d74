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
    let isUTF8 = (try? UTF8Span(validating: bytes.span)) != nil
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
      return (try? UTF8Span(validating: bytes.span)) == nil ? label : nil
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
