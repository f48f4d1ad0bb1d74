import RichText
import TestTraits
import Testing

/// Hostile HTML ends soon, in little memory, with little output.
@Suite(.stress) struct HTMLBoundsTests {
  /// Each is a shape that costs some converter time or memory without bound.
  static let shapes: [(name: String, html: String)] = [
    ("nested divisions", repeated("<div>", 20_000) + "x"),
    ("nested quotes", repeated("<blockquote>", 10_000) + "x"),
    ("nested lists", repeated("<ul><li>x", 10_000)),
    ("nested tables", repeated("<table><tr><td>", 4_000) + "x"),
    ("nested formatting", repeated("<em>a<strong>", 4_000)),
    ("formatting left open", repeated("<b><p>x", 4_000)),
    (
      "formatting with attributes left open",
      (0..<300).map { "<font size=\($0)>" }.joined() + repeated("<p>x", 4_000)
    ),
    ("misnested formatting", repeated("<b><i>x</b></i>", 4_000)),
    ("ends that end nothing", repeated("<span><div></span>", 4_000)),
    ("forms that do not nest", repeated("<form><div></form>", 4_000)),
    ("unknown elements", repeated("<foo></bar>", 10_000)),
    ("wide spans", "<table>" + repeated("<tr><td colspan=1000000 rowspan=65534>x", 500) + "</table>"),
    (
      "cells beside wide and high ones",
      "<table><tr>" + repeated("<td colspan=50 rowspan=50>x", 1000) + repeated("<tr><td>y", 3000) + "</table>"
    ),
    ("one wide row", "<table><tr>" + repeated("<td>a", 2000) + repeated("<tr><td>b", 5000) + "</table>"),
    ("deep lists of many items", repeated("<ul><li>", 99) + repeated("<li>x", 4_000)),
    ("long address of many paragraphs", "<a href=\(repeated("u", 30_000))>" + repeated("<p>x", 5000)),
    ("attributes", "<p " + (0..<4_000).map { "a\($0)=1" }.joined(separator: " ") + ">x"),
    ("declarations", "<p style='" + repeated("color:red;", 10_000) + "'>x"),
    ("rules", "<style>" + repeated(".a{color:red}", 4_000) + "</style>" + repeated("<p class=a>x", 5000)),
    ("comments", repeated("<!--", 10_000)),
    ("scripts", repeated("<script>", 10_000)),
    ("drawings", repeated("<svg>", 10_000)),
    (
      "alerts",
      repeated("<div class='markdown-alert markdown-alert-note'>", 4_000) + repeated("<i>x</i>", 4_000)
    ),
    (
      "set formulas",
      repeated("<span class=MathJax>", 400) + repeated("<i>x</i>", 4_000)
        + repeated("<i aria-hidden=true>", 4_000)
    ),
    ("formulas", repeated("<math><mrow>", 4_000) + repeated("<math><mi>x</mi></math>", 4_000)),
    ("code of lines", repeated("<code class=language-c>a\nb</code> ", 4_000)),
    (
      "numbers of lines that lead to themselves",
      "<pre>" + (0..<10_000).map { "<a href='#\($0)' id=\($0)>\($0)</a>x\n" }.joined()
    ),
    ("white space", "<p>" + repeated(" ", 100_000) + "x"),
    ("delimiters", "<p>" + repeated("*_[", 20_000)),
    ("Word's items", (0..<4_000).map { "<p style='mso-list:l\($0 % 7) level\($0 % 9 + 1) lfo1'>x" }.joined()),
    (
      "notes",
      (0..<4_000).map { "<a id=r\($0) href='#n\($0)'>1</a>" }.joined()
        + (0..<4_000).map { "<p id=n\($0)><a href='#r\($0)'>1</a>" }.joined()
    ),
  ]

  /// Generous for a debug build on a busy machine; quadratic cost at these sizes takes minutes.
  @Test(.timeLimit(.minutes(1)), arguments: shapes.indices)
  func endsSoon(shape: Int) throws {
    let (name, html) = Self.shapes[shape]
    let document = try HTMLReader().read(Array(html.utf8))
    let written = HTMLWriter(style: .clipboard).write(document)
    #expect(written.count <= 16 * html.utf8.count + 4096, "\(name)")
    #expect(Self.depth(of: document.blocks) <= 100, "\(name)")
  }

  @Test(arguments: ["x", "<b>x</b>", "<a href=u>x</a>"])
  func textSurvivesAnyDepth(content: String) throws {
    for wrapper in ["<div>", "<blockquote>", "<ul><li>", "<table><tr><td>", "<b>", "<span>", "<foo>"] {
      // Wherever the limit falls among the elements of a wrapper.
      for outer in ["", "<span>", "<span><span>", "<span><span><span>"] {
        let html = outer + Self.repeated(wrapper, 1500) + content
        #expect(try markdown(ofHTML: html).contains("x"), "\(outer)\(wrapper)\(content)")
      }
    }
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  private static func depth(of blocks: [Block]) -> Int {
    blocks.map { block in
      switch block {
      case .blockQuote(let blocks): 1 + depth(of: blocks)
      case .list(let list): 1 + (list.items.map { depth(of: $0.blocks) }.max() ?? 0)
      default: 0
      }
    }.max() ?? 0
  }
}
