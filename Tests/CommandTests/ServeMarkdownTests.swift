import Foundation
import TestSupport
import Testing

/// `pb serve` offers Markdown that programs copy in every format, and leaves all else alone.
@Suite("Serve: Markdown", .timeLimit(.minutes(2)))
struct ServeMarkdownTests {
  private static let markdown = Array("Title\n=====\n\nSome _words_ é.\n".utf8)
  private static let own = sampleBytes(200_000)

  @Test func `Declared Markdown is offered in every format beside all that its owner offers`() throws {
    let service = try RunningService()
    let offered: [(target: String, bytes: [UInt8])] = [
      ("application/x-editor-own", Self.own), ("text/markdown", Self.markdown),
      ("UTF8_STRING", Array("its own text".utf8)), ("STRING", [0x63, 0xE9]),
    ]
    let owner = try service.owner(of: offered)
    #expect(eventually { owner.hasSaid("lost") })
    let read = try ScriptedOwner.read(environment: service.environment)
    // What the owner offered comes first, in its order, bit for bit.
    #expect(read.prefix(4).map(\.target) == offered.map(\.target))
    for (offer, found) in zip(offered, read) { #expect(found.bytes == offer.bytes) }
    let contents = Dictionary(read.map { ($0.target, $0.bytes) }) { first, _ in first }
    #expect(String(decoding: contents["text/html"] ?? [], as: UTF8.self).contains("<em>words</em>"))
    #expect(contents["text/rtf"]?.starts(with: Array(#"{\rtf"#.utf8)) == true)
    #expect(contents["text/richtext"] == contents["text/rtf"])
    #expect(try service.pb("paste").output == Self.markdown)
    // The owner may go now.
    owner.process.kill(SIGKILL)
    _ = try owner.process.wait()
    #expect(try service.contents()["application/x-editor-own"] == Self.own)
  }

  @Test(
    arguments: [
      ["UTF8_STRING", "text/html"], ["text/markdown", "text/html", "text/rtf"],
      // Qt's Markdown is made of the rich text.
      ["text/html", "text/markdown", "application/vnd.oasis.opendocument.text"],
    ])
  func `What is no Markdown, lacks nothing or is generated stays with its owner`(targets: [String]) throws {
    let service = try RunningService()
    let owner = try service.owner(of: targets.map { ($0, Self.markdown) })
    let kept = targets.last { $0.hasPrefix("text/") || $0 == "UTF8_STRING" } ?? ""
    #expect(eventually { owner.hasSaid("gave \(kept)") })
    let read = try ScriptedOwner.read(environment: service.environment)
    #expect(read.map(\.target) == targets)
    #expect(!owner.hasSaid("lost"))
  }

  @Test func `A copy of which something cannot be read stays with its owner`() throws {
    let service = try RunningService()
    let owner = try service.owner(
      of: [("text/markdown", Self.markdown), ("UTF8_STRING", Self.markdown)],
      silent: ["application/x-slow"])
    #expect(eventually { owner.hasSaid("gave UTF8_STRING") })
    // The next copy is read when this one has been seen to, in the second that the silence takes.
    #expect(try service.pb("paste", "--raw", "text/markdown").output == Self.markdown)
    try service.copyAndKeep("next")
    let said = owner.process.outputSoFar.split(separator: "\n")
    #expect(said.filter { $0 == "lost" }.count == 1, "only to the next copy")
  }

  @Test func `What the command was told to leave out stays out`() throws {
    let service = try RunningService()
    #expect(try service.pb("copy", "-t", "markdown", "--only", "markdown", input: "# T").status == 0)
    try service.copyAndKeep("first")
    #expect(try service.pb("copy", "-t", "markdown", "--only", "markdown", input: "# T").status == 0)
    #expect(try service.pb("paste", "--raw", "text/html").status == 1)
    #expect(
      try service.contents().keys.sorted() == [
        "application/x-pasteboard-source", "net.daringfireball.markdown", "text/markdown", "text/x-markdown",
      ])
  }

