import Foundation
import TestSupport
import Testing

/// The README tells the truth.
@Suite("README", .timeLimit(.minutes(1)))
struct ReadmeTests {
  private let root = BuiltCommand.fixtures.deletingLastPathComponent().deletingLastPathComponent()

  private func codeBlocks() throws -> [String] {
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    return readme.components(separatedBy: "```").enumerated().filter { !$0.offset.isMultiple(of: 2) }
      .map(\.element)
  }

  @Test func `Its eight examples run as they stand`() throws {
    let block = try #require(try codeBlocks().first { $0.contains("pb copy Documentation/sample.md ") })
    let examples = block.split(separator: "\n").dropFirst()
    #expect(examples.count == 8)
    let server = try PrivateXServer()
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Documentation",
      withDestinationPath: root.appending(path: "Documentation").path)
    let programs = URL(filePath: BuiltCommand.path).deletingLastPathComponent().path
    for example in examples {
      let result = try ChildProcess.run(
        ["bash", "-c", "cd '\(folder.path)'; PATH='\(programs)':$PATH; \(example)"],
        environment: server.environment)
      #expect(result.status == 0, "\(example): \(result.errors)")
    }
    let pasted = FileManager.default.contents(atPath: folder.path + "/notes.md")
    #expect(
      pasted == FileManager.default.contents(atPath: root.appending(path: "Documentation/sample.md").path))
  }

  @Test func `The table it shows is the one that the command prints`() throws {
    let block = try #require(try codeBlocks().first { $0.contains("$ pb show\n") })
    let shown = try #require(block.components(separatedBy: "$ pb show\n").last)
    let pb = BuiltCommand(on: try PrivateXServer())
    _ = try pb.run("copy", root.appending(path: "Documentation/sample.md").path)
    #expect(try pb.run("show").text == shown)
  }
}
