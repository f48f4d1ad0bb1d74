import Foundation
import RichText
import Testing

/// What real programs put on the clipboard is read as the document that they hold.
@Suite struct ApplicationPayloadTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/applications")

  static let payloads: [String] = {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".html") || $0.hasSuffix(".rtf") }.sorted()
  }()

  @Test func fixturesArePresent() {
    #expect(Self.payloads.count >= 15)
  }

  @Test(arguments: payloads)
  func `A payload is read as the document that the program holds`(name: String) throws {
    let file = Self.folder.appending(path: name)
    let payload = [UInt8](try Data(contentsOf: file))
    let document = name.hasSuffix(".html") ? try HTMLReader().read(payload) : try RTFReader().read(payload)
    let expected = try Data(contentsOf: file.deletingPathExtension().appendingPathExtension("md"))
    // Both as Markdown says them: spelling is not judged here.
    let wanted = try MarkdownReader().read([UInt8](expected)).normalized()
    let found = try MarkdownReader().read(MarkdownWriter().write(document)).normalized()
    #expect(wanted == found, "\(String(decoding: MarkdownWriter().write(document), as: UTF8.self))")
  }
}
