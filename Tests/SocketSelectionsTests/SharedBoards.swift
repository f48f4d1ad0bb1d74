import Exchange
import Foundation
import SocketSelections
import System
import TestSupport
import Testing

/// Boards in memory that are shared at a socket, in a folder that goes away with the test.
final class SharedBoards: Sendable {
  let folder = FileManager.default.temporaryDirectory.path + "/pb-\(UUID().uuidString.prefix(8))"
  let near = Backend.memory()
  let server: SocketServer
  var path: String { folder + "/near" }

  /// - Parameter keepsCopies: whether what clients copy is fetched at once.
  init(_ rights: Rights = [.copy, .paste], keepsCopies: Bool = false) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var options = SocketServer.Configuration(near)
    options.rights = rights
    if keepsCopies { options.wanted = { $0 } }
    server = try SocketServer(at: folder + "/near", options)
  }

  deinit {
    server.stop(within: .seconds(5))
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The boards as a client has them.
  var far: Backend { .socket(path) }

  /// Copies on the server, so that there is something to lose.
  @discardableResult
  func copyNear(_ text: String) throws -> any Ownership {
    try near.serve(.general, Content(names: ["text/plain"]) { _ in Representation(bytes: Array(text.utf8)) })
    {}
  }

  /// The text that is on the server.
  func nearText() throws -> String {
    let reader = try near.read(.general, ReadOptions(timeout: .seconds(10)))
    return String(decoding: try reader.representation("text/plain", unchanged: false).bytes, as: UTF8.self)
  }

  /// A relay to the boards, and the backend that goes through it.
  func relay(_ options: String...) throws -> Relay { try Relay(self, options) }

  /// A network between the two sides (`Tests/Peers/relay.py`).
  final class Relay {
    let backend: Backend
    let process: ChildProcess

    init(_ boards: SharedBoards, _ options: [String]) throws {
      let path = boards.folder + "/relay-\(UUID().uuidString.prefix(8))"
      process = try ChildProcess(SharedBoards.peer("relay", [path, boards.path] + options))
      try #require(process.firstLine(timeout: .seconds(20)) == "listening")
      backend = .socket(path)
    }

    /// What is known of the connections that have ended.
    var connections: [(trips: Int, frames: Int)] {
      process.outputSoFar.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        guard words.first == "round", words.count == 5 else { return nil }
        return (Int(words[2]) ?? -1, Int(words[4]) ?? -1)
      }
    }
  }

  /// The words that start a peer in Python.
  static func peer(_ name: String, _ arguments: [String]) -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Peers/\(name).py")
    return ["/usr/bin/python3", file.path] + arguments
  }
}

/// Content of texts under names, and of nothing else.
func content(_ values: [(String, [UInt8])]) -> Content {
  Content(names: values.map(\.0)) { name in
    values.first { $0.0 == name }.map { Representation(bytes: $0.1) }
  }
}
