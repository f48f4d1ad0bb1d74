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
