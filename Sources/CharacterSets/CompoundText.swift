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

/// The character sets that compound text switches between (Compound Text Encoding 4 and 5).
enum CompoundTextSets {
  /// A set of the left or the right half of the byte.
  enum Half: Equatable {
    case ascii
    /// JIS X 0201: ASCII but for two signs.
    case japaneseRoman
    case katakana
    /// One that is not read.
    case unknown
    /// The upper half of a part of ISO 8859, by its place in `latin`.
    case latin(Int)
    case double(Double)
  }

  /// Sets of two bytes a character.
  enum Double: CaseIterable {
    case japanese, korean, chinese, japaneseSupplement

    /// The last byte of the escape sequence that chooses it (ISO-IR 168, 149, 58, 159).
    var final: UInt8 {
      switch self {
      case .japanese: UInt8(ascii: "B")
      case .korean: UInt8(ascii: "C")
      case .chinese: UInt8(ascii: "A")
      case .japaneseSupplement: UInt8(ascii: "D")
      }
    }

    init?(final: UInt8) {
      guard let set = Self.allCases.first(where: { $0.final == final }) else { return nil }
      self = set
    }

    /// Returns the character at a row and a column from 0x21 to 0x7E; 0 if there is none.
    func scalar(_ row: UInt8, _ column: UInt8) -> UInt32 {
      guard 0x21...0x7E ~= row, 0x21...0x7E ~= column else { return 0 }
      let table: [UInt32]
      let position: Int
      switch self {
      case .japanese, .japaneseSupplement:
        table = self == .japanese ? CharacterTables.jis0208Scalars : CharacterTables.jis0212Scalars
        position = (Int(row) - 0x21) * 94 + Int(column) - 0x21
      case .korean:
        table = CharacterTables.eucKRScalars
        position = (Int(row) - 1) * 190 + Int(column) + 0x3F
      case .chinese:
        // The rest of these rows is GBK's.
        guard row <= 0x77 else { return 0 }
        table = CharacterTables.gb18030Scalars
        position = (Int(row) - 1) * 190 + Int(column) + 0x3F
      }
      let scalar = position < table.count ? table[position] : 0
      return 0xE000...0xF8FF ~= scalar ? 0 : scalar
    }

    /// A table: for each character of the basic plane its row and column, 0 where the set lacks it.
    var codes: [UInt16] {
      switch self {
      case .japanese: Self.japaneseCodes
      case .korean: Self.koreanCodes
      case .chinese: Self.chineseCodes
      case .japaneseSupplement: []
      }
    }

    private static let japaneseCodes = makeCodes(.japanese)
    private static let koreanCodes = makeCodes(.korean)
    private static let chineseCodes = makeCodes(.chinese)

    private static func makeCodes(_ set: Double) -> [UInt16] {
      var codes = [UInt16](repeating: 0, count: 0x1_0000)
      for row in UInt8(0x21)...0x7E {
        for column in UInt8(0x21)...0x7E {
          let scalar = set.scalar(row, column)
          // Of characters that stand in several places the first one counts.
          guard scalar != 0, scalar < 0x1_0000, codes[Int(scalar)] == 0 else { continue }
          // Rows of signs differ from program to program, but for those of JIS X 0208 without NEC's.
          if set == .japanese ? row == 0x2D || row > 0x74 : row < 0x30 { continue }
          codes[Int(scalar)] = UInt16(row) << 8 | UInt16(column)
        }
      }
      return codes
    }
  }

  /// The parts of ISO 8859 and their escape sequences' last bytes, in the order in which they are written.
  static let latin: [(final: UInt8, upperHalf: [UInt32])] = [
    ("A" as Unicode.Scalar, "windows-1252"), ("B", "iso-8859-2"), ("C", "iso-8859-3"), ("D", "iso-8859-4"),
    ("L", "iso-8859-5"),
    ("G", "iso-8859-6"), ("F", "iso-8859-7"), ("H", "iso-8859-8"), ("M", "windows-1254"),
    ("T", "windows-874"),
    ("V", "iso-8859-10"), ("Y", "iso-8859-13"), ("_", "iso-8859-14"), ("b", "iso-8859-15"),
    ("f", "iso-8859-16"),
  ].map { (UInt8(ascii: $0.0), CharacterSet(named: $0.1)?.upperHalf ?? []) }

