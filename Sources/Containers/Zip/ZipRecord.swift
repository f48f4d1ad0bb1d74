/// The records of a zip archive (APPNOTE 4.3): what each begins with, and how its numbers are read.
enum ZipRecord {
  static let localHeader: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
  static let directoryHeader: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
  static let endOfDirectory: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
  static let endOfDirectory64: [UInt8] = [0x50, 0x4B, 0x06, 0x06]
  static let locator64: [UInt8] = [0x50, 0x4B, 0x06, 0x07]
  static let dataDescriptor: [UInt8] = [0x50, 0x4B, 0x07, 0x08]

  static let localHeaderSize = 30
  static let directoryHeaderSize = 46
  static let endOfDirectorySize = 22
  static let locator64Size = 20

  /// A number of `count` bytes, the lowest first; nil beyond the end, or if it is too large for anything here.
  static func number(in bytes: [UInt8], at position: Int, count: Int) -> Int? {
    guard position >= 0, position <= bytes.count - count else { return nil }
    var number: UInt64 = 0
    for index in (position..<(position + count)).reversed() { number = number << 8 | UInt64(bytes[index]) }
    return Int(exactly: number)
  }
}
