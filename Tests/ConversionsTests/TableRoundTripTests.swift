import Conversions
import RichText
import TestSupport
import TestTraits
import Testing
import UniformTypeIdentifiers

/// Tables of data on their way through every form that holds them.
@Suite("Tables through all their forms", .stress) struct TableRoundTripTests {
  private static let forms: [UTType] = [
    .commaSeparatedText, .tabSeparatedText, .json, .markdown, .html,
  ]

  private func convert(_ bytes: [UInt8], _ source: UTType, _ wanted: UTType) throws -> [UInt8] {
    if wanted == .json, source == .markdown || source == .html {
      guard let format = Format(source) else { return [] }
      return JSONRows.write(TableValues(try format.read(bytes)).tables)
    }
    return try ConverterGraph.shared.convert(bytes, from: source, to: wanted)
  }

  @Test("No value is lost or changed", arguments: 0..<20 as Range<UInt64>)
  func roundTrips(batch: UInt64) throws {
    for seed in (batch * 50)..<(batch * 50 + 50) {
      var random = RandomTable(seed: seed)
      let rows = random.make()
      var generator = SeededGenerator(seed: seed)
      let start = DelimitedWriter(separator: UInt8(ascii: ",")).write(
        rows.map { $0.map { Array($0.utf8)[...] } })
      var (bytes, type) = (start, UTType.commaSeparatedText)
      for next in Self.forms.shuffled(using: &generator) + [.commaSeparatedText] where next != type {
        let (before, made) = (bytes, try convert(bytes, type, next))
        (bytes, type) = (made, next)
        let back = next == .commaSeparatedText ? made : try convert(made, next, .commaSeparatedText)
        #expect(
          back == start,
          """
          seed \(seed), \(next.identifier) of
          \(String(decoding: before, as: UTF8.self))
          \(String(decoding: made, as: UTF8.self))
          \(String(decoding: back, as: UTF8.self))
          """)
        guard back == start else { return }
      }
    }
  }
}
