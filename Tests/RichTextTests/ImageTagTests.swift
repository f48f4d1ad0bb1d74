import RichText
import Testing

/// Pictures of HTML within Markdown.
@Suite("Pictures of HTML in Markdown") struct ImageTagTests {
  private func led(_ markup: String) -> String {
    ImageTags.leading(markup, by: "../a/") { $0.hasPrefix("x") } ?? markup
  }

  @Test(
    "A way is put before the addresses that are meant",
    arguments: [
      ("<img src=\"x.png\">", "<img src=\"../a/x.png\">"),
      (
        "a <IMG alt='<img src=x>' SRC = 'x&amp;y.png'/> b",
        "a <IMG alt='<img src=x>' SRC = '../a/x&amp;y.png'/> b"
      ),
      ("<p><img width=3 src=x.png><img src=x2></p>", "<p><img width=3 src=../a/x.png><img src=../a/x2></p>"),
      ("<img\nsrc=\"x\"\nalt>", "<img\nsrc=\"../a/x\"\nalt>"),
    ])
  func meant(markup: String, expected: String) {
    #expect(led(markup) == expected)
  }

  @Test(
    "All else stays as it is",
    arguments: [
      "", "<", "<img", "<img ", "<img src", "<img src=", "<img src=\"", "<img src=\"y\">", "<imgx src=x>",
      "<a src=x>", "<img data-src=x>", "<img/>", "<img src=>x", "img src=x",
    ])
  func others(markup: String) {
    #expect(led(markup) == markup)
  }
}
