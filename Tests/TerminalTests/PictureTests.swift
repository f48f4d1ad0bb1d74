import Pictures
import TestSupport
import Testing

@testable import Terminal

@Suite("Pictures on terminals")
struct PictureTests {
  /// Three by two pixels: red, green, blue; white, clear, black. Made with another encoder.
  private static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x08, 0x06, 0x00, 0x00, 0x00, 0x9D, 0x74, 0x66,
    0x1A, 0x00, 0x00, 0x00, 0x17, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0xCF, 0xC0, 0xF0,
    0x1F, 0x0C, 0x19, 0xFE, 0x03, 0x49, 0x20, 0x60, 0x80, 0x80, 0xFF, 0x00, 0x9C, 0x7D, 0x0A, 0xF6,
    0x58, 0x73, 0x62, 0xA5, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  private func picture() throws -> Picture { try Picture(Self.png) }

  @Test func `Half blocks show two pixels each, and nothing where nothing is seen`() throws {
    let lines = HalfBlocks(depth: .full).lines(of: try picture(), columns: 80, rows: 24)
    #expect(lines.map(\.text) == ["▀▀▀"])
    let encoded = lines[0].encoded(color: true)
    #expect(encoded.hasPrefix("\u{1B}[0;38;2;255;0;0;48;2;255;255;255m▀"))
    // What is clear below has no background.
    #expect(encoded.contains("\u{1B}[0;38;2;0;255;0m▀"))
    let palette = HalfBlocks(depth: .palette).lines(of: try picture(), columns: 80, rows: 24)
    #expect(palette[0].encoded(color: true).hasPrefix("\u{1B}[0;38;5;196;48;5;231m▀"))
  }

  @Test func `Sixels name each colour once and draw it`() throws {
    let sequence = SixelPicture(try picture()).sequence
    #expect(sequence.hasPrefix("\u{1B}P0;1q\"1;1;3;2") && sequence.hasSuffix("-\u{1B}\\"))
    // Red: the first row of the first column.
    #expect(sequence.contains("#180;2;100;0;0") && sequence.contains("#180@"))
    // Black: the second row of the third column.
    #expect(sequence.contains("#0;2;0;0;0") && sequence.contains("#0??A"))
    #expect(SixelPicture.isKnown { $0 == "TERM" ? "foot" : nil })
    #expect(!SixelPicture.isKnown { ["TERM": "foot", "TMUX": "x"][$0] })
  }
}
