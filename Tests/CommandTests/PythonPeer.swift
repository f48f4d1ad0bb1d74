import Foundation

/// Programs in Python that own and read the clipboard in ways of their own: `Tests/Peers`.
enum PythonPeer {
  /// The words that start one.
  static func command(_ name: String, _ arguments: String...) -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Peers/\(name).py")
    return ["/usr/bin/python3", file.path] + arguments
  }
}
