package import TypeDeclarations

/// A type identifier that is made up from tags, because nothing declares a type for them.
///
/// The encoding is not documented; it was worked out from identifiers that macOS makes: `dyn.a`, then a
/// payload in base 32. A payload is a list of clauses `key=value` between colons, the supertype first.
package struct DynamicIdentifier: Hashable, Sendable {
  package struct Tag: Hashable, Sendable {
    package let tagClass: TagClass
    package let value: String

    package init(_ tagClass: TagClass, _ value: String) {
      self.tagClass = tagClass
      self.value = value
    }
  }

  /// The identifier of the supertype, if one is stated.
  package let supertype: String?
  package let tags: [Tag]
  /// The identifier as a string.
  package let identifier: String

  static let prefix = "dyn.a"

  /// The identifier that macOS makes for a tag.
  package init(supertype: String?, tags: [Tag]) {
    self.supertype = supertype.map(TypeIdentifier.folded)
    self.tags = tags
    identifier = Self.prefix + Base32.encode(Self.payload(supertype: self.supertype, tags: tags))
  }

  package static func == (a: Self, b: Self) -> Bool { a.identifier == b.identifier }

  package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// Decodes an identifier; nil if it is not one that follows the rules to the last bit.
  package init?(_ identifier: String) {
    guard let payload = Self.payload(of: identifier), let clauses = Self.clauses(of: payload) else {
      return nil
    }
    (supertype, tags) = clauses
    self.identifier = TypeIdentifier.folded(identifier)
  }

  /// The bytes that an identifier encodes, whether or not they make sense; nil if it is not in base 32.
  package static func payload(of identifier: String) -> [UInt8]? {
    let folded = TypeIdentifier.folded(identifier)
    guard folded.hasPrefix(prefix), folded.utf8.count <= 4 * TypeLimits.textBytes else { return nil }
    return Base32.decode(folded.utf8.dropFirst(prefix.utf8.count))
  }

  private static func payload(supertype: String?, tags: [Tag]) -> [UInt8] {
    var clauses: [String] = []
    if let supertype {
      clauses.append(
        Abbreviation.short(for: Abbreviation.supertypeKey) + "=" + escaped(Abbreviation.short(for: supertype))
      )
    }
    for tag in tags {
      clauses.append(Abbreviation.short(for: tag.tagClass.identifier) + "=" + escaped(spelling(of: tag)))
    }
    return Array(((supertype == nil ? "" : "?") + clauses.joined(separator: ":")).utf8)
  }

  private static func clauses(of payload: [UInt8]) -> (supertype: String?, tags: [Tag])? {
    guard var text = String(validating: payload, as: UTF8.self)?.unicodeScalars[...] else { return nil }
    let hasSupertype = text.first == "?"
    if hasSupertype { text.removeFirst() }
    var supertype: String?
    var tags: [Tag] = []
    for clause in split(text, at: ":") {
      guard let separator = clause.firstIndex(of: "=") else { return nil }
      let key = Abbreviation.long(for: String(clause[..<separator]))
      for part in split(clause[clause.index(after: separator)...], at: ",") {
        // Files without an extension have the empty one, and FileMaker copies an OSType without a character.
        guard let value = unescaped(part), !value.isEmpty || key != Abbreviation.supertypeKey else {
          return nil
        }
        if key == Abbreviation.supertypeKey {
          guard supertype == nil else { return nil }
          supertype = TypeIdentifier.folded(Abbreviation.long(for: value))
        } else if let tagClass = TagClass(identifier: key) {
          tags.append(Tag(tagClass, tagClass == .osType ? value.withoutTrailingNULs : value))
        } else {
          return nil
        }
      }
    }
    guard hasSupertype == (supertype != nil), supertype != nil || !tags.isEmpty else { return nil }
    return (supertype, tags)
  }

  /// The spelling of a tag: extensions in lower case, OSTypes filled up to four characters with NUL.
  private static func spelling(of tag: Tag) -> String {
    switch tag.tagClass {
    case .filenameExtension: return TypeIdentifier.folded(tag.value)
    case .osType:
      return tag.value + String(repeating: "\0", count: max(0, 4 - tag.value.unicodeScalars.count))
    default: return tag.value
    }
  }

  private static let escapedScalars: Set<Unicode.Scalar> = ["\0", ":", "=", ",", "\\", "?"]

  private static func escaped(_ value: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in value.unicodeScalars {
      if escapedScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  private static func unescaped(_ part: Substring.UnicodeScalarView) -> String? {
    var value = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in part {
      if scalar == "\\", !isEscaped {
        isEscaped = true
      } else if scalar == "\0", !isEscaped {
        return nil
      } else {
        value.append(scalar)
        isEscaped = false
      }
    }
    return isEscaped ? nil : String(value)
  }

  private static func split(
    _ text: Substring.UnicodeScalarView, at separator: Unicode.Scalar
  ) -> [Substring.UnicodeScalarView] {
    var parts: [Substring.UnicodeScalarView] = []
    var start = text.startIndex
    var isEscaped = false
    for index in text.indices {
      if isEscaped {
        isEscaped = false
      } else if text[index] == "\\" {
        isEscaped = true
      } else if text[index] == separator {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    parts.append(text[start...])
    return parts
  }
}

extension String {
  fileprivate var withoutTrailingNULs: String {
    var scalars = unicodeScalars
    while scalars.last == "\0" { scalars.removeLast() }
    return String(scalars)
  }
}

/// The short forms of keys and supertypes in dynamic identifiers: positions in this list, in hexadecimal.
enum Abbreviation {
  static let supertypeKey = "UTTypeConformsTo"

  /// Empty where the meaning is not known; such types are spelt out.
  private static let table = [
    supertypeKey, "public.filename-extension", "com.apple.ostype", "public.mime-type",
    "com.apple.nspboard-type", "public.url-scheme", "public.data", "public.text", "public.plain-text",
    "public.utf16-plain-text", "com.apple.traditional-mac-plain-text", "public.image", "public.video",
    "public.audio", "public.directory", "public.folder", "com.apple.package", "", "", "public.content",
  ]

  static func short(for name: String) -> String {
    table.firstIndex(of: name).map { String($0, radix: 16, uppercase: true) } ?? name
  }

  static func long(for name: String) -> String {
    guard name.utf8.count <= 2, let index = Int(name, radix: 16), table.indices ~= index,
      !table[index].isEmpty, short(for: table[index]) == name
    else { return name }
    return table[index]
  }
}

/// The base 32 of dynamic identifiers.
///
/// Most significant bits first, no padding, letters without i, j, l and o.
enum Base32 {
  private static let digits = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var encoded: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 5 {
        bitCount -= 5
        encoded.append(digits[Int(bits >> UInt32(bitCount) & 0x1F)])
      }
    }
    if bitCount > 0 { encoded.append(digits[Int(bits << UInt32(5 - bitCount) & 0x1F)]) }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Nil for other characters, a last character that is not needed, or bits left over that are not zero.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for character in text {
      guard let digit = digits.firstIndex(of: character) else { return nil }
      bits = bits << 5 | UInt32(digit)
      bitCount += 5
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      }
    }
    guard !bytes.isEmpty, bitCount < 5, bits & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
    return bytes
  }
}
