/// What a clipboard manager keeps, and what it makes of it.
public protocol ClipboardManagerPolicy: Sendable {
  /// What is read of a copy.
  var snapshot: SnapshotPolicy { get }

  /// What is read of a copy that is offered under these names.
  func snapshot(of names: [String]) -> SnapshotPolicy

  /// Is told what was read of each copy, which goes on being its owner's.
  func note(_ copy: Snapshot)

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

  /// Takes no note.
  public func note(_ copy: Snapshot) {}

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
