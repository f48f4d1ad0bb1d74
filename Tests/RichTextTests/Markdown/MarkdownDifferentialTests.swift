import RichText
import TestSupport
import TestTraits
import Testing

/// What is read of a text is what GitHub's parser reads of it, but for what `isJudgedOtherwise` lists.
@Suite(.stress)
struct MarkdownDifferentialTests {
  @Test("Generated texts are read as by cmark-gfm", .timeLimit(.minutes(60)), arguments: 0..<4)
  func generatedTexts(part: UInt64) throws {
    for seed in Seeds.few(400) where seed % 4 == part {
      var random = RandomMarkdown(seed: seed)
      let text = random.make()
      guard !Self.isJudgedOtherwise(text) else { continue }
      let expected = Self.comparable(try Self.reference(text))
      let read = HTMLWriter().write(try MarkdownReader().read(Array(text.utf8)))
      let found = Self.comparable(String(decoding: read, as: UTF8.self))
      #expect(found == expected, "seed \(seed): \(text.debugDescription)")
    }
  }

  private static func reference(_ text: String) throws -> String {
    let extensions = ["table", "strikethrough", "autolink", "tasklist", "footnotes"].flatMap { ["-e", $0] }
    return try ChildProcess.run(["cmark-gfm", "--unsafe"] + extensions, input: Array(text.utf8)).text
  }

  /// True for a text on which the newer specification, or what people mean, decides against cmark-gfm 0.29.0.gfm.6.
  private static func isJudgedOtherwise(_ text: String) -> Bool {
    text.contains(/(?m)^[ \t]*<\/?[a-z][^<]*>[ \t]*$/)  // 4.6: condition 7, lazy or not
      || text.contains(/\]:[^\n]*\n[^\n]|\]:[^\n]*[ \t]\n/)  // 4.7: a definition is no paragraph
      || text.contains(/`[^`]*\n[ \t]/)  // CommonMark 4.8: spaces before a line are no content
      || text.contains(/\\\n[ \t]/)  // CommonMark 6.7: nor are they behind a hard break
      || text.contains(/<![a-z]/)  // 4.6, 6.6: declarations begin with any letter
      || text.contains(/(?m)^[ \t>]*-[ \t]+\|?-/)  // GFM 4.10: a delimiter row is no item
      || text.contains(/\\&/)  // 2.4: what is escaped begins no reference
      || text.contains(/(?m)[-+*.)][ \t]*\n([ \t>]*\n)+[ \t>]*\S/)  // 5.2
      || text.contains(/`[^`]*``|``[^`]*`/)  // CommonMark 6.1: runs without a partner hide no others
      || text.contains(/[*_][^*_]*[*_][^*_]*[*_]/)  // 6.2: rules 9 and 10
      || text.contains(/[(:][^)\s]*\(|\]\(\s*[^)\s]*\(/)  // CommonMark 6.3: parentheses are balanced
      || text.contains(/<[^>\n]*[ \t]>/)  // CommonMark 6.3: spaces between angle brackets stay
      || text.contains(/\[[^\]]*(<|@|:\/\/)[^\]]*\]/)  // CommonMark 6.3: links hold no links
      || text.contains(/\[\^[^\]]*[\n\[]/)  // notes: a label is in one line, and without brackets
      || text.contains(/(?m)^.*\S.*[-+*.)][ \t]+\[[ x]\]|\[[ x]\].*\[x\]/)  // GFM 5.3
  }

  /// The HTML without the names of notes and blank lines, and with links back from notes as cmark-gfm 0.29.0.gfm.6
  /// writes them: later releases number them, and have one for each reference.
  private static func comparable(_ html: String) -> String {
    html.replacing(/\ <a [^>]*backref-idx="\d+-\d+".*?<\/a>/, with: "")
      .replacing(/\ data-footnote-backref-idx="\d+"/, with: "")
      .replacing(/"Back to reference \d+"/, with: "\"Back to content\"")
      .replacing(/fn(ref)?-[^"\-]+/, with: "fn").replacing(/\n\n+/, with: "\n")
  }
}
