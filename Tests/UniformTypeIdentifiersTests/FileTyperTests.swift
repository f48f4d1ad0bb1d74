import Foundation
import TestSupport
import Testing

@testable import UniformTypeIdentifiers

/// What files are, by name and content together.
@Suite("Types of files")
struct FileTyperTests {
  private static let database = MIMECacheWriter(
    aliases: [:], parents: ["text/x-doc": ["text/plain"], "image/x-one": ["image/x-base"]],
    globs: [
      ("doc", "text/x-doc", 50), ("one", "image/x-one", 50), ("both", "image/x-two", 50),
      ("both", "image/x-one", 40), ("png", "image/png", 50),
    ],
    magic: [
      .init(type: "video/x-film", priority: 50, rules: [.init("FILM\u{0}", at: 0..<1)]),
      .init(type: "image/x-base", priority: 50, rules: [.init("BASE", at: 0..<1)]),
      .init(type: "application/x-sure", priority: 80, rules: [.init("SURE", at: 0..<1)]),
    ])

  private func mimeType(_ name: String, _ content: [UInt8]) throws -> String? {
    let directory = try TemporaryDirectory()
    try directory.write(Self.database.bytes(), to: "data/mime/mime.cache")
    try directory.write(content, to: name)
    var typer = FileTyper(database: MIMEDatabase(dataDirectories: [directory.path + "/data"]))
    return try typer.type(ofFileAt: directory.path + "/" + name)?.mimeType
  }

  @Test(arguments: [
    // A name that only one type has decides, unless a text's content is none.
    ("a.one", "SURE", "image/x-one"), ("a.doc", "SURE", "text/x-doc"), ("a.doc", "FILM\u{0}", "video/x-film"),
    ("a.doc", "\u{0}\u{1}\u{2}", "application/octet-stream"), ("a.doc", "", "text/x-doc"),
    // Between several the content decides, if it is one of them or sure of itself; else the weight.
    ("a.both", "BASE\u{0}", "image/x-one"), ("a.both", "words", "image/x-two"),
    ("a.both", "SURE\u{0}", "application/x-sure"),
    // Without a name, the content.
    ("none", "BASE\u{0}", "image/x-base"), ("none", "BASE jump", "text/plain"),
    ("none", "words", "text/plain"), ("none", "", "application/x-zerosize"),
    ("none", "\u{0}\u{1}", "application/octet-stream"),
    // What the database does not know: the registry's extensions, and signatures.
    ("a.swift", "let x = 1\n", "text/plain"), ("picture", "GIF89a\u{1}\u{0}", "image/gif"),
  ])
  func `Name and content together`(name: String, content: String, type: String) throws {
    #expect(try mimeType(name, Array(content.utf8)) == type)
  }

  private static let words = MIMECacheWriter(
    aliases: [:],
    parents: [
      "application/mbox": ["text/plain"], "message/rfc822": ["text/plain"],
      "application/x-doc": ["text/plain"],
    ],
    globs: [],
    magic: [
      .init(type: "audio/mpeg", priority: 50, rules: [.init("ID3", at: 0..<1)]),
      .init(type: "image/gif", priority: 50, rules: [.init("GIF8", at: 0..<1)]),
      .init(type: "video/quicktime", priority: 50, rules: [.init("moov", at: 4..<5)]),
      .init(type: "application/x-rar", priority: 50, rules: [.init("Rar!", at: 0..<1)]),
      .init(type: "application/pdf", priority: 50, rules: [.init("%PDF-", at: 0..<1025)]),
      .init(type: "image/x-xpixmap", priority: 50, rules: [.init("/* XPM */", at: 0..<1)]),
      .init(type: "application/mbox", priority: 20, rules: [.init("From ", at: 0..<1)]),
      .init(type: "message/rfc822", priority: 50, rules: [.init("Subject: ", at: 0..<1)]),
      .init(
        type: "text/x-patch", priority: 50, rules: [.init("diff ", at: 0..<1), .init("--- ", at: 0..<1)]),
      .init(type: "text/vnd.graphviz", priority: 50, rules: [.init("graph ", at: 0..<1)]),
      .init(type: "application/x-doc", priority: 40, rules: [.init("DOC", at: 0..<1)]),
    ])

