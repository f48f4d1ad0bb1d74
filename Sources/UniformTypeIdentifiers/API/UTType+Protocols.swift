extension UTType: Hashable {
  /// Types are equal if their identifiers are.
  public static func == (a: UTType, b: UTType) -> Bool {
    switch (a.storage, b.storage) {
    case (.declared(let a), .declared(let b)): a == b
    case (.dynamic(let a), .dynamic(let b)): a == b
    case (.undeclared(let a, _), .undeclared(let b, _)): a == b
    default: false
    }
  }

  /// Hashes the identifier, by which types are equal.
  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .declared(let position): hasher.combine(position)
    case .dynamic(let dynamic): hasher.combine(dynamic)
    case .undeclared(let identifier, _): hasher.combine(identifier)
    }
  }
}

extension UTType: Codable {
  /// Reads an identifier, which something must declare or which must be dynamic.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for an identifier that `init(_:)` does not know.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let identifier = try container.decode(String.self)
    guard let type = UTType(identifier) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "No type is declared with the identifier '\(identifier)'.")
    }
    self = type
  }

  /// Writes the identifier as a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier.
  public var description: String { identifier }

  /// The identifier, whether it is dynamic and whether the type is declared, in the words of a Mac.
  public var debugDescription: String {
    "\(identifier) (\(isDynamic ? "" : "not ")dynamic, \(isDeclared ? "" : "not ")declared)"
  }
}
