import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

/// The stack of formats around a piece of text, which is kept in one word.
@Suite struct InlineFormatsTests {
  static let all = InlineFormats.Format.allCases

  @Test func `All formats at once find room, in their order`() {
    let formats = Self.all.reduce(InlineFormats.none) { $0.adding($1) }
    #expect(formats.count == Self.all.count)
    #expect((0..<formats.count).map { formats[$0] } == Self.all)
    #expect(formats.adding(.strong) == formats)
  }

  @Test(arguments: all) func `A format that is removed leaves the others`(format: InlineFormats.Format) {
    let rest = Self.all.reduce(InlineFormats.none) { $0.adding($1) }.removing(format)
    #expect((0..<rest.count).map { rest[$0] } == Self.all.filter { $0 != format })
    #expect(rest.common(with: InlineFormats.none.adding(format)).isEmpty)
  }
}
