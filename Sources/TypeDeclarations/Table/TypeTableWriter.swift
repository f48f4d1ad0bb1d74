/// Writes a type hierarchy as a table that is answered from in place (see `TypeTableLayout`).
package struct TableWriter {
  private var bytes: [UInt8] = []
  private var stringOffsets: [String: Int] = [:]

  /// The table, or nil if it would be larger than its words can address (16 MiB).
  ///
  /// - Parameter identity: tells this table from others; by default a digest of its content.
  package static func table(of hierarchy: TypeHierarchy, identity: String? = nil) -> [UInt8]? {
    var writer = TableWriter()
    writer.write(hierarchy, identity: identity)
    return writer.bytes.count < TypeTableLayout.wordLimit ? writer.bytes : nil
  }

  private mutating func write(_ hierarchy: TypeHierarchy, identity: String?) {
    bytes.append(contentsOf: TypeTableLayout.magic.utf8)
    bytes.append(
      contentsOf: repeatElement(TypeTableLayout.digitBase, count: TypeTableLayout.Header.size - bytes.count))

    let records = hierarchy.entries.map { record(of: $0) }
    let recordsOffset = bytes.count
    for record in records { record.forEach { append(word: $0) } }

    let (slots, slotCount) = writeSlots(of: hierarchy)
    let identity = append(identity ?? digest())

    set(.typeCount, to: hierarchy.entries.count)
    set(.records, to: recordsOffset)
    set(.slots, to: slots)
    set(.slotCount, to: slotCount)
    set(.identity, to: identity)
    set(.byteCount, to: bytes.count)
  }

  private mutating func record(of entry: TypeHierarchy.Entry) -> [Int] {
    let declaration = entry.declarations.first
    return TypeTableLayout.Field.allCases.map { field in
      switch field {
      case .identifier: append(entry.identifier)
      case .authority: declaration.map { $0.authority.rawValue + 1 } ?? 0
      case .description: append(entry.declarations.lazy.compactMap(\.description).first)
      case .referenceURL: append(entry.declarations.lazy.compactMap(\.referenceURL).first)
      case .source: append(declaration?.source)
      case .file: append(declaration?.location.file)
      case .line: min(declaration?.location.line ?? 0, TypeTableLayout.wordLimit - 1)
      case .version: declaration?.version.map { min($0, TypeTableLayout.wordLimit - 2) + 1 } ?? 0
      case .supertypes: append(list: entry.supertypes)
      case .closure: append(list: entry.closure)
      case .tags:
        append(
          list: TagClass.allCases.flatMap { tagClass in
            entry.tags(of: tagClass).flatMap { [Int(tagClass.rawValue), append($0)] }
          })
      case .desktopMIMETypes:
        append(list: entry.desktopMIMETypes.map { append($0) })
      case .rivals:
        append(
          list: entry.declarations.dropFirst().flatMap {
            [$0.authority.rawValue, append($0.location.file), $0.location.line]
          })
      }
    }
  }

  /// Writes the hash table that leads from identifiers and tags to types; at most half of it is filled.
  private mutating func writeSlots(of hierarchy: TypeHierarchy) -> (offset: Int, count: Int) {
    var keys: [(tagClass: UInt8, key: String, types: [Int])] = hierarchy.entries.enumerated().map {
      (TypeTableLayout.identifierClass, $0.element.identifier, [$0.offset])
    }
    // Sorted, so that the same declarations always give the same table.
    for (tag, types) in hierarchy.claims.sorted(by: {
      ($0.key.tagClass.rawValue, $0.key.key) < ($1.key.tagClass.rawValue, $1.key.key)
    }) {
      keys.append((tag.tagClass.rawValue, tag.key, types))
    }
    var slotCount = 16
    while slotCount < keys.count * 2 { slotCount *= 2 }
    var slots = [Int](repeating: 0, count: slotCount)
    for (tagClass, key, types) in keys {
      var slot = TypeTableLayout.hash(class: tagClass, key.utf8.span) & (slotCount - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slotCount - 1) }
      let string = append(key)
      slots[slot] = bytes.count
      append(word: Int(tagClass))
      append(word: string)
      append(word: types.count)
      types.forEach { append(word: $0) }
    }
    let offset = bytes.count
    slots.forEach { append(word: $0) }
    return (offset, slotCount)
  }

  // MARK: Words, strings, lists

  private mutating func append(word: Int) {
    for shift in stride(from: 0, to: 24, by: 6) { bytes.append(Self.digit(word >> shift)) }
  }

  private mutating func set(_ field: TypeTableLayout.Header, to word: Int) {
    for index in 0..<TypeTableLayout.wordSize {
      bytes[field.offset + index] = Self.digit(word >> (index * 6))
    }
  }

  private static func digit(_ bits: Int) -> UInt8 { TypeTableLayout.digitBase + UInt8(bits & 0x3F) }

  private mutating func append(_ string: String?) -> Int {
    guard let string else { return 0 }
    if let offset = stringOffsets[string] { return offset }
    let offset = bytes.count
    append(word: string.utf8.count)
    bytes.append(contentsOf: string.utf8)
    stringOffsets[string] = offset
    return offset
  }

  private mutating func append(list: [Int]) -> Int {
    guard !list.isEmpty else { return 0 }
    let offset = bytes.count
    append(word: list.count)
    list.forEach { append(word: $0) }
    return offset
  }

  /// A digest of everything written so far (FNV-1a, 64 bits).
  private func digest() -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return String(hash, radix: 16)
  }
}

/// The layout of the compiled type table, shared by its writer and its reader.
///
/// The table is a text of printable ASCII, so that a string literal can hold it, with strings in UTF-8
/// between. A number is a word of four characters of six bits each, the lowest first. Offsets count
/// bytes from the start; 0 stands for nothing.
enum TypeTableLayout {
  static let magic = "pbtypes2"
  static let wordSize = 4
  static let wordLimit = 1 << 24
  /// Added to six bits to make a printable character.
  static let digitBase: UInt8 = 0x30
  /// Four such characters for zero.
  static let zeroWord: UInt32 = 0x3030_3030

  /// The words after the magic.
  enum Header: Int, CaseIterable {
    case byteCount, typeCount, records, slots, slotCount, identity

    var offset: Int { magic.utf8.count + rawValue * wordSize }
    static var size: Int { magic.utf8.count + allCases.count * wordSize }
  }

  /// The words of a type's record.
  enum Field: Int, CaseIterable {
    /// The offset of the identifier.
    case identifier
    /// 0 for a type that is only named, else 1 + the raw value of the authority.
    case authority
    /// Offsets of strings.
    case description, referenceURL, source, file
    /// Numbers; the version is stored plus 1.
    case line, version
    /// Offsets of lists of type positions.
    case supertypes, closure
    /// The offset of a list of pairs: tag class, string.
    case tags
    /// The offset of a list of strings.
    case desktopMIMETypes
    /// The offset of a list of triples for the declarations that do not count: authority, file, line.
    case rivals

    static let recordSize = allCases.count * wordSize
  }

  /// The class number under which identifiers themselves are found.
  static let identifierClass: UInt8 = 0

  /// The hash of a key, FNV-1a with a last mix.
  static func hash(class tagClass: UInt8, _ key: Span<UInt8>) -> Int {
    var hash: UInt32 = (2_166_136_261 ^ UInt32(tagClass)) &* 16_777_619
    for position in key.indices { hash = (hash ^ UInt32(key[position])) &* 16_777_619 }
    return Int(hash ^ hash >> 15)
  }
}
