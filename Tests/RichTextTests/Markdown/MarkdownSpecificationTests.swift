import Foundation
import RichText
import Testing

/// The examples of the CommonMark and GFM specifications render as these say.
///
/// `MARKDOWN_SPECIFICATIONS` names their files in JSON, separated by colons; `make test-specifications` fetches one.
struct MarkdownSpecificationTests {
  private struct Example: Decodable {
    let markdown: String
    let html: String
    let example: Int
    let section: String
  }

  private static let files = (ProcessInfo.processInfo.environment["MARKDOWN_SPECIFICATIONS"] ?? "")
    .split(separator: ":").map(String.init)

  /// The examples on which another rule decides: GitHub's where the specification is CommonMark's, the newer CommonMark's
  /// where it is GitHub's.
  private static func isJudgedOtherwise(_ example: Example, ofGitHub isGitHubs: Bool) -> Bool {
    switch (example.section, isGitHubs) {
    // GitHub makes links of bare addresses, within angle brackets too.
    case ("Autolinks", _): example.markdown.contains(/https?:\/\/|@/) && !example.html.contains("<a href")
    // CommonMark 0.31: `<!-->` and `--` are comments and within them.
    case ("Raw HTML", true): example.markdown.contains("<!--")
    // `<input type="checkbox">` has its attributes in the order of cmark-gfm's program.
    case ("Task list items (extension)", true): true
    // Filtering is for pages that show what strangers write.
    case ("Disallowed Raw HTML (extension)", true): true
    default: false
    }
  }

  @Test(.enabled(if: !files.isEmpty, "MARKDOWN_SPECIFICATIONS names no file"), arguments: files)
  func examples(file: String) throws {
    let examples = try JSONDecoder().decode([Example].self, from: Data(contentsOf: URL(filePath: file)))
    try #require(examples.count > 600)
    let isGitHubs = examples.contains { $0.section.contains("extension") }
    for example in examples where !Self.isJudgedOtherwise(example, ofGitHub: isGitHubs) {
      let document = try MarkdownReader().read(Array(example.markdown.utf8))
      let html = String(decoding: HTMLWriter(style: .commonMark).write(document), as: UTF8.self)
      #expect(html == example.html, "example \(example.example): \(example.markdown.debugDescription)")
    }
  }
}
