package import Exchange
import System

extension Snapshot {
  /// All that is worth keeping of what a pasteboard holds, within the bounds of the service; nil if that is nothing,
  /// or is not to be kept.
  package init?(reading reader: PasteboardReader) {
    guard let targets = try? reader.targets(), reader.mark(targets) == nil else { return nil }
    self.init()
    let policy = KeepingPolicy(rules: ReloadableRules()).snapshot
    let deadline = MonotonicTime.now + policy.timeLimit
    for target in targets where policy.accepts(target) && representations[target] == nil {
      guard MonotonicTime.now < deadline, let value = try? reader.property(target, unchanged: true),
        byteCount + value.bytes.count <= policy.byteLimit
      else { continue }
      names.append(target)
      representations[target] = value
    }
    if names.isEmpty { return nil }
  }
}
