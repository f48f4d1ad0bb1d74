import Foundation
import TestSupport
import Testing

@testable import pb

/// The README tells the truth.
@Suite("README", .timeLimit(.minutes(1)))
struct ReadmeTests {
  private let root = BuiltCommand.fixtures.deletingLastPathComponent().deletingLastPathComponent()

  private func codeBlocks(of file: String = "README.md") throws -> [String] {
    let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
    return text.components(separatedBy: "```").enumerated().filter { !$0.offset.isMultiple(of: 2) }
      .map(\.element)
  }

  @Test func `Its examples run as they stand, one after the other`() throws {
    let examples = try codeBlocks().filter { $0.hasPrefix("sh\n") && !$0.contains("make ") }
      .flatMap { $0.split(separator: "\n").dropFirst() }
    #expect(examples.count == 11)
    let server = try PrivateXServer()
    let folder = try TemporaryFolder()
    for name in ["Documentation", ".git"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + name, withDestinationPath: root.appending(path: name).path)
    }
    let programs = URL(filePath: BuiltCommand.path).deletingLastPathComponent().path
    // Git refuses a repository of somebody else, unless it is told to trust it.
    let git = ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"]
    for example in examples {
      let result = try ChildProcess.run(
        ["bash", "-c", "cd '\(folder.path)'; PATH='\(programs)':$PATH; set -o pipefail; \(example)"],
        environment: server.environment.merging(git.mapValues(Optional.some)) { $1 })
      #expect(result.status == 0, "\(example): \(result.errors)")
    }
    let pasted = FileManager.default.contents(atPath: folder.path + "/notes.md")
    #expect(
      pasted == FileManager.default.contents(atPath: root.appending(path: "Documentation/sample.md").path))
  }

  @Test func `A newcomer reads it to the end`() throws {
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(text.components(separatedBy: "\n").count <= 121, "at most 120 lines")
  }

  @Test func `It lists every command`() throws {
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    for name in Set(Subcommand.all.map { $0.path[0] }) {
      #expect(text.contains("`pb \(name)`"), "\(name)")
    }
  }

  @Test func `The table it shows is the one that the command prints`() throws {
    let block = try #require(try codeBlocks().first { $0.contains("$ pb show\n") })
    let shown = try #require(block.components(separatedBy: "$ pb show\n").last)
    let pb = BuiltCommand(on: try PrivateXServer())
    _ = try pb.run("copy", root.appending(path: "Documentation/sample.md").path)
    #expect(try pb.run("show").text == shown)
  }

  @Test func `The sample program that drags is the one that is built, and drags and takes drops`() throws {
    let block = try #require(
      try codeBlocks(of: "Documentation/libraries.md").filter { $0.hasPrefix("swift\n") }.last)
    let source = try String(
      contentsOf: root.appending(path: "Documentation/DragAndDrop/main.swift"), encoding: .utf8)
    #expect(block == "swift\n" + source)
    let server = try PrivateXServer(options: ["-screen", "0", "640x480x24"])
    let sample = URL(filePath: BuiltCommand.path).deletingLastPathComponent().appending(path: "DragAndDrop")
    let target = try ScriptedDropTarget(on: server)
    let process = try ChildProcess([sample.path], environment: BuiltCommand(on: server).environment)
    try target.waitForEnter()
    target.status(true)
    target.client.click()
    let time = try target.acceptUntilDrop()
    let html = try target.client.fetch("XdndSelection", "text/html", time: time)
    #expect(html?.text.contains("<em>drag</em>") == true)
    target.finish()
    let page = try ScriptedDragSource(on: server, [("text/html", Array("<p>a <b>page</b></p>".utf8))])
    let window = try page.target()
    page.enter(window)
    _ = try page.position(window)
    page.drop(window)
    #expect(try page.serve().isTaken)
    let result = try process.wait()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text == "It was dropped.\nDropped: a **page**\n\n")
  }

  @Test func `The sample program that converts is the one that is built, and needs no display`() throws {
    let blocks = try codeBlocks(of: "Documentation/libraries.md").filter { $0.hasPrefix("swift\n") }
    let source = try String(
      contentsOf: root.appending(path: "Documentation/TypesAndConversions/main.swift"), encoding: .utf8)
    #expect(blocks.contains("swift\n" + source))
    let sample = URL(filePath: BuiltCommand.path).deletingLastPathComponent().appending(
      path: "TypesAndConversions")
    let result = try BuiltCommand().other(sample.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.hasPrefix("net.daringfireball.markdown is text.\n<h1>Hello</h1>"), "\(result.text)")
    #expect(result.text.contains("It also becomes: ") && result.text.contains("docx"))
  }

  @Test func `The sample program of the libraries is the one that is built, and copies and pastes`() throws {
    let block = try #require(
      try codeBlocks(of: "Documentation/libraries.md").first { $0.hasPrefix("swift\n") })
    let source = try String(
      contentsOf: root.appending(path: "Documentation/CopyAndPaste/main.swift"), encoding: .utf8)
    #expect(block == "swift\n" + source)
    let pb = BuiltCommand(on: try PrivateXServer())
    let sample = URL(filePath: BuiltCommand.path).deletingLastPathComponent().appending(path: "CopyAndPaste")
    _ = try pb.run("copy", "--type", "html", input: Array("<p>a <b>page</b></p>".utf8))
    let result = try pb.other(sample.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("There was: a **page**\n"))
    #expect(result.text.contains("<em>copy</em>"))
    // It has ended, and what it copied is there in every format.
    #expect(try pb.run("paste").text == "# Hello\n\nOne *copy*, every format.\n")
    #expect(try pb.run("paste", "--raw", "UTF8_STRING").text == "Hello")
    #expect(try pb.run("paste", "--raw", "text/rtf").text.hasPrefix(#"{\rtf"#))
  }
}
