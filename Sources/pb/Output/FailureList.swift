/// What went wrong with many files, of which only the first are reported one by one: a list on the clipboard may name
/// a million.
struct FailureList {
  private(set) var count = 0

  /// The number of messages that are printed one by one.
  static let namedLimit = 20

  mutating func report(_ message: String) {
    count += 1
    if count <= Self.namedLimit { Output.reportFailure(message) }
  }

  /// What the message at the end says of those that were not printed.
  var note: String { count > Self.namedLimit ? " (the first \(Self.namedLimit) are listed above)" : "" }
}
