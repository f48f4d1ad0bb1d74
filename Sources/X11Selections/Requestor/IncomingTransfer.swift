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
    /// The property was read, its bytes added to `received`, and deleted; nil if there was none.
    case propertyRead(PropertyPart?)
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
  /// How many bytes the owner says will come, as far as they are accepted.
  private var announced = 0
  /// The type and format of the first piece, which all have to have.
  private var kind: PropertyPart?
  private var changedWhileReading = false
  private var ownerIsGone = false

  private let believesAnnouncement: Bool

  /// `incremental` is the type `INCR`; more than `byteLimit` bytes are not accepted.
  ///
  /// - Parameter believesAnnouncement: whether a value that is announced to be larger is not even begun.
  ///   There are owners that announce too much.
  init(incremental: XAtom, byteLimit: Int, believesAnnouncement: Bool = false) {
    self.incremental = incremental
    self.byteLimit = byteLimit
    self.believesAnnouncement = believesAnnouncement
  }

  var isFinished: Bool { state == .finished }

  /// What has come so far. Readings are added by whoever carries out `readProperty`, so that a large value
  /// is copied once only.
  var received: [UInt8] = []

  /// How many more bytes to ask for in one reading.
  var bytesAllowed: Int { max(0, byteLimit - received.count) }

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

  private mutating func take(_ part: PropertyPart?) -> Action? {
    guard isIncremental else {
      guard let part else { return finish(.refused) }
      guard part.type == incremental else { return finishWhole(part) }
      return begin(part)
    }
    // No property at all: an earlier reading took this piece already.
    guard let part else { return awaitChunk() }
    guard part.bytesAfter == 0, received.count <= byteLimit else { return finish(.tooLarge) }
    if part.byteCount == 0 { return finishWhole(kind ?? part) }
    kind = kind ?? part
    guard part.type == kind?.type, part.format == kind?.format else { return finish(.malformed) }
    // A peer's promise is believed once a sixteenth of it has come: whoever only promises gets no memory.
    if received.count < announced, received.count >= announced / 16 { received.reserveCapacity(announced) }
    return awaitChunk()
  }

  /// The value is going to come in pieces; what has been read is a lower bound of its size.
  private mutating func begin(_ announcement: PropertyPart) -> Action? {
    isIncremental = true
    let size = PropertyValue(type: incremental, format: announcement.format, bytes: received).words.first
    received = []
    if believesAnnouncement, let size, size > byteLimit { return finish(.tooLarge) }
    announced = min(Int(size ?? 0), byteLimit)
    return awaitChunk()
  }

  private mutating func awaitChunk() -> Action? {
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

  private mutating func finishWhole(_ part: PropertyPart) -> Action {
    guard part.bytesAfter == 0, received.count <= byteLimit else { return finish(.tooLarge) }
    return finish(.value(PropertyValue(type: part.type, format: part.format, bytes: received)))
  }

  private mutating func finish(_ outcome: Outcome) -> Action {
    state = .finished
    received = []
    return .finish(outcome)
  }
}
