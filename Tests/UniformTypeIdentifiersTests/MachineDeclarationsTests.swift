import Foundation
import Testing
import TestSupport
import TypeDeclarations
import UniformTypeIdentifiers

/// Files of the machine: which of them count, and that none does harm.
@Suite("Declarations of the machine") struct MachineDeclarationsTests {
  private let home: TemporaryDirectory
  private let system: TemporaryDirectory
  private let cache: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    system = try TemporaryDirectory()
    cache = try TemporaryDirectory()
  }

  private func machine(caching: Bool = false) -> MachineDeclarations {
    MachineDeclarations(
      dataDirectories: [home.path, system.path], cacheDirectory: caching ? cache.path + "/deep/cache" : nil)
  }

  private func declare(_ text: String, in directory: TemporaryDirectory? = nil, name: String = "a.json")
    throws
  {
    try (directory ?? home).write(text, to: "pasteboard/types/\(name)")
  }

  private func conforms(_ table: TypeTable, _ identifier: String, to supertype: String) throws -> Bool {
    let position = try #require(table.position(of: identifier))
    let target = try #require(table.position(of: supertype))
    return table.isType(position, below: target)
  }

  private func preferred(_ table: TypeTable, _ key: String, _ tagClass: TagClass = .filenameExtension)
    -> String?
  {
    table.positions(tagged: key, class: tagClass).first.map { table.identifier(of: $0) }
  }

  private func expectBuiltInTypes(in table: TypeTable) throws {
    let builtIn = TypeTable.builtIn
    for position in 0..<builtIn.count {
      let there = try #require(table.position(of: builtIn.identifier(of: position)))
      #expect(table.isDeclared(there))
    }
    #expect(try conforms(table, "net.daringfireball.markdown", to: "public.utf8-plain-text"))
    #expect(preferred(table, "png") == "public.png")
  }

  @Test("Without files there is the built-in table, and nothing is written")
  func none() throws {
    let table = machine(caching: true).table()
    #expect(table.identity == TypeTable.builtIn.identity && table.count == TypeTable.builtIn.count)
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache.path).isEmpty)
    #expect(machine().check().isEmpty)
  }

  @Test("A declared type has its place among the built-in ones")
  func declared() throws {
    try declare(
      #"[{"identifier": "com.example.note", "conformsTo": ["net.daringfireball.markdown"], "extensions": ["note"]}]"#
    )
    let table = machine().table()
    #expect(try conforms(table, "com.example.note", to: "public.item"))
    #expect(try !conforms(table, "com.example.note", to: "public.image"))
    #expect(preferred(table, "note") == "com.example.note")
    let position = try #require(table.position(of: "com.example.note"))
    #expect(table.location(of: position)?.file == home.path + "/pasteboard/types/a.json")
    #expect(table.authority(of: position) == .exportedByFile)
    try expectBuiltInTypes(in: table)
    #expect(machine().check().isEmpty)
  }

  @Test(
    "Exported counts before imported, the user's files before the system's, both before the built-in types")
  func precedence() throws {
    try declare(
      #"[{"identifier": "com.example.a", "conformsTo": "public.image", "extensions": "ea", "declaration": "imported"}]"#
    )
    try declare(
      #"[{"identifier": "com.example.a", "conformsTo": "public.audio", "extensions": "eb", "declaration": "exported"}]"#,
      in: system)
    try declare(#"[{"identifier": "com.example.b", "conformsTo": "public.image"}]"#, name: "b.json")
    try declare(
      #"[{"identifier": "com.example.b", "conformsTo": "public.audio"}]"#, in: system, name: "b.json")
    try declare(
      #"[{"identifier": "com.adobe.pdf", "conformsTo": ["public.data", "public.image"], "declaration": "imported"}]"#,
      name: "c.json")
    let table = machine().table()
    #expect(try conforms(table, "com.example.a", to: "public.audio"))
    #expect(try !conforms(table, "com.example.a", to: "public.image"))
    #expect(try conforms(table, "com.example.b", to: "public.image"))
    #expect(try conforms(table, "com.adobe.pdf", to: "public.image"))
    // Tags are united, those of the declaration that counts first.
    let position = try #require(table.position(of: "com.example.a"))
    #expect(table.tags(of: position).map(\.tag) == ["eb", "ea"])
    #expect(
      preferred(table, "pdf") == "com.adobe.pdf"
        && preferred(table, "application/pdf", .mimeType) == "com.adobe.pdf")
    #expect(table.rivals(of: position).map(\.location.file) == [home.path + "/pasteboard/types/a.json"])
    #expect(machine().check().filter { $0.severity == .note }.count == 3)
    try expectBuiltInTypes(in: table)
  }

  @Test("Descriptions are inherited depth first, in declared order, also through a cycle")
  func descriptions() throws {
    try declare(
      """
      [{"identifier": "com.example.a", "conformsTo": ["com.example.b", "com.example.c"]},
       {"identifier": "com.example.b", "conformsTo": ["com.example.a", "com.example.d"]},
       {"identifier": "com.example.c", "description": "Near, but second"},
       {"identifier": "com.example.d", "conformsTo": ["com.example.e"]},
       {"identifier": "com.example.e", "description": "Far, but first"},
       {"identifier": "com.example.f", "conformsTo": ["com.example.nowhere"]}]
      """)
    let table = machine().table()
    func description(_ name: String) -> String? {
      table.position(of: "com.example." + name).flatMap { table.inheritedDescription(of: $0) }
    }
    #expect(description("a") == "Far, but first")
    // By way of its first supertype, whose first supertype is the type itself.
    #expect(description("b") == "Near, but second")
    #expect(description("c") == "Near, but second" && description("f") == nil)
  }

  @Test("A tag goes to the file's type first; the conflict is told")
  func conflict() throws {
    try declare(
      #"[{"identifier": "com.example.ts", "conformsTo": "public.source-code", "extensions": ["ts"]}]"#)
    let table = machine().table()
    #expect(preferred(table, "ts") == "com.example.ts")
    #expect(
      table.positions(tagged: "ts", class: .filenameExtension).map { table.identifier(of: $0) }
        .contains("public.mpeg-2-transport-stream"))
    let diagnostics = machine().check()
    #expect(diagnostics.count == 1 && diagnostics[0].severity == .warning)
    #expect(diagnostics[0].message.contains("'public.mpeg-2-transport-stream'"))
  }

  @Test("Cycles, undeclared supertypes and types that are no files are told, and answered")
  func cycles() throws {
    try declare(
      """
      [{"identifier": "com.example.a", "conformsTo": ["com.example.b"]},
       {"identifier": "com.example.b", "conformsTo": ["com.example.c"]},
       {"identifier": "com.example.c", "conformsTo": ["com.example.a", "public.text"]},
       {"identifier": "com.example.self", "conformsTo": ["com.example.self", "public.data"]},
       {"identifier": "com.example.lost", "conformsTo": ["com.example.nowhere"], "extensions": ["lost"]},
       {"identifier": "com.adobe.pdf", "conformsTo": ["com.example.a"]},
       {"identifier": "com.example.d", "conformsTo": ["com.adobe.pdf"]}]
      """)
    let table = machine().table()
    for (type, supertype) in [("a", "c"), ("c", "a"), ("b", "a")] {
      #expect(try conforms(table, "com.example." + type, to: "com.example." + supertype))
    }
    #expect(try conforms(table, "com.example.d", to: "public.text"))
    #expect(try conforms(table, "com.example.lost", to: "com.example.nowhere"))
    #expect(table.position(of: "com.example.nowhere").map { table.isDeclared($0) } == false)
    #expect(try !conforms(table, "com.example.a", to: "com.example.a"))
    let path = home.path + "/pasteboard/types/a.json"
    let diagnostics = machine().check()
    #expect(diagnostics.map(\.location.line) == diagnostics.map(\.location.line).sorted())
    let messages = diagnostics.map(\.description)
    #expect(
      messages.contains(
        "\(path):1: error: 'com.example.a' conforms to itself: 'com.example.a' → 'com.example.b' → 'com.example.c' → 'com.example.a'"
      ))
    #expect(messages.contains("\(path):4: warning: 'com.example.self' is declared to conform to itself"))
    #expect(
      messages.contains(
        "\(path):5: warning: 'com.example.lost' conforms to 'com.example.nowhere', which is not declared"))
    #expect(messages.contains { $0.hasPrefix("\(path):5: warning: 'com.example.lost' has an extension") })
    try expectBuiltInTypes(in: table)
  }

  @Test(
    "Types at random, with cycles and diamonds, are closed as a plain search closes them", arguments: 0..<6)
  func randomHierarchies(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var parents: [Int: [Int]] = [:]
    let count = 60
    for type in 0..<count {
      parents[type] = Array(
        Set(
          (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0..<count, using: &random) }
        ).subtracting([type])
      ).sorted()
    }
    let objects = (0..<count).map { type in
      let supertypes = (parents[type] ?? []).map { "\"com.example.t\($0)\"" }.joined(separator: ",")
      return "{\"identifier\": \"com.example.t\(type)\", \"conformsTo\": [\(supertypes)]}"
    }
    try declare("[\(objects.joined(separator: ","))]")
    let table = machine().table()
    for type in 0..<count {
      var reached: Set<Int> = []
      var pending = parents[type] ?? []
      while let next = pending.popLast() {
        if reached.insert(next).inserted { pending += parents[next] ?? [] }
      }
      for other in 0..<count where other != type {
        let answer = try conforms(table, "com.example.t\(type)", to: "com.example.t\(other)")
        #expect(answer == reached.contains(other), "seed \(seed): \(type) \(other)")
      }
    }
  }

  @Test("Hostile files give diagnostics and take nothing away")
  func hostile() throws {
    try declare("[" + String(repeating: "[", count: 100_000), name: "deep.json")
    try home.write([UInt8](repeating: 0x20, count: 50 << 20), to: "pasteboard/types/large.json")
    try home.write([0xFF, 0xFE, 0x5B, 0x00], to: "pasteboard/types/utf16.json")
    try home.write([0x5B, 0x22, 0xE9, 0x22, 0x5D], to: "pasteboard/types/latin1.json")
    try declare("", name: "empty.json")
    try declare(
      "<plist><dict><key>UTExportedTypeDeclarations</key><string>x</string></dict></plist>", name: "a.plist")
    try declare("not read at all", name: "notes.txt")
    try FileManager.default.createDirectory(
      atPath: home.path + "/pasteboard/types/folder.json", withIntermediateDirectories: true)
    try declare(
      #"[{"identifier": "public.data", "conformsTo": []}, {"identifier": "com.example.kept", "conformsTo": "public.text"}]"#,
      name: "public.json")
    let table = machine().table()
    try expectBuiltInTypes(in: table)
    #expect(try conforms(table, "public.data", to: "public.item"))
    #expect(try conforms(table, "com.example.kept", to: "public.data"))
    let diagnostics = machine().check()
    #expect(diagnostics.map(\.location.file) == diagnostics.map(\.location.file).sorted())
    let errors = diagnostics.filter { $0.severity == .error }
    let names = Set(errors.compactMap { $0.location.file.split(separator: "/").last.map(String.init) })
    #expect(
      names == [
        "deep.json", "large.json", "utf16.json", "latin1.json", "empty.json", "a.plist", "public.json",
      ])
  }

  @Test("Chains and fans beyond the limits end in time and memory, with a diagnostic")
  func limits() throws {
    let chain = (0..<600).map {
      #"{"identifier": "com.example.t\#($0)", "conformsTo": "com.example.t\#($0 + 1)"}"#
    }
    try declare("[\(chain.joined(separator: ",\n"))]")
    let table = machine().table()
    let first = try #require(table.position(of: "com.example.t0"))
    #expect(table.closure(of: first).count == TypeLimits.supertypes)
    try expectBuiltInTypes(in: table)
    let diagnostics = machine().check()
    #expect(
      diagnostics.contains {
        $0.severity == .error && $0.message.contains("more than \(TypeLimits.supertypes) supertypes")
      })
    #expect(diagnostics.count <= TypeLimits.diagnostics + 1)
  }

  @Test("The compiled table is kept, and made anew when a file changes")
  func caching() throws {
    let file = cache.path + "/deep/cache/types.table"
    try declare(#"[{"identifier": "com.example.a", "conformsTo": "public.text"}]"#)
    #expect(try conforms(machine(caching: true).table(), "com.example.a", to: "public.text"))
    let kept = try Data(contentsOf: URL(filePath: file))
    let keptTable = PermanentBytes(copying: Array(kept)).unsealed.flatMap(TypeTable.init)
    #expect(keptTable?.position(of: "com.example.a") != nil)
    #expect(machine(caching: true).table().identity == keptTable?.identity)

    try declare(#"[{"identifier": "com.example.a", "conformsTo": "public.image"}]"#)
    #expect(try conforms(machine(caching: true).table(), "com.example.a", to: "public.image"))
    #expect(try Data(contentsOf: URL(filePath: file)) != kept)

    // Anyone could have written it: it is not used, but replaced.
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
    #expect(try conforms(machine(caching: true).table(), "com.example.a", to: "public.image"))
    let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
  }

  @Test("A cache that is damaged anywhere is made anew", arguments: UInt64(0)..<40)
  func damagedCache(seed: UInt64) throws {
    let file = URL(filePath: cache.path + "/deep/cache/types.table")
    try declare(#"[{"identifier": "com.example.a", "conformsTo": "public.text"}]"#)
    _ = machine(caching: true).table()
    let whole = try Data(contentsOf: file)
    var random = SeededGenerator(seed: seed)
    var damaged = whole
    switch seed % 4 {
    case 0: damaged.removeLast(Int.random(in: 1..<whole.count, using: &random))
    case 1: damaged.append(0)
    default:
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        damaged[Int.random(in: 0..<whole.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      }
    }
    try damaged.write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    #expect(try conforms(machine(caching: true).table(), "com.example.a", to: "public.text"))
    #expect(try Data(contentsOf: file) == whole)
  }

  @Test("A cache that cannot be written is done without")
  func unwritableCache() throws {
    try declare(#"[{"identifier": "com.example.a", "conformsTo": "public.text"}]"#)
    try cache.write("a file", to: "deep")
    #expect(try conforms(machine(caching: true).table(), "com.example.a", to: "public.text"))
  }

  @Test("A damaged table answers something or nothing, but never traps", arguments: 0..<8)
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let declarations = (0..<40).map { number in
      var declaration = TypeDeclaration(
        identifier: "com.example.t\(number)", authority: .exportedByFile,
        location: SourceLocation(file: "a.json", line: number))
      declaration.supertypes = number > 0 ? ["com.example.t\(number / 2)"] : []
      declaration.tags = [.filenameExtension: ["e\(number)", "shared"]]
      return declaration
    }
    let whole = try #require(TableWriter.table(of: TypeHierarchy(declarations)))
    #expect(TypeTable(PermanentBytes(copying: Array(whole.dropLast()))) == nil)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<20 {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      guard let table = TypeTable(PermanentBytes(copying: bytes)) else { continue }
      for position in [-1, 0, 5, 39, 1 << 40] {
        _ = table.declaration(of: position)
        _ = table.isType(position, below: 0)
        _ = table.closure(of: position)
        _ = table.rivals(of: position)
      }
      _ = table.position(of: "com.example.t7")
      _ = table.positions(tagged: "shared", class: .filenameExtension)
      _ = table.identity
    }
  }

  @Test("The built-in table gives back what it was compiled from")
  func lossless() throws {
    let table = TypeTable.builtIn
    let declarations = (0..<table.count).compactMap { table.declaration(of: $0) }
    #expect(declarations.count == UTType.declared.count)
    let again = try #require(TableWriter.table(of: TypeHierarchy(declarations)))
    let copy = try #require(TypeTable(PermanentBytes(copying: again)))
    #expect((0..<copy.count).compactMap { copy.declaration(of: $0) } == declarations)
  }
}
