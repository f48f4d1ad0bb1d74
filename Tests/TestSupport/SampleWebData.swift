/// What browsers keep of types that pages made up, as they write it.
public enum SampleWebData {
  /// Chromium's pickle: lengths in units of UTF-16, padding to four bytes.
  public static func chromium(_ entries: [(type: String, text: [UInt8])]) -> [UInt8] {
    func string(_ text: String) -> [UInt8] {
      let bytes = utf16(text)
      return littleEndian(bytes.count / 2) + bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    let payload =
      littleEndian(entries.count)
      + entries.flatMap { string($0.type) + string(String(decoding: $0.text, as: UTF8.self)) }
    return littleEndian(payload.count) + payload
  }

  /// Firefox's stream: big-endian lengths in bytes, a number before each entry and behind the last.
  public static func firefox(_ entries: [(type: String, text: [UInt8])]) -> [UInt8] {
    func string(_ text: String) -> [UInt8] {
      let bytes = utf16(text)
      return littleEndian(bytes.count).reversed() + bytes
    }
    return entries.flatMap {
      [0, 0, 0, 1] + string($0.type) + string(String(decoding: $0.text, as: UTF8.self))
    } + [0, 0, 0, 0]
  }

  private static func utf16(_ text: String) -> [UInt8] {
    text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private static func littleEndian(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) }
  }
}
