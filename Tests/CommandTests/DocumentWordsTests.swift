import Foundation
import Testing

/// Documents for users hold none of the phrases that readers stumbled over.
@Suite("Words of the documents")
struct DocumentWordsTests {
  private static let root = BuiltCommand.fixtures.deletingLastPathComponent().deletingLastPathComponent()

  private static let documents: [String] = {
    let folder = root.appending(path: "Documentation").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"]
      + names.filter { $0.hasSuffix(".md") && $0 != "sample.md" }.sorted().map { "Documentation/" + $0 }
      + ["TypeRegistry/types/README.md", "Packaging/debian/description"]
  }()

  private struct Phrase {
    let expression: NSRegularExpression
    let advice: String
  }

  private static func phrases() throws -> [Phrase] {
    let table = try String(contentsOf: root.appending(path: "Tests/Words/documents.tsv"), encoding: .utf8)
    return try table.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst().map {
      let columns = $0.split(separator: "\t").map(String.init)
      try #require(columns.count == 3, "\($0)")
      return Phrase(
        expression: try NSRegularExpression(pattern: columns[0], options: .caseInsensitive),
        advice: "write \(columns[1]): \(columns[2])")
    }
  }

  /// Paragraphs, items and cells, each on a line, without code.
  static func prose(of text: String) -> [String] {
    let withoutCode = text.replacing(/(?ms)^```.*?^```/, with: "").replacing(/`[^`\n]*`/, with: "pb")
    var paragraphs: [String] = []
    for part in withoutCode.components(separatedBy: "\n\n") {
      var paragraph = ""
      for line in part.components(separatedBy: "\n") {
        if line.contains(/^ *([-*|#>]|[0-9]+\.) ?/) {
          paragraphs.append(paragraph)
          paragraph = ""
        }
        paragraph += (paragraph.isEmpty ? "" : " ") + line.trimmingCharacters(in: .whitespaces)
      }
      paragraphs.append(paragraph)
    }
    return paragraphs.flatMap { $0.hasPrefix("|") ? $0.components(separatedBy: "|") : [$0] }
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test(arguments: documents)
  func `None of the phrases is in a document`(path: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    let phrases = try Self.phrases()
    #expect(phrases.count > 20)
    for paragraph in Self.prose(of: text) {
      let whole = NSRange(paragraph.startIndex..., in: paragraph)
      for phrase in phrases {
        guard let found = phrase.expression.firstMatch(in: paragraph, range: whole),
          let range = Range(found.range, in: paragraph)
        else { continue }
        Issue.record("\(path): '\(paragraph[range])' in '\(paragraph.prefix(160))'; \(phrase.advice)")
      }
    }
  }

  @Test func `Prose is found in paragraphs, items and cells, and not in code`() {
    let text = "A line\nthat goes on.\n\n- one `nobody`\n- two\n\n```sh\nwhoever\n```\n\n| a | b |\n"
    #expect(Self.prose(of: text) == ["A line that goes on.", "- one pb", "- two", "a", "b"])
  }
}
