import DBus
import FilePortal
import Foundation
import System
import TestSupport
import Testing

/// A folder that is removed with the last reference to it.
private final class TemporaryFolder {
  private let path = FileManager.default.temporaryDirectory.appending(path: "pb-portal-\(UUID().uuidString)")
    .path

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) throws -> [UInt8] {
    let file = path + "/" + name
    try Data().write(to: URL(filePath: file))
    return Array(file.utf8)
  }
}

/// Files through the document portal, and portals that do what they should not.
@Suite("Files through the document portal", .timeLimit(.minutes(1)))
struct DocumentPortalTests {
  private static func portal(_ portal: FakePortal, patience: Duration = .seconds(10)) -> DocumentPortal {
    DocumentPortal(bus: portal.address, patience: patience)
  }

  private static func files(_ count: Int, in folder: TemporaryFolder) throws -> [[UInt8]] {
    try (0..<count).map { try folder.file("file \($0) é") }
  }

  @Test(arguments: [1, 16, 40])
  func `Files that are offered are those that a key stands for`(count: Int) throws {
    let (fake, folder) = (try FakePortal(), try TemporaryFolder())
    let paths = try Self.files(count, in: folder)
    let transfer = try Self.portal(fake).transfer(of: paths)
    #expect(try Self.portal(fake).files(of: transfer.key) == paths)
    #expect(try Self.portal(fake).files(of: transfer.key + [0]) == paths)
    #expect(fake.fileCounts.max()! <= 16 && fake.fileCounts.reduce(0, +) == count)
  }

  @Test func `The portal forgets the files with the offer`() throws {
    let (fake, folder) = (try FakePortal(), try TemporaryFolder())
    var transfer: DocumentPortal.Transfer? = try Self.portal(fake).transfer(of: Self.files(2, in: folder))
    #expect(fake.keys.count == 1)
    withExtendedLifetime(transfer) {}
    transfer = nil
    #expect(eventually { fake.keys.isEmpty })
  }

  @Test func `A file that is gone, and too many, are not offered`() throws {
    let fake = try FakePortal()
    #expect(throws: DocumentPortal.Failure(reason: "a file is not there any more")) {
      try Self.portal(fake).transfer(of: [Array("/no/such/file".utf8)])
    }
    let many = Array(repeating: Array("/tmp".utf8), count: DocumentPortal.fileLimit + 1)
    #expect(throws: DocumentPortal.Failure.self) { try Self.portal(fake).transfer(of: many) }
    #expect(throws: DocumentPortal.Failure.self) { try Self.portal(fake).transfer(of: []) }
  }

  @Test(
    arguments: [
      [], Array(repeating: 0x31, count: 256), Array("1\u{1B}[2J".utf8), Array("1 2".utf8), [0xFF, 0xFE], [0],
      Array("1\n2".utf8), Array(repeating: 0x31, count: 1 << 20),
    ] as [[UInt8]])
  func `A key that is none is not asked for`(key: [UInt8]) throws {
    let fake = try FakePortal()
    #expect(throws: DocumentPortal.Failure(reason: "the key of the file transfer is damaged")) {
      try Self.portal(fake).files(of: key)
    }
    #expect(fake.calls.isEmpty)
  }

  /// An answer to the request for the files of a key.
  struct Attack: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let answer: FakePortal.Answer

    init(_ name: String, _ answer: @escaping FakePortal.Answer) {
      testDescription = name
      self.answer = { $0.member == "RetrieveFiles" ? answer($0) : nil }
    }
  }

  private static func paths(_ paths: [String]) -> FakePortal.Answer {
    { FakePortal.reply([.strings(paths)], to: $0) }
  }

  static let attacks = [
    Attack("no files", paths([])),
    Attack("a relative path", paths(["etc/passwd"])),
    Attack("an address", paths(["file:///etc/passwd"])),
    Attack("one path of many is none", paths(["/a", ""])),
    Attack("a long path", paths(["/" + String(repeating: "a", count: 5000)])),
    Attack("many paths", paths(Array(repeating: "/a", count: 20_000))),
    Attack("a number", { FakePortal.reply([.uint32(1)], to: $0) }),
    Attack("nothing", { FakePortal.reply([], to: $0) }),
    Attack("two lists", { FakePortal.reply([.strings(["/a"]), .strings(["/b"])], to: $0) }),
    Attack(
      "objects", { FakePortal.reply([.array(of: .basic(UInt8(ascii: "o")), [.objectPath("/a")])], to: $0) }),
    Attack("an error with sequences", { FakePortal.error("a.b", "\u{1B}[31m\u{9D}no\n", to: $0) }),
    Attack("silence", { _ in [] }),
    Attack(
      "the answer to another call",
      { call in
        var other = call
        other.serial = call.serial &+ 1000
        return FakePortal.reply([.strings(["/a"])], to: other)
      }),
    Attack("a message of a gibibyte", { _ in [0x6C, 2, 0, 1, 0, 0, 0, 0x40, 1, 0, 0, 0, 0, 0, 0, 0] }),
    Attack("no message", { _ in Array(repeating: 0xFF, count: 100) }),
    Attack("half a message", { FakePortal.reply([.strings(["/a"])], to: $0).dropLast(4) }),
  ]

  @Test(arguments: attacks)
  func `An answer that is none is refused, in time and in words`(attack: Attack) throws {
    let fake = try FakePortal(attack.answer)
    let failure = #expect(throws: DocumentPortal.Failure.self) {
      try Self.portal(fake, patience: .milliseconds(500)).files(of: Array("1000".utf8))
    }
    let reason = try #require(failure).reason
    #expect(!reason.isEmpty && reason.count < 300)
    #expect(reason.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(reason)")
  }

  @Test(arguments: ["REJECTED\r\n", "OK 1\r\nERROR\r\n", "OK", String(repeating: "x", count: 5000)])
  func `A bus that refuses the connection ends the request`(greeting: String) throws {
    let fake = try FakePortal(greeting: greeting)
    #expect(throws: DocumentPortal.Failure.self) {
      try Self.portal(fake, patience: .milliseconds(500)).files(of: Array("1000".utf8))
    }
  }

  @Test(arguments: ["", "unix:path=/no/such/socket", "tcp:host=localhost", "\u{1B}"])
  func `Without a bus there is no portal`(address: String) {
    #expect(throws: DocumentPortal.Failure.self) { try DocumentPortal(bus: address).files(of: [0x31]) }
    #expect(throws: DocumentPortal.Failure.self) { try DocumentPortal(bus: nil).files(of: [0x31]) }
  }
}
