import Foundation
import Testing
import TestSupport
@testable import UniformTypeIdentifiers

@Suite("The desktop's MIME database") struct MIMEDatabaseTests {
  private static let sample = MIMECacheWriter(
    aliases: [
      "application/x-pdf": "application/pdf", "text/x-sh": "application/x-shellscript",
      "text/rtf": "application/rtf",
    ],
    parents: [
      "application/x-shellscript": ["application/x-executable", "text/plain"],
      "image/x-thing": ["image/png"], "text/x-sub": ["application/x-shellscript"],
      "application/x-loop": ["application/x-pool"],
      "application/x-pool": ["application/x-loop"],
    ],
    globs: [
      ("sh", "application/x-shellscript", 50), ("sub", "text/x-sub", 50), ("both", "text/x-sub", 50),
      ("both", "application/x-shellscript", 50), ("thing", "image/x-low", 40), ("thing", "image/x-thing", 60),
      ("C", "text/x-c++src", 50 | 0x100), ("tar.gz", "application/x-compressed-tar", 50),
      ("gz", "application/gzip", 50),
    ])

  private func database(_ caches: [[UInt8]]) throws -> (MIMEDatabase, [TemporaryDirectory]) {
    let directories = try caches.map { bytes in
      let directory = try TemporaryDirectory()
      try directory.write(bytes, to: "mime/mime.cache")
      return directory
    }
    return (MIMEDatabase(dataDirectories: directories.map(\.path)), directories)
  }

  @Test("Aliases, both ways")
  func aliases() throws {
    let (database, directories) = try database([Self.sample.bytes()])
    #expect(database.synonyms(of: "application/x-pdf") == ["application/pdf"])
    #expect(database.synonyms(of: "application/pdf") == ["application/x-pdf"])
    #expect(database.synonyms(of: "image/none").isEmpty && directories.count == 1)
  }

  @Test("Names that say nothing have no synonyms")
  func noSynonyms() throws {
    let cache = MIMECacheWriter(
      aliases: ["text/x-all": "text/plain", "application/x-any": "application/octet-stream"], parents: [:],
      globs: [])
    let (database, directories) = try database([cache.bytes()])
    for name in ["text/plain", "text/x-all", "application/octet-stream", "application/x-any"] {
      #expect(database.synonyms(of: name).isEmpty && directories.count == 1)
    }
  }

  @Test("Subclasses, through aliases, and a cycle")
  func ancestors() throws {
    let (database, directories) = try database([Self.sample.bytes()])
    #expect(database.ancestors(of: "text/x-sh") == ["application/x-executable", "text/plain"])
    #expect(database.ancestors(of: "image/x-thing") == ["image/png"])
    #expect(database.ancestors(of: "text/x-unheard") == ["text/plain"])
    #expect(database.ancestors(of: "application/x-loop") == ["application/x-pool"] && directories.count == 1)
  }

  @Test("Globs by weight, without regard to case")
  func globs() throws {
    let (database, directories) = try database([Self.sample.bytes()])
    #expect(database.types(withExtension: "thing") == ["image/x-thing", "image/x-low"])
    #expect(database.types(withExtension: "THING") == ["image/x-thing", "image/x-low"])
    #expect(database.types(withExtension: "gz") == ["application/gzip"])
    #expect(database.types(withExtension: "c").isEmpty && database.types(withExtension: "hing").isEmpty)
    #expect(database.types(withExtension: "").isEmpty && directories.count == 1)
  }

  @Test("Extensions of a type's own, for names that lead to a declared type by way of them")
  func ownExtensions() throws {
    let (database, directories) = try database([Self.sample.bytes()])
    #expect(database.extensionsOfItsOwn(of: "application/x-shellscript") == ["both", "sh"])
    #expect(database.extensionsOfItsOwn(of: "text/x-sh") == ["both", "sh"])
    #expect(database.extensionsOfItsOwn(of: "text/x-sub") == ["sub"])
    // Shared with another type; case-sensitive; with a period inside.
    for name in ["image/x-thing", "text/x-c++src", "application/x-compressed-tar", "image/none"] {
      #expect(database.extensionsOfItsOwn(of: name).isEmpty && directories.count == 1)
    }
  }

  @Test("The more important directory comes first among equal weights")
  func directories() throws {
    let user = MIMECacheWriter(
      aliases: [:], parents: [:], globs: [("sh", "text/x-mine", 50), ("thing", "text/x-low", 10)])
    let (database, directories) = try database([user.bytes(), Self.sample.bytes()])
    #expect(database.types(withExtension: "sh") == ["text/x-mine", "application/x-shellscript"])
    #expect(database.types(withExtension: "thing") == ["image/x-thing", "image/x-low", "text/x-low"])
    #expect(directories.count == 2)
  }

