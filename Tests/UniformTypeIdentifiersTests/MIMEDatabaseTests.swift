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
    ],
    literals: [("makefile", "text/x-makefile", 50), ("Core", "application/x-core", 50 | 0x100)],
    patterns: [("*.so.[0-9]*", "application/x-sharedlib", 60), ("*.[1-9]", "application/x-troff-man", 50)],
    magic: [
      .init(type: "application/x-shellscript", priority: 60, rules: [.init("#!/bin/sh", at: 0..<17)]),
      .init(
        type: "image/x-thing", priority: 50,
        rules: [.init("TH", at: 0..<1, within: [.init("v1", at: 4..<5), .init("v2", at: 4..<5)])]),
      .init(type: "image/x-low", priority: 40, rules: [.init("T", at: 0..<1, mask: [0xDF])]),
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

  @Test(
    "Names of files: whole ones, the longest suffix, other globs by their weight",
    arguments: [
      ("MAKEFILE", ["text/x-makefile"]), ("Core", ["application/x-core"]), ("core", []),
      ("a.tar.gz", ["application/x-compressed-tar"]), ("a.GZ", ["application/gzip"]),
      ("a.C", ["text/x-c++src"]), ("a.c", []), ("a.both", ["text/x-sub", "application/x-shellscript"]),
      ("x.thing", ["image/x-thing", "image/x-low"]), (".sh", ["application/x-shellscript"]),
      ("lib.so.3", ["application/x-sharedlib", "application/x-troff-man"]), ("sh", []), ("", []),
    ])
  func names(name: String, types: [String]) throws {
    let (database, directories) = try database([Self.sample.bytes()])
    #expect(database.types(ofFileNamed: name) == types && directories.count == 1)
  }

  @Test(
    "Content: values within ranges, under masks, with others within",
    arguments: [
      ("#!/bin/sh\n", "application/x-shellscript"), ("   #!/bin/sh", "application/x-shellscript"),
      (String(repeating: " ", count: 17) + "#!/bin/sh", nil), ("TH..v2", "image/x-thing"),
      ("TH..v3", "image/x-low"), ("t", "image/x-low"), ("TH", "image/x-low"), ("", nil), ("#!/bin/s", nil),
    ])
  func content(text: String, type: String?) throws {
    let (database, directories) = try database([Self.sample.bytes()])
    #expect(database.match(content: Array(text.utf8).span)?.type == type && directories.count == 1)
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
      _ = database.types(ofFileNamed: "Makefile.tar.gz")
      _ = database.match(content: Array("#!/bin/sh\n".utf8).span)
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
    for name in ["application/vnd.corel-draw", "application/x-applix-spreadsheet"] {
      #expect(UTType(desktopMIMEType: name)?.preferredMIMEType == name)
    }
    #expect(UTType(desktopFilenameExtension: "md") == .markdown)
    #expect(UTType(desktopFilenameExtension: "zzunheard")?.supertypes == [.data, .item])
  }
}
