public import Exchange
import System

/// Reads selections: what their owner offers, and the value of any target (ICCCM 2.4).
///
/// Every call ends within the timeout, whatever the owner does. If the owner exits while a request is pending, the
/// call fails at once. The owner may be this very process, if another thread serves it.
public struct SelectionRequestor: ~Copyable, XEventLoop {
  private var connection: XConnection
  private var atoms = AtomTable()
  private var window: XWindow
  /// Windows that an owner may still answer to. They are kept for a while, because owners exist that die
  /// when they answer to a window that is gone.
  private var abandoned = AbandonedWindows()
  /// The text of an owner that lists nothing, which was read to find out that there is any.
  private var probed: [Conversion: PropertyValue] = [:]
  /// The time that each call may take.
  var timeout: Duration
  private let windowClass: WindowClass?
  var byteLimit: Int
  /// Whether values that are announced to be too large are not even begun.
  var believesAnnouncements = false
  /// The time of the requests: an owner that took the selection later refuses them (ICCCM 2.2).
  var time = XTimestamp.current
  /// The part of a value that will do.
  private var enough = IncomingTransfer.Enough()
  /// The size of the value of which the last conversion brought only the beginning.
  private var sizeOfBeginning: Int??
  /// Is told the bytes that came so far in a call, as they come.
  package var onProgress: (@Sendable (Int) -> Void)?

  /// The conversions that are under way, and when they are to end if nothing comes.
  private var batch: ConversionBatch?
  private var batchDeadline = MonotonicTime.never

  private struct Conversion: Hashable {
    let selection: XAtom
    let target: XAtom
  }

  /// Connects to an X server, by default that of `DISPLAY`.
  ///
  /// - Parameters:
  ///   - display: The X server, that of `DISPLAY` if it is nil.
  ///   - timeout: The longest time for each call. While data arrives, every MiB adds a second.
  ///   - byteLimit: The largest size of one target, in bytes.
  ///   - windowClass: The class by which the owner identifies this program; nil for none.
  /// - Throws: `unavailable`.
  public init(
    display: String? = nil, timeout: Duration = .seconds(1), byteLimit: Int = 1 << 30,
    windowClass: WindowClass? = nil
  ) throws(ExchangeError) {
    connection = try XConnection(display: display, timeout: timeout)
    self.timeout = timeout
    self.byteLimit = byteLimit
    self.windowClass = windowClass
    window = connection.createWindow()
    if let windowClass { connection.introduce(window, as: windowClass) }
    atoms.request(["INCR", "TARGETS"], create: true, on: &connection)
    atoms.request(Self.commonTargets, create: false, on: &connection)
  }

  /// The number of times calls have waited for the server or the owner.
  package var roundTrips: Int { connection.roundTrips }

  /// The names of the targets that the owner offers, in its order (ICCCM 2.6.2).
  ///
  /// If an owner does not support `TARGETS`, or answers it with something else, it is asked for text; the answer is
  /// listed, and stored for the next `property`.
  ///
  /// - Throws: `empty`, `refused`, `timedOut`, `ownerVanished`, `unavailable`.
  public mutating func targets(of selection: String) throws(ExchangeError) -> [String] {
    let deadline = MonotonicTime.now + timeout
    probed = [:]
    atoms.request([selection] + Self.textTargets, create: false, on: &connection)
    try awaitAtoms(until: deadline)
    guard let selectionAtom = atoms[selection] else { throw .noOwner(of: selection) }
    switch try convert(selectionAtom, to: [atoms[.targets]], by: deadline)[0] {
    case .value(let value) where value.format == 32:
      return try names(of: value.words.map(XAtom.init), until: deadline)
    // A malformed list counts as none.
    case .refused, .value:
      return try probeText(selectionAtom, selection, until: deadline)
    case let outcome: throw error(for: outcome, target: "TARGETS", selection: selection)
    }
  }

  /// The value of one target, of any type that the owner declares.
  ///
  /// - Throws: `empty`, `refused`, `timedOut`, `ownerVanished`, `tooLarge`, `unavailable`.
  public mutating func property(
    _ target: String, of selection: String
  ) throws(ExchangeError) -> Representation {
    let deadline = MonotonicTime.now + timeout
    atoms.request([selection, target], create: false, on: &connection)
    try awaitAtoms(until: deadline)
    guard let selectionAtom = atoms[selection] else { throw .noOwner(of: selection) }
    guard let targetAtom = atoms[target] else {
      // No owner can offer a target whose name is not interned on the server.
      throw try owner(of: selectionAtom, until: deadline) == .none
        ? .noOwner(of: selection) : .refused(target, of: selection)
    }
    if let value = probed.removeValue(forKey: Conversion(selection: selectionAtom, target: targetAtom)) {
      return try describe(value, until: deadline)
    }
    switch try convert(selectionAtom, to: [targetAtom], by: deadline)[0] {
    case .value(let value): return try describe(value, until: deadline)
    case let outcome: throw error(for: outcome, target: target, selection: selection)
    }
  }

