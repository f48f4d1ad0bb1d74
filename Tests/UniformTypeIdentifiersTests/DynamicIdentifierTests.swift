import Testing
import TestSupport
import TypeDeclarations
import UniformTypeIdentifiers

@Suite("Dynamic identifiers") struct DynamicIdentifierTests {
  @Test(
    "Made as macOS makes them",
    arguments: [
      ("dyn.ah62d4rv4ge81k2p4", "public.data", TagClass.filenameExtension, "TAZ"),
      ("dyn.age80q55tr7vgc2pw", nil, .filenameExtension, "fooobaar"),
      ("dyn.ah62d4rv4gk81g7d3ru", "public.data", .osType, "styl"),
      ("dyn.ah62d4rv4gk81g45upuaa", "public.data", .osType, "skp"),
      ("dyn.ah62d4rv4gq80k3p0f3z0c8pbf71g87df", "public.data", .mimeType, "dev.kaya/note"),
      ("dyn.ah62d4rv4gu80k3p0f3z0c8pbf71g87df", "public.data", .pasteboardType, "dev.kaya/note"),
      ("dyn.ah62d4uv4ge804550", "public.image", .filenameExtension, "mov"),
      ("dyn.ah62d4qmxhk2x48xmsa", "public.content", .filenameExtension, "zip"),
      (
        "dyn.ah62d46dzqm0gw23srf4gn5m4ge8068dytf2gn3dgrf0gn25tr34gn5xysr2ge55bsmwhk8puqzsdy4xuq6",
        "public.item", .filenameExtension, "nxtypedfilecontentspboardtype:jpg"
      ),
    ] as [(String, String?, TagClass, String)])
  func encoding(_ identifier: String, _ supertype: String?, _ tagClass: TagClass, _ tag: String) throws {
    let made = DynamicIdentifier(supertype: supertype, tags: [.init(tagClass, tag)])
    #expect(made.identifier == identifier)
    #expect(DynamicIdentifier(identifier) == made)
    #expect(DynamicIdentifier(identifier.uppercased()) == made)
  }

  @Test("Two tags")
  func twoTags() throws {
    let made = DynamicIdentifier(
      supertype: "public.text", tags: [.init(.mimeType, "text/X-frob"), .init(.filenameExtension, "frob")])
    #expect(made.identifier == "dyn.ah62d4r34gq81k3p2su1zuppgsm10esvvhzxhe55c")
    #expect(DynamicIdentifier(made.identifier)?.tags == made.tags)
  }

  @Test(
    "Refused",
    arguments: [
      "dyn.ah62d4rv4gu8y", "dyn.agq80w5xcq7g", "dyn.ah62d4rv4ge81g6ek", "dyn.ah62d46rv4ge81a3dhq", "dyn.a",
      "dyn.example", "dyn.ah62d4rv4ge8043aa", "dyn.ah62d4rv4ge8043i",
      "dyn.a" + String(repeating: "h", count: 100_000),
    ])
  func refused(_ identifier: String) {
    #expect(DynamicIdentifier(identifier) == nil)
    #expect(UTType(identifier) == nil)
  }

