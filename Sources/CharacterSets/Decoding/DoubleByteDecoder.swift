/// Decodes a set whose characters have one byte or two, as most sets of East Asia.
protocol DoubleByteDecoder: CharacterDecoder {
  /// Returns the character of a byte that stands by itself, 0 if there is none, and nil for the first byte of two.
  func scalar(of byte: UInt8) -> UInt32?

  /// Returns the character of two bytes, 0 if there is none.
  func scalar(of first: UInt8, _ second: UInt8) -> UInt32
}

extension DoubleByteDecoder {
  func decode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    var index = 0
    while index < bytes.count {
      let first = bytes[index]
      if let scalar = scalar(of: first) {
        // A NUL is the one character whose number is 0.
        if scalar != 0 || first == 0 { output.appendScalar(scalar) } else { output.appendError() }
        index += 1
        continue
      }
      guard index + 1 < bytes.count else { return index }
      let second = bytes[index + 1]
      let scalar = scalar(of: first, second)
      if scalar != 0 {
        output.appendScalar(scalar)
        index += 2
      } else {
        output.appendError()
        // What is ASCII is not taken along with a first byte that it does not belong to.
        index += second < 0x80 ? 1 : 2
      }
    }
    return index
  }
}
