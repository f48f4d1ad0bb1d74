import RichText
import TestSupport
import TestTraits
import Testing

/// Document → HTML → Document gives the document back, but for what HTML shows no difference in.
@Suite struct HTMLRoundTripTests {
  @Test(.stress, arguments: 0..<12 as Range<UInt64>)
  func generatedDocumentsComeBack(batch: UInt64) throws {
    for seed in batch * 40..<(batch + 1) * 40 {
      var random = RandomDocument(seed: seed, features: [])
      let document = random.make()
      let expected = Visible.form(of: document)
      for style in [HTMLWriter.Style.commonMark, .clipboard] {
        let html = HTMLWriter(style: style).write(document.normalized())
        let again = Visible.form(of: try HTMLReader().read(html))
        #expect(again == expected, "seed \(seed), \(style):\n\(Self.firstDifference(again, expected))")
        guard again == expected else { return }
      }
    }
  }

  /// The first line that differs, as it was read and as it should be, with the lines around it.
  private static func firstDifference(_ again: Visible, _ expected: Visible) -> String {
    let index = zip(again.lines, expected.lines).prefix { $0 == $1 }.count
    func part(_ visible: Visible) -> String {
      visible.lines.dropFirst(max(0, index - 3)).prefix(8).joined(separator: "\n")
    }
    return part(again) + "\nshould be\n" + part(expected)
  }
}
