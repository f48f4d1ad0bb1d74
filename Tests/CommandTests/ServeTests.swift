import Foundation
import TestSupport
import Testing

/// `pb serve` keeps what owners leave behind.
@Suite("Serve", .timeLimit(.minutes(2)))
struct ServeTests {
  private static let image = sampleBytes(200_000)
  private static let contents: [(target: String, bytes: [UInt8])] = [
    ("text/html", Array("<p>é <b>b</b></p>".utf8)), ("text/rtf", Array(#"{\rtf1 x\par}"#.utf8)),
    ("UTF8_STRING", Array("é b".utf8)), ("image/png", image),
  ]

  @Test func `Every format of an owner that is killed 200 ms after it copied is still there, byte for byte`()
    throws
  {
    let service = try RunningService()
    let owner = try service.owner(of: Self.contents)
    usleep(200_000)
    owner.process.kill(SIGKILL)
    #expect(try eventually { try service.pb("paste", "--raw", "UTF8_STRING").status == 0 })
    let kept = try service.contents()
    #expect(kept.count == Self.contents.count)
    for (target, bytes) in Self.contents { #expect(kept[target] == bytes, "\(target)") }
    #expect(service.process.isRunning)
  }

  @Test func `The last copy of a program that copies by one window is the one that is kept`() throws {
    let service = try RunningService()
    // It ends when the second has been read.
    let owner = try ChildProcess.run(PythonPeer.command("two-copies"), environment: service.environment)
    #expect(owner.status == 0)
    #expect(try eventually { try service.pb("paste").text == "second" })
  }

  @Test func `A copy whose process is told to end is handed over`() throws {
    let service = try RunningService()
    let copy = try ChildProcess(
      [BuiltCommand.path, "copy", "--foreground"], environment: service.environment,
      input: Array("# kept".utf8))
    #expect(try eventually { try service.pb("paste").text == "# kept" })
    copy.kill(SIGTERM)
    #expect(try copy.wait().status == 0)
    // The manager owns the clipboard once it has seen that nobody else does.
    #expect(try eventually { try service.pb("paste").text == "# kept" })
    #expect(service.process.isRunning)
  }

  @Test
  func `Pictures of any kind and a program's own types are kept, and of many formats those that serve all`()
    throws
  {
    let service = try RunningService()
    for (contents, absent) in [
      ([("image/x-icon", [0, 1]), ("image/tiff", [2]), ("x-program/own", [3]), ("_PRIVATE", [4])], nil),
      ([("image/png", Self.image), ("image/tiff", [2]), ("x-program/own", [3])], "image/tiff"),
    ] as [([(String, [UInt8])], String?)] {
      let owner = try service.owner(of: contents.map { (target: $0.0, bytes: $0.1) })
      // All that is kept must have been asked for before its owner dies.
      #expect(eventually { contents.allSatisfy { $0.0 == absent || owner.hasSaid("gave \($0.0)") } })
      owner.process.kill(SIGKILL)
      // A first answer may be the dying owner's, and the next one nobody's.
      var kept: [String: [UInt8]] = [:]
      #expect(
        try eventually {
          kept = try service.contents()
          return contents.allSatisfy { kept[$0.0] == ($0.0 == absent ? nil : $0.1) }
        })
      for (name, bytes) in contents { #expect(kept[name] == (name == absent ? nil : bytes), "\(name)") }
    }
  }

  @Test func `A secret is not kept`() throws {
    let service = try RunningService()
    #expect(
      try service.pb("copy", "--sensitive", "--clear-after", "0.5", input: "hunter2").status == 0)
    #expect(try service.pb("paste").text == "hunter2")
    #expect(try eventually { try service.pb("paste").status == 1 })
    #expect(service.process.isRunning)
  }

  @Test func `There is one manager only, and it ends when told`() throws {
    let first = try RunningService()
    let second = try first.pb("serve")
    #expect(second.status == 2 && second.errors.split(separator: "\n").count == 1)
    #expect(second.errors.contains("--replace"))
    first.process.kill(SIGTERM)
    #expect(try first.process.wait().status == 0)
  }

  /// A service that has taken over what an owner held who is gone.
  private func serviceHoldingContents() throws -> RunningService {
    let service = try RunningService()
    let owner = try service.owner(of: Self.contents)
    #expect(eventually { owner.hasSaid("gave image/png") })
    owner.process.kill(SIGKILL)
    #expect(try eventually { try service.pb("paste", "--raw", "image/png").status == 0 })
    return service
  }

  @Test func `A manager that is replaced says so, and what it holds goes on to the next`() throws {
    let first = try serviceHoldingContents()
    let second = try first.another("--replace")
    let end = try first.process.wait()
    #expect(end.status == 0 && end.text.contains("another clipboard manager took over"))
    #expect(try eventually { try first.pb("paste", "--raw", "image/png").output == Self.image })
    #expect(second.isRunning)
  }

  @Test func `What it holds when it ends is there again when it is started next, once`() throws {
    let first = try serviceHoldingContents()
    first.process.kill(SIGTERM)
    #expect(try first.process.wait().status == 0)
    #expect(try first.pb("paste").status == 1)
    let file = try #require(try files(in: first).first)
    let attributes = try FileManager.default.attributesOfItem(atPath: first.folder.path + "/" + file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)

    let second = try first.another()
    let kept = try first.contents()
    for (target, bytes) in Self.contents { #expect(kept[target] == bytes, "\(target)") }
    #expect(try files(in: first) == [])
    second.kill(SIGKILL)
    _ = try second.wait()
    _ = try first.another()
    #expect(try first.pb("paste").status == 1)
  }

  @Test func `A start that fails leaves what another one left`() throws {
    let first = try serviceHoldingContents()
    first.process.kill(SIGTERM)
    #expect(try first.process.wait().status == 0)
    let left = try files(in: first)
    #expect(left.count == 1)

    let manager = try RawOwner(on: first.server, selection: "CLIPBOARD_MANAGER") { _, _ in true }
    #expect(try first.pb("serve").status == 2)
    #expect(try files(in: first) == left)
    try manager.end()
    let second = try first.another()
    let kept = try first.contents()
    for (target, bytes) in Self.contents { #expect(kept[target] == bytes, "\(target)") }
    #expect(try files(in: first) == [])
    #expect(second.isRunning)
  }

  @Test func `What lies where it left its copy and is no file of its own does not hold it up`() throws {
    let first = try serviceHoldingContents()
    first.process.kill(SIGTERM)
    #expect(try first.process.wait().status == 0)
    let path = first.folder.path + "/" + (try #require(try files(in: first).first))

    for lies in [{ mkfifo(path, 0o600) }, { symlink("/dev/zero", path) }, { mkdir(path, 0o700) }] {
      unlink(path)
      #expect(lies() == 0)
      let next = try first.another()
      #expect(try first.pb("paste").status == 1)
      next.kill(SIGTERM)
      #expect(try next.wait().status == 0)
    }
  }

  private func files(in service: RunningService) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: service.folder.path).filter { $0 != "pasteboard" }
  }
}
