/// Bytes in 64 characters (RFC 4648), as sequences carry them.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// What each byte stands for: 64 for padding, 255 for what has no place.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    values[Int(UInt8(ascii: "="))] = 64
    return values
  }()

  static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    append(Array(bytes)[...], to: &output)
    return output
  }

  /// Appends what stands for the bytes.
  static func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    output.reserveCapacity(output.count + (bytes.count + 2) / 3 * 4)
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let count = min(3, bytes.endIndex - place)
      var bits = Int(bytes[place]) << 16
      if count > 1 { bits |= Int(bytes[place + 1]) << 8 }
      if count > 2 { bits |= Int(bytes[place + 2]) }
      output.append(alphabet[bits >> 18])
      output.append(alphabet[bits >> 12 & 63])
      output.append(count > 1 ? alphabet[bits >> 6 & 63] : UInt8(ascii: "="))
      output.append(count > 2 ? alphabet[bits & 63] : UInt8(ascii: "="))
      place += count
    }
  }

  /// Decodes pieces that follow each other, each padded or not; nil if there is anything else.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(text.count / 4 * 3)
    var bits = 0
    var count = 0
    for byte in text {
      let value = values[Int(byte)]
      guard value != 255 else { return nil }
      if value < 64 {
        bits = bits << 6 | Int(value)
        count += 1
        if count < 4 { continue }
      } else if count == 0 {
        continue
      }
      guard flush(&bits, &count, to: &output) else { return nil }
    }
    return flush(&bits, &count, to: &output) ? output : nil
  }

  /// Ends a piece: of two to four characters.
  private static func flush(_ bits: inout Int, _ count: inout Int, to output: inout [UInt8]) -> Bool {
    switch count {
    case 4:
      output.append(UInt8(bits >> 16 & 255))
      output.append(UInt8(bits >> 8 & 255))
      output.append(UInt8(bits & 255))
    case 3:
      output.append(UInt8(bits >> 10 & 255))
      output.append(UInt8(bits >> 2 & 255))
    case 2: output.append(UInt8(bits >> 4 & 255))
    case 1: return false
    default: break
    }
    (bits, count) = (0, 0)
    return true
  }
}
