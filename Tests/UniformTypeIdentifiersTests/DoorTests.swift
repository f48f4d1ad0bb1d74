import Testing

@testable import UniformTypeIdentifiers

/// Whichever way a type is asked for, it is the same one.
@Suite("Doors to a type") struct DoorTests {
  private static let declared = UTType.declared

  @Test func `Its identifier, in any case, gives it back`() {
    #expect(Self.declared.count > 700)
    for type in Self.declared {
      #expect(UTType(type.identifier) == type)
      #expect(UTType(type.identifier.uppercased()) == type)
      #expect(UTType(identifier: type.identifier, allowUndeclared: true) == type)
      #expect(type.isDeclared && !type.isDynamic)
    }
  }

  @Test func `Each of its tags leads to it, among others that share it`() {
    let classes: [UTTagClass] = [.filenameExtension, .mimeType] + UTTagClass.others
    var count = 0
    for type in Self.declared {
      for tagClass in classes {
        for tag in type.tags[tagClass] ?? [] {
          count += 1
          let types = UTType.types(tag: tag, tagClass: tagClass, conformingTo: nil)
          #expect(types.contains(type), "\(type) by \(tagClass.rawValue) \(tag): \(types)")
          #expect(types.allSatisfy { $0.isDeclared })
          let one = UTType(tag: tag, tagClass: tagClass, conformingTo: nil)
          #expect(one.map { types.contains($0) } == true, "\(tag) gives \(String(describing: one))")
          // Below itself it is found, whoever else has the tag.
          let below = UTType.types(tag: tag, tagClass: tagClass, conformingTo: type)
          #expect(below.contains(type))
          #expect(below.allSatisfy { $0.conforms(to: type) })
        }
      }
    }
    #expect(count > 1_800)
  }

  @Test func `What it conforms to is the same by every question`() {
    for type in Self.declared {
      let supertypes = type.supertypes
      #expect(!supertypes.contains(type) && type.conforms(to: type))
      for supertype in supertypes {
        #expect(type.conforms(to: supertype) && type.isSubtype(of: supertype))
        #expect(supertype.isSupertype(of: type) && !supertype.conforms(to: type))
        #expect(supertype.supertypes.isSubset(of: supertypes), "\(type) below \(supertype)")
      }
    }
  }

  @Test func `The preferred tags are its own`() {
    for type in Self.declared {
      #expect(type.preferredFilenameExtension == type.tags[.filenameExtension]?.first)
      #expect(type.preferredMIMEType == type.tags[.mimeType]?.first)
    }
  }
}

extension UTTagClass {
  fileprivate static let others = [
    UTTagClass(rawValue: "com.apple.ostype"), UTTagClass(rawValue: "com.apple.nspboard-type"),
    UTTagClass(rawValue: "public.url-scheme"),
  ]
}
