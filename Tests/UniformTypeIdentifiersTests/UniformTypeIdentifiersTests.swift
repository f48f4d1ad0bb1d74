import Foundation
import Testing
import UniformTypeIdentifiers
@Test func samples() throws {
  func rows(_ n: String) throws -> [[String]] { try String(contentsOfFile: "shared/data/\(n)", encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) } }
  for r in try rows("conformance.tsv") {
    let a = try #require(UTType(r[0])), b = try #require(UTType(r[1]))
    #expect(a.conforms(to: b) == (r[2] == "true"), "\(r)")
  }
  for r in try rows("extensions.tsv") {
    let a = try #require(UTType(filenameExtension: r[0]))
    #expect(a.identifier == r[1]); #expect(a.preferredFilenameExtension == r[2], "\(r)")
  }
  for r in try rows("dynamic.tsv") {
    let d = try #require(DynamicIdentifier(r[0]))
    let p = String(decoding: DynamicIdentifier.payload(of: r[0])!, as: UTF8.self)
    #expect(p == r[1])
    #expect(DynamicIdentifier(supertype: d.supertype, tags: d.tags).identifier == r[0])
  }
  print(UTType.declared.count, UTType("dyn.ah62d4rv4ge8043a")!, UTType(mimeType: "Text/Plain; Charset=\"UTF-8\"")!, UTType(filenameExtension: "tar.gz") as Any)
}
