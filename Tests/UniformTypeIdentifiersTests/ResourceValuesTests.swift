import Foundation
import Testing
import UniformTypeIdentifiers
import UniformTypeIdentifiersFoundation

/// The type of a file among its resource values, as programs for Apple's systems ask for it.
@Suite("Resource values") struct ResourceValuesTests {
  @Test func `The type of a file is one of its values`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pb-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "notes.md")
    try Data("# T\n".utf8).write(to: file)
    #expect(
      try file.resourceValues(forKeys: [.contentTypeKey]).contentType?.identifier
        == "net.daringfireball.markdown")
    let several = try file.resourceValues(forKeys: [.nameKey, .contentTypeKey])
    #expect(several.name == "notes.md" && several.contentType == file.contentType)
    #expect(try folder.resourceValues(forKeys: [.contentTypeKey]).contentType == .folder)
    #expect(try file.resourceValues(forKeys: [.nameKey]).contentType == nil)
  }
}
