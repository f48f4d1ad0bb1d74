import Foundation
import TestSupport
import Testing

/// `pb recast --once` gives the next paste another form, and then brings back what was there, in all its forms.
@Suite("Recast: for one paste", .timeLimit(.minutes(2)))
final class RecastOnceTests: CommandSuite {
  private static let page = Array("<h1>Title</h1><p>a <b>b</b></p>".utf8)
  private static let copied: [(target: String, bytes: [UInt8])] = [
    ("text/html", page), ("application/x-own;format=\"1\"", sampleBytes(200_000)),
    ("UTF8_STRING", Array("é".utf8)), ("STRING", [0xE9]), ("text/plain", []), ("x-kind", [0, 1, 2, 0xFF]),
  ]

  private func forms() throws -> [String] {
    try ScriptedOwner.read(environment: server.environment).map { "\($0.target): \($0.bytes.hashValue)" }
  }

  /// Owners that go on for as long as the test.
  private var owners: [ScriptedOwner] = []

  @discardableResult
  private func copy(
    _ forms: [(target: String, bytes: [UInt8])] = copied, silent: [String] = []
  ) throws -> ScriptedOwner {
    let owner = try ScriptedOwner(of: forms, silent: silent, environment: server.environment)
    owners.append(owner)
    return owner
  }

  private func xclip(_ target: String = "UTF8_STRING") throws -> String {
    try pb.other("xclip", "-selection", "clipboard", "-o", "-t", target).text
  }

  @Test func `The next paste gets the form, and then everything is there again, byte for byte`() throws {
    let owner = try copy()
    let before = try forms()
    #expect(before.count == Self.copied.count)
    for (type, text) in [("plain", "é"), ("markdown", "# Title\n\na **b**\n")] {
      let result = try pb.run("recast", "--once", "-t", type)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(try !pb.run("show", "--targets").text.contains("html"))
      // A paste asks several times.
      for _ in 0..<3 { #expect(try xclip() == text) }
      #expect(try eventually { try forms() == before })
      #expect(try xclip("text/html") == String(decoding: Self.page, as: UTF8.self))
    }
    #expect(eventually { owner.hasSaid("lost") })
    // It stays there.
    #expect(try forms() == before)
  }

  @Test func `What nobody pastes waits, and another copy wins`() throws {
    try copy()
    #expect(try pb.run("recast", "--once", "-t", "plain").status == 0)
    Thread.sleep(forTimeInterval: 1.2)
    #expect(try !pb.run("show", "--targets").text.contains("html"))
    // The copy comes after a paste, and before what was there is back.
    #expect(try xclip() == "é")
    #expect(try pb.run("copy", "-t", "plain", input: Array("new".utf8)).status == 0)
    Thread.sleep(forTimeInterval: 1.2)
    #expect(try xclip() == "new")
  }

  @Test func `Recast again before the paste, it is made of what was there first`() throws {
    try copy()
    let before = try forms()
    #expect(try pb.run("recast", "--once", "-t", "plain").status == 0)
    #expect(try pb.run("recast", "--once").status == 0)
    #expect(try xclip() == "# Title\n\na **b**\n")
    #expect(try eventually { try forms() == before })
    #expect(try pb.run("recast", "--once", "-t", "plain").status == 0)
    #expect(try pb.run("recast").status == 0)
    #expect(try !pb.run("show", "--targets").text.contains("x-pasteboard-previous"))
    #expect(try xclip() == "# Title\n\na **b**\n")
  }

  @Test(arguments: ["x-kde-passwordManagerHint", "org.nspasteboard.ConcealedType"])
  func `A secret is a secret before and after`(mark: String) throws {
    try copy([
      ("UTF8_STRING", Array("hunter2".utf8)), (mark, Array("secret".utf8)), ("text/html", Self.page),
    ])
    let before = try forms()
    #expect(try pb.run("recast", "--once", "-t", "plain").status == 0)
    #expect(try pb.run("show", "--targets").text.contains("x-kde-passwordManagerHint"))
    #expect(try pb.run("show", "--targets", "--as-seen-by", "klipper").text.contains("UTF8_STRING") == false)
    #expect(try xclip() == "hunter2")
    #expect(try eventually { try forms() == before })
    #expect(try pb.run("show", "--json").text.contains("\"isSensitive\": true"))
    #expect(try pb.run("show", "--targets", "--as-seen-by", "klipper").text == mark + "\n")
  }

  @Test func `What cannot be held stays with its owner, untouched`() throws {
    let owner = try copy([("UTF8_STRING", Array("text".utf8))], silent: ["application/x-slow"])
    let result = try pb.run("recast", "--once", "-t", "plain")
    #expect(result.status == 2 && result.errors.contains("nothing was changed"), "\(result.errors)")
    #expect(!owner.hasSaid("lost"))
    let large = try folder.file("large", [UInt8](repeating: 7, count: 65 << 20))
    let type = "application/x-large=\(large)"
    #expect(try pb.run("copy", "-t", "plain", "--add", type, "-", input: [0x61]).status == 0)
    let refused = try pb.run("recast", "--once", "-t", "plain")
    #expect(refused.status == 2 && refused.errors.contains("64 MiB"), "\(refused.errors)")
    #expect(try pb.run("paste", "--raw", "application/x-large").output.count == 65 << 20)
  }

  @Test func `Our own copy comes back with all that was made of it, and follows rules again`() throws {
    #expect(try pb.run("copy", "-t", "markdown", input: Array("# *T*\n".utf8)).status == 0)
    let (before, seen) = (try forms(), try pb.run("show", "--targets", "--as-seen-by", "AbiWord").text)
    #expect(try pb.run("recast", "--once", "-t", "html").status == 0)
    #expect(try xclip("text/html").contains("<em>T</em>"))
    #expect(try eventually { try forms() == before })
    #expect(try pb.run("show", "--targets", "--as-seen-by", "AbiWord").text == seen)
    #expect(try pb.run("paste").text == "# *T*\n")
  }

  @Test func `Beside other managers and the service nobody fights`() throws {
    let service = try RunningService(arguments: ["--history", "5"])
    let manager = try ChildProcess(PythonPeer.command("keeping-text"), environment: service.environment)
    try #require(manager.firstLine(timeout: .seconds(20)) == "watching")
    let owner = try service.owner(of: Self.copied)
    #expect(eventually { owner.hasSaid("gave text/html") })
    let before = try service.contents()
    #expect(try service.pb("recast", "--once").status == 0)
    let paste = ["xclip", "-selection", "clipboard", "-o", "-t", "UTF8_STRING"]
    #expect(try ChildProcess.run(paste, environment: service.environment).text == "# Title\n\na **b**\n")
    #expect(try eventually { try service.contents() == before })
    Thread.sleep(forTimeInterval: 0.5)
    #expect(try service.contents() == before && manager.isRunning && service.process.isRunning)
  }
}
