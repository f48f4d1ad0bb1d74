/// What a clipboard manager keeps, and what it makes of it.
public protocol ClipboardManagerPolicy: Sendable {
  /// What is read of a copy.
  var snapshot: SnapshotPolicy { get }

  /// What is read of a copy that is offered under these names.
  func snapshot(of names: [String]) -> SnapshotPolicy

  /// Who waits for the manager to have seen what others did.
  var catchingUp: CatchingUp? { get }

  /// Is told that a copy is about to be read.
  func willRead()

  /// Is told what was read of each copy, which goes on being its owner's.
  func note(_ copy: Snapshot)

  /// Is told that a copy has been read, or could not be.
  func didRead()

  /// Whether the owner of a copy may give the board up because the copy was read: what is cleared then is kept.
  func endsWhenRead(_ copy: Snapshot) -> Bool

  /// Whether a copy may be taken over while its owner still has it: then all its forms are read.
  func mayTakeOver(_ names: [String], of owner: Peer?) -> Bool

  /// What to own instead of a copy of which everything was read; nil to leave it to its owner.
  func content(takingOver copy: Snapshot, of owner: Peer?) -> Content?

  /// What to own of a copy whose owner is gone.
  func content(restoring copy: Snapshot) -> Content
}

extension ClipboardManagerPolicy {
  /// The same of every copy.
  public func snapshot(of names: [String]) -> SnapshotPolicy { snapshot }

  /// Nobody waits.
  public var catchingUp: CatchingUp? { nil }

  /// Waits for nothing.
  public func willRead() {}

  /// Takes no note.
  public func note(_ copy: Snapshot) {}

  /// Waits for nothing.
  public func didRead() {}

  /// Whoever clears a board wants it empty.
  public func endsWhenRead(_ copy: Snapshot) -> Bool { false }

  /// Takes nothing over.
  public func mayTakeOver(_ names: [String], of owner: Peer?) -> Bool { false }

  /// Takes nothing over.
  public func content(takingOver copy: Snapshot, of owner: Peer?) -> Content? {
    nil
  }

  /// Offers what was kept as it was.
  public func content(restoring copy: Snapshot) -> Content { copy.content }
}

/// By itself it says what to keep; nothing is taken over.
extension SnapshotPolicy: ClipboardManagerPolicy {
  /// These bounds themselves.
  public var snapshot: SnapshotPolicy { self }
}
