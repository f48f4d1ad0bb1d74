extension SelectionRequestor {
  /// Targets that do something, or tell about the selection itself (ICCCM 2.6).
  static let protocolTargets: Set<String> = [
    "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY",
  ]
  /// Password managers and private windows mark with it what nobody should keep.
  private static let secretHint = "x-kde-passwordManagerHint"

  /// Reads what the policy accepts; nil if the owner marks the content as secret.
  ///
  /// The hint is read before anything else. A target that is refused, too large or too slow is left out.
  ///
  /// - Throws: `noOwner`, `refused`, `timedOut`, `ownerVanished`, `malformed`, `connectionLost`.
  public mutating func snapshot(
    of selection: String, policy: SnapshotPolicy
  ) throws(SelectionError) -> SelectionSnapshot? {
    try snapshot(of: selection, policy: policy, only: nil)
  }

  mutating func snapshot(
    of selection: String, policy: SnapshotPolicy, only chosen: [XAtom]?
  ) throws(SelectionError) -> SelectionSnapshot? {
    let deadline = MonotonicTime.now + policy.timeLimit
    let offered = try targets(of: selection)
    if offered.contains(Self.secretHint) {
      let hint = try? property(Self.secretHint, of: selection)
      if hint?.bytes.starts(with: Array("secret".utf8)) ?? true { return nil }
    }
    let wanted = try chosen.map { list throws(SelectionError) in try names(of: list, until: deadline) }
    var snapshot = SelectionSnapshot()
    let ownLimit = byteLimit
    defer { byteLimit = ownLimit }
    for target in wanted ?? offered where offered.contains(target) {
      guard !Self.protocolTargets.contains(target), snapshot.properties[target] == nil else { continue }
      guard policy.accepts(target), MonotonicTime.now < deadline else { continue }
      byteLimit = max(0, policy.byteLimit - snapshot.byteCount)
      guard let value = try? property(target, of: selection) else { continue }
      snapshot.targets.append(target)
      snapshot.properties[target] = value
    }
    return snapshot
  }
}
