/// Names of forms, as sequences carry them: separated by spaces.
enum FormName {
  /// More are not taken, nor longer ones.
  static let countLimit = 4096
  static let lengthLimit = 4096

  /// Whether a name can be told from its neighbours, and shown.
  static func isExpressible(_ name: String) -> Bool { checked(Array(name.utf8)[...]) != nil }

  /// The name that bytes hold; nil if it is none.
  static func checked(_ bytes: ArraySlice<UInt8>) -> String? {
    guard !bytes.isEmpty, bytes.count <= lengthLimit, !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F })
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The names in a list, each once.
  static func list(_ bytes: [UInt8]) -> [String] {
    var seen: Set<String> = []
    return bytes.split { $0 <= 0x20 }.prefix(countLimit).compactMap(checked).filter {
      seen.insert($0).inserted
    }
  }
}
