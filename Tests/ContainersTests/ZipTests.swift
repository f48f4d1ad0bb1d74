@testable import Containers
import TestSupport
import Testing

/// Archives as programs write them, and as others break them.
@Suite(.timeLimit(.minutes(1))) struct ZipTests {
  private static let limits = ZipLimits(size: 512 * 1024 * 1024)

  private static let text = Array((0..<2_000).map { "\($0) clipboards. " }.joined().utf8)

  private static func archive() -> [UInt8] {
    var writer = ZipWriter()
    writer.add("mimetype", Array("application/x-example".utf8), .stored)
    writer.add("word/text.xml", text)
    writer.add("Übersicht/ß.txt", Array("kurz".utf8))
    return writer.finish()
  }

  private static func contents(_ archive: ZipArchive, _ name: String) throws -> [UInt8] {
    try archive.contents(of: #require(archive[name]), limits: limits)
  }

  @Test func `What is written is read again, in the same bytes each time`() throws {
    let bytes = Self.archive()
    #expect(bytes == Self.archive())
    let archive = try ZipArchive(bytes)
    #expect(archive.entries.map(\.name) == ["mimetype", "word/text.xml", "Übersicht/ß.txt"])
    #expect(try Self.contents(archive, "word/text.xml") == Self.text)
    #expect(try Self.contents(archive, "Übersicht/ß.txt") == Array("kurz".utf8))
    #expect(archive["word/other.xml"] == nil)
    // OpenDocument's type is read at a fixed place.
    #expect(bytes[38...].starts(with: "application/x-example".utf8))
  }

  @Test func `Names are found whatever parts their folders`() throws {
    var writer = ZipWriter()
    writer.add("\\word\\document.xml", [1])
    let archive = try ZipArchive(writer.finish())
    #expect(archive["word/document.xml"] != nil)
    #expect(archive["/word/document.xml"] != nil)
  }

  @Test func `Names are found in other capitals, but where one is spelt so`() throws {
    var writer = ZipWriter()
    writer.add("WORD/Document.XML", [1])
    writer.add("a.xml", [2])
    writer.add("A.xml", [3])
    let archive = try ZipArchive(writer.finish())
    #expect(try Self.contents(archive, "word/document.xml") == [1])
    #expect(try Self.contents(archive, "a.xml") == [2])
    #expect(try Self.contents(archive, "A.xml") == [3])
  }

  @Test func `Of several entries of one name the last counts`() throws {
    var writer = ZipWriter()
    writer.add("a", [1])
    writer.add("a", [2])
    #expect(try Self.contents(ZipArchive(writer.finish()), "a") == [2])
  }

  @Test func `Bytes before an archive and a comment behind it do no harm`() throws {
    var bytes = Self.archive()
    bytes[bytes.count - 2] = 5
    bytes += Array("hello".utf8)
    #expect(try Self.contents(ZipArchive(bytes), "word/text.xml") == Self.text)
  }

  @Test func `An archive that was cut is read as far as it goes`() throws {
    let bytes = Self.archive()
    let archive = try ZipArchive(Array(bytes[..<(bytes.count - 40)]))
    #expect(try Self.contents(archive, "word/text.xml") == Self.text)
    let shorter = try ZipArchive(Array(bytes[..<1_500]))
    let read = try Self.contents(shorter, "word/text.xml")
    #expect(Self.text.starts(with: read) && read.count > 1_000)
  }

  @Test func `Sizes behind the content are found in the directory, or by the next header`() throws {
    var bytes = Self.archive()
    // The second entry's local header says nothing of its sizes, and that they follow.
    let header = 38 + "application/x-example".utf8.count
    bytes[header + 6] = 8
    for index in 14..<26 { bytes[header + index] = 0 }
    #expect(try Self.contents(ZipArchive(bytes), "word/text.xml") == Self.text)
    let directory = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x50, 0x4B, 0x01, 0x02]) })
    #expect(try Self.contents(ZipArchive(Array(bytes[..<directory])), "word/text.xml") == Self.text)
  }

  @Test func `Sizes of eight bytes are read where four do not say them`() throws {
    var writer = ZipWriter()
    writer.add("a.txt", Self.text, .stored)
    let bytes = writer.finish()
    let directory = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x50, 0x4B, 0x01, 0x02]) })
    func eight(_ number: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    var large = Array(bytes[..<directory])
    var entry = Array(bytes[directory..<(bytes.count - 22)])
    for index in 20..<28 { entry[index] = 0xFF }
    entry[30] = 20
    entry += [1, 0, 16, 0] + eight(Self.text.count) + eight(Self.text.count)
    large += entry
    let end64 = large.count
    large += [0x50, 0x4B, 0x06, 0x06] + eight(44) + [45, 0, 45, 0] + eight(0) + eight(1) + eight(1)
    large += eight(entry.count) + eight(directory)
    large += [0x50, 0x4B, 0x06, 0x07, 0, 0, 0, 0] + eight(end64) + [1, 0, 0, 0]
    large += [0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 4) + [0xFF, 0xFF, 0xFF, 0xFF]
    large += [UInt8](repeating: 0xFF, count: 8) + [0, 0]
    #expect(try Self.contents(ZipArchive(large), "a.txt") == Self.text)
  }

  @Test func `What is no archive is refused`() {
    for bytes in [[], Array("PK".utf8), Array("hello".utf8), [0xD0, 0xCF, 0x11, 0xE0]] as [[UInt8]] {
      #expect(throws: ContainerError.self) { try ZipArchive(bytes) }
    }
  }

  // MARK: Hostile archives

  @Test func `An encrypted entry is refused`() throws {
    var bytes = Self.archive()
    let directory = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x50, 0x4B, 0x01, 0x02]) })
    bytes[directory + 8] |= 1
    let archive = try ZipArchive(bytes)
    let error = #expect(throws: ContainerError.self) { try Self.contents(archive, "mimetype") }
    #expect(error?.code == .encrypted)
  }

  @Test func `A bomb is cut before it takes much memory`() throws {
    var writer = ZipWriter()
    writer.add("zeros", [UInt8](repeating: 0, count: 80 * 1024 * 1024))
    writer.add("few", [UInt8](repeating: 0, count: 10 * 1024 * 1024))
    let archive = try ZipArchive(writer.finish())
    let error = #expect(throws: ContainerError.self) { try Self.contents(archive, "zeros") }
    #expect(error?.code == .tooLarge)
    #expect(try Self.contents(archive, "few").count == 10 * 1024 * 1024)
    let small = ZipLimits(size: 1_000)
    let text = try ZipArchive(Self.archive())
    let entry = try #require(text["word/text.xml"])
    #expect(throws: ContainerError.self) { try text.contents(of: entry, limits: small) }
  }

  @Test(arguments: [
    (16, 1, false), (17, 40, true), (17, 50, false), (60, 200, false), (70, 200, true), (70, 400, false),
    (95, 500, false),
    (100, 500, true), (100, 3_000, false), (500, 5_000, true), (500, 14_000, false), (600, 60_000, true),
  ])
  func `The larger an entry becomes, the less it may have been compressed`(
    megabytes: Int, kilobytes: Int, isForbidden: Bool
  ) {
    #expect(Self.limits.forbid(megabytes << 20, from: kilobytes << 10) == isForbidden)
  }

  @Test func `Entries that lie in each other are dropped`() throws {
    var writer = ZipWriter()
    writer.add("a", Self.text)
    writer.add("b", Self.text)
    var bytes = writer.finish()
    let directory = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x50, 0x4B, 0x01, 0x02]) })
    // The second entry claims to be the first.
    for index in 0..<4 { bytes[directory + 47 + 42 + index] = 0 }
    #expect(try ZipArchive(bytes).entries.count == 1)
  }

  @Test func `Whatever bytes change, reading ends`() {
    var generator = SeededGenerator(seed: 18)
    let whole = Self.archive()
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 4..<bytes.count, using: &generator)
        bytes[index] =
          [0, 0xFF, 0x50, UInt8.random(in: 0...255, using: &generator)]
          .randomElement(using: &generator) ?? 0
      }
      if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0..<60, using: &generator)) }
      guard let archive = try? ZipArchive(bytes) else { continue }
      for entry in archive.entries {
        let read = try? archive.contents(of: entry, limits: ZipLimits(size: 1_000_000))
        #expect(read?.count ?? 0 <= 1_000_000)
      }
    }
  }
}
