import CharacterSets
package import Exchange

/// The targets of text that are older than UTF-8 (ICCCM 2.6.2).
enum LegacyText: String {
  case string = "STRING"
  case compoundText = "COMPOUND_TEXT"
  /// The owner's choice of encoding: the oldest readers know the other two.
  case text = "TEXT"

  /// The targets whose encoding is another than UTF-8 wherever they are known.
  static let withOwnEncoding = [string.rawValue, compoundText.rawValue]

  /// UTF-8 as a property of this target. What is no UTF-8 was given as what it is.
  func property(of utf8: [UInt8]) -> Representation {
    guard (try? UTF8Span(validating: utf8.span)) != nil else {
      return Representation(declared: self == .text ? Self.string.rawValue : rawValue, bytes: utf8)
    }
    let fitsLatin1 = Self.fitsLatin1(utf8)
    switch self {
    case .string:
      return Representation(declared: rawValue, bytes: Self.latin1(utf8))
    case .compoundText where fitsLatin1:
      // Latin-1 is what compound text begins in (Compound Text Encoding, 5).
      return Representation(declared: rawValue, bytes: Self.latin1(utf8))
    case .compoundText:
      return Representation(declared: rawValue, bytes: CompoundText.encode(utf8))
    case .text:
      return (fitsLatin1 ? LegacyText.string : .compoundText).property(of: utf8)
    }
  }

  /// Gives UTF-8 as Latin-1, with `?` for every character that Latin-1 lacks.
  ///
  /// Byte by byte: a reader waits half a second, in which a text of a hundred megabytes is to be made.
  private static func latin1(_ utf8: [UInt8]) -> [UInt8] {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var highBits: UInt8?
    for byte in utf8 {
      switch byte {
      case 0x80..<0xC0:
        if let bits = highBits { bytes.append(bits | byte & 0x3F) }
        highBits = nil
      // The first bytes of U+0080 to U+00FF in UTF-8.
      case 0xC2, 0xC3:
        highBits = byte << 6
      case 0xC0...:
        bytes.append(0x3F)
        highBits = nil
      default:
        bytes.append(byte)
        highBits = nil
      }
    }
    return bytes
  }

  /// True if Latin-1 has every character of this UTF-8.
  private static func fitsLatin1(_ utf8: [UInt8]) -> Bool {
    // U+00A0 to U+00FF begin with 0xC2 or 0xC3; C1 controls are no text of STRING.
    var last: UInt8 = 0
    for byte in utf8 {
      if byte >= 0xC4 || last == 0xC2 && byte < 0xA0 { return false }
      last = byte
    }
    return true
  }
}

extension Content {
  /// The property for a target: as it is declared, else as the target's name has it.
  ///
  /// - Parameter isBridged: whether what leaves the choice of encoding to the owner is UTF-8, for bridges to Wayland.
  func property(for target: String, rendering: String, isBridged: Bool = false) -> Representation? {
    guard var representation = render(rendering) else { return nil }
    guard representation.declared == nil else { return representation }
    if isBridged, target == LegacyText.text.rawValue {
      return Representation(declared: "UTF8_STRING", representation.payload)
    }
    guard let encoding = LegacyText(rawValue: target) else {
      representation.declared = target
      return representation
    }
    var declared: String?
    let payload = representation.payload.mapped { utf8 in
      let property = encoding.property(of: utf8)
      declared = property.declared
      return property.bytes
    }
    return payload.map { Representation(declared: declared, $0) }
  }
}

extension Representation {
  /// The same as UTF-8, if an owner gives it as compound text (Compound Text Encoding); else as it is.
  ///
  /// `STRING` needs no help: what is not UTF-8 in it is Latin-1, and so it is with text of any other name.
  package func decodingCompoundText(under target: String) -> Representation {
    let isCompoundText = declared.map { $0.isEmpty ? target : $0 } == LegacyText.compoundText.rawValue
    return isCompoundText ? Representation(declared: "UTF8_STRING", bytes: CompoundText.decode(bytes)) : self
  }
}

/// The text encoding of the target `COMPOUND_TEXT`: ISO 2022 with extensions (X Consortium, CTEXT).
public enum CompoundText {
  /// Converts UTF-8 to compound text and leaves out escape characters. NULs separate the texts of a list.
  public static func encode(_ utf8: [UInt8]) -> [UInt8] {
    convert(utf8.filter { $0 != 0x1B }) { CharacterSet.compoundText(ofUTF8: $0) }
  }

  /// Converts compound text to UTF-8. NULs separate the texts of a list; unknown characters become U+FFFD.
  ///
  /// AbiWord 3.0.5 returns UTF-8 under this name. Without an escape sequence the text should be Latin-1, but real
  /// Latin-1 text is almost never valid UTF-8 by chance.
  public static func decode(_ bytes: [UInt8]) -> [UInt8] {
    if !bytes.contains(0x1B), String(validating: bytes, as: UTF8.self) != nil { return bytes }
    return convert(bytes) { CharacterSet.utf8(ofCompoundText: $0) }
  }

  private static func convert(_ list: [UInt8], by convert: (ArraySlice<UInt8>) -> [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    for (index, text) in list.split(separator: 0, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { output.append(0) }
      output += convert(text)
    }
    return output
  }
}
