/// One conversion as the requestor sees it, from the request to the whole value (ICCCM 2.4, 2.7.2).
///
/// A pure state machine. Replies and events come by different ways and may overtake each other, so what
/// an event announces while a property is being read is remembered until the reply is there.
struct IncomingTransfer {
  enum Event: Hashable {
    /// The owner has answered; `.none` refuses.
    case notified(property: XAtom)
    /// The property got a new value.
    case propertyChanged
    /// What the property held when it was read and deleted; nil if there was none.
    case propertyRead(PropertyValue?)
    case ownerDestroyed
    case timeExpired
  }

  enum Action: Hashable {
    case readProperty
    case finish(Outcome)
  }

  enum Outcome: Hashable {
    case value(PropertyValue)
    case refused, noOwner, ownerVanished, tooLarge, timedOut, malformed
  }

  private enum State: Hashable {
    case awaitingAnswer, reading, awaitingChunk, finished
  }

  private let incremental: XAtom
  private let byteLimit: Int
  private var state = State.awaitingAnswer
  private var isIncremental = false
  private var value: PropertyValue?
  private var changedWhileReading = false
  private var ownerIsGone = false

  /// `incremental` is the type `INCR`; more than `byteLimit` bytes are not accepted.
  init(incremental: XAtom, byteLimit: Int) {
    self.incremental = incremental
    self.byteLimit = byteLimit
  }

  var isFinished: Bool { state == .finished }

  var bytesReceived: Int { value?.bytes.count ?? 0 }

  /// How many more bytes to ask for in one reading.
  var bytesAllowed: Int { max(0, byteLimit - bytesReceived) }

  mutating func handle(_ event: Event) -> Action? {
    switch (event, state) {
    case (_, .finished):
      return nil
    case (.timeExpired, _):
      return finish(.timedOut)
    case (.notified(let property), .awaitingAnswer):
      return property == .none ? finish(.refused) : read()
    case (.propertyChanged, .awaitingChunk):
      return read()
    case (.propertyChanged, .reading):
      changedWhileReading = true
      return nil
    case (.propertyRead(let part), .reading):
      return take(part)
    case (.ownerDestroyed, .reading):
      ownerIsGone = true
      return nil
    case (.ownerDestroyed, _):
      return finish(.ownerVanished)
    case (.notified, _), (.propertyChanged, .awaitingAnswer), (.propertyRead, _):
      // A second answer, or the value that the answer is about to announce.
      return nil
    }
  }

  private mutating func take(_ part: PropertyValue?) -> Action? {
    guard isIncremental else {
      guard let part else { return finish(.refused) }
      guard part.type == incremental else { return finish(part) }
      isIncremental = true
      return awaitChunk(hint: Int(part.words.first ?? 0))
    }
    // No property at all: an earlier reading took this chunk already.
    guard let part else { return awaitChunk() }
    guard part.bytesAfter == 0, part.bytes.count <= bytesAllowed else { return finish(.tooLarge) }
    if part.bytes.isEmpty {
      return finish(.value(value ?? PropertyValue(type: part.type, format: part.format, bytes: [])))
    }
    if value == nil {
      value = PropertyValue(type: part.type, format: part.format, bytes: [])
      value?.bytes.reserveCapacity(max(part.bytes.count, sizeHint))
    }
    guard part.type == value?.type, part.format == value?.format else { return finish(.malformed) }
    value?.bytes.append(contentsOf: part.bytes)
    return awaitChunk()
  }

  private var sizeHint = 0
  /// A peer's promise is believed up to here; memory beyond is taken as data comes in.
  private static let largestReservation = 1 << 28

  private mutating func awaitChunk(hint: Int? = nil) -> Action? {
    if let hint { sizeHint = min(hint, byteLimit, Self.largestReservation) }
    if changedWhileReading { return read() }
    if ownerIsGone { return finish(.ownerVanished) }
    state = .awaitingChunk
    return nil
  }

  private mutating func read() -> Action {
    state = .reading
    changedWhileReading = false
    return .readProperty
  }

  private mutating func finish(_ part: PropertyValue) -> Action {
    let isWhole = part.bytesAfter == 0 && part.bytes.count <= byteLimit
    return finish(isWhole ? .value(part) : .tooLarge)
  }

  private mutating func finish(_ outcome: Outcome) -> Action {
    state = .finished
    value = nil
    return .finish(outcome)
  }
}
