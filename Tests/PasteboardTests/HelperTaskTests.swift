import Conversions
import RichText
import TestSupport
import Testing

@testable import Pasteboard

@Suite("What helpers are asked for")
struct HelperTaskTests {
  @Test func `Rows are asked for by their format`() throws {
    let task = try #require(HelperTask(arguments: HelperTask.rows(of: .html).arguments))
    #expect(
      task.perform(on: Array("<table><tr><th>a<tr><td>1</table>".utf8)) == Array("[\n  {\"a\": 1}\n]\n".utf8))
    #expect(task.perform(on: Array("<p>x</p>".utf8)) == nil)
    #expect(HelperTask(arguments: ["rows", "none"]) == nil)
  }

  private static func style(_ random: inout SeededGenerator) -> MarkdownStyle {
    func any<Choice: CaseIterable>(_: Choice.Type) -> Choice? {
      Choice.allCases.randomElement(using: &random)
    }
    var style = MarkdownStyle()
    style.dialect = any(MarkdownStyle.Dialect.self) ?? style.dialect
    style.headings = any(MarkdownStyle.Headings.self) ?? style.headings
    style.bullet = any(MarkdownStyle.Bullet.self) ?? style.bullet
    style.emphasis = any(MarkdownStyle.Emphasis.self) ?? style.emphasis
    style.fence = any(MarkdownStyle.Fence.self) ?? style.fence
    style.links = any(MarkdownStyle.Links.self) ?? style.links
    style.tables = any(MarkdownStyle.Tables.self) ?? style.tables
    style.tableHeader = any(MarkdownStyle.TableHeader.self) ?? style.tableHeader
    style.lineWidth = [nil, 1, 80].randomElement(using: &random) ?? nil
    style.marksHighlightWithEqualSigns = Bool.random(using: &random)
    return style
  }

  @Test(arguments: 0..<50) func `A task is the same from its words`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let terms = Format.Options(
      for: Bool.random(using: &random) ? .file : .pasteboard, style: Self.style(&random))
    let task = HelperTask.convert(
      from: try #require(Format.all.randomElement(using: &random)),
      to: try #require(Format.all.randomElement(using: &random)), terms,
      keepsLines: Bool.random(using: &random))
    let read = try #require(HelperTask(arguments: task.arguments))
    #expect(read.arguments == task.arguments)
    guard case .convert(_, _, let readTerms, _) = read else {
      Issue.record("another task")
      return
    }
    #expect(readTerms.style == terms.style)
  }

  @Test(arguments: [
    [], ["convert"], ["convert", "html", "markdown", "text", "file"], ["compare", "-1", "html"],
    ["compare", "1", "none"], ["other", "1", "html"],
  ])
  func `Other words are no task`(words: [String]) {
    #expect(HelperTask(arguments: words) == nil)
  }

  @Test func `A comparison finds the source of rich text`() {
    let (source, page) = (Array("# Title\n\n- one\n".utf8), Array("<h1>Title</h1><ul><li>one</ul>".utf8))
    let task = HelperTask.compare(plainText: source.count, with: .html)
    #expect(task.perform(on: source + page) == HelperTask.yes)
    #expect(HelperTask.compare(plainText: 5, with: .html).perform(on: Array("Title".utf8) + page) == [])
    #expect(HelperTask.compare(plainText: 500, with: .html).perform(on: page) == nil)
  }
}
