package import UniformTypeIdentifiers
package import X11Selections

/// Text between UTF-8 and the encodings of X11's text targets.
package enum TextEncoding {
  /// Gives UTF-8 as Latin-1, with `?` for every character that Latin-1 lacks (ICCCM 2.6.2, `STRING`).
  static func latin1(_ utf8: [UInt8]) -> [UInt8] {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
      bytes.append(UInt8(exactly: scalar.value) ?? 0x3F)
    }
    return bytes
  }

  /// True if Latin-1 has every character of this UTF-8.
  static func fitsLatin1(_ utf8: [UInt8]) -> Bool {
    // U+00A0 to U+00FF begin with 0xC2 or 0xC3; C1 controls are no text of STRING.
    utf8.allSatisfy { $0 < 0xC4 }
      && String(decoding: utf8, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
        scalar.value < 0x80 || scalar.value >= 0xA0
      }
  }

  /// UTF-8 in which every ill-formed sequence became U+FFFD.
  static func repaired(_ utf8: [UInt8]) -> [UInt8] {
    isValid(utf8) ? utf8 : Array(String(decoding: utf8, as: UTF8.self).utf8)
  }

  /// True if it is well-formed UTF-8.
  ///
  /// Most of most texts is ASCII, which a glance at a block at a time tells; only what lies between such blocks
  /// is looked at byte by byte, all in place: the text may be as large as memory allows.
  static func isValid(_ utf8: [UInt8]) -> Bool {
    let blockSize = 64
    var start = 0
    while start < utf8.count {
      var end = start
      while end < utf8.count {
        let next = min(end + blockSize, utf8.count)
        if isASCII(utf8[end..<next]) { break }
        end = next
      }
      if end > start, (try? UTF8Span(validating: utf8.span.extracting(start..<end))) == nil { return false }
      start = min(end + blockSize, utf8.count)
    }
    return true
  }

  private static func isASCII(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.reduce(0, |) < 0x80
  }

  /// The text of a property as UTF-8; what is UTF-8 already stays byte for byte.
  ///
  /// The property's own type is believed before the target that was asked for (ICCCM 2.2).
  static func utf8(_ property: SelectionProperty, target: String, table: TargetTable) -> [UInt8] {
    var bytes = property.bytes
    // AbiWord ends every text with NUL bytes.
    let encoding = table.encoding(of: property.type) ?? table.encoding(of: target) ?? .unknown
    if encoding == .utf16 || startsWithUTF16Mark(bytes) { return utf16(bytes) }
    while bytes.last == 0 { bytes.removeLast() }
    switch encoding {
    case .compoundText:
      return CompoundText.decode(bytes) ?? repaired(bytes)
    case .latin1:
      // Several owners put UTF-8 into STRING; Latin-1 text is hardly ever valid UTF-8 by accident.
      return isValid(bytes) ? bytes : fromLatin1(bytes)
    case .utf8, .utf16:
      return bytes
    case .unknown:
      return isValid(bytes) ? bytes : fromLatin1(bytes)
    }
  }

  /// Text from a file: what a byte-order mark says is UTF-16 becomes UTF-8, all else stays as it is.
  ///
  /// - Parameter type: what the file holds; HTML and RTF tell their encoding to their own readers.
  package static func fromFile(_ bytes: [UInt8], as type: UTType) -> [UInt8] {
    let isText = [RichTextFormat.markdown, .plainText].contains(RichTextFormat(type))
    return isText && startsWithUTF16Mark(bytes) ? utf16(bytes) : bytes
  }

  private static func fromLatin1(_ bytes: [UInt8]) -> [UInt8] {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        utf8.append(byte)
      } else {
        utf8.append(0xC0 | byte >> 6)
        utf8.append(0x80 | byte & 0x3F)
      }
    }
    return utf8
  }

  private static func startsWithUTF16Mark(_ bytes: [UInt8]) -> Bool {
    bytes.count.isMultiple(of: 2) && (bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]))
  }

  /// Little-endian unless a byte-order mark says otherwise.
  private static func utf16(_ bytes: [UInt8]) -> [UInt8] {
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    let marked = isBigEndian || bytes.starts(with: [0xFF, 0xFE])
    let body = bytes.dropFirst(marked ? 2 : 0)
    var units: [UInt16] = []
    units.reserveCapacity(body.count / 2)
    var rest = body
    while rest.count >= 2 {
      let (first, second) = (UInt16(rest[rest.startIndex]), UInt16(rest[rest.startIndex + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      rest = rest.dropFirst(2)
    }
    while units.last == 0 { units.removeLast() }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

extension TargetTable {
  /// The text of a property, with its markup if it has some.
  package func plainText(of property: SelectionProperty, target: String) -> String {
    String(decoding: TextEncoding.utf8(property, target: target, table: self), as: UTF8.self)
  }

  /// What people would read in a property: its text, without the markup of rich text.
  package func text(of property: SelectionProperty, target: String) -> String {
    let utf8 = TextEncoding.utf8(property, target: target, table: self)
    guard let format = type(of: target).flatMap(RichTextFormat.init), format == .html || format == .rtf,
      format.isPlausible(property.bytes), let document = try? format.read(property.bytes)
    else { return String(decoding: utf8, as: UTF8.self) }
    return String(decoding: RichTextFormat.plainText.write(document, for: .file), as: UTF8.self)
  }
}
