import Foundation
import Testing

/// What the libraries offer is explained where it is declared.
@Suite("Documentation of the libraries")
struct DocumentationTests {
  private static let sources = BuiltCommand.fixtures.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  private func files(of module: String) -> [URL] {
    let folder = Self.sources.appending(path: module)
    let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
    return paths.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
  }

  @Test(arguments: ["UniformTypeIdentifiers", "RichText", "X11Selections", "Pasteboard"])
  func `Every public declaration has a documentation comment`(module: String) throws {
    var count = 0
    for file in files(of: module) {
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      for (number, line) in lines.enumerated()
      where line.contains("public ") && !line.hasPrefix("//") && !line.contains("public import")
        && !line.hasPrefix("public extension") && !line.contains("\"")
      {
        let isDeclaration = line.prefix(while: { $0 != "{" && $0 != "=" }).split(separator: " ").contains(
          "public")
        guard isDeclaration else { continue }
        let before = lines[..<number].last { !$0.hasPrefix("@") } ?? ""
        #expect(before.hasPrefix("///"), "\(file.lastPathComponent):\(number + 1): \(line)")
        count += 1
      }
    }
    #expect(count > 20)
  }

  @Test func `Each library is a product`() throws {
    let manifest = try String(
      contentsOf: Self.sources.deletingLastPathComponent().appending(path: "Package.swift"), encoding: .utf8)
    for name in ["UniformTypeIdentifiers", "RichText", "X11Selections", "Pasteboard"] {
      #expect(manifest.contains(".library(name: \"\(name)\", targets: [\"\(name)\"])"))
    }
  }
}
