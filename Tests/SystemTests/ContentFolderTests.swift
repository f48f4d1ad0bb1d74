import Foundation
import Synchronization
import System
import Testing

/// Content that lies in a folder for programs that take a path.
@Suite("Content folder", .timeLimit(.minutes(1)))
struct ContentFolderTests {
  /// The paths of files that threads write into a new folder at the same time, each its own content.
  private func paths(writing contents: [[UInt8]]) throws -> Set<String> {
    let session = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: session, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: session) }
    let written = Mutex<Set<String>>([])
    DispatchQueue.concurrentPerform(iterations: contents.count) { number in
      let path = try? ContentFolder(in: session.path)
        .write(contents[number], stem: "text-0123abcd", suffix: ".txt")
      written.withLock { _ = $0.insert(path?.description ?? "failed") }
    }
    return written.withLock { $0 }
  }

  @Test(arguments: 1...40) func `The same content is one file, whoever writes it first`(round: UInt8) throws {
    let paths = try paths(writing: Array(repeating: [round], count: 12))
    #expect(paths.count == 1 && paths.first?.hasSuffix("/text-0123abcd.txt") == true, "\(paths)")
  }

  @Test func `Other content under the same name is another file`() throws {
    let paths = try paths(writing: (0..<12).map { [$0] })
    #expect(paths.count == 12 && !paths.contains("failed"), "\(paths)")
  }
}
