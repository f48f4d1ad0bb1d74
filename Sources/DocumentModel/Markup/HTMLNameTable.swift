/// Looks names up in a closed vocabulary without making a string of them.
///
/// Open addressing over a hash of the lower-cased bytes, then a comparison of all bytes, so that no crafted
/// name passes for another.
package struct HTMLNameTable<Name: RawRepresentable & CaseIterable & Sendable>: Sendable
where Name.RawValue == String {
  private var slots: [Int16]
  private let names: [Name]
  private let spellings: [[UInt8]]

  package init(_: Name.Type) {
    names = Array(Name.allCases)
    spellings = names.map { Array($0.rawValue.utf8) }
    var size = 64
    while size < names.count * 4 { size *= 2 }
    slots = [Int16](repeating: -1, count: size)
    for (index, spelling) in spellings.enumerated() {
      var slot = Int(truncatingIfNeeded: Self.hash(spelling.span, spelling.startIndex..<spelling.endIndex))
      slot &= size - 1
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int16(index)
    }
  }

  /// The name spelt by these bytes, in any mixture of cases; nil if it is not of the vocabulary.
  package func name(in bytes: Span<UInt8>, _ range: Range<Int>) -> Name? {
    var slot = Int(truncatingIfNeeded: Self.hash(bytes, range)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if Self.spells(spellings[index], bytes, range) { return names[index] }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private static func spells(_ spelling: [UInt8], _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard spelling.count == range.count else { return false }
    for offset in 0..<spelling.count where spelling[offset] != bytes[range.lowerBound + offset].lowercased {
      return false
    }
    return true
  }

  private static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range {
      hash = (hash ^ UInt64(bytes[index].lowercased)) &* 0x0000_0100_0000_01B3
    }
    return hash ^ (hash >> 29)
  }
}
