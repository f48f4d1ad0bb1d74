/// The encodings that programs write XML in.
enum XMLEncoding {
  /// The document in UTF-8, without a byte order mark; what is no text in its encoding becomes U+FFFD.
  static func utf8(_ document: [UInt8]) -> [UInt8] {
    if document.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(Array(document.dropFirst(3))) }
    if document.starts(with: [0xFF, 0xFE]) { return utf16(document, highByte: 1) }
    if document.starts(with: [0xFE, 0xFF]) { return utf16(document, highByte: 0) }
    if declaresLatin1(document) { return latin1(document) }
    return repaired(document)
  }

  private static func repaired(_ document: [UInt8]) -> [UInt8] {
    if (try? UTF8Span(validating: document.span)) != nil { return document }
    return Array(String(decoding: document, as: UTF8.self).utf8)
  }

  /// - Parameter highByte: which byte of a pair is the high one.
  private static func utf16(_ document: [UInt8], highByte: Int) -> [UInt8] {
    let units = stride(from: 2, to: document.count - 1, by: 2).map { index in
      UInt16(document[index + highByte]) << 8 | UInt16(document[index + 1 - highByte])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func declaresLatin1(_ document: [UInt8]) -> Bool {
    guard document.starts(with: "<?xml".utf8) else { return false }
    let declaration = String(decoding: document.prefix(128).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
      .lowercased()
    return declaration.contains("iso-8859-1") || declaration.contains("windows-1252")
  }

  private static func latin1(_ document: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(document.count)
    for byte in document {
      if byte < 0x80 { output.append(byte) } else { output += [0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
    }
    return output
  }
}
