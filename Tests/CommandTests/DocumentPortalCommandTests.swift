import DBus
import Foundation
import TestSupport
import Testing

/// Files through the document portal, as programs in a sandbox exchange them.
@Suite("Files for sandboxes", .timeLimit(.minutes(1)))
final class DocumentPortalCommandTests: CommandSuite {
  private static let name = "application/vnd.portal.filetransfer"

  /// `pb` in a session with a portal.
  private func run(_ portal: FakePortal, _ arguments: String...) throws -> ChildProcess.Result {
    try FileManager.default.createDirectory(atPath: folder.path + "/doc", withIntermediateDirectories: true)
    let environment = server.environment.merging([
      "XDG_RUNTIME_DIR": folder.path, "DBUS_SESSION_BUS_ADDRESS": portal.address,
    ]) { $1 }
    return try ChildProcess.run([BuiltCommand.path] + arguments, environment: environment)
  }

  @Test func `Copied files are offered, and are there as long as the copy is`() throws {
    let portal = try FakePortal()
    let (one, two) = (try folder.file("a é.txt", [1]), try folder.file("b.txt", [2]))
    #expect(try run(portal, "copy", "--files", one, two).status == 0)
    #expect(portal.calls.isEmpty)
    let key = try run(portal, "paste", "--raw", Self.name).text
    #expect(portal.keys == [key])
    #expect(try run(portal, "paste", "--raw", "application/vnd.portal.files").text == key)
    // pb has the paths of its own copies.
    #expect(try run(portal, "paste", "-t", "files").text == "\(one)\n\(two)\n")
    #expect(!portal.calls.contains("RetrieveFiles"))
    #expect(try run(portal, "copy", "-t", "plain", one).status == 0)
    #expect(eventually { portal.keys.isEmpty })
  }

  @Test func `A folder, what is cut, and files without a portal are not offered so`() throws {
    let portal = try FakePortal()
    let file = try folder.file("a.txt", [1])
    for words in [["copy", "--files", folder.path], ["copy", "--cut", file]] {
      #expect(try run(portal, words[0], words[1], words[2]).status == 0)
      #expect(try !run(portal, "show", "--targets").text.contains("portal"))
    }
    #expect(try pb.run("copy", "--files", file).status == 0)
    #expect(try !pb.run("show", "--targets").text.contains("portal"))
  }

  @Test func `Files of a program in a sandbox are pasted by the paths that the portal has`() throws {
    let file = try folder.file("a.txt", [1])
    let portal = try FakePortal { call in
      call.member == "RetrieveFiles" ? FakePortal.reply([.strings([file])], to: call) : nil
    }
    let owner = try ScriptedOwner(
      of: [(Self.name, Array("77\0".utf8)), ("text/uri-list", Array("file:///run/private/x\r\n".utf8))],
      environment: server.environment)
    #expect(try run(portal, "paste", "-t", "files").text == file + "\n")
    let into = folder.path + "/into"
    #expect(try run(portal, "paste", "--into", into).status == 0)
    #expect(FileManager.default.contents(atPath: into + "/a.txt") == Data([1]))
    withExtendedLifetime(owner) {}
    let alone = try ScriptedOwner(of: [(Self.name, Array("77".utf8))], environment: server.environment)
    #expect(try run(portal, "paste", "-t", "files").text == file + "\n")
    withExtendedLifetime(alone) {}
  }

  @Test func `Where the portal refuses, the addresses beside it count`() throws {
    let portal = try FakePortal()
    let owner = try ScriptedOwner(
      of: [(Self.name, Array("77".utf8)), ("text/uri-list", Array("file:///etc/hostname\r\n".utf8))],
      environment: server.environment)
    #expect(try run(portal, "paste", "-t", "files").text == "/etc/hostname\n")
    #expect(portal.calls.contains("RetrieveFiles"))
    withExtendedLifetime(owner) {}
  }
}
