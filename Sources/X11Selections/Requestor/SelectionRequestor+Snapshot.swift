public import Exchange
import System

extension SelectionRequestor {
  /// Reads the targets that the policy accepts; nil if the owner marks the content as one that must not be kept.
  ///
  /// The markers are checked first. A target that is refused, too large or too slow is left out.
  ///
  /// - Throws: `empty`, `refused`, `timedOut`, `ownerVanished`, `unavailable`.
  public mutating func snapshot(
    of selection: String, policy: SnapshotPolicy
  ) throws(ExchangeError) -> Snapshot? {
    let window = ownerWindow(of: selection)
    let offered = try targets(of: selection)
    if isMarked(offered, selection) { return nil }
    return read(offered, of: selection, from: window, policy)
  }

  /// Reads a copy for a manager; nil if the owner marks the content as not to be kept.
  ///
  /// - Parameter chosen: what the owner asks to be kept; nil for what the policy accepts.
  mutating func capture(
    _ selection: String, policy: some ClipboardManagerPolicy, only chosen: [XAtom]?
  ) throws(ExchangeError) -> Capture? {
    let deadline = MonotonicTime.now + policy.snapshot.timeLimit
    let window = ownerWindow(of: selection)
    let offered = try targets(of: selection)
    let owner = ownerDescription(of: selection)
    guard !isMarked(offered, selection), policy.mayRead(offered, of: owner) else { return nil }
    if let chosen {
      let wanted = try names(of: chosen, until: deadline).filter(offered.contains)
      return Capture(read(wanted, of: selection, from: window, policy.snapshot(of: offered)))
    }
    return reading(selection, from: window) { form in Capture(of: offered, of: owner, for: policy, form) }
  }

  private mutating func isMarked(_ offered: [String], _ selection: String) -> Bool {
    PrivacyMarker.meaning(among: offered) { (try? property($0, of: selection))?.bytes } != nil
  }

  private mutating func read(
    _ names: [String], of selection: String, from window: XWindow?, _ bounds: SnapshotPolicy
  ) -> Snapshot {
    var isWhole = true
    return reading(selection, from: window) { form in
      Snapshot(of: names, within: bounds, isWhole: &isWhole, form)
    }
  }

  /// Does work that reads targets within limits of its own.
  private mutating func reading<Result>(
    _ selection: String, from window: XWindow?, _ work: (Capture.Form) -> Result
  ) -> Result {
    let ownLimit = byteLimit
    // Do not keep an owner busy with a value that is too large to be kept.
    believesAnnouncements = true
    defer { (byteLimit, believesAnnouncements) = (ownLimit, false) }
    return work { (name, limit) throws(ExchangeError) in
      byteLimit = limit
      let value = try property(name, of: selection)
      // What another program has copied meanwhile is not part of this copy; if the selection is empty, its owner
      // returned the value and exited.
      let now = ownerWindow(of: selection)
      guard now == window || now == XWindow.none else { throw .ownershipDenied(selection) }
      return value
    }
  }
}
