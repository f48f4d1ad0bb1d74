import Foundation
import RichText
import Testing

/// Screens of programs, as a person writes them in Markdown: `Fixtures/terminal` has a screen and its Markdown
/// for each.
@Suite("Text copied out of terminals") struct TranscriptFixtureTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/terminal")

  private static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
  }()

  private static func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: folder.appending(path: name)))
  }

  @Test func `There are forty screens and more`() { #expect(Self.names.count >= 40) }

  @Test(arguments: names)
  func `A screen reads as a person would write it`(name: String) throws {
    let markdown = TerminalTranscript.markdown(of: try Self.bytes(name + ".txt"))
    let expected = String(decoding: try Self.bytes(name + ".md"), as: UTF8.self)
    #expect(markdown.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(arguments: names)
  func `What was restored is restored no further`(name: String) throws {
    let markdown = try Self.bytes(name + ".md")
    #expect(TerminalTranscript.markdown(of: markdown) == nil)
  }

  @Test(arguments: names)
  func `The same screen further to the right reads alike`(name: String) throws {
    let text = try Self.bytes(name + ".txt")
    guard !text.contains(0x1B), !name.contains("man-"), !name.contains("tmux"), !name.contains("screen-with"),
      !name.contains("without-indent")
    else { return }
    var moved: [UInt8] = []
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      moved += line.isEmpty ? [] : Array("    ".utf8) + line
      moved.append(0x0A)
    }
    moved.removeLast()
    let expected = String(decoding: try Self.bytes(name + ".md"), as: UTF8.self)
    #expect(TerminalTranscript.markdown(of: moved).map { String(decoding: $0, as: UTF8.self) } == expected)
  }
}