  /// The number of them that are written: those of the standard; what programs know beyond them differs.
  static let writtenLatinCount = 9
}

extension CharacterSet {
  /// Returns compound text as UTF-8, with U+FFFD for what no set has (X Consortium, Compound Text Encoding 1.1).
  package static func utf8(ofCompoundText bytes: ArraySlice<UInt8>) -> [UInt8] {
    CompoundTextDecoder.decode(bytes)
  }

  /// Returns UTF-8 as compound text.
  package static func compoundText(ofUTF8 utf8: ArraySlice<UInt8>) -> [UInt8] {
    CompoundTextEncoder.encode(utf8)
  }
}

/// Writes compound text: with the sets of the standard, and UTF-8 for what none of them has.
struct CompoundTextEncoder {
  private typealias Half = CompoundTextSets.Half

  private var left = Half.ascii
  private var right = Half.latin(0)
  private var isUTF8 = false
  private var output: [UInt8] = []

  static func encode(_ utf8: ArraySlice<UInt8>) -> [UInt8] {
    var encoder = CompoundTextEncoder()
    encoder.output.reserveCapacity(utf8.count + utf8.count / 2)
    for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars { encoder.write(scalar) }
    encoder.endUTF8()
    return encoder.output
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < 0x80 {
      endUTF8()
      // Control characters and the space are the same in all sets, but not to Xlib.
      if left != .ascii { choose(left: .ascii, [0x28, 0x42]) }
      output.append(UInt8(value))
      return
    }
    if let byte = latinByte(value, Self.index(of: right)) {
      endUTF8()
      return output.append(byte)
    }
    if case .double(let set) = left, write(value, set) { return }
    for index in 0..<CompoundTextSets.writtenLatinCount {
      guard let byte = latinByte(value, index) else { continue }
      endUTF8()
      right = .latin(index)
      output += [0x1B, 0x2D, CompoundTextSets.latin[index].final, byte]
      return
    }
    for set in [CompoundTextSets.Double.japanese, .korean, .chinese] where write(value, set) { return }
    if !isUTF8 { output += [0x1B, 0x25, 0x47] }
    isUTF8 = true
    output.append(contentsOf: String(scalar).utf8)
  }

  private mutating func endUTF8() {
    if isUTF8 { output += [0x1B, 0x25, 0x40] }
    isUTF8 = false
  }

  private mutating func choose(left set: Half, _ sequence: [UInt8]) {
    left = set
    output.append(0x1B)
    output += sequence
  }

  private static func index(of half: Half) -> Int {
    if case .latin(let index) = half { index } else { 0 }
  }

  /// Returns the byte of a character in a part of ISO 8859; nil if it is not in it.
  private func latinByte(_ value: UInt32, _ index: Int) -> UInt8? {
    // Latin-1 is its own index.
    if index == 0 { return 0xA0...0xFF ~= value ? UInt8(value) : nil }
    // ISO 8859-7 had these signs from 2003 on, which older programs do not know.
    if [0x20AC, 0x20AF, 0x37A].contains(value) { return nil }
    let upperHalf = CompoundTextSets.latin[index].upperHalf
    return upperHalf[0x20...].firstIndex(of: value).map { UInt8(0x80 + $0) }
  }

  /// Writes a character in a set of two bytes; false if it is not in it.
  private mutating func write(_ value: UInt32, _ set: CompoundTextSets.Double) -> Bool {
    let codes = set.codes
    guard value < codes.count, codes[Int(value)] != 0 else { return false }
    endUTF8()
    if left != .double(set) { choose(left: .double(set), [0x24, 0x28, set.final]) }
    output.append(UInt8(codes[Int(value)] >> 8))
    output.append(UInt8(codes[Int(value)] & 0xFF))
    return true
  }
}
