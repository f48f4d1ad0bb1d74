import Exchange

/// What of a content is sent: everything, as a terminal keeps what it gets and asks nobody afterwards.
struct ReadyContent {
  /// The forms in the order of the content.
  private(set) var forms: [ReadyForm] = []
  /// The names of forms that were too much.
  private(set) var leftOut: [String] = []

  /// What was copied itself may be so large.
  static let sourceLimit = 128 << 20
  /// Further forms are made as long as all together are no more.
  static let limit = 16 << 20
  /// Marks are so small, and never left out.
  private static let smallest = 256

  /// X11's names for text, which terminals give plain text themselves.
  private static let namesOfX11 = ["UTF8_STRING", "TEXT", "STRING", "COMPOUND_TEXT"]

  /// Renders a content: what was copied comes first in its list, then its text, then what is made of it.
  ///
  /// The order of the list stays, as whoever pastes may go by it.
  init(_ content: Content) throws(ExchangeError) {
    // What a program that nobody knows is shown.
    let offered = content.view?(Peer()) ?? content.names.map { Content.Offered($0) }
    let worth = Self.inOrderOfWorth(offered)
    var queue = RenderingQueue(content, worth)
    var sum = 0
    for form in worth {
      guard let bytes = queue.next() else { continue }
      if let index = forms.firstIndex(where: { $0.bytes == bytes && !$0.bytes.isEmpty }) {
        forms[index].aliases.append(form.name)
      } else if bytes.count <= Self.smallest
        || sum + bytes.count <= (forms.isEmpty ? Self.sourceLimit : Self.limit)
      {
        forms.append(ReadyForm(name: form.name, bytes: bytes))
        sum += bytes.count
      } else if forms.isEmpty {
        throw ExchangeError(
          .tooLarge, "\(form.name) is larger than the \(Self.sourceLimit >> 20) MiB that a terminal is sent")
      } else {
        leftOut.append(form.name)
      }
    }
    let places = offered.map(\.name)
    forms.sort { (places.firstIndex(of: $0.name) ?? 0) < (places.firstIndex(of: $1.name) ?? 0) }
  }

  private static func inOrderOfWorth(_ offered: [Content.Offered]) -> [Content.Offered] {
    var names: Set<String> = []
    let known = offered.filter {
      FormName.isExpressible($0.name) && !namesOfX11.contains($0.name) && names.insert($0.name).inserted
    }
    let rest = known.dropFirst()
    return known.prefix(1) + rest.filter { PlainText.names.contains($0.name) }
      + rest.filter { !PlainText.names.contains($0.name) }
  }
}
