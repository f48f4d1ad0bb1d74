import HostileContent
import RichText
import Testing

/// Nothing that is four times as long costs much more than four times as much, be it read or written.
///
/// A short run of what `make fuzz` looks for with every piece and in every size.
@Suite(.timeLimit(.minutes(5)))
struct GrowthTests {
  private static let bounds: Growth.Bounds = {
    var bounds = Growth.Bounds()
    bounds.sizes = [3000, 12_000]
    bounds.seconds = 20
    bounds.ratio = 10
    bounds.noise = 0.5
    return bounds
  }()

  @Test(arguments: RandomShape.Format.allCases)
  func randomPatternsGrowAsTheirText(format: RandomShape.Format) throws {
    let read = try #require(Format.all.first { $0.name == format.rawValue })
    let first = UInt64(RandomPattern.pieceCount(format))
    for seed in first..<first + 8 {
      let pattern = RandomPattern(format, seed: seed)
      let findings = Growth.findings(read, Self.bounds) { pattern.text(byteCount: $0) }
      #expect(findings.isEmpty, "\(format), seed \(seed): \(findings.map(\.description)), \(pattern.unit)")
    }
  }
}
