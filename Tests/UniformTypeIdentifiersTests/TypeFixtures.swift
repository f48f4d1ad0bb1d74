import Foundation
import TypeDeclarations
import UniformTypeIdentifiers

extension UTType {
  /// The built-in types, whatever files there are on the machine that runs the tests.
  static let builtInTypes = declared.filter { $0.provenance?.authority.isBuiltIn == true }
}

/// Files of `Tests/Fixtures/types/`.
enum TypeFixtures {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/types")

  /// The rows of a table, without its comments.
  static func rows(_ name: String) -> [[String]] {
    let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }
}

/// A directory of its own for one test.
final class TemporaryDirectory {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "types-\(UUID().uuidString)")
      .path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
