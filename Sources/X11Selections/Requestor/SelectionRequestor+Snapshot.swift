public import Exchange
import System

extension SelectionRequestor {
  /// Targets that do something, or tell about the selection itself (ICCCM 2.6).
  static let protocolTargets: Set<String> = [
    "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY",
  ]

  /// Reads what the policy accepts; nil if the owner marks the content as not to be kept.
  ///
  /// The marks are looked at before anything else. A target that is refused, too large or too slow is left out.
  ///
  /// - Throws: `empty`, `refused`, `timedOut`, `ownerVanished`, `unavailable`, `unavailable`.
  public mutating func snapshot(
    of selection: String, policy: SnapshotPolicy
  ) throws(ExchangeError) -> Snapshot? {
    let offered = try targets(of: selection)
    if isMarked(offered, selection) { return nil }
    return read(offered, of: selection, policy).snapshot
  }

  /// What a manager gets of a copy.
  struct Capture: Sendable {
    var snapshot: Snapshot
    /// What to own in its place at once; nil to leave it to its owner.
    var takeOver: Content?
    /// Whether its owner may let it go because it was read.
    var endsWhenRead = false
  }

  /// Reads a copy for a manager; nil if the owner marks the content as not to be kept.
  ///
  /// - Parameter chosen: what the owner asks to be kept; nil for what the policy accepts.
  mutating func capture(
    _ selection: String, policy: some ClipboardManagerPolicy, only chosen: [XAtom]?
  ) throws(ExchangeError) -> Capture? {
    let deadline = MonotonicTime.now + policy.snapshot.timeLimit
    let offered = try targets(of: selection)
    if isMarked(offered, selection) { return nil }
    if let chosen {
      let wanted = try names(of: chosen, until: deadline).filter(offered.contains)
      return Capture(snapshot: read(wanted, of: selection, policy.snapshot(of: offered)).snapshot)
    }
    let owner = ownerDescription(of: selection)
    guard policy.mayTakeOver(offered, of: owner) else {
      return Capture(snapshot: read(offered, of: selection, policy.snapshot(of: offered)).snapshot)
    }
    var everything = policy.snapshot
    everything.accepts = { _ in true }
    let (snapshot, isWhole) = read(offered, of: selection, everything)
    // What would be lost of a copy is a reason to leave it alone.
    let content = isWhole ? policy.content(takingOver: snapshot, of: owner) : nil
    return Capture(snapshot: snapshot, takeOver: content)
  }

  private mutating func isMarked(_ offered: [String], _ selection: String) -> Bool {
    KeepingMark.meaning(among: offered) { (try? property($0, of: selection))?.bytes } != nil
  }

  /// The targets that the policy accepts; `isWhole` tells whether all came that the owner does not refuse.
  private mutating func read(
    _ targets: [String], of selection: String, _ policy: SnapshotPolicy
  ) -> (snapshot: Snapshot, isWhole: Bool) {
    let deadline = MonotonicTime.now + policy.timeLimit
    var snapshot = Snapshot()
    var isWhole = true
    let ownLimit = byteLimit
    // What will not be kept is not to keep its owner busy.
    believesAnnouncements = true
    defer { (byteLimit, believesAnnouncements) = (ownLimit, false) }
    let ordered = targets.filter { !policy.comesLast($0) } + targets.filter(policy.comesLast)
    for target in ordered where policy.accepts(target) {
      guard !Self.protocolTargets.contains(target), snapshot.representations[target] == nil else { continue }
      guard MonotonicTime.now < deadline else {
        isWhole = false
        break
      }
      byteLimit = snapshot.room(within: policy.byteLimit)
      do throws(ExchangeError) {
        let value = try property(target, of: selection)
        if !snapshot.keep(value, as: target, within: policy.byteLimit) { isWhole = false }
      } catch {
        if error.code != .refused { isWhole = false }
      }
    }
    var seen: Set<String> = []
    snapshot.names = targets.filter { snapshot.representations[$0] != nil && seen.insert($0).inserted }
    snapshot.remade = policy.remade(among: targets)
    return (snapshot, isWhole)
  }
}
