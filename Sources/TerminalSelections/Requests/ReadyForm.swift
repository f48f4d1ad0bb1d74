import Exchange

/// A form of content that was made before anybody asked, with all names that it has.
struct ReadyForm: Hashable, Sendable {
  var name: String
  var aliases: [String] = []
  var bytes: [UInt8]

  /// The other names, separated by spaces, in pieces of at most so many bytes.
  func aliasLists(upTo limit: Int) -> [String] {
    var lists: [String] = []
    for alias in aliases {
      if let last = lists.last, last.utf8.count + 1 + alias.utf8.count <= limit {
        lists[lists.count - 1] = last + " " + alias
      } else {
        lists.append(alias)
      }
    }
    return lists
  }
}

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
    var names: [String] = []
    var sum = 0
    for form in Self.inOrderOfWorth(offered) where !names.contains(form.name) {
      guard let bytes = content.render(form.rendering)?.bytes else { continue }
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
        continue
      }
      names.append(form.name)
    }
    let places = offered.map(\.name)
    forms.sort { (places.firstIndex(of: $0.name) ?? 0) < (places.firstIndex(of: $1.name) ?? 0) }
  }

  private static func inOrderOfWorth(_ offered: [Content.Offered]) -> [Content.Offered] {
    let known = offered.filter { FormName.isExpressible($0.name) && !namesOfX11.contains($0.name) }
    let rest = known.dropFirst()
    return known.prefix(1) + rest.filter { PlainText.names.contains($0.name) }
      + rest.filter { !PlainText.names.contains($0.name) }
  }
}

/// The names of plain text, for terminals that carry nothing else.
enum PlainText {
  static let names = ["text/plain;charset=utf-8", "text/plain"]
  /// X11's name for the same, in UTF-8.
  static let nameOfX11 = "UTF8_STRING"

  /// The text of a content; nil if it has none.
  static func of(_ content: Content) -> [UInt8]? {
    let offered = content.view?(Peer()) ?? content.names.map { Content.Offered($0) }
    for name in names + [nameOfX11] {
      if let form = offered.first(where: { $0.name == name }), let value = content.render(form.rendering) {
        return value.bytes
      }
    }
    return nil
  }
}
