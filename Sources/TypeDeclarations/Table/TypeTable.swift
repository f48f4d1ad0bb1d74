/// A compiled registry of types, answered from where it lies: nothing is parsed or copied beforehand.
package struct TypeTable: Sendable {
  private let memory: PermanentBytes
  /// The number of identifiers the table knows: declared ones, and those that are only named as supertypes.
  package let count: Int
  private let records: Int
  private let slots: Int
  private let slotMask: Int

  /// Nil if the memory does not hold a whole table of this version.
  package init?(_ memory: PermanentBytes) {
    self.memory = memory
    guard memory.hasBytes(TypeTableLayout.magic.utf8.span, at: 0), memory[.byteCount] == memory.count else {
      return nil
    }
    count = memory[.typeCount]
    records = memory[.records]
    slots = memory[.slots]
    let slotCount = memory[.slotCount]
    guard slotCount > 0, slotCount & (slotCount - 1) == 0 else { return nil }
    slotMask = slotCount - 1
  }

  /// The identity of this table.
  package var identity: String {
    memory.text(at: memory[.identity]) ?? ""
  }

  /// The position of the type with an identifier in lower case.
  package func position(of identifier: String) -> Int? {
    guard let entry = entry(class: TypeTableLayout.identifierClass, key: identifier) else { return nil }
    return memory.number(at: entry + 3 * TypeTableLayout.wordSize)
  }

  /// The types that claim a tag, the preferred one first; `key` is what `TagClass.key(of:)` gives.
  package func positions(tagged key: String, class tagClass: TagClass) -> [Int] {
    entry(class: tagClass.rawValue, key: key).map { list(at: $0 + 2 * TypeTableLayout.wordSize) } ?? []
  }

  /// The first type that claims a tag and is a given type or has it among its supertypes.
  package func firstPosition(tagged key: String, class tagClass: TagClass, atOrBelow supertype: Int) -> Int? {
    guard let entry = entry(class: tagClass.rawValue, key: key) else { return nil }
    let list = entry + 2 * TypeTableLayout.wordSize
    for index in 0..<min(memory.number(at: list), memory.count) {
      let position = memory.number(at: list + (index + 1) * TypeTableLayout.wordSize)
      if position == supertype || isType(position, below: supertype) { return position }
    }
    return nil
  }

  /// Whether one type has another among its supertypes, direct or indirect; false for the type itself.
  package func isType(_ position: Int, below supertype: Int) -> Bool {
    var offset = word(.closure, of: position)
    guard offset != 0 else { return false }
    var remaining = memory.number(at: offset)
    while remaining > 0 {
      offset += TypeTableLayout.wordSize
      let candidate = memory.number(at: offset)
      if candidate >= supertype { return candidate == supertype }
      remaining -= 1
    }
    return false
  }

  // MARK: What is known of a type

  package func identifier(of position: Int) -> String { string(.identifier, of: position) ?? "" }

  /// Nil for a type that is only named as a supertype.
  package func authority(of position: Int) -> TypeDeclaration.Authority? {
    TypeDeclaration.Authority(rawValue: word(.authority, of: position) - 1)
  }

  package func isDeclared(_ position: Int) -> Bool { word(.authority, of: position) != 0 }

  package func description(of position: Int) -> String? { string(.description, of: position) }

  /// The description of a type or of the first of its supertypes that has one.
  ///
  /// Supertypes are searched depth first, in the order in which they are declared (UTType.h).
  package func inheritedDescription(of position: Int) -> String? {
    var seen: Set<Int> = []
    var pending = [position]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      if let description = description(of: next) { return description }
      pending.append(contentsOf: supertypes(of: next).reversed())
    }
    return nil
  }

  package func referenceURL(of position: Int) -> String? { string(.referenceURL, of: position) }

  /// The sources of the facts, in words.
  package func source(of position: Int) -> String? { string(.source, of: position) }

  package func version(of position: Int) -> Int? {
    let word = word(.version, of: position)
    return word == 0 ? nil : word - 1
  }

  /// The location of the declaration that counts.
  package func location(of position: Int) -> SourceLocation? {
    string(.file, of: position).map { SourceLocation(file: $0, line: word(.line, of: position)) }
  }

  /// Direct supertypes, in declared order.
  package func supertypes(of position: Int) -> [Int] { list(at: word(.supertypes, of: position)) }

  /// All supertypes, direct and indirect.
  package func closure(of position: Int) -> [Int] { list(at: word(.closure, of: position)) }

  package func tags(of position: Int) -> [(tagClass: TagClass, tag: String)] {
    let words = list(at: word(.tags, of: position))
    return stride(from: 0, to: words.count - 1, by: 2).compactMap { index in
      guard let tagClass = TagClass(rawValue: UInt8(truncatingIfNeeded: words[index])),
        let tag = memory.text(at: words[index + 1])
      else { return nil }
      return (tagClass, tag)
    }
  }

  /// The MIME types that desktops have for a type and that are no tags of it.
  package func desktopMIMETypes(of position: Int) -> [String] {
    list(at: word(.desktopMIMETypes, of: position)).compactMap { memory.text(at: $0) }
  }

  /// The first tag of a class.
  package func preferredTag(of position: Int, class tagClass: TagClass) -> String? {
    let words = list(at: word(.tags, of: position))
    return stride(from: 0, to: words.count - 1, by: 2)
      .first { words[$0] == Int(tagClass.rawValue) }
      .flatMap { memory.text(at: words[$0 + 1]) }
  }

  /// The declarations of the same identifier that do not count.
  package func rivals(of position: Int) -> [(authority: TypeDeclaration.Authority, location: SourceLocation)]
  {
    let words = list(at: word(.rivals, of: position))
    return stride(from: 0, to: words.count - 2, by: 3).compactMap { index in
      guard let authority = TypeDeclaration.Authority(rawValue: words[index]),
        let file = memory.text(at: words[index + 1])
      else { return nil }
      return (authority, SourceLocation(file: file, line: words[index + 2]))
    }
  }

  /// The declaration of a type as it was compiled, to be compiled again with others.
  package func declaration(of position: Int) -> TypeDeclaration? {
    guard let authority = authority(of: position), let location = location(of: position) else { return nil }
    var declaration = TypeDeclaration(
      identifier: identifier(of: position), authority: authority, location: location)
    declaration.supertypes = supertypes(of: position).map { identifier(of: $0) }
    declaration.description = description(of: position)
    for (tagClass, tag) in tags(of: position) { declaration.tags[tagClass, default: []].append(tag) }
    declaration.desktopMIMETypes = desktopMIMETypes(of: position)
    declaration.referenceURL = referenceURL(of: position)
    declaration.version = version(of: position)
    declaration.source = source(of: position)
    return declaration
  }

  // MARK: Reading

  private func entry(class tagClass: UInt8, key: String) -> Int? {
    let key = key.utf8.span
    var slot = TypeTableLayout.hash(class: tagClass, key) & slotMask
    // A damaged table may have no empty slot; the search ends after one round.
    for _ in 0...slotMask {
      let entry = memory.number(at: slots + slot * TypeTableLayout.wordSize)
      if entry == 0 { return nil }
      if memory.number(at: entry) == Int(tagClass),
        memory.hasText(key, at: memory.number(at: entry + TypeTableLayout.wordSize))
      {
        return entry
      }
      slot = (slot + 1) & slotMask
    }
    return nil
  }

  private func word(_ field: TypeTableLayout.Field, of position: Int) -> Int {
    memory.number(
      at: records + position * TypeTableLayout.Field.recordSize + field.rawValue * TypeTableLayout.wordSize)
  }

  private func string(_ field: TypeTableLayout.Field, of position: Int) -> String? {
    memory.text(at: word(field, of: position))
  }

  private func list(at offset: Int) -> [Int] {
    guard offset > 0 else { return [] }
    let length = min(memory.number(at: offset), memory.count / TypeTableLayout.wordSize)
    return (0..<length).map { memory.number(at: offset + ($0 + 1) * TypeTableLayout.wordSize) }
  }
}

/// Words and strings as `TypeTableLayout` describes them.
extension PermanentBytes {
  fileprivate subscript(field: TypeTableLayout.Header) -> Int { number(at: field.offset) }

  fileprivate func number(at offset: Int) -> Int {
    let digits = word(at: offset) &- TypeTableLayout.zeroWord
    return Int(digits & 0x3F | digits >> 2 & 0xFC0 | digits >> 4 & 0x3F000 | digits >> 6 & 0xFC_0000)
  }

  /// The string whose length stands at an offset, nil for the offset 0.
  fileprivate func text(at offset: Int) -> String? {
    offset == 0 ? nil : string(at: offset + TypeTableLayout.wordSize, length: number(at: offset))
  }

  fileprivate func hasText(_ key: Span<UInt8>, at offset: Int) -> Bool {
    number(at: offset) == key.count && hasBytes(key, at: offset + TypeTableLayout.wordSize)
  }
}
