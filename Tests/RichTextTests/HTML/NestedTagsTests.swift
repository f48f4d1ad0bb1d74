import Foundation
import RichText
import TestSupport
import TestTraits
import Testing

/// Every page is read, however the tags that programs write stand in one another.
///
/// A rule of the clean-up may take an element away, or put another in its place, within or around which a later rule
/// still has something to do.
@Suite struct NestedTagsTests {
  @Test(arguments: [
    "<code data-math=y><pre>a</pre></code>",
    "<code data-math=y><code><pre>a</pre></code></code>",
    "<div><code data-math=y><code class=lang-c><div><pre><code>a</code></pre></div></code></code></div>",
    "<code><button class=copy-label>python<pre>a</pre></button></code>",
    "<code class=katex data-tex=y><figure><pre class=hljs>a</pre></figure></code>",
  ])
  func blocksOfCodeWithinFormulasAreRead(page: String) throws {
    let document = try HTMLReader().read(Array("<p>before</p>\(page)<p>behind</p>".utf8))
    let text = String(decoding: MarkdownWriter().write(document), as: UTF8.self)
    #expect(text.hasPrefix("before\n") && text.hasSuffix("\nbehind\n"), "\(text)")
  }

  /// Rules for links, items and cells look around those that an earlier rule took out with what holds them.
  @Test(arguments: [
    "<h2 style='display:none'><a href='#'>hidden</a></h2>",
    "<h2 style='display:none'><a href='#top' class=anchor>¶</a> hidden</h2>",
    "<dt style='display:none'><a href='#a'>hidden</a></dt>",
    "<a style='display:none' href='#a'><b>hidden</b></a>",
    "<li hidden><p><a href='#fn1'>hidden</a></p></li>",
    "<td style='display:none'><button>hidden</button></td>",
    "<p style='display:none'><input type=checkbox>hidden</p>",
    "<sup style='mso-hide:all;display:none'><a href='#_ftn1'>hidden</a></sup>",
  ])
  func whatIsHiddenMayHoldAnything(page: String) throws {
    for page in [page, "<div>\(page)</div>", "<section style='display:none'>\(page)</section>"] {
      let whole = try HTMLReader().read(Array("<p>before</p>\(page)<p>behind</p>".utf8))
      #expect(String(decoding: MarkdownWriter().write(whole), as: UTF8.self) == "before\n\nbehind\n")
      // Alone it is everything that the clipboard has, which is then shown or not, and is read in any case.
      _ = try HTMLReader().read(Array(page.utf8))
    }
  }

  /// The start tags, with their attributes, of the pages of programs among the fixtures.
  private static let tags: [(start: String, name: String)] = {
    let folder = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures")
    let pages =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "html" }.sorted { $0.path < $1.path } ?? []
    var seen: Set<String> = []
    return pages.flatMap { page -> [(start: String, name: String)] in
      let text = (try? Data(contentsOf: page)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      return text.matches(of: /<([a-z][a-z0-9:-]*)(\s[^<>]{0,200})?>/).compactMap { match in
        let start = String(match.output.0)
        return seen.insert(start).inserted ? (start, String(match.output.1)) : nil
      }
    }
  }()

  private static let words = [
    "x", "two words ", "python", "\n", "1. ", "Copy", "$x$", "[x] ", "• ", "&nbsp;",
  ]

  private static func content(_ depth: Int, _ generator: inout SeededGenerator) -> String {
    guard depth > 0, Int.random(in: 0..<4, using: &generator) > 0 else {
      return words[Int.random(in: words.indices, using: &generator)]
    }
    let tag = tags[Int.random(in: tags.indices, using: &generator)]
    let parts = (0..<Int.random(in: 0...3, using: &generator)).map { _ in content(depth - 1, &generator) }
    let isEnded = Int.random(in: 0..<12, using: &generator) > 0
    return tag.start + parts.joined() + (isEnded ? "</\(tag.name)>" : "")
  }

  @Test("Whatever comes within what, a page is read", .stress, arguments: Seeds.few(20))
  func anyTagsInAnyOther(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for number in 0..<50 {
      let page = (0..<3).map { _ in Self.content(6, &generator) }.joined()
      let document = try HTMLReader().read(Array(page.utf8))
      let markdown = MarkdownWriter().write(document)
      #expect(markdown.count <= 16 * page.utf8.count + 1024, "seed \(seed), page \(number): \(page)")
    }
  }
}
