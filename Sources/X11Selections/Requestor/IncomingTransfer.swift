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
    /// Have the property deleted, and say how large it was (`propertyRead` with what is left of it).
    case skipProperty
    case finish(Outcome)
  }

  enum Outcome: Hashable {
    case value(PropertyValue)
    case refused, noOwner, ownerVanished, tooLarge, timedOut, malformed
  }

  /// The part of a value that is wanted.
  struct Enough {
    var bytes = Int.max
    /// Whether the rest is taken from the owner all the same, and passed over: owners exist that wait for whoever
    /// leaves, and answer nobody else.
    var skipsRest = true
  }

  private enum State: Hashable {
    case awaitingAnswer, reading, awaitingChunk, finished
  }

  private let incremental: XAtom
  private let byteLimit: Int
  private var state = State.awaitingAnswer
  private var isIncremental = false
  /// The number of bytes that the owner announces, as far as they are accepted.
  private var announced = 0
  /// The type and format of the first piece, which all have to have.
  private var kind: PropertyPart?
  private var changedWhileReading = false
  private var ownerIsGone = false

  private let believesAnnouncement: Bool
  /// The part of the value that will do.
  private let enough: Enough
  /// The bytes of pieces that were passed over; nil before that.
  private var skipped: Int?

  /// `incremental` is the type `INCR`; more than `byteLimit` bytes are not accepted.
  ///
  /// - Parameter believesAnnouncement: whether a value that is announced to be larger is not even begun.
  ///   There are owners that announce too much.
  init(
    incremental: XAtom, byteLimit: Int, believesAnnouncement: Bool = false, enough: Enough = Enough()
  ) {
    self.incremental = incremental
    self.byteLimit = byteLimit
    self.believesAnnouncement = believesAnnouncement
    self.enough = enough
  }

  /// The size of a value of which only the beginning came; nil if the owner does not tell.
  private(set) var wholeSize: Int?
  /// Whether the transfer ended with the beginning of the value.
  private(set) var isBeginning = false
  /// Whether the owner has more to write.
  private(set) var isLeftOpen = false

  var isFinished: Bool { state == .finished }

  /// The bytes so far. Readings are added by whoever carries out `readProperty`, so that a large value
  /// is copied once only.
  var received: [UInt8] = []

  /// The number of bytes to ask for in one reading.
  ///
  /// A piece is always taken whole: a value in pieces goes on only when each is.
  var bytesAllowed: Int {
    let rest = max(0, byteLimit - received.count)
    return isIncremental ? rest : min(rest, enough.bytes)
  }

  mutating func handle(_ event: Event) -> Action? {
    switch (event, state) {
    case (_, .finished):
      return nil
    case (.timeExpired, _):
      if let kind, skipped != nil { return finishBeginning(kind, of: announced, isLeftOpen: true) }
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
    if let passed = skipped {
      if part.bytesAfter == 0 { return finishBeginning(kind ?? part, of: received.count + passed) }
      skipped = passed + part.bytesAfter
      return awaitChunk()
    }
    guard part.bytesAfter == 0, received.count <= byteLimit else { return finish(.tooLarge) }
    if part.byteCount == 0 { return finishWhole(kind ?? part) }
    kind = kind ?? part
    guard part.type == kind?.type, part.format == kind?.format else { return finish(.malformed) }
    // A peer's promise is believed once a sixteenth of it has come: whoever only promises gets no memory.
    if received.count >= enough.bytes {
      guard enough.skipsRest else { return finishBeginning(part, of: announced, isLeftOpen: true) }
      skipped = 0
      return awaitChunk()
    }
    if received.count < announced, received.count >= announced / 16, enough.bytes == .max {
      received.reserveCapacity(announced)
    }
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
    return skipped == nil ? .readProperty : .skipProperty
  }

  /// - Parameter size: how much there is; not believed if more than that came.
  private mutating func finishBeginning(
    _ part: PropertyPart, of size: Int, isLeftOpen: Bool = false
  ) -> Action {
    isBeginning = true
    self.isLeftOpen = isLeftOpen
    wholeSize = size >= received.count ? size : nil
    return finish(.value(PropertyValue(type: part.type, format: part.format, bytes: received)))
  }

  private mutating func finishWhole(_ part: PropertyPart) -> Action {
    if part.bytesAfter > 0, received.count >= enough.bytes {
      return finishBeginning(part, of: received.count + part.bytesAfter, isLeftOpen: true)
    }
    guard part.bytesAfter == 0, received.count <= byteLimit else { return finish(.tooLarge) }
    return finish(.value(PropertyValue(type: part.type, format: part.format, bytes: received)))
  }

  private mutating func finish(_ outcome: Outcome) -> Action {
    state = .finished
    received = []
    return .finish(outcome)
  }
}
