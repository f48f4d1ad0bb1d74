import Exchange
import Synchronization

/// Something that is made when somebody first asks for it, and kept.
///
/// Each has a lock of its own: one that is slow holds up no other, and whoever asks for the same meanwhile waits for
/// what is being made.
final class Made<Value: Sendable>: Sendable {
  private let made = Mutex<Value??>(nil)
  private let make: @Sendable () -> Value?
  /// Nil if it is kept whatever else is made.
  let place: PlaceForOne<Value>?

  /// - Parameter place: where what is large stands until something else does; nil to keep all.
  init(in place: PlaceForOne<Value>? = nil, _ make: @escaping @Sendable () -> Value?) {
    self.place = place
    self.make = make
  }

  /// Nil if it cannot be made.
  var value: Value? {
    made.withLock { made in
      if let made { return made }
      let new = if let place { place.making(make) { [weak self] in self?.forget() } } else { make() }
      made = .some(new)
      return new
    }
  }

  private func forget() {
    made.withLock { $0 = nil }
  }
}

/// What is given for a name.
typealias Rendering = Made<Representation>

extension Made where Value == Representation {
  convenience init(
    in place: PlaceForOne<Representation>? = nil, bytes make: @escaping @Sendable () -> [UInt8]?
  ) {
    self.init(in: place) { make().map { Representation(bytes: $0) } }
  }

  convenience init(payload make: @escaping @Sendable () -> Payload?) {
    self.init { make().map { Representation($0) } }
  }

  var bytes: [UInt8]? { value?.bytes }
  var payload: Payload? { value?.payload }
}
