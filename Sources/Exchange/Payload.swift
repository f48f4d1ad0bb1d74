public import System

/// The bytes of a representation: those of a secret lie in memory that is overwritten at their end.
public enum Payload: Hashable, Sendable {
  case plain([UInt8])
  case secret(SecretBytes)

  /// How many bytes there are.
  public var count: Int {
    switch self {
    case .plain(let bytes): bytes.count
    case .secret(let secret): secret.count
    }
  }

  /// The bytes; of a secret a copy, which is not overwritten at its end.
  public var array: [UInt8] {
    switch self {
    case .plain(let bytes): bytes
    case .secret(let secret): secret.array
    }
  }

  /// The bytes for the time of a call.
  package func withSpan<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch self {
    case .plain(let bytes): try body(bytes.span)
    case .secret(let secret): try secret.withSpan(body)
    }
  }

  /// Appends a copy; without a trace elsewhere if the array has the capacity for it.
  package func append(to array: inout [UInt8]) {
    switch self {
    case .plain(let bytes): array += bytes
    case .secret(let secret): secret.append(to: &array)
    }
  }

  /// What is made of the bytes: of a secret another one.
  ///
  /// - Parameter make: may leave no copy of them anywhere but in what it returns.
  package func mapped(_ make: ([UInt8]) -> [UInt8]?) -> Payload? {
    switch self {
    case .plain(let bytes): return make(bytes).map(Payload.plain)
    case .secret(let secret):
      var bytes = secret.array
      defer { bytes.overwrite() }
      guard var made = make(bytes) else { return nil }
      return made == bytes ? self : .secret(SecretBytes(taking: &made))
    }
  }

  /// Makes the bytes those of a secret; an array of them that nobody else holds is overwritten.
  package mutating func conceal() {
    guard case .plain(var bytes) = self else { return }
    self = .plain([])
    self = .secret(SecretBytes(taking: &bytes))
  }
}
