package import Exchange
import System

extension Snapshot {
  /// What is to be there again after something that is there for a while: what a pasteboard holds, or what is to come
  /// back after that, if it is there for a while itself; nil if that is nothing, or is not to be kept.
  package init?(toRestoreFrom reader: PasteboardReader) {
    if let targets = try? reader.targets(), targets.contains(Offering.previousMarker) {
      guard let value = try? reader.property(Offering.previousMarker, unchanged: true),
        let previous = KeptClipboard.decode(value.bytes)
      else { return nil }
      self = previous
    } else {
      self.init(reading: reader)
    }
  }

  /// All that is worth keeping of what a pasteboard holds, within the bounds of the service; nil if that is nothing,
  /// or is not to be kept.
  package init?(reading reader: PasteboardReader) {
    guard let targets = try? reader.targets(), reader.mark(targets) == nil else { return nil }
    self.init()
    let policy = KeepingPolicy(rules: ReloadableRules()).snapshot
    let deadline = MonotonicTime.now + policy.timeLimit
    for target in targets where policy.accepts(target) && representations[target] == nil {
      guard MonotonicTime.now < deadline, let value = try? reader.property(target, unchanged: true) else {
        continue
      }
      keep(value, as: target)
      if byteCount > policy.byteLimit { representations[target] = nil } else { names.append(target) }
    }
    if names.isEmpty { return nil }
  }
}