  @Test(arguments: [
    ("ID3 tags", nil), ("GIF89a was a standard", nil), ("xxxxmoove on", nil), ("Rar! said the lion", nil),
    ("From now on we do", nil), ("A %PDF-1.4 header", nil),
    ("%PDF-1.4 is a version", nil), ("Subject: to change\nwithout notice", nil), ("diff is a tool", nil),
    ("--- dashes\ntext", nil), ("graph theory", nil), ("DOC brown", nil),
    ("ID3\u{3}\u{0}", "audio/mpeg"), ("GIF89a\u{1}\u{0}", "image/gif"),
    ("\u{0}\u{0}\u{0}\u{8}moov", "video/quicktime"),
    ("%PDF-1.4\n1 0 obj", "application/pdf"), ("/* XPM */\nstatic", "image/x-xpixmap"),
    ("From a@b.c Mon Nov 26 13:00:00 2026\nFrom: a@b.c\n\nText", "application/mbox"),
    ("Subject: a\nFrom: a@b.c\n\nText", "message/rfc822"), ("Subject: a\n long one\n", "message/rfc822"),
    ("diff --git a/x b/x\n", "text/x-patch"), ("--- a\n+++ b\n@@ -1 +1 @@\n", "text/x-patch"),
    ("graph {\n}", "text/vnd.graphviz"), ("DOC 2.1\nwords", "application/x-doc"),
  ])
  func `Words at the start of text make nothing else of it`(content: String, type: String?) throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.words.bytes(), to: "data/mime/mime.cache")
    var typer = FileTyper(database: MIMEDatabase(dataDirectories: [directory.path + "/data"]))
    #expect(typer.type(ofContent: Array(content.utf8)).mimeType == type ?? "text/plain")
  }

  @Test func `A link is what the file is that it leads to, by its name too`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Array("# Title\n".utf8), to: "notes.md")
    try directory.write(Array("# Title\n".utf8), to: "object")
    let links = [
      ("latest", "notes.md"), ("latest.txt", directory.path + "/notes.md"), ("chain", "latest"),
      ("page.md", "object"),
    ]
    for (link, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path + "/" + link, withDestinationPath: target)
      var typer = FileTyper(database: MIMEDatabase(dataDirectories: []))
      #expect(try typer.type(ofFileAt: directory.path + "/" + link)?.type == .markdown, "\(link)")
      #expect(
        try typer.type(ofFileAt: directory.path + "/" + link, followsLinks: false)?.type == .symbolicLink)
    }
  }

  @Test func `Without a database the registry and signatures tell`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Array("let x = 1\n".utf8), to: "a.swift")
    try directory.write(Array("%PDF-1.7\n%\u{80}".utf8), to: "paper")
    try directory.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], to: "a.swift.bak")
    try directory.write(Array("# Words\n".utf8), to: "words")
    var typer = FileTyper(database: MIMEDatabase(dataDirectories: []))
    func type(_ name: String) throws -> String? {
      try typer.type(ofFileAt: directory.path + "/" + name)?.type.identifier
    }
    #expect(try type("a.swift") == "public.swift-source")
    #expect(try type("paper") == "com.adobe.pdf")
    #expect(try type("a.swift.bak") == "public.png")
    #expect(try type("words") == "public.plain-text")
    for (name, shell, identifier) in [
      ("a.zsh", "zsh", "public.zsh-script"), ("a.tcsh", "tcsh", "public.tcsh-script"),
      ("a.command", "sh", "com.apple.terminal.shell-script"),
    ] {
      try directory.write(Array("#!/bin/\(shell)\necho\n".utf8), to: name)
      #expect(try type(name) == identifier)
    }
    #expect(try type("absent.md") == "net.daringfireball.markdown")
    #expect(try type("absent") == nil)
  }

  /// The desktop has one name for several types, and names for what no declared type is.
  @Test func `Of the types that the desktop calls by one name a file is that of its extension`() throws {
    let directory = try TemporaryDirectory()
    let database = MIMECacheWriter(
      aliases: [:], parents: [:],
      globs: [
        ("so", "application/x-sharedlib", 50), ("dll", "application/x-sharedlib", 50),
        ("ini", "text/plain", 50),
        ("m", "text/x-objcsrc", 50), ("m", "text/x-matlab", 50), ("war", "application/x-webarchive", 50),
        ("asx", "audio/x-ms-asx", 50), ("vsd", "application/vnd.visio", 50),
        ("vss", "application/vnd.visio", 50),
        ("ova", "application/x-virtualbox-ova", 50),
      ])
    try directory.write(database.bytes(), to: "data/mime/mime.cache")
    var typer = FileTyper(database: MIMEDatabase(dataDirectories: [directory.path + "/data"]))
    for (name, type) in [
      ("a.war", "com.sun.web-application-archive"), ("a.asx", "com.microsoft.advanced-stream-redirector"),
      ("a.vss", "com.omnigroup.foreign-types.ms-visio.stencil"), ("a.ova", "com.vmware.foreign.ovf"),
      ("a.vsd", "com.microsoft.visio.legacyformats.visioml.document"),
      ("a.so", "public.unix-executable"), ("a.dll", "com.microsoft.windows-dynamic-link-library"),
      ("a.ini", "com.microsoft.ini"), ("a.m", "public.objective-c-source"),
    ] {
      try directory.write(Array("words\n".utf8), to: name)
      #expect(try typer.type(ofFileAt: directory.path + "/" + name)?.type.identifier == type)
    }
  }

  @Test func `Of several names that of the declared type counts, unless the content says another`() throws {
    let directory = try TemporaryDirectory()
    let database = MIMECacheWriter(
      aliases: [:], parents: [:],
      globs: [
        ("otf", "application/vnd.oasis.opendocument.formula-template", 50), ("otf", "font/otf", 50),
        ("ts", "text/x-linguist", 50), ("ts", "video/mp2t", 50), ("m", "text/x-objcsrc", 50),
        ("m", "text/x-matlab", 50), ("mts", "video/mp2t", 50),
      ],
      magic: [.init(type: "text/x-matlab", priority: 50, rules: [.init("%", at: 0..<1)])])
    try directory.write(database.bytes(), to: "data/mime/mime.cache")
    var typer = FileTyper(database: MIMEDatabase(dataDirectories: [directory.path + "/data"]))
    for (name, type) in [
      ("absent.otf", "public.opentype-font"), ("absent.ts", "public.mpeg-2-transport-stream"),
      ("absent.mts", "public.avchd-mpeg-2-transport-stream"),
      ("absent.xcodeproj", "com.apple.xcode.project"), ("absent.framework", "com.apple.framework"),
    ] {
      #expect(try typer.type(ofFileAt: directory.path + "/" + name)?.type.identifier == type)
    }
    try directory.write(Array("const a: number = 1;\n".utf8), to: "a.ts")
    #expect(
      try typer.type(ofFileAt: directory.path + "/a.ts")?.type.identifier == "com.microsoft.typescript")
    try directory.write(Array("% A program of MATLAB\nx = 1;\n".utf8), to: "a.m")
    #expect(try typer.type(ofFileAt: directory.path + "/a.m")?.mimeType == "text/x-matlab")
    #expect(try typer.type(ofFileAt: directory.path + "/a.m")?.type.isDynamic == true)
  }

  /// A comment at the top, a declaration of XML, the header of an archive: many types begin so.
  @Test func `An extension tells more than what many types begin with`() throws {
    let directory = try TemporaryDirectory()
    let database = MIMECacheWriter(
      aliases: [:], parents: [:],
      globs: [("ts", "text/x-linguist", 50), ("ts", "video/mp2t", 50)],
      magic: [
        .init(type: "text/x-csrc", priority: 30, rules: [.init("//", at: 0..<1)]),
        .init(type: "application/xml", priority: 50, rules: [.init("<?xml", at: 0..<1)]),
        .init(type: "application/zip", priority: 40, rules: [.init("PK\u{3}\u{4}", at: 0..<1)]),
      ])
    try directory.write(database.bytes(), to: "data/mime/mime.cache")
    var typer = FileTyper(database: MIMEDatabase(dataDirectories: [directory.path + "/data"]))
    let archive = "PK\u{3}\u{4}" + String(repeating: "\u{0}", count: 40)
    for (name, content, type) in [
      ("a.swift", "// Copyright\nimport Foundation\n", "public.swift-source"),
      ("a.ts", "// c\nconst a: number = 1;\n", "com.microsoft.typescript"),
      ("a.plist", "<?xml version=\"1.0\"?><plist/>\n", "com.apple.property-list"),
      ("a.plist", "{ a = b; }\n", "com.apple.property-list"),
      ("a.psd", "// Words\n", "public.c-source"), ("a.pxd", "cdef int x\n", "public.plain-text"),
      ("a.usdz", archive, "com.pixar.universal-scene-description-mobile"),
      ("a.png", archive, "public.zip-archive"), ("a.swift", archive, "public.zip-archive"),
    ] {
      try directory.write(Array(content.utf8), to: name)
      #expect(try typer.type(ofFileAt: directory.path + "/" + name)?.type.identifier == type)
    }
    // The desktop has no name for these types.
    for (name, content, type) in [
      ("a.plist", "<?xml version=\"1.0\"?><plist/>\n", "application/xml"),
      ("a.usdz", archive, "application/zip"),
      ("a.plist", "{ a = b; }\n", "text/plain"),
    ] where UTType(filenameExtension: String(name.dropFirst(2)))?.exchangedMIMETypes.isEmpty == true {
      try directory.write(Array(content.utf8), to: name)
      #expect(try typer.type(ofFileAt: directory.path + "/" + name)?.mimeType == type)
    }
  }

  @Test func `A file is MacBinary only if its header says so`() throws {
    let directory = try TemporaryDirectory()
    var header = [UInt8](repeating: 0, count: 256)
    header[1] = 5
    try directory.write(header, to: "archive.bin")
    header[0] = 1
    try directory.write(header, to: "firmware.bin")
    var typer = FileTyper(database: MIMEDatabase(dataDirectories: []))
    #expect(
      try typer.type(ofFileAt: directory.path + "/archive.bin")?.type.identifier
        == "com.apple.macbinary-archive")
    #expect(try typer.type(ofFileAt: directory.path + "/firmware.bin")?.type == .data)
    #expect(UTType(filenameExtension: "bin")?.identifier == "com.apple.macbinary-archive")
  }

  @Test func `Folders, packages, links and pipes are what they are`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Array("GIF89a".utf8), to: "folder/picture")
    try directory.write([], to: "Some.app/Contents/Info.plist")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: directory.path + "/link", withDestinationPath: "folder/picture")
    try manager.createSymbolicLink(atPath: directory.path + "/dangling", withDestinationPath: "nowhere.png")
    try #require(mkfifo(directory.path + "/pipe", 0o600) == 0)
    var typer = FileTyper()
    func answer(_ name: String, followsLinks: Bool = true) throws -> FileTyper.Answer? {
      try typer.type(ofFileAt: directory.path + "/" + name, followsLinks: followsLinks)
    }
    #expect(try answer("folder")?.type == .folder)
    #expect(try answer("folder/")?.mimeType == "inode/directory")
    #expect(try answer("Some.app")?.type == .applicationBundle)
    #expect(try answer("link")?.type == .gif)
    #expect(try answer("link", followsLinks: false)?.type == .symbolicLink)
    #expect(try answer("dangling")?.type == .symbolicLink)
    #expect(try answer("pipe")?.mimeType == "inode/fifo")
    #expect(try answer("pipe")?.type.identifier == "public.named-pipe")
    #expect(try typer.type(ofFileAt: "/dev/null")?.type.identifier == "public.character-special")
    #expect(UTType(contentsOfFile: directory.path + "/link") == .gif)
    #expect(UTType(contentsOfFile: directory.path + "/absent") == nil)
  }
}
