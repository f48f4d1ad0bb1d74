@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors
import TestSupport
import Testing

/// Formulas in Markdown, as GitHub reads them.
@Suite struct MarkdownFormulaTests {
  private static func inlines(_ text: String) throws -> [Inline] {
    guard case .paragraph(let inlines)? = try MarkdownReader().read(Array(text.utf8)).blocks.first else {
      return []
    }
    return inlines
  }

  @Test(
    "Text between dollar signs",
    arguments: [
      ("$x^2$", [.math("x^2", display: false)]),
      ("a $x_1$ b", [.text("a "), .math("x_1", display: false), .text(" b")]),
      ("$a*b*c$ and *d*", [.math("a*b*c", display: false), .text(" and "), .emphasis([.text("d")])]),
      ("$$\na = b\n$$", [.math("a = b", display: true)]),
      ("$`a\\_b`$", [.math("a\\_b", display: false)]),
      ("($x$)", [.text("("), .math("x", display: false), .text(")")]),
      ("$\\$5$", [.math("\\$5", display: false)]),
      ("公式$x$", [.text("公式"), .math("x", display: false)]),
      // Money, variables of shells, and what ends nowhere are text.
      ("$5 and $6", [.text("$5 and $6")]), ("US$5-$6", [.text("US$5-$6")]),
      ("($5) or ($6)", [.text("($5) or ($6)")]),
      ("$HOME/bin:$PATH", [.text("$HOME/bin:$PATH")]), ("a $ b $ c", [.text("a $ b $ c")]),
      ("\\$x$", [.text("$x$")]), ("$x", [.text("$x")]), ("$$$x$$$", [.text("$$$x$$$")]), ("$", [.text("$")]),
      ("$x$1", [.text("$x$1")]), ("$$", [.text("$$")]), ("`$x$`", [.code("$x$")]),
    ] as [(String, [Inline])])
  func formulas(text: String, expected: [Inline]) throws { #expect(try Self.inlines(text) == expected) }

  @Test func `A reader may be told that there are none`() throws {
    let document = try MarkdownReader(readsFormulas: false).read(Array("$x*y*$".utf8))
    #expect(document.blocks == [.paragraph([.text("$x"), .emphasis([.text("y")]), .text("$")])])
  }

  @Test(
    "Rewritten, a formula stays as it was",
    arguments: ["$x\\,y$", "a $\\{a_b*c*\\}$ b", "$$x \\\\ y$$", "$5 and $6", "cost \\$5, $x$"])
  func rewriting(text: String) throws {
    var style = MarkdownStyle()
    style.escapesDollars = false
    let document = try MarkdownReader().read(Array(text.utf8))
    let written = MarkdownWriter(style: style).write(document)
    #expect(try MarkdownReader().read(written) == document, "\(String(decoding: written, as: UTF8.self))")
    if !text.contains("5") { #expect(String(decoding: written, as: UTF8.self) == text + "\n") }
  }

  @Test(
    "What stands beside a formula does not join it, nor do signs become one",
    arguments: [
      "$a$\\$5", "\\$$a$\\$", "$a_1^2$me@e.org", "$a$https://e.org", "\\$x-$\\pi$", "\\$a\\$ \\$b\\$",
      "x$`a`$y", "$`a`$$`b`$", "$`\\text{$x$}`$", "\\$a `b$`", "\\$a [x](y$)", "\\$`a`\\$5",
      "\\$\\$ a \\$\\$", "a \\$\\\nb\\$ c", "a \\$\nb\\$ c",
      "`$``a$", "$``a b$``",
    ])
  func neighbours(text: String) throws {
    try expectSameWhenWritten(text)
  }

  /// All that dollar signs may stand beside, in any order.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `Whatever dollar signs stand beside is read back`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "$", "$", "$", "$$", "\\$", "\\$", "a", "5", " ", "-", "`b`", "`$c`", "**d**", "\\\\", "x@e.org",
      "[l](u$)", "é",
      "\n", "(", ")", "`", "``", "_",
    ]
    for _ in 0..<100 {
      let text = (0..<Int.random(in: 2...9, using: &random)).map { _ in parts.randomElement(using: &random)! }
      try expectSameWhenWritten("x " + text.joined())
    }
  }

