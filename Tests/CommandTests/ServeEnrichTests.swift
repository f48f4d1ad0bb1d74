import Foundation
import TestSupport
import Testing

/// `pb serve --enrich` offers plain text that is Markdown as rich text, too, and leaves all other text alone.
@Suite("Serve: enriched text", .timeLimit(.minutes(2)))
struct ServeEnrichTests {
  private static let answer = Array(
    "## Answer\n\n1. **Install** `pb`\n2. Copy é\n\n| a | b |\n|---|---|\n| 1 | 2 |\n".utf8)

  private func service(rules: String? = nil, _ arguments: [String] = ["--enrich"]) throws -> RunningService {
    try RunningService(rules: rules, arguments: arguments)
  }

  @Test func `An answer of a chat gets HTML and RTF behind its text, which stays byte for byte`() throws {
    let service = try service()
    let offered: [(target: String, bytes: [UInt8])] = [
      ("UTF8_STRING", Self.answer), ("STRING", [0x23, 0x20, 0xE9]),
      ("chromium/x-source-url", Array("a".utf8)),
    ]
    let owner = try service.owner(of: offered, name: "Chat")
    #expect(eventually { owner.hasSaid("lost") })
    let read = try ScriptedOwner.read(environment: service.environment)
    #expect(read.prefix(2).map(\.target) == ["UTF8_STRING", "STRING"])
    for (offer, found) in zip(offered.prefix(2), read) { #expect(found.bytes == offer.bytes) }
    let contents = Dictionary(read.map { ($0.target, $0.bytes) }) { first, _ in first }
    #expect(String(decoding: contents["text/html"] ?? [], as: UTF8.self).contains("<strong>Install</strong>"))
    #expect(contents["text/rtf"]?.starts(with: Array(#"{\rtf"#.utf8)) == true)
    #expect(try service.pb("paste").output == Self.answer)
    #expect(try service.pb("paste", "--plain").output == Self.answer)
    // People are told.
    #expect(try service.pb("show").text.contains("pb serve added the other formats (--enrich)"))
    #expect(try service.pb("show", "--json").text.contains("\"isEnriched\": true"))
    #expect(try service.pb("paste", "--explain").errors.contains("(--enrich)"))
    // The owner may go now, and the service too.
    owner.process.kill(SIGKILL)
    service.process.kill(SIGTERM)
    #expect(try service.process.wait().status == 0)
    let next = try service.another("--enrich")
    #expect(try service.contents()["UTF8_STRING"] == Self.answer && service.contents()["text/html"] != nil)
    #expect(next.isRunning)
  }

  @Test(arguments: [
    ("other words", ["UTF8_STRING"], "Chat"), ("a page", ["UTF8_STRING", "text/html"], "Chat"),
    ("a form of its own", ["UTF8_STRING", "application/x-editor"], "Chat"),
    ("a terminal", ["UTF8_STRING"], "XTerm"),
    ("a secret", ["UTF8_STRING", "x-kde-passwordManagerHint"], "Chat"),
  ])
  func `All else stays with its owner`(kind: String, targets: [String], program: String) throws {
    let service = try service()
    let text = kind == "other words" ? Array("The ferry leaves at nine.\n".utf8) : Self.answer
    let owner = try service.owner(
      of: targets.map { ($0, $0.contains("Hint") ? Array("secret".utf8) : text) }, name: program)
    let last = kind == "a secret" ? "x-kde-passwordManagerHint" : targets.last ?? ""
    #expect(eventually { owner.hasSaid("gave \(last)") })
    // The next copy is read when this one has been seen to.
    let next = try service.owner(of: [("UTF8_STRING", Array("next".utf8))])
    #expect(eventually { next.hasSaid("gave UTF8_STRING") })
    #expect(eventually { owner.timesSaid("lost") == 1 } && !next.hasSaid("lost"))
    #expect(try service.contents().keys.sorted() == ["UTF8_STRING"])
  }

  @Test func `Without the option only programs that a rule names are enriched`() throws {
    let rules = """
      {"applications": [{"name": "Chat", "match": {"class": ["chat"]}, "asOwner": {"enrich": true}}]}
      """
    let service = try service(rules: rules, [])
    let other = try service.owner(of: [("UTF8_STRING", Self.answer)], name: "Other")
    #expect(eventually { other.hasSaid("gave UTF8_STRING") })
    let chat = try service.owner(of: [("UTF8_STRING", Self.answer)], name: "Chat")
    #expect(eventually { chat.hasSaid("lost") })
    #expect(eventually { other.timesSaid("lost") == 1 })
    #expect(try service.contents()["text/html"] != nil)
    #expect(try service.pb("type", "check").status == 0)
    _ = try service.folder.file(
      "pasteboard/applications.json", Array(rules.replacingOccurrences(of: "true", with: "7").utf8))
    let mistake = try service.pb("type", "check")
    #expect(
      mistake.status == 1 && (mistake.errors + mistake.text).contains("true or false"), "\(mistake.errors)")
  }

  @Test func `The configuration turns it on`() throws {
    let folder = try TemporaryFolder()
    _ = try FileManager.default.createDirectory(
      atPath: folder.path + "/pasteboard", withIntermediateDirectories: true)
    _ = try folder.file("pasteboard/config", Array("[serve]\nenrich = true\n".utf8))
    let service = try RunningService(environment: ["XDG_CONFIG_HOME": folder.path])
    let owner = try service.owner(of: [("UTF8_STRING", Self.answer)])
    #expect(eventually { owner.hasSaid("lost") })
    #expect(try service.contents()["text/rtf"] != nil)
  }

  @Test func `Nobody fights: another program that puts its text back keeps it`() throws {
    let service = try service()
    let manager = try ChildProcess(PythonPeer.command("keeping-text"), environment: service.environment)
    try #require(manager.firstLine(timeout: .seconds(20)) == "watching")
    let owner = try service.owner(of: [("UTF8_STRING", Self.answer)], name: "Chat")
    #expect(eventually { owner.hasSaid("lost") })
    let fought = try ChildProcess.run(
      PythonPeer.command("overtaken-owner", "UTF8_STRING", "3"), environment: service.environment)
    // Once when it copied, and once after the first rest, at most.
    #expect(["1\n", "2\n"].contains(fought.text), "\(fought.text)")
    #expect(manager.isRunning && service.process.isRunning)
    // Another answer is enriched at once.
    let next = try service.owner(of: [("UTF8_STRING", Array("# T\n\n- **a**\n- `b`\n".utf8))], name: "Chat")
    #expect(eventually { next.hasSaid("lost") })
    #expect(try service.contents()["text/html"] != nil)
  }
}