  /// The first bytes of a target: at least `count`, or all if it is shorter.
  ///
  /// An owner of this project does not send the rest; from other owners it is received, as far as time allows, and
  /// discarded.
  ///
  /// - Throws: as `property` does.
  public mutating func beginning(
    of target: String, of selection: String, upTo count: Int
  ) throws(ExchangeError) -> RepresentationPrefix {
    let isOurs = ownerDescription(of: selection)?.isOurs ?? false
    enough = IncomingTransfer.Enough(bytes: max(1, count), skipsRest: !isOurs)
    sizeOfBeginning = nil
    defer { enough = IncomingTransfer.Enough() }
    let value = try property(target, of: selection)
    return RepresentationPrefix(value, size: sizeOfBeginning ?? value.bytes.count)
  }

  /// The owner of a selection; nil if it has none, or if the owner is not identified in time.
  public mutating func ownerDescription(of selection: String) -> Peer? {
    try? describeOwner(of: selection, until: MonotonicTime.now + timeout)
  }
}

extension SelectionRequestor {
  /// The window that owns a selection; nil if it cannot be found out in time.
  mutating func ownerWindow(of selection: String) -> XWindow? {
    let deadline = MonotonicTime.now + timeout
    atoms.request([selection], create: false, on: &connection)
    guard (try? awaitAtoms(until: deadline)) != nil, let selectionAtom = atoms[selection] else { return nil }
    return try? owner(of: selectionAtom, until: deadline)
  }

  private mutating func describeOwner(
    of selection: String, until deadline: MonotonicTime
  ) throws(ExchangeError) -> Peer? {
    atoms.request(PeerLookup.Names.all + [selection], create: false, on: &connection)
    try awaitAtoms(until: deadline)
    guard let selectionAtom = atoms[selection] else { return nil }
    let window = try owner(of: selectionAtom, until: deadline)
    if window == .none { return nil }
    var lookup = PeerLookup(window, names: PeerLookup.Names(atoms), on: &connection)
    while true {
      tidyUp()
      if let description = lookup.advance(on: &connection) { return description }
      try connection.waitForServer(until: deadline)
    }
  }

  /// Between them the clock is looked at.
  private static let eventsAtATime = 64
  /// More names than any program has been seen to list; a hostile list ends here.
  private static let targetLimit = 4096
  /// Names that most lists contain: looked up ahead, they need not be asked for when a list has come.
  private static let commonTargets = [
    "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "UTF8_STRING", "TEXT", "COMPOUND_TEXT", "text/plain",
    "text/plain;charset=utf-8", "text/markdown", "text/html", "text/rtf", "text/richtext", "application/rtf",
    "text/x-markdown", "net.daringfireball.markdown", "public.html", "public.rtf", "public.utf8-plain-text",
    "application/x-pasteboard-source",
  ]
  /// Targets to try with an owner that does not know `TARGETS`.
  private static let textTargets = ["UTF8_STRING", "STRING"]

  /// Owners exist that know no `TARGETS`: early toolkits and one-purpose tools, all of them with text.
  private mutating func probeText(
    _ selection: XAtom, _ name: String, until deadline: MonotonicTime
  ) throws(ExchangeError) -> [String] {
    let names = Self.textTargets.filter { atoms[$0] != nil }
    let wanted = names.compactMap { atoms[$0] }
    var found: [String] = []
    for ((name, target), outcome) in zip(zip(names, wanted), try convert(selection, to: wanted, by: deadline))
    {
      guard case .value(let value) = outcome else { continue }
      probed[Conversion(selection: selection, target: target)] = value
      found.append(name)
    }
    if found.isEmpty { throw .refused("TARGETS", of: name) }
    return found
  }

  /// The names of targets, each once, in their order.
  mutating func names(
    of list: [XAtom], until deadline: MonotonicTime
  ) throws(ExchangeError) -> [String] {
    // Sort, so that a list of repeated atoms costs no more than its length.
    let sorted = list.indices.sorted { (list[$0].rawValue, $0) < (list[$1].rawValue, $1) }
    let firstPlaces = sorted.indices.filter { $0 == 0 || list[sorted[$0 - 1]] != list[sorted[$0]] }
    let all = firstPlaces.map { sorted[$0] }.sorted().map { list[$0] }.filter { $0 != .none }
    // Text may stand behind what some owner lists by the thousands; names that are known cost nothing.
    let distinct = all.prefix(Self.targetLimit) + all.dropFirst(Self.targetLimit).filter { atoms[$0] != nil }
    atoms.requestNames(of: distinct, on: &connection)
    try awaitAtoms(until: deadline)
    return distinct.compactMap { atoms[$0] }
  }