  @Test("Without a database nothing is known")
  func none() {
    let database = MIMEDatabase(dataDirectories: ["/nowhere"])
    #expect(database.synonyms(of: "application/x-pdf").isEmpty && database.types(withExtension: "sh").isEmpty)
    #expect(database.ancestors(of: "image/png").isEmpty)
  }

  @Test("Damaged databases answer something or nothing, but never trap", arguments: 0..<10)
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let whole = Self.sample.bytes()
    let directory = try TemporaryDirectory()
    for _ in 0..<40 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        bytes[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count - 4, using: &random)) }
      try directory.write(bytes, to: "mime/mime.cache")
      let database = MIMEDatabase(dataDirectories: [directory.path])
      _ = database.synonyms(of: "application/x-pdf")
      _ = database.ancestors(of: "application/x-shellscript")
      _ = database.types(withExtension: "tar.gz")
      _ = database.extensionsOfItsOwn(of: "application/gzip")
    }
  }

  @Test("Types of the desktop get the nearest supertype that is declared")
  func desktopTypes() throws {
    #expect(UTType(desktopMIMEType: "text/html") == .html)
    let image = try #require(UTType(desktopMIMEType: "image/x-unheard-of"))
    #expect(image.isDynamic && image.conforms(to: .image) && image.preferredMIMEType == "image/x-unheard-of")
    let text = try #require(UTType(desktopMIMEType: "text/x-unheard-of"))
    #expect(text.isDynamic && text.conforms(to: .plainText))
    #expect(UTType(desktopMIMEType: "application/x-unheard-of")?.supertypes == [.data, .item])
    #expect(UTType(desktopMIMEType: "nonsense") == nil)
    #expect(UTType(desktopFilenameExtension: "md") == .markdown)
    #expect(UTType(desktopFilenameExtension: "zzunheard")?.supertypes == [.data, .item])
  }
}

/// Writes small `mime.cache` files, independently of the code that reads them.
private struct MIMECacheWriter {
  let aliases: [String: String]
  let parents: [String: [String]]
  let globs: [(suffix: String, type: String, weight: UInt32)]

  private final class Node {
    var children: [UInt32: Node] = [:]
    var leaves: [(type: String, weight: UInt32)] = []
  }

  func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    var strings: [String: UInt32] = [:]
    func number(_ value: UInt32) {
      bytes += [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
    }
    func set(_ value: UInt32, at offset: Int) {
      for index in 0..<4 { bytes[offset + index] = UInt8(value >> UInt32(24 - 8 * index) & 0xFF) }
    }
    number(1 << 16 | 2)
    for _ in 0..<9 { number(0) }
    let names = Set(
      aliases.flatMap { [$0.key, $0.value] } + parents.flatMap { [$0.key] + $0.value } + globs.map(\.type))
    for name in names.sorted() {
      strings[name] = UInt32(bytes.count)
      bytes += Array(name.utf8) + [0]
    }
    set(UInt32(bytes.count), at: 4)
    number(UInt32(aliases.count))
    for (alias, name) in aliases.sorted(by: { $0.key < $1.key }) {
      number(strings[alias] ?? 0)
      number(strings[name] ?? 0)
    }
    var lists: [String: UInt32] = [:]
    for (name, list) in parents.sorted(by: { $0.key < $1.key }) {
      lists[name] = UInt32(bytes.count)
      number(UInt32(list.count))
      list.forEach { number(strings[$0] ?? 0) }
    }
    set(UInt32(bytes.count), at: 8)
    number(UInt32(parents.count))
    for name in parents.keys.sorted() {
      number(strings[name] ?? 0)
      number(lists[name] ?? 0)
    }
    let root = Node()
    for glob in globs {
      var node = root
      for scalar in ("." + glob.suffix).unicodeScalars.reversed() {
        let child = node.children[scalar.value] ?? Node()
        node.children[scalar.value] = child
        node = child
      }
      node.leaves.append((glob.type, glob.weight))
    }
    // Children follow their parents, as in files of the real tool.
    func write(_ node: Node) -> (count: UInt32, offset: UInt32) {
      let offset = bytes.count
      for leaf in node.leaves {
        number(0)
        number(strings[leaf.type] ?? 0)
        number(leaf.weight)
      }
      let children = node.children.sorted { $0.key < $1.key }
      for child in children {
        number(child.key)
        number(0)
        number(0)
      }
      for (index, child) in children.enumerated() {
        let written = write(child.value)
        let place = offset + (node.leaves.count + index) * 12
        set(written.count, at: place + 4)
        set(written.offset, at: place + 8)
      }
      return (UInt32(node.leaves.count + children.count), UInt32(offset))
    }
    let tree = write(root)
    set(UInt32(bytes.count), at: 16)
    number(tree.count)
    number(tree.offset)
    return bytes
  }
}
