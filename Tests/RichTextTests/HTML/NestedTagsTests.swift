import Foundation
import HostileContent
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
  private static let tags: [String] = {
    let folder = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let pages = files?.compactMap { $0 as? URL }.filter { $0.pathExtension == "html" } ?? []
    var tags: Set<String> = []
    for page in pages {
      let text = (try? Data(contentsOf: page)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      tags.formUnion(text.matches(of: /<[a-z][a-z0-9:-]*(?:\s[^<>]{0,200})?>/).map { String($0.output) })
    }
    return tags.sorted()
  }()

  @Test(arguments: Seeds.few(1000)) func `Whatever tags of pages stand in one another, they are read`(
    seed: UInt64
  ) throws {
    try read(NestedElements(.html, tags: Self.tags, seed: seed), seed)
  }

  @Test(arguments: ElementPattern.Format.allCases, Seeds.few(200))
  func `Whatever comes within what, a document is read`(format: ElementPattern.Format, seed: UInt64) throws {
    try read(NestedElements(format, seed: seed), seed)
  }

  private func read(_ nested: NestedElements, _ seed: UInt64) throws {
    let format = try #require(Format.all.first { $0.name == nested.format.rawValue })
    let document = try format.read(nested.bytes)
    let markdown = MarkdownWriter().write(document)
    #expect(
      markdown.count <= 32 * nested.content.utf8.count + 1024,
      "\(format.name), seed \(seed): \(nested.content)")
  }
}
