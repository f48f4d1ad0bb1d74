import RichText
import Testing

/// Definition lists (PHP Markdown Extra), which are read where the dialect has them.
@Suite struct MarkdownDefinitionTests {
  private func html(_ markdown: String, _ isExtra: Bool = true) throws -> String {
    let document = try MarkdownReader(readsDefinitions: isExtra).read(Array(markdown.utf8))
    return String(decoding: HTMLWriter().write(document), as: UTF8.self).split(separator: "\n").joined()
  }

  @Test(
    "What stands behind a colon is said of the terms above",
    arguments: [
      ("Apple\n: A fruit", "<dl><dt>Apple</dt><dd>A fruit</dd></dl>"),
      ("Apple\n:   A fruit\n:\tA firm", "<dl><dt>Apple</dt><dd>A fruit</dd><dd>A firm</dd></dl>"),
      ("A\nB\n: both", "<dl><dt>A</dt><dt>B</dt><dd>both</dd></dl>"),
      ("A<br>B\n: both", "<dl><dt>A</dt><dt>B</dt><dd>both</dd></dl>"),
      ("A\n\n: apart", "<dl><dt>A</dt><dd>apart</dd></dl>"),
      ("A\n: one\n\nB\n: two", "<dl><dt>A</dt><dd>one</dd><dt>B</dt><dd>two</dd></dl>"),
      ("A\n: one\n\n: two\n\ntext", "<dl><dt>A</dt><dd>one</dd><dd>two</dd></dl><p>text</p>"),
      ("A\n: lazy\nline", "<dl><dt>A</dt><dd>lazyline</dd></dl>"),
      ("A\n: one\n\n    more\n\n  less", "<dl><dt>A</dt><dd><p>one</p><p>more</p><p>less</p></dd></dl>"),
      ("A\n: - x\n  - y", "<dl><dt>A</dt><dd><ul><li>x</li><li>y</li></ul></dd></dl>"),
      ("A\n:     code", "<dl><dt>A</dt><dd><pre><code>code</code></pre></dd></dl>"),
      ("A\n: > q", "<dl><dt>A</dt><dd><blockquote><p>q</p></blockquote></dd></dl>"),
      ("**A** `b`\n: c", "<dl><dt><strong>A</strong> <code>b</code></dt><dd>c</dd></dl>"),
      ("> A\n> : b", "<blockquote><dl><dt>A</dt><dd>b</dd></dl></blockquote>"),
      ("- A\n  : b\n- c", "<ul><li><dl><dt>A</dt><dd>b</dd></dl></li><li>c</li></ul>"),
      ("A\n: B\n\n  : c", "<dl><dt>A</dt><dd><dl><dt>B</dt><dd>c</dd></dl></dd></dl>"),
      ("[x]: /u\n[x]\n: c", "<dl><dt><a href=\"/u\">x</a></dt><dd>c</dd></dl>"),
      // Not these.
      ("A\n:b", "<p>A:b</p>"), ("A\n:", "<p>A:</p>"), (": a", "<p>: a</p>"),
      ("# A\n: b", "<h1>A</h1><p>: b</p>"),
      ("A\n\n\n: b", "<p>A</p><p>: b</p>"), ("A\n    : b", "<p>A: b</p>"), ("[x]: /u\n: c", "<p>: c</p>"),
      ("- A\n: b", "<ul><li>A: b</li></ul>"),
      ("a | b\n:-- | --\n1 | 2", "<table>"),
    ])
  func reading(markdown: String, expected: String) throws {
    let html = try html(markdown)
    #expect(expected == "<table>" ? html.contains("<td>2</td>") : html == expected)
  }

  @Test func `Where the dialect has none, a colon is text`() throws {
    #expect(try html("Apple\n: A fruit", false) == "<p>Apple: A fruit</p>")
    let gfm = Format.markdown.reading(MarkdownStyle())
    #expect(try gfm.read(Array("A\n: b".utf8)).blocks.count == 1)
    var style = MarkdownStyle()
    style.dialect = .extra
    let document = try Format.markdown.reading(style).read(Array("A\n: b".utf8))
    #expect(
      document.blocks == [
        .definitionList([Definition(terms: [[.text("A")]], details: [[.paragraph([.text("b")])]])])
      ])
  }

  @Test("Blank lines in definitions part no items around them")
  func tightness() throws {
    let document = try MarkdownReader(readsDefinitions: true).read(Array("- A\n  : b\n\n    c\n- d\n".utf8))
    guard case .list(let list)? = document.blocks.first else {
      Issue.record("No list")
      return
    }
    #expect(list.isTight && list.items.count == 2)
  }

  @Test("Generated definition lists come back", arguments: 0..<200 as Range<UInt64>)
  func roundTrips(seed: UInt64) throws {
    var random = RandomDocument(seed: seed)
    let generated = random.make()
    var pieces = generated.blocks[...]
    var blocks: [Block] = []
    while !pieces.isEmpty {
      // Terms are lines of their own, and details are whatever stands there.
      let details = pieces.prefix(Int(seed % 3) + 1)
      pieces = pieces.dropFirst(details.count)
      let definition = Definition(terms: [[.text("Term \(pieces.count)")]], details: [Array(details)])
      blocks.append(.definitionList([definition]))
      if let block = pieces.popFirst() { blocks.append(block) }
    }
    var style = MarkdownStyle()
    style.dialect = .extra
    let reader = MarkdownReader(linksBareAddresses: false, readsDefinitions: true)
    let document = Document(blocks, footnotes: generated.footnotes)
    let written = MarkdownWriter(style: style).write(document)
    let again = MarkdownWriter(style: style).write(try reader.read(written))
    let isSame = again == written
    try #require(
      isSame,
      "seed \(seed):\n\(String(decoding: written, as: UTF8.self))\n---\n\(String(decoding: again, as: UTF8.self))"
    )
  }
}