  private func expectSameWhenWritten(_ text: String) throws {
    let shown = Self.shown(try MarkdownReader().read(Array(text.utf8)))
    var style = MarkdownStyle()
    for (dialect, escapesDollars) in [(.gfm, true), (.gfm, false), (.commonMark, true)]
      as [(MarkdownStyle.Dialect, Bool)]
    {
      style.dialect = dialect
      style.escapesDollars = escapesDollars
      let written = MarkdownWriter(style: style).write(try MarkdownReader().read(Array(text.utf8)))
      #expect(
        Self.shown(try MarkdownReader().read(written)) == shown,
        "\(text) \(dialect) \(escapesDollars) \(String(decoding: written, as: UTF8.self))")
    }
  }

  /// The text and the formulas of paragraphs, but for white space: a formula may become a paragraph of its own.
  private static func shown(_ document: Document) -> String {
    document.blocks.map { shown($0.inlines) }.joined().filter { !$0.isWhitespace }
  }

  private static func shown(_ inlines: [Inline]) -> String {
    inlines.map { inline in
      switch inline {
      case .text(let text), .html(let text): text
      case .code(let code): "⟦\(code)⟧"
      case .math(let tex, _) where tex.allSatisfy(\.isWhitespace): ""
      case .math(let tex, let isDisplay): isDisplay ? "⟪\(tex)⟫" : "⟨\(tex)⟩"
      case .strong(let content): shown(content)
      case .link(let link): shown(link.content)
      default: ""
      }
    }.joined()
  }

  @Test func `HTML has it as MathML, and keeps the TeX`() throws {
    let html = HTMLWriter().write(try MarkdownReader().read(Array("$\\frac{a}{b}$".utf8)))
    let text = String(decoding: html, as: UTF8.self)
    #expect(
      text.contains("<mfrac><mi>a</mi><mi>b</mi></mfrac>") && text.contains("\\frac{a}{b}</annotation>"))
  }

  @Test("The clipboard's HTML shows the TeX, and is read back", arguments: [true, false])
  func clipboard(isUnderstood: Bool) throws {
    let tex = isUnderstood ? "$a<b_1$\n\n$$\\frac{a}{b}$$\n" : "$\\unknown{x}$\n"
    let document = try MarkdownReader().read(Array(tex.utf8))
    for writer in [HTMLWriter(style: .commonMark), HTMLWriter(style: .clipboard)] {
      #expect(try HTMLReader().read(writer.write(document)) == document)
    }
  }

  @Test(
    "A block of code in the language of mathematics is a formula",
    arguments: [
      ("```math\na < b \\\\ c\n```", "a < b \\\\ c"), ("~~~ math\n\n\\{x\\}\n~~~", "\\{x\\}"),
      ("```math\na\nb", "a\nb"),
    ])
  func blocks(text: String, tex: String) throws {
    #expect(try Self.inlines(text) == [.math(tex, display: true)])
    let document = try MarkdownReader(readsFormulas: false).read(Array(text.utf8))
    guard case .codeBlock(let block)? = document.blocks.first else {
      Issue.record("\(document.blocks)")
      return
    }
    #expect(block.info == "math")
  }

  @Test(arguments: ["```math\n```", "```math\n \n```", "```mathematica\nx\n```", "```math x\ny\n```"])
  func `Other blocks of code stay code`(text: String) throws {
    let block = try MarkdownReader().read(Array(text.utf8)).blocks.first
    guard case .codeBlock? = block else {
      Issue.record("\(text) is \(String(describing: block))")
      return
    }
  }

  @Test(
    "A formula with a line of its own is written as GitHub reads it back",
    arguments: [
      ([.math("x^2", display: true)], "$$x^2$$\n"),
      ([.math("a < b", display: true)], "```math\na < b\n```\n"),
      ([.math("a &= b \\\\\nc", display: true)], "```math\na &= b \\\\\nc\n```\n"),
      ([.math("```", display: true)], "````math\n```\n````\n"),
      (
        [.text("so "), .math("\\{x\\}", display: true), .softBreak, .text("and")],
        "so\n\n```math\n\\{x\\}\n```\n\nand\n"
      ),
      ([.text("a"), .math("x", display: true)], "a\n\n$$x$$\n"),
      ([.text("a "), .math("x", display: true), .text(", b")], "a $$x$$, b\n"),
      ([.math("a|b", display: false)], "$`a|b`$\n"),
      ([.math("n", display: false), .text("th")], "$`n`$th\n"),
      ([.math("a", display: false), .math("b", display: false)], "$`a`$$`b`$\n"),
      ([.strong([.math("a|b", display: true)])], "**$`a|b`$**\n"),
      ([.math("a\\ ", display: false), .text(" b")], "$`a\\ `$ b\n"),
      ([.math("a\\ ", display: true)], "$$a\\ $$\n"),
    ] as [([Inline], String)])
  func display(inlines: [Inline], expected: String) throws {
    let written = MarkdownWriter().write(Document([.paragraph(inlines)]))
    #expect(String(decoding: written, as: UTF8.self) == expected)
  }

  @Test(
    "Blocks of formulas stay blocks wherever they stand",
    arguments: [
      "```math\n\\{\n```\n", "- a\n  ```math\n  \\{\n  ```\n- b\n", "> ```math\n> a < b\n> c\n> ```\n",
      "x[^1]\n\n[^1]: ```math\n    \\{\n    ```\n",
      "1. ```math\n   \\{\n   ```\n", "# $`\\{`$\n", "| a         |\n| --------- |\n| $`\\{x\\}`$ |\n",
    ])
  func places(text: String) throws {
    let document = try MarkdownReader().read(Array(text.utf8))
    #expect(String(decoding: MarkdownWriter().write(document), as: UTF8.self) == text)
  }

  @Test(arguments: [
    "$$a\u{8}$$", "$$\u{FFFD}\u{8}\u{FFFD}$$", "$$a$$ \u{8}b", "$$a$$\u{8}", "$$\u{8}$$b",
    "$$\u{E9}\u{1}\r\u{1}$$\u{E8}", "$$\u{E9}$$\u{1}$\u{E9}$",
  ])
  func `Signs that are left out of everything divide no paragraph`(text: String) throws {
    func rewritten(_ bytes: [UInt8]) throws -> [UInt8] {
      MarkdownWriter().write(try MarkdownReader().read(bytes))
    }
    let written = try rewritten(Array(text.utf8))
    #expect(try rewritten(written) == written)
    #expect(!String(decoding: written, as: UTF8.self).contains("math"))
  }

  @Test(arguments: ["# $$a~b$$ x", "*x $$a~b$$*", "[$$a~b$$](u)", "| $$a~b$$ | c |\n|--|--|\n| d | e |"])
  func `Where no block can stand, a formula that needs one is set within the line`(text: String) throws {
    let document = try MarkdownReader().read(Array(text.utf8))
    let writer = MarkdownWriter()
    let written = writer.write(document)
    #expect(String(decoding: written, as: UTF8.self).contains("$`a~b`$"))
    #expect(try MarkdownReader().read(written) == writer.expressible(document))
  }

  @Test(arguments: ["$$a$$b", "$a$b", "$a `$b"])
  func `Dollar signs before a tag that stands for emphasis begin no formula`(text: String) throws {
    let document = Document([.paragraph([.text(text), .strong([.text("“q.”")]), .text(" c")])])
    let written = MarkdownWriter().write(document)
    #expect(String(decoding: written, as: UTF8.self).contains("b<strong>“q.”</strong> c"))
    #expect(try MarkdownReader().read(written) == document)
  }

  @Test func `Formulas that touch words once what is formatted alike is joined are set within the line`()
    throws
  {
    let emphases: [Inline] = [.emphasis([.text("U")]), .emphasis([.math("x", display: true)])]
    let document = Document([.paragraph(emphases)])
    let writer = MarkdownWriter()
    #expect(try MarkdownReader().read(writer.write(document)) == writer.expressible(document))
  }

  @Test(arguments: [
    "- a $$b~c$$\n- d", "- $$b~c$$\n- d", "1. a $$b~c$$ d\n   - $$b~c$$ e", "- *a* *$$b$$* c\n  $$b~c$$\n- d",
  ])
  func `Formulas of lists are written the same when they are read back`(text: String) throws {
    let written = MarkdownWriter().write(try MarkdownReader().read(Array(text.utf8)))
    #expect(MarkdownWriter().write(try MarkdownReader().read(written)) == written)
  }

  @Test(arguments: ["$$a\\ $$\n", "$$a\\ $$\n\nb\n"])
  func `A space behind a backslash at the end belongs to the formula`(text: String) throws {
    let document = try MarkdownReader().read(Array(text.utf8))
    #expect(document.blocks.first == .paragraph([.math("a\\ ", display: true)]))
    let written = MarkdownWriter().write(document)
    #expect(try MarkdownReader().read(written) == document)
    #expect(try HTMLReader().read(HTMLWriter().write(document)) == document)
  }

  @Test(arguments: [Format.html, .rtf, .wordProcessing, .openDocument, .flatOpenDocument])
  func `Displayed formulas stay displayed through other formats`(format: Format) throws {
    let text = """
      a $$x_1$$ b

      ```math
      \\alpha < \\frac{a}{b}
      ```

      - c

        ```math
        \\nosuchcommand{x} \\{y\\}
        ```

      """
    let document = try MarkdownReader().read(Array(text.utf8))
    let read = try format.read(format.write(document, Format.Options()))
    let written = String(decoding: MarkdownWriter().write(read), as: UTF8.self)
    #expect(written.contains("```math\n\\alpha <"), "\(written)")
    #expect(written.contains("  ```math\n  \\nosuchcommand{x} \\{y\\}\n  ```"), "\(written)")
    #expect(written.contains("a $$x"), "\(written)")
  }
}