  @Test func `Markdown that was taken over is there in every format after a restart`() throws {
    let service = try RunningService()
    let owner = try service.owner(of: [("text/markdown", Self.markdown)])
    #expect(eventually { owner.hasSaid("lost") })
    service.process.kill(SIGTERM)
    #expect(try service.process.wait().status == 0)
    let next = try service.another()
    let contents = try service.contents()
    #expect(contents["text/markdown"] == Self.markdown)
    #expect(contents["text/rtf"]?.starts(with: Array(#"{\rtf"#.utf8)) == true)
    #expect(next.isRunning)
  }

  private static let rules = """
    {"applications": [{"name": "Plain editor", "match": {"class": ["plaineditor"]},
      "asOwner": {"plainTextIsMarkdown": true}}]}
    """

  @Test func `A program that a rule names copies Markdown as plain text`() throws {
    let service = try RunningService(rules: Self.rules)
    let owner = try service.owner(of: [("UTF8_STRING", Self.markdown)], name: "PlainEditor")
    #expect(eventually { owner.hasSaid("lost") })
    let contents = try service.contents()
    #expect(contents["text/markdown"] == Self.markdown && contents["UTF8_STRING"] == Self.markdown)
    #expect(String(decoding: contents["text/html"] ?? [], as: UTF8.self).contains("<em>words</em>"))
    try service.copyAndKeep("*not* Markdown by any rule")
    #expect(try service.contents().keys.sorted() == ["UTF8_STRING"])
  }

  @Test func `Rules are read anew on SIGHUP, and the service manager is told`() throws {
    let socket = try NotifySocket()
    let service = try RunningService(environment: ["NOTIFY_SOCKET": socket.name])
    #expect(socket.receive()?.contains("READY=1\nSTATUS=") == true)
    let before = try service.owner(of: [("UTF8_STRING", Self.markdown)], name: "PlainEditor")
    #expect(eventually { before.hasSaid("gave UTF8_STRING") })

    _ = try service.folder.file("pasteboard/applications.json", Array(Self.rules.utf8))
    service.process.kill(SIGHUP)
    let reloading = socket.receive() ?? ""
    #expect(reloading.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
    #expect(socket.receive()?.hasPrefix("READY=1\n") == true)
    #expect(!before.hasSaid("lost"))
    let after = try service.owner(of: [("UTF8_STRING", Self.markdown)], name: "PlainEditor")
    #expect(eventually { after.hasSaid("lost") })

    _ = try service.folder.file("pasteboard/applications.json", Array("{\n\"applications\": [\n".utf8))
    service.process.kill(SIGHUP)
    _ = (socket.receive(), socket.receive())
    #expect(service.process.outputSoFar.contains("applications.json:3:"))
    #expect(service.process.isRunning)
    service.process.kill(SIGTERM)
    #expect(socket.receive()?.hasPrefix("STOPPING=1") == true)
    #expect(try service.process.wait().status == 0)
  }

  @Test func `The service manager's socket may have an abstract name`() throws {
    let socket = try NotifySocket(isAbstract: true)
    let service = try RunningService(environment: ["NOTIFY_SOCKET": socket.name])
    #expect(socket.receive()?.hasPrefix("READY=1\n") == true)
    #expect(service.process.isRunning)
  }

  @Test func `A program that puts its own copy back is not fought`() throws {
    let service = try RunningService()
    let result = try ChildProcess.run(PythonPeer.command("overtaken-owner"), environment: service.environment)
    #expect(result.text == "1\n")
  }
}

/// The socket of a service manager.
private final class NotifySocket {
  let name: String
  private let descriptor: Int32
  private let path: String?

  init(isAbstract: Bool = false) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    try #require(descriptor >= 0)
    let plain = "/tmp/pb-notify-\(UUID().uuidString.prefix(8))"
    name = isAbstract ? "@" + plain : plain
    path = isAbstract ? nil : plain
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(name.utf8)
    if isAbstract { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    try #require(bound == 0)
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    close(descriptor)
    if let path { unlink(path) }
  }

  /// The next message; nil if none comes in 20 seconds.
  func receive() -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
