import Foundation
import TestSupport
import Testing

/// An independent program that copies (python-xlib), and one that reads everything (python-xlib too).
struct ScriptedOwner {
  let process: ChildProcess

  /// Returns when it owns the clipboard.
  ///
  /// - Parameters:
  ///   - silent: targets that it lists and never answers.
  ///   - name: the class of its window.
  init(
    of contents: [(target: String, bytes: [UInt8])], silent: [String] = [], name: String = "Scripted",
    environment: [String: String?]
  ) throws {
    let task: [String: Any] = [
      "contents": contents.map { [$0.target, Data($0.bytes).base64EncodedString()] }, "silent": silent,
      "name": name,
    ]
    process = try ChildProcess(
      PythonPeer.command("owner"), environment: environment,
      input: Array(JSONSerialization.data(withJSONObject: task)))
    try #require(process.firstLine(timeout: .seconds(20)) == "owning")
  }

  /// Whether it has written a line since it began.
  func hasSaid(_ line: String) -> Bool { timesSaid(line) > 0 }

  /// The number of times that it has written a line.
  func timesSaid(_ line: String) -> Int {
    process.outputSoFar.split(separator: "\n").count { $0 == line[...] }
  }

  /// Everything that is on the clipboard, in the order in which it is listed; the protocol's own left out.
  static func read(environment: [String: String?]) throws -> [(target: String, bytes: [UInt8])] {
    let result = try ChildProcess.run(PythonPeer.command("reader"), environment: environment)
    let rows = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String]] ?? []
    return rows.map { ($0[0], Array(Data(base64Encoded: $0[1]) ?? Data())) }
  }
}
