import Exchange
import Synchronization

/// Something that is made when somebody first asks for it, and kept.
///
/// Each has a lock of its own: one that is slow holds up no other, and whoever asks for the same meanwhile waits for
/// what is being made.
final class Made<Value: Sendable>: Sendable {
  private let made = Mutex<Value??>(nil)
  private let make: @Sendable () -> Value?

  init(_ make: @escaping @Sendable () -> Value?) {
    self.make = make
  }

  /// Nil if it cannot be made.
  var value: Value? {
    made.withLock { made in
      if let made { return made }
      let new = make()
      made = .some(new)
      return new
    }
  }
}

/// What is given for a name.
typealias Rendering = Made<Representation>

extension Made where Value == Representation {
  convenience init(bytes make: @escaping @Sendable () -> [UInt8]?) {
    self.init { make().map { Representation(bytes: $0) } }
  }

  convenience init(payload make: @escaping @Sendable () -> Payload?) {
    self.init { make().map { Representation($0) } }
  }

  var bytes: [UInt8]? { value?.bytes }
  var payload: Payload? { value?.payload }
}
