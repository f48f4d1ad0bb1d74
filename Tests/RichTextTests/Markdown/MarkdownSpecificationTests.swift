import Foundation
import RichText
import TestSupport
import Testing

/// The examples of the CommonMark and GFM specifications render as these say.
///
/// GitHub's comes with its program. `MARKDOWN_SPECIFICATIONS` names further ones, JSON, separated by colons;
/// `make test-specifications` fetches CommonMark's.
struct MarkdownSpecificationTests {
  private struct Example: Decodable {
    var markdown: String
    var html: String
    var example: Int
    var section: String
  }

  private static let gitHubs = "/usr/share/doc/cmark-gfm/spec.txt.gz"
  private static let files =
    (ProcessInfo.processInfo.environment["MARKDOWN_SPECIFICATIONS"] ?? "").split(separator: ":")
    .map(String.init) + (FileManager.default.fileExists(atPath: gitHubs) ? [gitHubs] : [])

  @Test(
    .enabled(
      if: !files.isEmpty, "needs the specification, of the Debian package cmark-gfm with its documentation"),
    arguments: files)
  func examples(file: String) throws {
    let examples = try file == Self.gitHubs ? Self.examplesOfGitHub() : Self.examples(of: file)
    try #require(examples.count > 600)
    let isGitHubs = examples.contains { $0.section.contains("extension") }
    for example in examples where !Self.isJudgedOtherwise(example, ofGitHub: isGitHubs) {
      let document = try MarkdownReader().read(Array(example.markdown.utf8))
      let html = String(decoding: HTMLWriter(style: .commonMark).write(document), as: UTF8.self)
      #expect(
        html == example.html || isGitHubs && Self.foldingStrong(html) == example.html,
        "example \(example.example): \(example.markdown.debugDescription)")
      let direct = try MarkdownReader().html(Array(example.markdown.utf8))
      if let direct {
        #expect(String(decoding: direct, as: UTF8.self) == html, "example \(example.example), directly")
      }
    }
  }

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

  /// Strong text within strong text as part of it, as newer releases of cmark-gfm render it against CommonMark.
  private static func foldingStrong(_ html: String) -> String {
    var depth = 0
    return html.replacing(/<(\/?)strong>/) { tag in
      if tag.output.1.isEmpty { depth += 1 }
      defer { if !tag.output.1.isEmpty { depth -= 1 } }
      return depth == 1 ? String(tag.output.0) : ""
    }
  }

  private static func examples(of file: String) throws -> [Example] {
    try JSONDecoder().decode([Example].self, from: Data(contentsOf: URL(filePath: file)))
  }

  /// Those of the specification's text, which has them in fences of 32 backquotes, and arrows for tabs.
  private static func examplesOfGitHub() throws -> [Example] {
    let text = try ChildProcess.run(["gzip", "-dc", gitHubs]).text
    var (examples, section) = ([Example](), "")
    let fence = String(repeating: "`", count: 32)
    for (number, part) in text.components(separatedBy: "\n" + fence).enumerated() {
      guard !number.isMultiple(of: 2) else {
        let headings = part.split(separator: "\n").filter { $0.hasPrefix("## ") }
        if let last = headings.last { section = String(last.dropFirst(3)) }
        continue
      }
      let lines = part.replacing("→", with: "\t").split(separator: "\n", omittingEmptySubsequences: false)
      let halves = lines.dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let (markdown, html) = (halves[0], halves.count > 1 ? halves[1] : [])
      examples.append(
        Example(
          markdown: markdown.map { $0 + "\n" }.joined(), html: html.map { $0 + "\n" }.joined(),
          example: examples.count + 1, section: section))
    }
    return examples
  }
}