  private mutating func describe(
    _ value: PropertyValue, until deadline: MonotonicTime
  ) throws(ExchangeError) -> Representation {
    atoms.requestNames(of: [value.type], on: &connection)
    try awaitAtoms(until: deadline)
    return Representation(declared: atoms[value.type] ?? "", format: value.format, bytes: value.bytes)
  }

  private mutating func awaitAtoms(until deadline: MonotonicTime) throws(ExchangeError) {
    while true {
      tidyUp()
      if connection.isLost { throw .connectionLost }
      if atoms.collect(from: connection) { return }
      try connection.waitForServer(until: deadline)
    }
  }

  private mutating func owner(
    of selection: XAtom, until deadline: MonotonicTime
  ) throws(ExchangeError) -> XWindow {
    let ticket = connection.selectionOwner(selection)
    while true {
      tidyUp()
      switch connection.reply(to: ticket) {
      case .value(let owner): return owner
      case .failed: throw .connectionLost
      case .pending: try connection.waitForServer(until: deadline)
      }
    }
  }

  /// Takes events that nobody waits for, late answers among them.
  private mutating func tidyUp() {
    for _ in 0..<Self.eventsAtATime {
      guard let event = connection.nextEvent() else { return }
      abandoned.tidyUp(after: event, on: &connection)
    }
  }

  /// Leaves the window to whoever may still write to it, and takes a new one.
  private mutating func abandonWindow() {
    abandoned.append(window, on: &connection)
    window = connection.createWindow()
    if let windowClass { connection.introduce(window, as: windowClass) }
  }

  private func error(
    for outcome: IncomingTransfer.Outcome, target: String, selection: String
  ) -> ExchangeError {
    switch outcome {
    case .value, .refused: .refused(target, of: selection)
    case .noOwner: .noOwner(of: selection)
    case .ownerVanished: .ownerVanished(selection)
    case .tooLarge: .tooLarge(target, limit: byteLimit)
    case .timedOut: .timedOut(target, of: selection, after: timeout)
    case .malformed:
      .malformed(
        "the owner of \(ExchangeError.noun(selection)) changed the type of \(target) while sending it")
    }
  }
}

// MARK: Conversions

extension SelectionRequestor {
  /// Asks for several targets at once and sees each through to its end or to the deadline.
  private mutating func convert(
    _ selection: XAtom, to targets: [XAtom], by deadline: MonotonicTime
  ) throws(ExchangeError) -> [IncomingTransfer.Outcome] {
    batch = ConversionBatch(
      selection, to: targets, for: window, time: time, incremental: atoms[.incremental], byteLimit: byteLimit,
      believesAnnouncements: believesAnnouncements, enough: enough, on: &connection)
    batchDeadline = deadline
    defer { batch = nil }
    try runLoop()
    // If there is no owner, the server itself refuses.
    let hadOwner = batch?.owner != XWindow.none
    let outcomes = (batch?.outcomes ?? []).map { $0 == .refused && !hadOwner ? .noOwner : $0 ?? .timedOut }
    sizeOfBeginning = batch?.sizeOfBeginning
    if batch?.mayBeWritten == true { abandonWindow() }
    return outcomes
  }

  var isFinished: Bool { batch?.isFinished ?? true }

  var nextDeadline: MonotonicTime { batchDeadline + .seconds((batch?.bytesReceived ?? 0) >> 20) }

  mutating func nextEvent() -> XEvent? { connection.nextEvent() }

  mutating func handle(_ event: XEvent, at now: MonotonicTime) {
    if batch?.handle(event, on: &connection) != true { abandoned.tidyUp(after: event, on: &connection) }
  }

  mutating func takeResults(at now: MonotonicTime) -> Bool {
    guard batch?.collectReplies(on: &connection) == true else { return false }
    onProgress?(batch?.bytesReceived ?? 0)
    return true
  }

  mutating func expire(at now: MonotonicTime) { batch?.expire(on: &connection) }

  mutating func wait(until deadline: MonotonicTime) throws(ExchangeError) {
    _ = try connection.wait(until: deadline)
  }
}

/// Windows that answers were asked for and that owners may still write to.
///
/// In use, what comes late would get into the next answer; gone at once, it would harm whoever writes.
struct AbandonedWindows {
  private static let most = 16
  private var windows: [XWindow] = []

  mutating func append(_ window: XWindow, on connection: inout XConnection) {
    windows.append(window)
    if windows.count > Self.most { connection.destroyWindow(windows.removeFirst()) }
  }

  /// Once a late answer has come, a window that is gone harms its owner no more.
  mutating func tidyUp(after event: XEvent, on connection: inout XConnection) {
    guard case .selectionNotify(let answer) = event, let index = windows.firstIndex(of: answer.requestor)
    else { return }
    connection.destroyWindow(windows.remove(at: index))
  }
}
