import Testing
import UniformTypeIdentifiers

@Suite("Conformance") struct ConformanceTests {
  @Test("Supertypes are a set that is closed, and that never leads back", arguments: UTType.builtInTypes)
  func closure(_ type: UTType) {
    let supertypes = type.supertypes
    #expect(!supertypes.contains(type))
    #expect(supertypes.allSatisfy { $0.isDeclared }, "every supertype of a built-in type is declared")
    #expect(supertypes == type.directSupertypes.reduce(into: []) { $0.formUnion($1.supertypes.union([$1])) })
    for supertype in supertypes {
      #expect(type.conforms(to: supertype) && type.isSubtype(of: supertype))
      #expect(supertype.isSupertype(of: type) && !supertype.conforms(to: type))
    }
    #expect(type.conforms(to: type) && !type.isSubtype(of: type) && !type.isSupertype(of: type))
  }

  @Test("Conformance is being in the set of supertypes, for all pairs")
  func pairs() {
    let types = UTType.builtInTypes
    var wrong: [(UTType, UTType)] = []
    for type in types {
      let supertypes = type.supertypes
      for other in types where type.conforms(to: other) != (type == other || supertypes.contains(other)) {
        wrong.append((type, other))
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("Types with an extension are files or packages", arguments: UTType.builtInTypes)
  func files(_ type: UTType) {
    guard type.preferredFilenameExtension != nil else { return }
    let isFile = type.conforms(to: .data) || type.conforms(to: .directory)
    #expect(isFile || Self.functionalTypesWithExtensions.contains(type.identifier))
  }

  /// Declared by the platform itself without a physical supertype.
  private static let functionalTypesWithExtensions: Set = [
    "com.apple.bom-archive", "com.apple.application-placeholder",
  ]

  @Test("Subtypes mirror supertypes")
  func subtypes() {
    #expect(UTType.text.subtypes == UTType.declared.filter { $0.isSubtype(of: .text) })
    #expect(UTType.plainText.directSubtypes.contains(.utf8PlainText))
    #expect(!UTType.text.directSubtypes.contains(.utf8PlainText))
  }

  @Test("Rich and structured text is not plain text, tables and programs are")
  func text() {
    for type in [UTType.rtf, .html, .xml, .json, .yaml, .css, .svg] {
      #expect(type.conforms(to: .text) && !type.conforms(to: .plainText), "\(type)")
    }
    for type in [UTType.commaSeparatedText, .tabSeparatedText, .m3uPlaylist, .swiftSource, .markdown] {
      #expect(type.conforms(to: .plainText), "\(type)")
    }
    #expect(UTType.markdown.conforms(to: .utf8PlainText))
    #expect(!UTType.fileURL.conforms(to: .text) && !UTType.url.conforms(to: .content))
    #expect(!UTType.rtfd.conforms(to: .data) && !UTType.symbolicLink.conforms(to: .data))
    #expect(UTType.aliasFile.conforms(to: .data) && !UTType.audio.conforms(to: .movie))
  }

  @Test(
    "Other identifiers for Markdown are types of their own below it",
    arguments: [
      "public.markdown", "net.ia.markdown", "com.unknown.md", "io.typora.markdown", "pro.writer.markdown",
      "net.multimarkdown.text", "org.vim.markdown-file", "com.nutstore.down", "org.commonmark.markdown",
    ])
  func markdown(_ identifier: String) throws {
    let type = try #require(UTType(identifier))
    #expect(type != .markdown && type.isSubtype(of: .markdown))
  }

  @Test("Data and plain text are not the same as the MIME types that say nothing")
  func noEquivalence() {
    #expect(UTType(mimeType: "application/octet-stream") == .data)
    #expect(UTType.builtInTypes.filter { $0.tags[.mimeType]?.contains("text/plain") == true } == [.plainText])
    #expect(
      UTType.builtInTypes.filter { $0.tags[.mimeType]?.contains("application/octet-stream") == true } == [
        .data
      ])
  }

  @Test("Upper and lower case are the same in identifiers")
  func letterCase() throws {
    #expect(UTType("PUBLIC.Html") == .html)
    #expect(UTType("com.apple.iWork.Pages.sffpages")?.identifier == "com.apple.iwork.pages.sffpages")
  }

  @Test(
    "What is no identifier of a known type",
    arguments: ["", "public.nothing", "public.html ", "public html", "dyn.", "dyn.a", "dyn.b", "md", "a/b"])
  func unknown(_ identifier: String) {
    #expect(UTType(identifier) == nil)
    #expect(UTType(identifier: identifier, allowUndeclared: false) == nil)
  }

  @Test("A type that nothing declares")
  func undeclared() throws {
    let type = try #require(UTType(identifier: "com.Example.Note", allowUndeclared: true))
    #expect(type.identifier == "com.example.note" && type.state == .undeclared)
    #expect(!type.isDeclared && !type.isDynamic && !type.isPublic)
    #expect(type.supertypes.isEmpty && type.tags.isEmpty && type.localizedDescription == nil)
    #expect(type.conforms(to: type) && !type.conforms(to: .item))
    #expect(type == UTType(exportedAs: "com.example.note"))
    #expect(UTType(identifier: "no spaces please", allowUndeclared: true) == nil)
    #expect(UTType(identifier: "dyn.whatever", allowUndeclared: true) == nil)
    #expect(UTType(identifier: "public.html", allowUndeclared: true) == .html)
  }

  @Test("Every declared type has a description", arguments: UTType.builtInTypes)
  func descriptions(_ type: UTType) throws {
    let description = try #require(type.localizedDescription)
    #expect((3...90).contains(description.count))
  }
}
