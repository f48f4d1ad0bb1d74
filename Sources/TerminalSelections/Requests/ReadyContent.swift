import Exchange
import Synchronization
import System

/// The part of a content that is sent: everything, as a terminal keeps what it gets and asks nobody
/// afterwards.
struct ReadyContent {
  /// The forms in the order of the content.
  private(set) var forms: [ReadyForm] = []
  /// The names of forms that were too much, could not be made of what is large, or have spaces in their names.
  private(set) var leftOut: [String] = []

  /// The largest size of the copied form itself.
  static let sourceLimit = 128 << 20
  /// Further forms are made as long as all together are no more.
  static let limit = 16 << 20
  /// What cannot be made of more than this was too much to make.
  private static let largeSource = 1 << 20
  /// Marks are so small, and never left out.
  private static let smallest = 256

  /// X11's names for text, which terminals give plain text themselves.
  private static let namesOfX11 = ["UTF8_STRING", "TEXT", "STRING", "COMPOUND_TEXT"]

  /// Renders a content: what was copied comes first in its list, then its text, then what is made of it.
  ///
  /// The order of the list stays, as whoever pastes may go by it.
  init(_ content: Content) throws(ExchangeError) {
    // The view of unknown programs.
    let offered = content.view?(Peer()) ?? content.names.map { Content.Offered($0) }
    let worth = Self.inOrderOfWorth(offered)
    var queue = RenderingQueue(content, worth)
    var sum = 0
    for form in worth {
      guard let bytes = queue.next() else {
        if sum > Self.largeSource { leftOut.append(form.name) }
        continue
      }
      if let index = forms.firstIndex(where: { $0.bytes == bytes && !$0.bytes.isEmpty }) {
        forms[index].aliases.append(form.name)
      } else if bytes.count <= Self.smallest
        || sum + bytes.count <= (forms.isEmpty ? Self.sourceLimit : Self.limit)
      {
        forms.append(ReadyForm(name: form.name, bytes: bytes))
        sum += bytes.count
      } else if forms.isEmpty {
        throw ExchangeError(
          .tooLarge, "\(form.name) is too large for a terminal: more than \(Self.sourceLimit >> 20) MiB")
      } else {
        leftOut.append(form.name)
      }
    }
    try leaveOutInexpressible(content, offered)
    let places = offered.map(\.name)
    forms.sort { (places.firstIndex(of: $0.name) ?? 0) < (places.firstIndex(of: $1.name) ?? 0) }
  }

  /// Leaves out what has no name that a list of a terminal can hold, unless the same bytes have another.
  private mutating func leaveOutInexpressible(
    _ content: Content, _ offered: [Content.Offered]
  ) throws(ExchangeError) {
    let unsent = offered.filter { !FormName.isExpressible($0.name) }
    guard !unsent.isEmpty else { return }
    if forms.isEmpty {
      throw ExchangeError(
        .unavailable, "a terminal does not accept format names with spaces, such as '\(unsent[0].name)'")
    }
    var queue = RenderingQueue(content, unsent)
    for form in unsent {
      guard let bytes = queue.next(), !forms.contains(where: { $0.bytes == bytes }) else { continue }
      leftOut.append(form.name)
    }
  }

  private static func inOrderOfWorth(_ offered: [Content.Offered]) -> [Content.Offered] {
    var names: Set<String> = []
    let known = offered.filter {
      FormName.isExpressible($0.name) && !namesOfX11.contains($0.name) && names.insert($0.name).inserted
    }
    let rest = known.dropFirst()
    return known.prefix(1) + rest.filter { SentText.names.contains($0.name) }
      + rest.filter { !SentText.names.contains($0.name) }
  }
}

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

/// The forms of a content under several names, handed out in their order.
///
/// The first is made by itself; where it is small the others are made side by side, for as many as there are.
struct RenderingQueue {
  private let content: Content
  private let forms: [Content.Offered]
  private let made = Mailbox<(place: Int, bytes: [UInt8]?)>()
  private var waiting: [Int: [UInt8]?] = [:]
  private var place = 0
  private var isMadeElsewhere = false

  /// The source size up to which everything may be made, however little of it is wanted.
  private static let smallSource = 4 << 20
  /// Names for the same wait for each other: with few, that would be all that is done.
  private static let threads = 8

  init(_ content: Content, _ forms: [Content.Offered]) {
    (self.content, self.forms) = (content, forms)
  }

  /// The bytes of the next form, once they are made; nil if it is refused.
  mutating func next() -> [UInt8]? {
    defer { place += 1 }
    guard isMadeElsewhere else {
      let bytes = content.render(forms[place].rendering)?.bytes
      if place == 0, let bytes, bytes.count <= Self.smallSource { start(from: 1) }
      return bytes
    }
    while waiting[place] == nil {
      _ = made.wakeUp.wait(until: .never)
      for (place, bytes) in made.take() { waiting[place] = .some(bytes) }
    }
    return waiting.removeValue(forKey: place) ?? nil
  }

  private mutating func start(from first: Int) {
    let (content, forms, made, next) = (content, forms, made, NextPlace(first))
    for _ in 0..<min(Self.threads, forms.count - first) {
      let isRunning = startThread {
        while let place = next.take(below: forms.count) {
          made.post((place, content.render(forms[place].rendering)?.bytes))
        }
      }
      if isRunning { isMadeElsewhere = true }
    }
  }

  /// Counts what the threads have taken.
  private final class NextPlace: Sendable {
    private let place: Mutex<Int>

    init(_ first: Int) { place = Mutex(first) }

    func take(below count: Int) -> Int? {
      place.withLock { place in
        guard place < count else { return nil }
        place += 1
        return place - 1
      }
    }
  }
}
