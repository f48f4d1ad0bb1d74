import RichText
import Testing

/// What is left of pictures that a format does not hold.
@Suite struct StandInTests {
  @Test(arguments: [
    ("see ", "the plan", " here", "see the plan here"), ("see", "the plan", "here", "see the plan here"),
    ("(", "a", ")", "(a)"), ("x", "😀", "y", "x😀y"), ("a ", "", " b", "a b"),
  ])
  func `The words for a picture are words of their own`(
    before: String, alternative: String, after: String, expected: String
  ) throws {
    let image = Image(.medium(Medium.ID(1)), alternative: alternative)
    let document = Document([.paragraph([.text(before), .image(image), .text(after)])])
    let written = Format.markdown.write(document, Format.Options(for: .pasteboard))
    #expect(String(decoding: written, as: UTF8.self) == expected + "\n")
  }

  @Test func `They are so beside words in other formats, and beside those for another picture`() {
    func image(_ words: String) -> Inline { .image(Image(.medium(Medium.ID(1)), alternative: words)) }
    let document = Document([
      .paragraph([
        image("Icon"), .emphasis([.strong([.text("Go")])]), image("Plan"), image("Map"), .text("."),
      ])
    ])
    let written = Format.markdown.write(document, Format.Options(for: .pasteboard))
    #expect(String(decoding: written, as: UTF8.self) == "Icon ***Go*** Plan Map.\n")
  }

  @Test func `A link around nothing but a picture goes with it`() {
    let link = Inline.link(Link(destination: "https://example.org", [.image(Image(.medium(Medium.ID(1))))]))
    let document = Document([.paragraph([.text("a "), link, .text(" b")])])
    let written = Format.markdown.write(document, Format.Options(for: .pasteboard))
    #expect(String(decoding: written, as: UTF8.self) == "a b\n")
  }
}
