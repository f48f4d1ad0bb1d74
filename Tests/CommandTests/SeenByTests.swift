import Foundation
import TestSupport
import Testing

/// `pb show --as-seen-by`: what a program under a rule is offered.
@Suite("Show as seen by", .timeLimit(.minutes(1)))
struct SeenByTests {
  private let server: PrivateXServer
  private let folder: TemporaryFolder
  private let environment: [String: String?]

  init() throws {
    server = try PrivateXServer()
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/pasteboard", withIntermediateDirectories: true)
    let rules = """
      {"applications": [
        {"name": "Raw editor", "match": {"class": ["raweditor*"]},
         "asRequestor": {"hide": ["net.daringfireball.markdown"], "plainText": "rendered"}},
        {"name": "By program", "match": {"executable": ["/opt/mail"]}, "asRequestor": {"hide": ["public.rtf"]}}
      ]}
      """
    _ = try folder.file("pasteboard/applications.json", Array(rules.utf8))
    environment = server.environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 }
  }

  private func pb(_ arguments: String..., input: String = "") throws -> ChildProcess.Result {
    try ChildProcess.run([BuiltCommand.path] + arguments, environment: environment, input: Array(input.utf8))
  }

  /// The previews by target.
  private func shown(_ arguments: String...) throws -> [String: String] {
    let result = try ChildProcess.run(
      [BuiltCommand.path, "show", "--json"] + arguments, environment: environment)
    let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    let rows = object?["targets"] as? [[String: Any]] ?? []
    return Dictionary(
      rows.map { ($0["target"] as? String ?? "", $0["preview"] as? String ?? "") }, uniquingKeysWith: { $1 })
  }

  @Test(arguments: ["Raw editor", "raw EDITOR", "RawEditor-2"])
  func `A program is shown what its rule leaves, in the text that it says`(name: String) throws {
    #expect(try pb("copy", "-t", "markdown", input: "# *T*").status == 0)
    let everybody = try shown()
    let editor = try shown("--as-seen-by", name)
    #expect(everybody["text/markdown"] == "# *T*" && everybody["UTF8_STRING"] == "# *T*")
    #expect(
      Set(everybody.keys).subtracting(editor.keys)
        == ["text/markdown", "text/x-markdown", "net.daringfireball.markdown"])
    #expect(editor["UTF8_STRING"] == "T")
  }

  @Test func `A rule for an executable can be tried without the program`() throws {
    #expect(try pb("copy", "-t", "markdown", input: "# T").status == 0)
    let mail = try shown("--as-seen-by", "By program")
    #expect(mail["text/rtf"] == nil && mail["text/html"] != nil)
  }

  @Test func `A terminal is shown text only`() throws {
    #expect(try pb("copy", "-t", "markdown", input: "# T").status == 0)
    #expect(
      Set(try shown("--as-seen-by", "xterm").keys) == [
        "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "public.utf8-plain-text", "STRING",
        "COMPOUND_TEXT", "TEXT", "application/x-pasteboard-source",
      ])
  }

  @Test func `An owner that knows no rules shows everything, and that is said`() throws {
    _ = try ChildProcess.run(
      ["xclip", "-selection", "clipboard", "-t", "text/markdown", "-i"], environment: environment,
      input: Array("# T".utf8))
    let result = try pb("show", "--as-seen-by", "Raw editor")
    #expect(result.status == 0 && result.text.contains("text/markdown"))
    #expect(
      result.errors.contains("every program the same formats")
        && result.errors.split(separator: "\n").count == 1)
  }

  @Test func `An unknown program is told with the known ones`() throws {
    let result = try pb("show", "--as-seen-by", "nobody")
    #expect(result.status == 2 && result.errors.split(separator: "\n").count == 1)
    for known in ["Raw editor", "By program", "LibreOffice"] { #expect(result.errors.contains("'\(known)'")) }
  }

  @Test func `A program that says nothing of itself is known by its executable`() throws {
    let rules = """
      {"applications": [{"name": "Snake", "match": {"executable": ["python3*"]},
        "asRequestor": {"hide": ["public.html"]}}]}
      """
    _ = try folder.file("pasteboard/applications.json", Array(rules.utf8))
    #expect(try pb("copy", "-t", "markdown", input: "# T").status == 0)
    let seen = try ScriptedOwner.read(environment: environment).map(\.target)
    #expect(seen.contains("text/rtf") && seen.contains("text/markdown"))
    #expect(!seen.contains("text/html") && !seen.contains("public.html"))
  }

  @Test func `Two programs that ask at once are each shown their own, in MULTIPLE as when asked directly`()
    throws
  {
    #expect(try pb("copy", "-t", "markdown", input: "# *T*").status == 0)
    let result = try ChildProcess.run(PythonPeer.command("two-requestors"), environment: environment)
    let rows = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[Any]]
    try #require(rows?.count == 2, "\(result.errors)")
    let (editor, stranger) = (rows?[0][0] as? [String] ?? [], rows?[1][0] as? [String] ?? [])
    #expect(
      stranger.filter { !editor.contains($0) }
        == ["text/markdown", "text/x-markdown", "net.daringfireball.markdown"])
    #expect(rows?[0][1] as? String == "T\n" && rows?[1][1] as? String == "# *T*")
  }
}
