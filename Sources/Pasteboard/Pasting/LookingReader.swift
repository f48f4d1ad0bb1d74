import Exchange

/// A reader for commands that show content: content that its owner offers for one paste is not used up.
///
/// Such content lists a marker. The owner does not count the request that follows a request for the marker.
/// Wayland does not say who asks, so that the names must.
final class LookingReader: Reader {
  private let reader: any Reader
  /// Whether the owner counts requests; nil before it was asked for its names.
  private var isCounted: Bool?

  init(_ reader: any Reader) { self.reader = reader }

  var onProgress: (@Sendable (Int) -> Void)? {
    get { reader.onProgress }
    set { reader.onProgress = newValue }
  }

  /// The names without the marker: a list that reads it would announce a look that does not come.
  func names() throws(ExchangeError) -> [String] {
    var names = try reader.names()
    let count = names.count
    names.removeAll { $0 == Offering.lookMarker }
    isCounted = names.count < count
    return names
  }

  func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation {
    announce(name)
    return try reader.representation(name, unchanged: unchanged)
  }

  func beginning(of name: String, upTo count: Int) throws(ExchangeError) -> RepresentationPrefix {
    announce(name)
    return try reader.beginning(of: name, upTo: count)
  }

  func pass(_ name: String, on file: Int32) throws(ExchangeError) -> Int? {
    announce(name)
    return try reader.pass(name, on: file)
  }

  func owner() -> Peer? { reader.owner() }

  func allow(_ timeout: Duration) { reader.allow(timeout) }

  /// Tells an owner that counts requests not to count the next one.
  private func announce(_ name: String) {
    guard NameTable.shared.role(of: name) == .content else { return }
    if isCounted == nil { _ = try? names() }
    guard isCounted == true else { return }
    _ = try? reader.representation(Offering.lookMarker, unchanged: true)
  }
}
