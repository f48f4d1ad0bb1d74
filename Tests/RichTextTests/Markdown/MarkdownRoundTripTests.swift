import RichText
import TestSupport
import Testing

/// What the writer writes is, read again, the same document.
struct MarkdownRoundTripTests {
  /// Bare addresses in text would come back as links: the document is the same without them.
  private let reader = MarkdownReader(linksBareAddresses: false)

  @Test(arguments: 0..<64)
  func generatedDocumentsComeBack(block: UInt64) throws {
    for seed in block * 40..<(block + 1) * 40 {
      var random = RandomDocument(seed: seed)
      let document = random.make()
      let written = MarkdownWriter().write(document)
      let again = try reader.read(written).normalized()
      let expected = document.normalized()
      #expect(again == expected, "seed \(seed):\n\(String(decoding: written, as: UTF8.self))")
      if again != expected { break }
    }
  }
}
