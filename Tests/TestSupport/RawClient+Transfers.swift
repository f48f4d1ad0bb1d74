/// Transfers as a requestor has them: at once, or piece by piece (ICCCM 2.7.2).
extension RawClient {
  /// Reads a target as a proper client would, incrementally if need be; nil if it is refused.
  public func fetch(
    _ selection: String, _ target: String, property name: String = "RAW_CLIENT", window: UInt32? = nil,
    time: UInt32 = 0, timeout: Duration = .seconds(15)
  ) throws -> Property? {
    let property = atom(name)
    deleteProperty(property, of: window)
    convert(selection, to: atom(target), property: property, of: window, time: time)
    if try waitForAnswer(of: window, target: atom(target), in: property, timeout: timeout) == 0 { return nil }
    return try receive(property, window: window, timeout: timeout)
  }

  /// Reads what lies in a property, or comes through it piece by piece.
  public func receive(
    _ property: UInt32, window: UInt32? = nil, timeout: Duration = .seconds(15)
  ) throws -> Property? {
    // Those of the past: from here on, a change announces a piece.
    forgetPropertyChanges { $0 == window ?? self.window && $1 == property }
    guard let first = self.property(property, of: window, delete: true) else { return nil }
    guard first.type == atom("INCR") else { return first }
    guard first.format == 32, first.words.count == 1 else {
      throw Failure(description: "INCR without a size")
    }
    var whole: Property?
    while true {
      try waitForPropertyChange(property, of: window, isDeleted: false, timeout: timeout)
      guard let piece = self.property(property, of: window, delete: true) else {
        throw Failure(description: "a piece was announced that is not there")
      }
      if piece.bytes.isEmpty {
        let result = whole ?? piece
        guard piece.type == result.type else { throw Failure(description: "the end is of another type") }
        guard Int(first.words[0]) <= result.bytes.count else {
          throw Failure(description: "less than promised")
        }
        return result
      }
      if whole == nil { whole = Property(type: piece.type, format: piece.format, bytes: []) }
      whole?.bytes += piece.bytes
    }
  }

  /// A place where a transfer arrives.
  public struct Place: Hashable, Sendable {
    public var window, property: UInt32
    public init(window: UInt32, property: UInt32) {
      self.window = window
      self.property = property
    }
  }

  /// Receives several transfers that have been asked for, a piece of each in turn as they come.
  public func receiveInterleaved(_ places: [Place], timeout: Duration = .seconds(10)) throws -> [[UInt8]] {
    var received: [Place: [UInt8]] = [:]
    var open: Set<Place> = []
    for place in places {
      // What is announced already: the size of what comes.
      try waitUntil { self.property(place.property, of: place.window) != nil }
    }
    forgetPropertyChanges { _, _ in true }
    for place in places {
      let first = property(place.property, of: place.window, delete: true)
      guard first?.type == atom("INCR") else { throw Failure(description: "not sent in pieces") }
      received[place] = []
      open.insert(place)
    }
    while !open.isEmpty {
      let event = try wait(timeout: timeout) {
        guard case .property(let window, let property, false, _) = $0 else { return false }
        return open.contains(Place(window: window, property: property))
      }
      guard case .property(let window, let name, _, _) = event else { continue }
      let place = Place(window: window, property: name)
      guard let piece = property(name, of: window, delete: true) else { continue }
      if piece.bytes.isEmpty { open.remove(place) }
      received[place]? += piece.bytes
    }
    return places.map { received[$0] ?? [] }
  }
}
