import Foundation
import RichText
import Testing

/// The HTML of real programs, and made in their dialects, becomes the Markdown that a person would write.
@Suite struct HTMLDialectTests {
  private static let fixtures = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(
      path: "Fixtures")

  static let dialects: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: fixtures.appending(path: "html").path)
    return (names ?? []).filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test func fixturesArePresent() {
    #expect(Self.dialects.count >= 17)
  }

  @Test(arguments: dialects)
  func dialect(name: String) throws {
    let folder = Self.fixtures.appending(path: "html")
    let expected = try String(contentsOf: folder.appending(path: "\(name).md"), encoding: .utf8)
    let html = try Data(contentsOf: folder.appending(path: "\(name).html"))
    #expect(try markdown(ofHTML: Array(html)) + "\n" == expected)
  }

  @Test(arguments: ["minutes", "report"], ["abiword", "chromium", "firefox", "libreoffice", "qt"])
  func capturedPayload(document: String, program: String) throws {
    let expected = try String(
      contentsOf: Self.fixtures.appending(path: "html/captured/\(document)-\(program).md"), encoding: .utf8)
    let html = try Data(
      contentsOf: Self.fixtures.appending(path: "clipboards/\(document)/\(program)/text-html"))
    #expect(try markdown(ofHTML: Array(html)) + "\n" == expected)
  }
}
