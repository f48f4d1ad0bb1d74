import Exchange
import System

/// What a manager gets of a copy.
struct Capture: Sendable {
  var snapshot = Snapshot()
  /// What to own in its place at once; nil to leave it to its owner.
  var takeOver: Content?

  /// For each form: some programs make a picture first.
  static let patience = Duration.seconds(2)

  /// Requests of X11, which bridges and some toolkits list as if they were forms.
  private static let protocolNames: Set<String> = [
    "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY",
  ]

  /// Reads a copy; nil if its owner marks it as not to be kept, which is looked at before anything else.
  static func read(
    _ reader: WaylandReader, policy: some ClipboardManagerPolicy
  ) throws(ExchangeError) -> Capture? {
    reader.doubtsAll = true
    let offered = try reader.names()
    let isMarked = KeepingMark.meaning(among: offered) {
      try? reader.representation($0, unchanged: true).bytes
    }
    guard isMarked == nil else { return nil }
    let owner = reader.owner()
    var bounds = policy.snapshot(of: offered)
    let mayTakeOver = policy.mayTakeOver(offered, of: owner)
    if mayTakeOver { bounds.accepts = { _ in true } }
    var capture = Capture()
    let isWhole = capture.read(offered, from: reader, bounds)
    // What would be lost of a copy is a reason to leave it alone.
    if mayTakeOver, isWhole { capture.takeOver = policy.content(takingOver: capture.snapshot, of: owner) }
    return capture
  }

  /// Reads what the bounds accept; false if something that there is did not come.
  private mutating func read(_ names: [String], from reader: WaylandReader, _ bounds: SnapshotPolicy) -> Bool
  {
    let deadline = MonotonicTime.now + bounds.timeLimit
    var isWhole = true
    let ordered = names.filter { !bounds.comesLast($0) } + names.filter(bounds.comesLast)
    for name in ordered where bounds.accepts(name) && !Self.protocolNames.contains(name) {
      guard MonotonicTime.now < deadline else {
        isWhole = false
        break
      }
      reader.byteLimit = snapshot.room(within: bounds.byteLimit)
      do throws(ExchangeError) {
        let representation = try reader.representation(name, unchanged: true)
        // A refusal looks the same.
        guard !representation.bytes.isEmpty else { continue }
        if !snapshot.keep(representation, as: name, within: bounds.byteLimit) { isWhole = false }
      } catch {
        if error.code != .refused { isWhole = false }
      }
    }
    snapshot.names = names.filter { snapshot.representations[$0] != nil }
    snapshot.remade = bounds.remade(among: names)
    return isWhole
  }
}
