/// The encoding of bytes in 64 characters (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    append(bytes, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends what stands for the bytes.
  static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
    output.reserve((bytes.count + 2) / 3 * 4)
    var place = 0
    while place + 2 < bytes.count {
      let bits = UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
      output.append(alphabet[Int(bits >> 18)])
      output.append(alphabet[Int(bits >> 12 & 63)])
      output.append(alphabet[Int(bits >> 6 & 63)])
      output.append(alphabet[Int(bits & 63)])
      place += 3
    }
    guard place < bytes.count else { return }
    let isOne = place + 1 == bytes.count
    let bits = UInt32(bytes[place]) << 16 | (isOne ? 0 : UInt32(bytes[place + 1]) << 8)
    output.append(alphabet[Int(bits >> 18)])
    output.append(alphabet[Int(bits >> 12 & 63)])
    output.append(isOne ? UInt8(ascii: "=") : alphabet[Int(bits >> 6 & 63)])
    output.append(UInt8(ascii: "="))
  }

  /// Decodes bytes, white space and padding passed over; nil if there is anything else.
  package static func decode(_ text: Substring.UTF8View) -> [UInt8]? {
    var output: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in text {
      let value: UInt32
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(byte - UInt8(ascii: "A"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(byte - UInt8(ascii: "a")) + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(byte - UInt8(ascii: "0")) + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="), 0x09, 0x0A, 0x0D, 0x20: continue
      default: return nil
      }
      bits = bits << 6 | value
      count += 1
      if count % 4 == 0 {
        output.append(contentsOf: [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)])
        bits = 0
      }
    }
    switch count % 4 {
    case 2: output.append(UInt8(bits >> 4 & 255))
    case 3: output.append(contentsOf: [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)])
    case 1: return nil
    default: break
    }
    return output
  }
}
