import RichText
import TestSupport
import Testing

/// Document → HTML → Document gives the document back, but for what HTML shows no difference in.
@Suite struct HTMLRoundTripTests {
  @Test(arguments: 0..<24 as Range<UInt64>)
  func generatedDocumentsComeBack(batch: UInt64) throws {
    for seed in batch * 40..<(batch + 1) * 40 {
      var random = RandomDocument(seed: seed, features: [])
      let document = random.make()
      let expected = Visible.form(of: document)
      for style in [HTMLWriter.Style.commonMark, .clipboard] {
        let html = HTMLWriter(style: style).write(document.normalized())
        let again = Visible.form(of: try HTMLReader().read(html))
        #expect(again == expected, "seed \(seed), \(style):\n\(String(decoding: html, as: UTF8.self))")
        guard again == expected else { return }
      }
    }
  }
}
