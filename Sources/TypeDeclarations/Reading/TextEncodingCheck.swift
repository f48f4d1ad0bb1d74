/// The first look at a declaration file: is it of a size and in an encoding that the readers take?
enum TextEncodingCheck {
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func check(_ bytes: [UInt8], limit: Int) throws(JSONError) {
    guard bytes.count <= limit else {
      throw JSONError(line: 1, message: "the file is larger than \(limit >> 20) MiB")
    }
    guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
      throw JSONError(line: 1, message: "the file is UTF-16; save it as UTF-8")
    }
    if let position = bytes.firstIndex(of: 0) {
      throw JSONError(
        line: line(of: position, in: bytes), message: "the file holds a NUL byte; it is not UTF-8 text")
    }
    if let position = firstInvalidPosition(bytes) {
      throw JSONError(line: line(of: position, in: bytes), message: "the file is not valid UTF-8")
    }
  }

  private static func line(of position: Int, in bytes: [UInt8]) -> Int {
    1 + bytes[..<position].count { $0 == 0x0A }
  }

  private static func firstInvalidPosition(_ bytes: [UInt8]) -> Int? {
    guard bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil else {
      return nil
    }
    // A line feed is never part of another character, so the first line that fails holds the mistake.
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if String(validating: bytes[start..<end], as: UTF8.self) == nil { return start }
      start = end + 1
    }
    return bytes.count
  }
}
