import Pictures
import TestSupport
import Testing

@testable import Terminal

@Suite("Pictures on terminals")
struct PictureTests {
  private func picture() throws -> Picture { try Picture(samplePNG) }

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
