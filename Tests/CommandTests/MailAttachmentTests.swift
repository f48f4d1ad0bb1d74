import Foundation
import TestSupport
import Testing

/// `pb share` with mail programs that attach files.
@Suite("Attachments of messages", .timeLimit(.minutes(2)))
final class MailAttachmentTests: SharingSuite {
  override init() throws {
    try super.init()
    try entry("thunderbird", "Thunderbird", "x-scheme-handler/mailto;", exec: "thunderbird %u")
    try script(
      "thunderbird",
      "printf '%s\\n' \"$@\" > '\(folder.path)/new'\nmv '\(folder.path)/new' '\(folder.path)/report'")
  }

  private func makeDefault(_ program: String) throws {
    _ = try folder.file(
      "config/mimeapps.list",
      Array("[Default Applications]\nx-scheme-handler/mailto=\(program).desktop\n".utf8))
  }

  /// The form that a program gets, as the list says.
  private func listed(_ program: String, _ arguments: String...) throws -> String? {
    let lines = try run(["share", "--list"] + arguments).text.split(separator: "\n")
    return lines.first { $0.dropFirst(2).hasPrefix(program + " ") }.map(String.init)
  }

  @Test func `A picture and files are attached, text is the message`() throws {
    let picture = try folder.file("a, b.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
    let text = try folder.file("c.txt", Array("words\n".utf8))
    #expect(try listed("thunderbird", picture)?.hasSuffix("attached to a message") == true)
    #expect(try listed("thunderbird", text)?.hasSuffix("text of a message") == true)
    #expect(try run("share", "thunderbird", picture).status == 0)
    let address = "file://\(folder.path)/a%2C%20b.jpg"
    #expect(try report() == ["-compose", "attachment='\(address)'"])
    try copy("--files", picture, text)
    #expect(try run("share", "thunderbird").status == 0)
    #expect(try report() == ["-compose", "attachment='\(address),file://\(text)'"])
    try copy("--files", picture, folder.path + "/bin")
    #expect(try run("share", "thunderbird").status == 2)
    #expect(try run("share", "thunderbird", text).status == 0)
    #expect(try report() == ["mailto:?body=words%0D%0A"])
  }

  @Test func `Text that is too long for an address is attached, where it is known how`() throws {
    let long = String(repeating: "a line of words\n", count: 5000)
    try copy("-t", "md", input: long)
    let shared = try run("share", "thunderbird", "--keep", "60")
    #expect(shared.status == 0 && shared.errors.contains("too long for a message; pb attached it"))
    let words = try report()
    #expect(words.first == "-compose")
    let path = try #require(words.last?.dropFirst("attachment='file://".count).dropLast())
    #expect(path.hasSuffix("/pasteboard.md"))
    #expect(try String(contentsOfFile: String(path), encoding: .utf8) == long)
    try makeDefault("thunderbird")
    let refused = try run("share", "mail")
    #expect(refused.status == 2 && refused.errors.contains("Mail attaches no files"))
  }

  @Test func `The desktop's own mail program is told by xdg-email`() throws {
    try script(
      "xdg-email",
      "printf '%s\\n' \"$@\" > '\(folder.path)/new'\nmv '\(folder.path)/new' '\(folder.path)/report'")
    _ = try folder.file(
      "config/mimeapps.list", Array("[Default Applications]\nx-scheme-handler/mailto=mail.desktop\n".utf8))
    let picture = try folder.file("a b.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
    #expect(try run("share", "mail", picture).status == 0)
    #expect(try report() == ["--attach", picture])
    #expect(try run("open", try folder.file("a.unknown", [0, 1, 2])).status == 1)
  }
}
