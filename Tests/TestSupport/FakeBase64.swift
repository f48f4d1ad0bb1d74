/// The encoding of sequences, apart from that which is tested.
enum FakeBase64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values: [UInt8: UInt32] = Dictionary(
    uniqueKeysWithValues: alphabet.enumerated().map { ($1, UInt32($0)) })

  static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count / 3 * 4 + 4)
    for place in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[place..<min(place + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
      for index in 0..<4 {
        output.append(
          index <= part.count ? alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Nil for what is none.
  static func decode(_ text: String) -> [UInt8]? {
    var (output, bits, count) = ([UInt8](), UInt32(0), 0)
    for byte in text.utf8 where byte != UInt8(ascii: "=") {
      guard let value = values[byte] else { return nil }
      bits = bits << 6 | value
      count += 1
      if count % 4 == 0 {
        output += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
        bits = 0
      }
    }
    switch count % 4 {
    case 2: output.append(UInt8(bits >> 4 & 255))
    case 3: output += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
    case 1: return nil
    default: break
    }
    return output
  }
}
