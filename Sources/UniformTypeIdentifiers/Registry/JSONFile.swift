package import System
package import TypeDeclarations

/// Files that people write, in JSON.
package enum JSONFile {
  /// Why a file is not used.
  package enum Problem: Error, CustomStringConvertible {
    case unreadable(SystemError)
    /// What is not understood, with the file and its line.
    case mistake(String)

    package var description: String {
      switch self {
      case .unreadable(let error): error.description
      case .mistake(let words): words
      }
    }
  }

  /// More bytes are none that people wrote.
  private static let limit = 1 << 20

  /// What a file says; nil if there is none.
  package static func read<Result>(
    _ path: String, _ interpret: (JSONValue) throws(JSONError) -> Result
  ) throws(Problem) -> Result? {
    guard (try? FileKind(path)) != nil else { return nil }
    let bytes = try rethrowing(as: Problem.unreadable) { () throws(SystemError) in
      try FileDescriptor(reading: path, waits: false).readToEnd(name: path, limit: limit)
    }
    do throws(JSONError) {
      return try interpret(try JSONValue.parse(bytes))
    } catch {
      throw .mistake("\(path):\(error.line): \(error.message)")
    }
  }
}
