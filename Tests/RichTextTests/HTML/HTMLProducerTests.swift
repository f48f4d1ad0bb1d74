import TestSupport
import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

@Suite struct HTMLProducerTests {
  @Test(
    arguments: [
      ("<p>text", HTMLProducer.other), ("", .other), ("m", .other), ("mso", .other), ("mso-", .word),
      ("<p class=MsoNormal>", .word), ("<P CLASS=\"MSONormal\">", .word),
      ("<div style='mso-x:y' xmlns:x='urn:schemas-microsoft-com:office:excel'>", .excel),
      ("<b id=\"docs-internal-guid-1\"><p style=\"mso-a:b\">", .googleDocs),
      ("<meta name=generator content=\"LibreOffice 7\">", .libreOffice),
      ("<meta name=generator content=\"LibreOffice 7\"><td sdval=\"1\">", .libreOfficeCalc),
      ("<td sdnum=\"1033;\">", .other), ("<div class=gmail_quote><td sdval=\"1\">", .gmail),
    ])
  func `A program is known by what it leaves in its HTML`(source: String, producer: HTMLProducer) {
    #expect(HTMLProducer.detect(in: Array(source.utf8)) == producer)
  }

  @Test func `Only the first bytes are looked through`() {
    let filling = [UInt8](repeating: UInt8(ascii: " "), count: 16 * 1024)
    let sign = Array("qrichtext".utf8)
    #expect(HTMLProducer.detect(in: filling.dropLast(sign.count) + sign) == .qt)
    #expect(HTMLProducer.detect(in: filling.dropLast(sign.count - 1) + sign) == .other)
  }

  @Test(arguments: UInt64(0)..<20)
  func `Phrases are found wherever they stand, overlapping ones too`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func word(_ length: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: length, using: &generator)).map { _ in
          "aab-".randomElement(using: &generator) ?? "a"
        })
    }
    let phrases = (0..<32).map { _ in word(2...6) }
    let text = word(0...60)
    let expected = phrases.indices.filter { ByteSearch.contains(phrases[$0], in: Array(text.utf8)[...]) }
    #expect(PhraseSet(phrases).found(in: Array(text.uppercased().utf8).span) == expected, "seed \(seed)")
  }
}
