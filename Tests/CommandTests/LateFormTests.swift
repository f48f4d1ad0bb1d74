import Foundation
import Synchronization
import TestSupport
import Testing

/// Owners that list a richer form and never give it.
@Suite(.timeLimit(.minutes(1))) struct LateFormTests {
  private let server: PrivateXServer
  private let pb: BuiltCommand
  private let owner: RawOwner

  init() throws {
    server = try PrivateXServer()
    pb = BuiltCommand(on: server)
    owner = try RawOwner(on: server) { client, request in
      switch client.name(of: request.target) {
      case "TARGETS": client.list(["TARGETS", "text/html", "UTF8_STRING"], to: request)
      case "UTF8_STRING": client.give(Array("plain".utf8), as: "UTF8_STRING", to: request)
      case "text/html": break
      default: client.answer(request, property: 0)
      }
      return true
    }
  }

  @Test func `What an owner of this project needs long to make comes to whoever waits for it`() throws {
    let rows = (0..<30_000).map { "\($0),value \($0),\($0 * 7)\n" }.joined()
    #expect(try pb.run("copy", "-t", "csv", input: Array(("a,b,c\n" + rows).utf8)).status == 0)
    let page = try pb.run("paste", "-t", "html", "--timeout", "20")
    // Only for programs there are borders.
    #expect(page.status == 0 && page.text.contains("border-collapse"), "\(page.errors)")
    try owner.end()
  }

  @Test func `The text that stands for it is pasted, into a folder too, and that is said`() throws {
    let pasted = try pb.run("paste")
    #expect(pasted.status == 0 && pasted.text == "plain")
    #expect(pasted.errors.contains("text/html did not arrive in time"), "\(pasted.errors)")
    let folder = try TemporaryFolder()
    let written = try pb.run("paste", "--into", folder.path)
    #expect(
      written.status == 0 && written.errors.contains("text/html did not arrive in time"), "\(written.errors)")
    let file = written.text.trimmingCharacters(in: .newlines)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "plain")
    try owner.end()
  }

  @Test func `Nothing is put behind what is there, whose formatting would be lost`() throws {
    let result = try pb.run("copy", "--append", "-t", "markdown", input: Array("more".utf8))
    #expect(
      result.status == 2 && result.errors.contains("text/html did not arrive in time"), "\(result.errors)")
    #expect(try pb.run("paste", "--as", "plain").text == "plain")
    try owner.end()
  }

  @Test func `What gave no answer is asked for once, however many rows could be made of it`() throws {
    let server = try PrivateXServer()
    let asked = Mutex(0)
    let owner = try RawOwner(on: server) { client, request in
      switch client.name(of: request.target) {
      case "TARGETS": client.list(["TARGETS", "text/html", "UTF8_STRING"], to: request)
      case "UTF8_STRING": client.give(Array("plain".utf8), as: "UTF8_STRING", to: request)
      case "text/html": asked.withLock { $0 += 1 }
      default: client.answer(request, property: 0)
      }
      return true
    }
    let shown = try BuiltCommand(on: server).run("show")
    #expect(shown.status == 0 && shown.text.contains("plain"), "\(shown.errors)")
    #expect(asked.withLock { $0 } == 1)
    try owner.end()
  }
}
