import Foundation
import TestSupport
import Testing

/// `pb generate faces`.
@Suite("Links of other tools' names", .timeLimit(.minutes(1)))
struct FaceLinkTests {
  private let folder: TemporaryFolder
  private let command = BuiltCommand()
  private static let names = ["xclip", "xsel", "wl-copy", "wl-paste"]

  init() throws { folder = try TemporaryFolder() }

  private func link(_ name: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/" + name)
  }

  @Test func `It makes the folder and four links, and again changes nothing`() throws {
    let place = folder.path + "/a/b"
    for _ in 0..<2 {
      let made = try command.run("generate", "faces", place)
      #expect(made.status == 0 && made.text == Self.names.map { "\(place)/\($0)\n" }.joined())
      #expect(try link("a/b/xclip") == BuiltCommand.path)
    }
    let version = try ChildProcess.run([place + "/wl-copy", "--version"])
    #expect(version.text.hasPrefix("wl-clipboard 2.3.0\n"))
  }

  @Test func `Beside the program the links have its bare name`() throws {
    try FileManager.default.copyItem(atPath: BuiltCommand.path, toPath: folder.path + "/pb")
    #expect(try ChildProcess.run([folder.path + "/pb", "generate", "faces", folder.path]).status == 0)
    for name in Self.names { #expect(try link(name) == "pb") }
    #expect(
      try command.run("generate", "faces", "--program", folder.path + "/pb", folder.path).status == 0)
  }

  @Test func `What is not a link to pb stays, and none is made, unless it may be replaced`() throws {
    _ = try folder.file("xsel", Array("#!/bin/sh\n".utf8))
    let refused = try command.run("generate", "faces", folder.path)
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(refused.errors.contains("xsel exists and is not a link to pb. To replace it, use --replace."))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["xsel"])
    #expect(try command.run("generate", "faces", "--replace", folder.path).status == 0)
    for name in Self.names { #expect(try link(name) == BuiltCommand.path) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
  }

  @Test func `A folder of the name is never replaced, nor a link to another program`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/xclip", withDestinationPath: "/bin/sh")
    #expect(try command.run("generate", "faces", folder.path).status == 2)
    #expect(try link("xclip") == "/bin/sh")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/wl-copy", withIntermediateDirectories: false)
    let refused = try command.run("generate", "faces", "--replace", folder.path)
    #expect(refused.status == 2 && refused.errors.contains("wl-copy is a folder"))
    #expect(try link("xclip") == "/bin/sh")
  }

  @Test func `A folder is named for faces, and for nothing else`() throws {
    #expect(try command.run("generate", "faces").errors.contains("pb generate faces DIR"))
    #expect(try command.run("generate", "man", "x").status == 2)
    let closed = try command.run("generate", "faces", "/proc/none")
    #expect(closed.status == 2 && closed.errors.contains("/proc/none"))
  }
}
