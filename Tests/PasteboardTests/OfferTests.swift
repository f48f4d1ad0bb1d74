import Testing
import UniformTypeIdentifiers
import X11Selections

@testable import Pasteboard

@Suite("What a copy offers")
struct OfferTests {
  private func property(_ target: String, of source: SourceRepresentation) throws -> SelectionProperty {
    try #require(source.property(for: target))
  }

  private func text(_ target: String, of source: SourceRepresentation) throws -> String {
    String(decoding: try property(target, of: source).bytes, as: UTF8.self)
  }

  @Test func `Markdown is offered under the design's targets, in order`() {
    let source = SourceRepresentation(Array("# T".utf8), type: .markdown)
    #expect(
      source.targets() == [
        "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "text/markdown", "text/x-markdown",
        "net.daringfireball.markdown", "text/html", "public.html", "text/rtf", "text/richtext",
        "application/rtf", "public.rtf", "public.utf8-plain-text", "STRING", "COMPOUND_TEXT", "TEXT",
      ])
  }

  @Test func `Every target has a property whose type is right`() throws {
    let source = SourceRepresentation(Array("# Tä".utf8), type: .markdown)
    for target in source.targets() {
      let expected = target == "TEXT" ? "STRING" : target
      #expect(try property(target, of: source).type == expected)
    }
  }

  @Test func `The Markdown is the source byte for byte, even where it is not valid UTF-8`() throws {
    let bytes: [UInt8] = [0x61, 0xFF, 0x0D, 0x0A, 0x00]
    let source = SourceRepresentation(bytes, type: .markdown)
    #expect(try property("text/markdown", of: source).bytes == bytes)
    #expect(try text("UTF8_STRING", of: source) == "a\u{FFFD}\r\n\0")
  }

  @Test func `STRING is Latin-1, with question marks for what it lacks`() throws {
    let source = SourceRepresentation(Array("é 日".utf8), type: .markdown)
    #expect(try property("STRING", of: source).bytes == [0xE9, 0x20, 0x3F])
  }

  @Test func `HTML tells its character set where Firefox looks for it`() throws {
    let source = SourceRepresentation(Array("# T".utf8), type: .markdown)
    let html = try text("text/html", of: source)
    #expect(html.hasPrefix(#"<meta http-equiv="content-type" content="text/html; charset=utf-8">"#))
    #expect(html.contains("<h1>T</h1>"))
  }

  @Test func `Plain text is the source, or the rendered text if that is wanted`() throws {
    let bytes = Array("# *T*".utf8)
    #expect(try text("UTF8_STRING", of: SourceRepresentation(bytes, type: .markdown)) == "# *T*")
    let rendered = SourceRepresentation(bytes, type: .markdown, plainText: .rendered)
    #expect(try text("UTF8_STRING", of: rendered) == "T\n")
    #expect(try text("text/markdown", of: rendered) == "# *T*")
  }

  @Test func `HTML is offered as all four`() throws {
    let source = SourceRepresentation(Array("<p>a <b>b</b></p>".utf8), type: .html)
    #expect(try text("text/markdown", of: source) == "a **b**\n")
    #expect(try text("UTF8_STRING", of: source) == "a b\n")
    #expect(try text("text/rtf", of: source).hasPrefix(#"{\rtf1"#))
  }

  @Test func `Plain text is offered as all four, and says what it was`() throws {
    let source = SourceRepresentation(Array("2*3*4".utf8), type: .utf8PlainText)
    #expect(try text("UTF8_STRING", of: source) == "2*3*4")
    #expect(try text("text/markdown", of: source) == "2\\*3\\*4\n")
    #expect(source.targets().last == SourceRepresentation.sourceTarget)
  }

  @Test func `An image is offered as itself`() throws {
    let source = SourceRepresentation([1, 2, 3], type: .png)
    #expect(source.targets().contains("image/png"))
    #expect(!source.targets().contains("UTF8_STRING"))
    #expect(try property("image/png", of: source).bytes == [1, 2, 3])
    #expect(source.property(for: "text/html") == nil)
  }

  @Test func `Only what is asked for is offered`() {
    let source = SourceRepresentation(Array("# T".utf8), type: .markdown)
    #expect(source.targets(only: [.html]) == ["text/html", "public.html"])
    let text = source.targets(only: [.utf8PlainText])
    #expect(text.contains("UTF8_STRING") && !text.contains("text/markdown"))
    #expect(source.targets(only: [.png]).isEmpty)
  }

  @Test func `A secret carries the mark that managers heed`() {
    let source = SourceRepresentation(Array("s".utf8), type: .utf8PlainText)
    let content = Offer(source, isSensitive: true).content(rules: .shared)
    #expect(content.targets.contains("x-kde-passwordManagerHint"))
    #expect(content.render("x-kde-passwordManagerHint")?.bytes == Array("secret".utf8))
  }
}
