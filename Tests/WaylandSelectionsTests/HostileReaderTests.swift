import Exchange
import Glibc
import Synchronization
import System
import TestSupport
import Testing

@testable import WaylandSelections

/// Programs that ask an owner and do not read, or go: others are served, and nothing is lost.
@Suite("Wayland: readers", .timeLimit(.minutes(2))) struct HostileReaderTests {
  private static let large = [UInt8](repeating: 0x61, count: 3 << 20)
  private static let content = Content(names: ["a/large", "b/small"]) { name in
    Representation(bytes: name == "a/large" ? large : [1, 2, 3])
  }

  private static func descriptorCount() -> Int {
    (3..<1024).count { fcntl(Int32($0), F_GETFD) >= 0 }
  }

  @Test func `A reader that does not read keeps nobody waiting`() throws {
    let compositor = try FakeCompositor()
    let server = try WaylandServer(.general, Self.content, on: compositor.display)
    let stuck = try (0..<20).map { _ in try FileDescriptor.pipe() }
    for pipe in stuck { compositor.ask("a/large", into: OpenFile(pipe.writing)) }
    let reader = try WaylandReader(.general, ReadOptions(timeout: .seconds(10)), on: compositor.display)
    #expect(try reader.representation("b/small", unchanged: false).bytes == [1, 2, 3])
    #expect(try reader.representation("a/large", unchanged: false).bytes == Self.large)
    for pipe in stuck { close(pipe.reading) }
    #expect(server.stop())
  }

  @Test func `A reader that goes ends its own pipe, and no program`() throws {
    let compositor = try FakeCompositor()
    let server = try WaylandServer(.general, Self.content, on: compositor.display)
    let before = Self.descriptorCount()
    for _ in 0..<10 {
      let gone = try FileDescriptor.pipe()
      close(gone.reading)
      compositor.ask("a/large", into: OpenFile(gone.writing))
      let half = try FileDescriptor.pipe()
      compositor.ask("a/large", into: OpenFile(half.writing))
      let file = FileDescriptor(number: half.reading)
      _ = try file.read(atMost: 70_000, name: "pipe")
    }
    let reader = try WaylandReader(.general, ReadOptions(timeout: .seconds(10)), on: compositor.display)
    #expect(try reader.representation("b/small", unchanged: false).bytes == [1, 2, 3])
    _ = consume reader
    try waitUntil { Self.descriptorCount() <= before }
    #expect(server.isOwner)
    #expect(server.stop())
  }

  @Test func `What is no pipe, or cannot be written to, is closed`() throws {
    let compositor = try FakeCompositor()
    let server = try WaylandServer(.general, Self.content, on: compositor.display)
    let before = Self.descriptorCount()
    compositor.ask("b/small", into: OpenFile(open("/dev/null", O_RDONLY)))
    compositor.ask("b/small", into: OpenFile(open("/dev/full", O_WRONLY)))
    compositor.ask("b/small", into: OpenFile(open("/", O_RDONLY)))
    let (reading, writing) = try FileDescriptor.pipe()
    compositor.ask("c/none", into: OpenFile(writing))
    #expect(try FileDescriptor(number: reading).readToEnd(name: "pipe") == [])
    try waitUntil { Self.descriptorCount() <= before }
    #expect(server.isOwner)
    #expect(server.stop())
  }

  @Test func `A descriptor may come before the message that it belongs to`() throws {
    let compositor = try FakeCompositor()
    let server = try WaylandServer(.general, Self.content, on: compositor.display)
    let (reading, writing) = try FileDescriptor.pipe()
    // Something that is gone, of which nobody knew.
    compositor.say(WireMessage(2, 1, [.word(999)]), files: [OpenFile(writing)])
    let source = try #require(compositor.source)
    compositor.say(WireMessage(source, 0, [.text(Array("b/small".utf8))]))
    #expect(try FileDescriptor(number: reading).readToEnd(name: "pipe") == [1, 2, 3])
    #expect(server.stop())
  }

  @Test(arguments: [0, 100]) func `Descriptors that are missing, or too many, end the connection`(
    count: Int
  ) throws {
    let compositor = try FakeCompositor()
    let before = Self.descriptorCount()
    let server = try WaylandServer(.general, Self.content, on: compositor.display)
    let source = try #require(compositor.source)
    for _ in 0..<count { compositor.say(WireMessage(2, 1, [.word(999)]), files: [OpenFile(dup(2))]) }
    compositor.say(WireMessage(source, 0, [.text(Array("b/small".utf8))]))
    try waitUntil { !server.isOwner }
    try waitUntil { Self.descriptorCount() <= before + 8 }
  }

  @Test func `More readers than are served at once let the oldest go`() throws {
    let compositor = try FakeCompositor()
    let server = try WaylandServer(.general, Self.content, on: compositor.display)
    let pipes = try (0..<200).map { _ in try FileDescriptor.pipe() }
    for pipe in pipes { compositor.ask("a/large", into: OpenFile(pipe.writing)) }
    let last = FileDescriptor(number: pipes[199].reading)
    #expect(try last.readToEnd(name: "pipe").count == Self.large.count)
    let first = FileDescriptor(number: pipes[0].reading)
    #expect(try first.readToEnd(name: "pipe").count < Self.large.count)
    for pipe in pipes[1..<199] { close(pipe.reading) }
    #expect(server.stop())
  }

  @Test func `What is asked for before the loss is delivered after it`() throws {
    let compositor = try FakeCompositor()
    let ended = Flag()
    let server = try WaylandServer(.general, Self.content, on: compositor.display) { ended.raise() }
    let (reading, writing) = try FileDescriptor.pipe()
    compositor.ask("a/large", into: OpenFile(writing))
    compositor.offer(["z/z": .bytes([])])
    try waitUntil { !server.isOwner }
    #expect(try FileDescriptor(number: reading).readToEnd(name: "pipe") == Self.large)
    try ended.wait()
  }

  @Test func `Reading one's own copy in the same process ends`() throws {
    let compositor = try FakeCompositor()
    let server = try WaylandServer(.general, Self.content, on: compositor.display)
    let before = Self.descriptorCount()
    for _ in 0..<20 {
      let reader = try WaylandReader(.general, ReadOptions(timeout: .seconds(10)), on: compositor.display)
      #expect(try reader.representation("a/large", unchanged: false).bytes == Self.large)
    }
    try waitUntil { Self.descriptorCount() <= before }
    #expect(server.stop())
  }

  @Test func `Text has the names of Wayland, all of them UTF-8, and the marker is not shown`() throws {
    let compositor = try FakeCompositor()
    let content = Content(
      names: [
        "text/html", "UTF8_STRING", "STRING", "text/plain", "COMPOUND_TEXT", "TEXT",
        "text/plain;charset=utf-8",
      ]
    ) { _ in Representation(bytes: Array("привет".utf8)) }
    let server = try WaylandServer(.general, content, on: compositor.display)
    let names = try #require(compositor.names())
    let shown = ["text/html", "text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT"]
    #expect(names == shown + [server.marker.name])
    let reader = try WaylandReader(.general, ReadOptions(timeout: .seconds(10)), on: compositor.display)
    #expect(try reader.names() == shown)
    #expect(try reader.representation("TEXT", unchanged: false).bytes == Array("привет".utf8))
    #expect(reader.owner()?.isOurs == true)
    #expect(server.stop())
  }
}
