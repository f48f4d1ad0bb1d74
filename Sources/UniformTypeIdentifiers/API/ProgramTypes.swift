import Synchronization

/// The types that the program has named as its own, or as another's, which nothing declares.
enum ProgramTypes {
  private static let types = Mutex<[String: UTType]>([:])

  /// The type with an identifier in lower case.
  static func type(_ identifier: String) -> UTType? {
    types.withLock { $0[identifier] }
  }

  /// Makes a type known, unless it would be its own supertype.
  static func add(_ type: UTType) {
    guard type.assumedSupertype?.conforms(to: type) != true else { return }
    types.withLock { $0[type.identifier] = type }
  }
}
