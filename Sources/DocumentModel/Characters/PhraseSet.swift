/// A few texts that are looked for at once, in any mixture of cases.
///
/// One pass: the first two bytes of the texts say where one may stand, and most places of a page they rule out.
package struct PhraseSet: Sendable {
  private let phrases: [[UInt8]]
  /// The phrases, a bit each, that begin with a byte in either case, and those that have it in the second place.
  private var beginning: [UInt32]
  private var continuing: [UInt32]

  /// `phrases` are ASCII in lower case, of two bytes or more each, and at most 32.
  package init(_ phrases: [String]) {
    self.phrases = phrases.map { Array($0.utf8) }
    precondition(phrases.count <= UInt32.bitWidth)
    beginning = [UInt32](repeating: 0, count: 256)
    continuing = beginning
    for (index, phrase) in self.phrases.enumerated() {
      for byte in Self.cases(of: phrase[0]) { beginning[byte] |= 1 << index }
      for byte in Self.cases(of: phrase[1]) { continuing[byte] |= 1 << index }
    }
  }

  private static func cases(of byte: UInt8) -> [Int] {
    byte.isASCIILetter ? [Int(byte), Int(byte ^ 0x20)] : [Int(byte)]
  }

  /// Returns the indices of the phrases that stand somewhere in the bytes, in ascending order.
  package func found(in bytes: Span<UInt8>) -> [Int] {
    var found: UInt32 = 0
    var begun: UInt32 = 0
    for position in bytes.indices {
      let byte = Int(bytes[position])
      var candidates = begun & continuing[byte] & ~found
      begun = beginning[byte]
      while candidates != 0 {
        let index = candidates.trailingZeroBitCount
        candidates &= candidates - 1
        if Self.spells(phrases[index], bytes, from: position - 1) { found |= 1 << index }
      }
    }
    return phrases.indices.filter { found & 1 << $0 != 0 }
  }

  private static func spells(_ phrase: [UInt8], _ bytes: Span<UInt8>, from start: Int) -> Bool {
    guard phrase.count <= bytes.count - start else { return false }
    for offset in phrase.indices where phrase[offset] != bytes[start + offset].lowercased { return false }
    return true
  }
}
