import Foundation
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

  @Test func `The text that stands for it is pasted, into a folder too, and that is said`() throws {
    let pasted = try pb.run("paste")
    #expect(pasted.status == 0 && pasted.text == "plain")
    #expect(pasted.errors.contains("text/html did not come in time"), "\(pasted.errors)")
    let folder = try TemporaryFolder()
    let written = try pb.run("paste", "--into", folder.path)
    #expect(
      written.status == 0 && written.errors.contains("text/html did not come in time"), "\(written.errors)")
    let file = written.text.trimmingCharacters(in: .newlines)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "plain")
    try owner.end()
  }

  @Test func `Nothing is put behind what is there, whose formatting would be lost`() throws {
    let result = try pb.run("copy", "--append", "-t", "markdown", input: Array("more".utf8))
    #expect(
      result.status == 2 && result.errors.contains("text/html did not come in time"), "\(result.errors)")
    #expect(try pb.run("paste", "--as", "plain").text == "plain")
    try owner.end()
  }
}
