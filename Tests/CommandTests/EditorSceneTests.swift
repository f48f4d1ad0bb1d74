import Foundation
import TestSupport
import Testing

/// Editors that declare no Markdown: their source as plain text, their rendering as RTF or HTML.
@Suite("Editors that declare nothing", .timeLimit(.minutes(1)))
final class EditorSceneTests: CommandSuite {
  private func source(_ document: String) throws -> [UInt8] {
    Array(try Data(contentsOf: BuiltCommand.fixtures.appending(path: "clipboards/\(document)/source.md")))
  }

  @Test(arguments: ["report", "minutes"], [("rtf", "text/rtf"), ("html", "text/html")])
  func `The source is pasted byte for byte, and the reason is told`(
    document: String, rendering: (format: String, target: String)
  ) throws {
    let source = try source(document)
    let rich = try pb.run("convert", "--from", "markdown", "--to", rendering.format, input: source).output
    let editor = try ScriptedOwner(
      of: [("UTF8_STRING", source), (rendering.target, rich)], environment: server.environment)
    let pasted = try pb.run("paste", "--explain")
    #expect(pasted.output == source)
    #expect(pasted.errors.contains("chose plain text (UTF8_STRING), unchanged"))
    #expect(pasted.errors.contains("the rich text was rendered from it"))
    #expect(editor.process.isRunning)
  }

  @Test(arguments: ["report", "minutes"])
  func `Beside rendered plain text the RTF is converted`(document: String) throws {
    let source = try source(document)
    let rich = try pb.run("convert", "--from", "markdown", "--to", "rtf", input: source).output
    let plain = try pb.run("convert", "--from", "markdown", "--to", "plain", input: source).output
    let editor = try ScriptedOwner(
      of: [("UTF8_STRING", plain), ("text/rtf", rich)], environment: server.environment)
    let pasted = try pb.run("paste", "--explain")
    #expect(pasted.output != plain && pasted.output != source)
    #expect(pasted.text.contains("**") && pasted.text.hasPrefix("# "))
    #expect(pasted.errors.contains("chose RTF (text/rtf)"))
    #expect(editor.process.isRunning)
  }

  @Test func `A program that a rule names copies Markdown as plain text, and is known by its window`() throws
  {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/pasteboard", withIntermediateDirectories: true)
    let rules = """
      {"applications": [{"name": "Plain editor", "match": {"class": ["plaineditor"]},
        "asOwner": {"plainTextIsMarkdown": true}}]}
      """
    _ = try folder.file("pasteboard/applications.json", Array(rules.utf8))
    let environment = server.environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 }
    let contents: [(target: String, bytes: [UInt8])] = [
      ("UTF8_STRING", Array("- *a*\n".utf8)), ("text/html", Array("<p>something else</p>".utf8)),
    ]
    for (name, expected) in [("PlainEditor", "- *a*\n"), ("Other", "something else\n")] {
      let editor = try ScriptedOwner(of: contents, name: name, environment: environment)
      let pasted = try ChildProcess.run([BuiltCommand.path, "paste", "--explain"], environment: environment)
      #expect(pasted.text == expected, "\(name)")
      #expect(pasted.errors.contains("copies Markdown as plain text") == (name == "PlainEditor"))
      #expect(editor.process.isRunning)
    }
  }
}