  @Test("Any tags come back", arguments: 0..<40)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("abzAZ09.-_ :=,\\?;/\"'\u{0}éƒ🔥\n".unicodeScalars)
    for _ in 0..<100 {
      let tags = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let tagClass = TagClass.allCases.randomElement(using: &random) ?? .mimeType
        let length = Int.random(in: 1...(tagClass == .osType ? 4 : 20), using: &random)
        var value = String.UnicodeScalarView()
        for _ in 0..<length { value.append(alphabet.randomElement(using: &random) ?? "x") }
        // Trailing NULs of an OSType are what fills it up.
        while tagClass == .osType, value.last == "\0" { value.removeLast() }
        let string = value.isEmpty ? "x" : String(value)
        return DynamicIdentifier.Tag(tagClass, tagClass == .filenameExtension ? string.lowercased() : string)
      }
      let supertype: String? =
        [nil, "public.data", "public.movie", "com.apple.package", "com.example.a-b"]
        .randomElement(using: &random) ?? nil
      let made = DynamicIdentifier(supertype: supertype, tags: tags)
      let decoded = try #require(DynamicIdentifier(made.identifier), "seed \(seed): \(made)")
      #expect(decoded.supertype == supertype && decoded.tags == tags, "seed \(seed)")
    }
  }

  @Test("Any text is decoded or refused, and what is decoded says what it was made from", arguments: 0..<20)
  func hostile(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789")
    for _ in 0..<500 {
      let text = String(
        (0..<Int.random(in: 0...40, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a"
        })
      for identifier in ["dyn.a" + text, "dyn.ah62d4" + text] {
        guard let payload = DynamicIdentifier.payload(of: identifier) else { continue }
        #expect(payload.count == (identifier.utf8.count - 5) * 5 / 8, "seed \(seed)")
        if let decoded = DynamicIdentifier(identifier) {
          #expect(decoded.identifier == identifier && !(decoded.tags.isEmpty && decoded.supertype == nil))
        }
      }
    }
  }

  @Test("A dynamic type conforms to its supertype and what is above, nothing else")
  func conformance() throws {
    let data = try #require(UTType("dyn.ah62d4rv4ge81k2p4"))
    #expect(data.isDynamic && !data.isDeclared && data.state == .dynamic && !data.isPublic)
    #expect(data.supertypes == [.data, .item])
    #expect(data.conforms(to: .data) && data.conforms(to: .item) && data.conforms(to: data))
    #expect(!data.conforms(to: .content) && !UTType.data.conforms(to: data) && !data.isSubtype(of: data))
    #expect(UTType.data.isSupertype(of: data) && data.localizedDescription == nil)
    #expect(data.tags == [.filenameExtension: ["taz"]] && data.preferredFilenameExtension == "taz")
    let free = try #require(UTType("dyn.age80q55tr7vgc2pw"))
    #expect(free.supertypes.isEmpty && !free.conforms(to: .item))
  }

  @Test("An unknown tag gives a dynamic type with the asked supertype")
  func made() throws {
    let type = try #require(UTType(filenameExtension: "ZZunknown", conformingTo: .movie))
    #expect(type.isDynamic && type.conforms(to: .audiovisualContent))
    #expect(UTType(type.identifier) == type)
    let free = try #require(UTType(tag: "zzunknown", tagClass: .filenameExtension, conformingTo: nil))
    #expect(free.supertypes.isEmpty && free != type)
  }

  @Test("One string as MIME type and as pasteboard type are two types, as on a Mac")
  func oneString() throws {
    let mimeType = try #require(UTType("dyn.ah62d4rv4gq80k3p0f3z0c8pbf71g87df"))
    let pasteboardType = try #require(UTType("dyn.ah62d4rv4gu80k3p0f3z0c8pbf71g87df"))
    #expect(mimeType.identifier != pasteboardType.identifier)
    #expect(mimeType != pasteboardType && Set([mimeType, pasteboardType]).count == 2)
    #expect(!mimeType.conforms(to: pasteboardType) && mimeType.supertypes == pasteboardType.supertypes)
  }

  @Test("A stored identifier whose tag is declared by now stays one, and names the declared type")
  func resolved() throws {
    let stored = try #require(UTType("dyn.ah62d4rv4ge8043a"))
    #expect(stored.identifier == "dyn.ah62d4rv4ge8043a" && stored.isDynamic && !stored.isDeclared)
    #expect(stored != .markdown && !stored.conforms(to: .text) && stored.supertypes == [.data, .item])
    #expect(stored.declaredStandIn == .markdown)
    #expect(UTType.markdown.declaredStandIn == nil)
    let wrapped = DynamicIdentifier(supertype: "public.data", tags: [.init(.pasteboardType, "text/html")])
    #expect(UTType(wrapped.identifier)?.declaredStandIn == .html)
    // The supertype must fit: no image has the extension mov.
    #expect(UTType("dyn.ah62d4uv4ge804550")?.declaredStandIn == nil)
  }

  @Test("An identifier may say an empty tag, but no type is asked for by one")
  func emptyExtension() throws {
    let type = try #require(UTType("dyn.age8u"))
    #expect(type.isDynamic && type.tags == [.filenameExtension: [""]])
    #expect(UTType("dyn.agk8u")?.tags == [.osType: [""]] && UTType("dyn.agq8u")?.tags == [.mimeType: [""]])
    #expect(UTType(filenameExtension: "") == nil && UTType(mimeType: "") == nil)
    for tagClass in [UTTagClass.filenameExtension, .osType, .mimeType, .pasteboardType] {
      #expect(UTType.types(tag: "", tagClass: tagClass, conformingTo: nil).isEmpty)
    }
  }
}
