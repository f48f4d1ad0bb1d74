import RichText
import TestTraits
import Testing

/// What Markdown has no words for survives on the way through the formats that have some.
@Suite(.stress) struct RichRoundTripTests {
  @Test("Rich documents survive HTML", arguments: 0..<20 as Range<UInt64>)
  func html(batch: UInt64) throws {
    try check(batch) { document in
      for style in [HTMLWriter.Style.commonMark, .clipboard] {
        let html = HTMLWriter(style: style).write(document)
        let difference = firstDifference(document, try HTMLReader().read(html).normalized())
        if let difference { return "\(difference)\n\(String(decoding: html, as: UTF8.self))" }
      }
      return nil
    }
  }

  @Test("Rich documents survive RTF", arguments: 0..<20 as Range<UInt64>)
  func rtf(batch: UInt64) throws {
    try check(batch) { document in
      let rtf = RTFWriter().write(document)
      let difference = firstDifference(document, try RTFReader().read(rtf).normalized())
      return difference.map { "\($0)\n\(String(decoding: rtf, as: UTF8.self))" }
    }
  }

  @Test("Rich documents survive HTML made of RTF made of HTML", arguments: 0..<10 as Range<UInt64>)
  func htmlOfRTF(batch: UInt64) throws {
    try check(batch) { document in
      let html = HTMLWriter().write(document)
      let rtf = RTFWriter().write(try HTMLReader().read(html))
      let again = HTMLWriter().write(try RTFReader().read(rtf).normalized())
      return again == html
        ? nil : "\(String(decoding: html, as: UTF8.self))\n\(String(decoding: again, as: UTF8.self))"
    }
  }

  private func check(_ batch: UInt64, _ difference: (Document) throws -> String?) throws {
    for seed in (batch * 25)..<(batch * 25 + 25) {
      var random = RandomRichDocument(seed: seed)
      let difference = try difference(random.make())
      #expect(difference == nil, "seed \(seed)")
      guard difference == nil else { return }
    }
  }
}
