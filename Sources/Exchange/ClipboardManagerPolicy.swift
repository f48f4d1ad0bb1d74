package import System

/// Decides which copies a clipboard manager reads, keeps and takes over.
public protocol ClipboardManagerPolicy: Sendable {
  /// The bounds for reading a copy.
  var snapshot: SnapshotPolicy { get }

  /// The bounds for reading a copy that is offered under these names.
  func snapshot(of names: [String]) -> SnapshotPolicy

  /// The programs that wait until the manager has seen every earlier event.
  var barrier: ManagerBarrier? { get }

  /// Whether the manager may read a copy; a copy that it may not read is treated like a secret.
  func mayRead(_ names: [String], of owner: Peer?) -> Bool

  /// Called before a copy is read.
  func willRead()

  /// Called with the content of each copy that was read; its owner still owns it.
  func note(_ copy: Snapshot)

  /// Called after a copy was read, or could not be read.
  func didRead()

  /// Whether the owner may release the board because its copy was read; the copy is kept then.
  func endsWhenRead(_ copy: Snapshot) -> Bool

  /// Whether a copy is the part of an earlier copy that another manager kept after its owner exited.
  func isRemainder(_ copy: Snapshot, of earlier: Snapshot) -> Bool

  /// Whether a copy may be taken over while its owner still runs; all its formats are read then.
  func mayTakeOver(_ names: [String], of owner: Peer?) -> Bool

  /// The content to own instead of a copy that was read completely; nil to leave it to its owner.
  func content(takingOver copy: Snapshot, of owner: Peer?) -> Content?

  /// The content to own for a copy whose owner is gone.
  func content(restoring copy: Snapshot) -> Content
}

extension ClipboardManagerPolicy {
  /// The same of every copy.
  public func snapshot(of names: [String]) -> SnapshotPolicy { snapshot }

  /// Returns nil: no program waits.
  public var barrier: ManagerBarrier? { nil }

  /// Reads every copy.
  public func mayRead(_ names: [String], of owner: Peer?) -> Bool { true }

  /// Waits for nothing.
  public func willRead() {}

  /// Takes no note.
  public func note(_ copy: Snapshot) {}

  /// Waits for nothing.
  public func didRead() {}

  /// Returns false: a program that clears a board wants it empty.
  public func endsWhenRead(_ copy: Snapshot) -> Bool { false }

  /// Each copy is a new one.
  public func isRemainder(_ copy: Snapshot, of earlier: Snapshot) -> Bool { false }

  /// Takes nothing over.
  public func mayTakeOver(_ names: [String], of owner: Peer?) -> Bool { false }

  /// Takes nothing over.
  public func content(takingOver copy: Snapshot, of owner: Peer?) -> Content? {
    nil
  }

  /// Offers the kept content unchanged.
  public func content(restoring copy: Snapshot) -> Content { copy.content }
}

/// Bounds alone are a policy that keeps copies and takes none over.
extension SnapshotPolicy: ClipboardManagerPolicy {
  /// These bounds themselves.
  public var snapshot: SnapshotPolicy { self }
}

/// Limits for the content that a manager reads and keeps.
public struct SnapshotPolicy: Sendable {
  /// Selects the names that are read; others are not requested.
  public var accepts: @Sendable (String) -> Bool
  /// Selects the names that are read first, because their owner may soon exit.
  public var comesFirst: @Sendable (String) -> Bool = { _ in false }
  /// Selects the names that are read last, if time and bytes remain.
  public var comesLast: @Sendable (String) -> Bool = { _ in false }
  /// Selects the unread names that are rendered from the others when the snapshot is owned.
  public var remakes: @Sendable (String) -> Bool = { _ in false }
  /// The largest total size in bytes; earlier names are read first.
  public var byteLimit: Int
  /// The longest time for reading from the owner.
  public var timeLimit: Duration

  /// Creates limits for reading.
  public init(
    byteLimit: Int = 64 << 20, timeLimit: Duration = .seconds(5),
    accepts: @escaping @Sendable (String) -> Bool
  ) {
    self.byteLimit = byteLimit
    self.timeLimit = timeLimit
    self.accepts = accepts
  }

  /// Those among `names` that are read, in the order in which they are.
  package func order(_ names: [String]) -> [String] {
    let accepted = names.filter(accepts)
    let first = accepted.filter(comesFirst)
    let rest = accepted.filter { !comesFirst($0) }
    return first + rest.filter { !comesLast($0) } + rest.filter(comesLast)
  }

  /// Those among `names` that are not read, and made anew.
  package func remade(among names: [String]) -> [String] { names.filter { !accepts($0) && remakes($0) } }
}

/// The content of a board at one time: the representations that were read, by name.
public struct Snapshot: Hashable, Sendable {
  /// The names that were read, in the owner's order.
  public var names: [String] = []
  /// The representation of each name that was read.
  public var representations: [String: Representation] = [:]
  /// Names that were offered and not read, as what they give is made of another form.
  package var remade: [String] = []
  /// Whether a manager owned the content instead of the program that copied it.
  public var isTakenOver = false
  /// Whether it is everything that its owner offered, and is to be offered with nothing added.
  package var isExact = false

  /// Creates an empty snapshot.
  public init() {}

  /// The total size in bytes; a value with several names counts once.
  public var byteCount: Int {
    var counted: [[UInt8]] = []
    for bytes in representations.values.map(\.bytes) where !counted.contains(bytes) { counted.append(bytes) }
    return counted.reduce(0) { $0 + $1.count }
  }

  /// Stores a representation under a name; equal bytes under several names are stored once.
  public mutating func keep(_ representation: Representation, as name: String) {
    var kept = representation
    if let same = representations.values.first(where: { $0.bytes == kept.bytes }) { kept.bytes = same.bytes }
    representations[name] = kept
  }

  /// The size that the next value may have: the rest of the limit, or the size of a value that is there
  /// already.
  package func room(within limit: Int) -> Int {
    max(limit - byteCount, representations.values.map(\.bytes.count).max() ?? 0)
  }

  /// Takes what was given for a name, as `keep` does; false, and nothing is taken, if all were above the limit then.
  package mutating func keep(
    _ representation: Representation, as name: String, within limit: Int
  ) -> Bool {
    let former = representations[name]
    keep(representation, as: name)
    if byteCount <= limit { return true }
    representations[name] = former
    return false
  }

  /// The snapshot as content to own.
  public var content: Content {
    let representations = representations
    return Content(names: names) { representations[$0] }
  }
}

/// Lets programs wait until a manager has processed all earlier events of its display.
public final class ManagerBarrier: Sendable {
  /// Those who wait; the manager signals each once it has handled every event that had come.
  package let asked = Mailbox<WakeUp>()

  /// Creates a queue without a waiting program.
  public init() {}

  /// Returns once the manager has caught up, or after `limit`: false then.
  package func wait(atMost limit: Duration) -> Bool {
    let answer = WakeUp()
    asked.post(answer)
    return answer.wait(until: .now + limit)
  }

  /// True if somebody waits.
  package var isAsked: Bool { !asked.isEmpty }

  /// Tells those who wait that the manager has caught up.
  package func answer() {
    for wakeUp in asked.take() { wakeUp.signal() }
  }
}
