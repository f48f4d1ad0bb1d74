import RichText
import Testing

/// RTF as messages of Outlook hold it.
@Suite struct CompressedRTFTests {
  /// `{\rtf1\ansi\deff0{\fonttbl{\f0 Arial;}}\pard Hello {\b bold} bold bold bold\par \pard Second\par}`
  private static let compressed: [UInt8] = [
    0x3F, 0x00, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00, 0x4C, 0x5A, 0x46, 0x75,
    0xE3, 0xEE, 0x47, 0x21, 0x6F, 0x00, 0x0A, 0x01, 0x03, 0x01, 0xF7, 0x02,
    0xA2, 0x20, 0x07, 0x13, 0x02, 0x80, 0x7D, 0xA1, 0x0A, 0xF3, 0x20, 0x48,
    0x65, 0x6C, 0x09, 0x00, 0x20, 0x00, 0x00, 0xE4, 0x62, 0x20, 0x06, 0xE1,
    0x64, 0x7D, 0x10, 0x53, 0x10, 0xB8, 0x0A, 0xA8, 0x2B, 0x06, 0x51, 0x05,
    0xA0, 0x6E, 0x11, 0x93, 0x7D, 0x13, 0x00,
  ]

  private static let text = Array(#"{\rtf1\ansi{\b bold} text\par}"#.utf8)

  /// The header, without a size of the whole and a checksum.
  private static func header(_ kind: String, size: Int) -> [UInt8] {
    [0, 0, 0, 0, UInt8(size & 0xFF), UInt8(size >> 8), 0, 0] + Array(kind.utf8) + [0, 0, 0, 0]
  }

  private func markdown(_ bytes: [UInt8]) throws -> String {
    #expect(Format.rtf.matchesSignature(bytes))
    return String(decoding: MarkdownWriter().write(try RTFReader().read(bytes)), as: UTF8.self)
  }

  @Test func `Compressed RTF is read`() throws {
    #expect(try markdown(Self.compressed) == "Hello **bold** bold bold bold\n\nSecond\n")
  }

  @Test func `RTF that is not compressed has the same header`() throws {
    #expect(
      try markdown(Self.header("MELA", size: Self.text.count) + Self.text + [0, 0]) == "**bold** text\n")
  }

  @Test func `What is cut off is read as far as it goes`() throws {
    let bytes = Self.compressed
    for end in 17..<bytes.count { _ = try? RTFReader().read(Array(bytes[..<end])) }
    #expect(try markdown(Array(bytes.dropLast(12))).hasPrefix("Hello **bold**"))
  }

  @Test func `Nothing larger than what the header says comes of it`() throws {
    // Seventeen blanks again and again.
    let blanks = [UInt8](repeating: 0xFF, count: 17)
    let bytes = Self.header("LZFu", size: 600) + Array(repeatElement(blanks, count: 5_000).joined())
    #expect(try markdown(bytes).utf8.count <= 600)
  }
}
