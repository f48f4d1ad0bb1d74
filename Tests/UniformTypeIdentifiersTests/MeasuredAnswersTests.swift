import Testing
import UniformTypeIdentifiers

/// What Macs answer, and what Apple's own tables say where they agree.
@Suite("Answers measured on macOS") struct MeasuredAnswersTests {
  @Test("conforms(to:)", arguments: TypeFixtures.rows("measured-conformance.tsv"))
  func conformance(_ row: [String]) throws {
    let type = try #require(UTType(row[0]))
    let other = try #require(UTType(row[1]))
    #expect(type.conforms(to: other) == (row[2] == "true"))
  }

  @Test("UTType(filenameExtension:)", arguments: TypeFixtures.rows("measured-extensions.tsv"))
  func filenameExtensions(_ row: [String]) throws {
    let type = try #require(UTType(filenameExtension: row[0]))
    #expect(type.identifier == row[1])
    #expect(type.preferredFilenameExtension == row[2])
    #expect(UTType(filenameExtension: row[0].uppercased()) == type)
  }

  @Test("preferredMIMEType", arguments: TypeFixtures.rows("measured-mime-types.tsv"))
  func preferredMIMETypes(_ row: [String]) throws {
    let type = try #require(UTType(row[0]))
    #expect((type.preferredMIMEType ?? "") == row[1])
  }

  @Test("Dynamic identifiers", arguments: TypeFixtures.rows("measured-dynamic.tsv"))
  func dynamicIdentifiers(_ row: [String]) throws {
    let payload = try #require(DynamicIdentifier.payload(of: row[0]))
    #expect(String(decoding: payload, as: UTF8.self) == row[1])
    let decoded = try #require(DynamicIdentifier(row[0]))
    #expect(DynamicIdentifier(supertype: decoded.supertype, tags: decoded.tags).identifier == row[0])
  }

  @Test("The tables are there")
  func tables() {
    #expect(TypeFixtures.rows("measured-conformance.tsv").count == 60)
    #expect(TypeFixtures.rows("measured-extensions.tsv").count == 60)
    #expect(TypeFixtures.rows("measured-dynamic.tsv").count == 14)
    #expect(TypeFixtures.rows("measured-mime-types.tsv").count == 301)
  }
}
