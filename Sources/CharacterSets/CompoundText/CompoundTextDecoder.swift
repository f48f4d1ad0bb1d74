/// Reads compound text (X Consortium, Compound Text Encoding 1.1), with UTF-8 between `ESC % G` and `ESC % @`.
struct CompoundTextDecoder {
  private typealias Half = CompoundTextSets.Half

  private var left = Half.ascii
  private var right = Half.latin(0)
  private var output: [UInt8] = []

  /// Returns compound text as UTF-8: what no set has as U+FFFD, without marks of direction and what is cut off.
  static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var decoder = CompoundTextDecoder()
    decoder.output.reserveCapacity(bytes.count + bytes.count / 2)
    var rest = bytes
    while let byte = rest.first {
      if byte == 0x1B {
        decoder.readEscape(&rest)
      } else {
        decoder.readCharacter(byte, &rest)
      }
    }
    return decoder.output
  }

  private mutating func readCharacter(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) {
    rest.removeFirst()
    if byte == 0x9B { return skipDirection(&rest) }
    // Control characters and the space are the same in all sets.
    if byte <= 0x20 || byte == 0x7F { return output.append(byte) }
    if 0x80..<0xA0 ~= byte { return }
    let low = byte & 0x7F
    switch byte < 0x80 ? left : right {
    case .ascii: append(UInt32(low))
    case .japaneseRoman: append(low == 0x5C ? 0xA5 : low == 0x7E ? 0x203E : UInt32(low))
    case .katakana: append(0x21...0x5F ~= low ? 0xFF61 - 0x21 + UInt32(low) : 0xFFFD)
    case .unknown: append(0xFFFD)
    case .latin(let index): append(CompoundTextSets.latin[index].upperHalf[Int(low)])
    case .double(let set):
      guard let next = rest.first else { return }
      guard next & 0x80 == byte & 0x80, next & 0x7F > 0x20 else { return append(0xFFFD) }
      rest.removeFirst()
      let scalar = set.scalar(low, next & 0x7F)
      append(scalar == 0 ? 0xFFFD : scalar)
    }
  }

  private mutating func append(_ scalar: UInt32) {
    guard scalar >= 0x80 else { return output.append(UInt8(scalar)) }
    output.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
  }

  /// Passes over what says in which direction a text goes: digits, and a bracket.
  private func skipDirection(_ rest: inout ArraySlice<UInt8>) {
    if let end = rest.prefix(3).firstIndex(of: UInt8(ascii: "]")) { rest = rest[(end + 1)...] }
  }

  // MARK: Escape sequences

  private mutating func readEscape(_ rest: inout ArraySlice<UInt8>) {
    // A text that is cut off within a sequence says nothing more.
    guard rest.count > 2 else { return rest.removeAll() }
    let sequence = rest.dropFirst().prefix(3)
    // The first bytes say what the last one names (ISO 2022).
    let first = sequence.first
    let second = sequence.dropFirst().first
    let third = sequence.dropFirst(2).first
    switch (first, second, third) {
    case (0x28, let final?, _): choose(single(final), &left, &rest, length: 3)
    case (0x29, let final?, _): choose(single(final), &right, &rest, length: 3)
    case (0x2D, let final?, _):
      let index = CompoundTextSets.latin.firstIndex { $0.final == final }
      choose(index.map(Half.latin), &right, &rest, length: 3)
    case (0x24, 0x28, let final?):
      choose(CompoundTextSets.Double(final: final).map(Half.double), &left, &rest, length: 4)
    case (0x24, 0x29, let final?):
      choose(CompoundTextSets.Double(final: final).map(Half.double), &right, &rest, length: 4)
    // As ISO 2022 has it for the oldest sets.
    case (0x24, 0x40?, _), (0x24, 0x41?, _), (0x24, 0x42?, _):
      let set = CompoundTextSets.Double(final: second == 0x41 ? 0x41 : 0x42)
      choose(set.map(Half.double), &left, &rest, length: 3)
    case (0x24, _, nil): rest.removeAll()
    case (0x25, 0x47, _): readUTF8(&rest)
    case (0x25, 0x2F, _): readExtendedSegment(&rest)
    // The version, and the end of UTF-8 where none began.
    case (0x23, _, _): rest = rest.dropFirst(4)
    case (0x25, 0x40, _): rest = rest.dropFirst(3)
    default: rest.removeFirst()
    }
  }

  private func single(_ final: UInt8) -> Half? {
    switch final {
    case UInt8(ascii: "B"): .ascii
    case UInt8(ascii: "J"): .japaneseRoman
    case UInt8(ascii: "I"): .katakana
    default: nil
    }
  }

  /// Takes a set into use.
  private func choose(_ set: Half?, _ half: inout Half, _ rest: inout ArraySlice<UInt8>, length: Int) {
    rest = rest.dropFirst(length)
    half = set ?? .unknown
  }

  private mutating func readUTF8(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.dropFirst(3)
    let end = rest.firstIndex(of: 0x1B) ?? rest.endIndex
    _ = CharacterSet.utf8.decode(rest[..<end], into: &output)
    rest = rest[end...]
  }

  /// Reads text of a set that is named: two bytes with the length, the name, and its bytes behind STX.
  private mutating func readExtendedSegment(_ rest: inout ArraySlice<UInt8>) {
    let header = Array(rest.prefix(6))
    rest = rest.dropFirst(header.count)
    guard header.count == 6, header[4] >= 0x80, header[5] >= 0x80 else { return }
    let length = (Int(header[4]) - 0x80) * 128 + Int(header[5]) - 0x80
    let segment = rest.prefix(length)
    rest = rest.dropFirst(length)
    guard let start = segment.firstIndex(of: 0x02) else { return }
    let text = segment[(start + 1)...]
    if let set = Self.set(ofExtended: String(decoding: segment[..<start], as: UTF8.self)) {
      _ = set.decode(text, into: &output)
    } else {
      append(0xFFFD)
    }
  }

  /// Finds a set by the name that X gives fonts of it: `koi8-r`, `big5-0`, `microsoft-cp1251`.
  private static func set(ofExtended name: String) -> CharacterSet? {
    var name = name.lowercased()
    if name.hasPrefix("microsoft-") { name = String(name.dropFirst(10)) }
    if let set = CharacterSet(named: name) { return set }
    guard let dash = name.lastIndex(of: "-") else { return nil }
    return CharacterSet(named: name[..<dash])
  }
}
