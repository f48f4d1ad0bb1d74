import Foundation
import Testing
import TypeDeclarations
import UniformTypeIdentifiers

/// The list of all built-in declarations, so that none changes by accident.
@Suite("The built-in registry") struct DeclarationListTests {
  private static let file = TypeFixtures.folder.appending(path: "declarations.txt")

  /// A declaration on one line: what the registry files say, but for their layout.
  private func line(for type: UTType) -> String {
    let tags = type.tags.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key) = " + $0.value.map { "'\($0)'" }.joined(separator: " ") }
    let provenance = type.provenance
    let parts =
      [
        type.directSupertypes.map(\.identifier).joined(separator: " "), type.localizedDescription ?? "",
        "\(provenance?.authority.name ?? "") in \(provenance?.location.file ?? ""), \(provenance?.source ?? "")",
        type.referenceURL.map { "\($0)" } ?? "",
      ] + tags
    return "\(type) < \(parts.filter { !$0.isEmpty }.joined(separator: " | "))"
  }

  @Test("Every declaration is as listed in declarations.txt")
  func list() throws {
    let lines = UTType.builtInTypes.map { line(for: $0) }
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] != nil {
      try (lines.joined(separator: "\n") + "\n").write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init)
    let differences = lines.difference(from: expected).map { change in
      switch change {
      case .insert(_, let line, _): "+ " + line
      case .remove(_, let line, _): "- " + line
      }
    }
    #expect(
      differences.isEmpty, "If this is meant, run the test again with UPDATE_EXPECTED=1 in the environment.")
  }

  @Test("There are as many as promised, with a provenance each")
  func count() throws {
    #expect(UTType.builtInTypes.count >= 850)
    for type in UTType.builtInTypes {
      let provenance = try #require(type.provenance)
      #expect(provenance.location.file.hasSuffix(".json") && provenance.location.line > 0)
      #expect(provenance.source?.isEmpty == false && provenance.rivals.isEmpty)
    }
  }

  @Test("A line number leads to the declaration")
  func lines() throws {
    let registry = TypeFixtures.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "TypeRegistry/types")
    for type in [UTType.markdown, .png, .item, .zip] {
      let location = try #require(type.provenance?.location)
      let lines = try String(contentsOf: registry.appending(path: location.file), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines[location.line].contains("\"\(type.identifier)\""))
    }
  }
}
