import Exchange
import System

/// The owner of a source: renders what is asked for, once, and hands it to each reader as it takes it.
///
/// A pure state machine. A reader that is slow, silent or gone costs no more than its own pipe.
struct SourceMachine {
  /// A pipe that somebody reads.
  typealias Delivery = Int

  enum Event {
    /// Somebody wants a form; nil for one that is not offered.
    case asked(Delivery, rendering: String?)
    /// The result of `render`.
    case rendered(String, Representation?)
    /// This number of bytes went into the pipe.
    case wrote(Delivery, Int)
    /// The pipe has no reader any more, or cannot be written to.
    case readerGone(Delivery)
    /// Another source has taken the place of this one.
    case lost
    /// Time has passed; sent at `nextDeadline` or later.
    case clock
  }

  enum Action: Hashable {
    case render(String)
    /// There is something to write.
    case open(Delivery)
    /// The end of the pipe, which is all that a reader is told.
    case close(Delivery)
  }

  struct Limits {
    /// Readers at one time; of more the one that has waited longest is let go.
    var deliveries = 128
    /// The time that a form may take to be rendered, a reader to take something, and all of it.
    var answerTime = Duration.seconds(10)
    var pieceTime = Duration.seconds(10)
    var transferTime = Duration.seconds(600)
  }

  private enum Rendering {
    case asked
    case done(Payload?)
  }

  private struct Transfer {
    let rendering: String
    var sent = 0
    var pieceDeadline: MonotonicTime
    let deadline: MonotonicTime
  }

  private let limits: Limits
  /// Renderings that are asked for anew once all who read them have them (`Content.changingNames`).
  private let changing: Set<String>
  private var renderings: [String: Rendering] = [:]
  private var transfers: [Delivery: Transfer] = [:]
  private var isLost = false

  init(limits: Limits = Limits(), changing: Set<String> = []) {
    self.limits = limits
    self.changing = changing
  }

  /// Whether the source is lost and everything is delivered.
  var isFinished: Bool { isLost && isIdle }
  var isIdle: Bool { transfers.isEmpty }

  /// The time to send `clock` at the latest; never while idle.
  var nextDeadline: MonotonicTime {
    transfers.values.reduce(.never) { min($0, $1.pieceDeadline, $1.deadline) }
  }

  /// The content for a pipe, and the first byte still to be written; nil if there is none yet.
  func content(for delivery: Delivery) -> (payload: Payload, sent: Int)? {
    guard let transfer = transfers[delivery], case .done(let payload?) = renderings[transfer.rendering] else {
      return nil
    }
    return (payload, transfer.sent)
  }

  mutating func handle(_ event: Event, at now: MonotonicTime, actions: inout [Action]) {
    switch event {
    case .asked(let delivery, let rendering): begin(delivery, rendering, now, &actions)
    case .rendered(let rendering, let value): finish(rendering, value?.payload, now, &actions)
    case .wrote(let delivery, let count): advance(delivery, count, now, &actions)
    case .readerGone(let delivery): end(delivery, &actions)
    case .lost: isLost = true
    case .clock:
      for (delivery, transfer) in transfers where min(transfer.pieceDeadline, transfer.deadline) <= now {
        end(delivery, &actions)
      }
    }
  }

  private mutating func begin(
    _ delivery: Delivery, _ rendering: String?, _ now: MonotonicTime, _ actions: inout [Action]
  ) {
    guard let rendering else { return actions.append(.close(delivery)) }
    if transfers.count >= limits.deliveries,
      let oldest = transfers.min(by: { ($0.value.pieceDeadline, $0.key) < ($1.value.pieceDeadline, $1.key) })
    {
      end(oldest.key, &actions)
    }
    transfers[delivery] = Transfer(
      rendering: rendering, pieceDeadline: now + limits.answerTime, deadline: now + limits.transferTime)
    switch renderings[rendering] {
    case .done(let payload): open(delivery, payload, now, &actions)
    case .asked: break
    case nil:
      renderings[rendering] = .asked
      actions.append(.render(rendering))
    }
  }

  private mutating func finish(
    _ rendering: String, _ payload: Payload?, _ now: MonotonicTime, _ actions: inout [Action]
  ) {
    renderings[rendering] = .done(payload)
    for (delivery, transfer) in transfers where transfer.rendering == rendering {
      open(delivery, payload, now, &actions)
    }
    forgetIfUnread(rendering)
  }

  /// Holds what changes no longer than somebody reads it.
  private mutating func forgetIfUnread(_ rendering: String) {
    guard changing.contains(rendering), case .done = renderings[rendering],
      !transfers.values.contains(where: { $0.rendering == rendering })
    else { return }
    renderings[rendering] = nil
  }

  private mutating func open(
    _ delivery: Delivery, _ payload: Payload?, _ now: MonotonicTime, _ actions: inout [Action]
  ) {
    guard let payload, payload.count > 0 else { return end(delivery, &actions) }
    transfers[delivery]?.pieceDeadline = now + limits.pieceTime
    actions.append(.open(delivery))
  }

  private mutating func advance(
    _ delivery: Delivery, _ count: Int, _ now: MonotonicTime, _ actions: inout [Action]
  ) {
    guard let payload = content(for: delivery)?.payload else { return }
    transfers[delivery]?.sent += count
    transfers[delivery]?.pieceDeadline = now + limits.pieceTime
    if let sent = transfers[delivery]?.sent, sent >= payload.count { end(delivery, &actions) }
  }

  private mutating func end(_ delivery: Delivery, _ actions: inout [Action]) {
    guard let transfer = transfers.removeValue(forKey: delivery) else { return }
    actions.append(.close(delivery))
    forgetIfUnread(transfer.rendering)
  }
}

/// The forms offered of a content: one list for all readers, as they cannot be told apart.
///
/// Text has the names that programs of Wayland ask for, all of them UTF-8; those that stand for other encodings under
/// X11 are left out, as bridges to X11 would hand them to programs that take them for what they are there.
struct OfferedForms {
  private static let textNames = ["text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT"]
  private static let otherEncodings = ["STRING", "COMPOUND_TEXT"]

  /// The names, each once, in their order.
  private(set) var names: [String] = []
  private var renderings: [String: String] = [:]

  /// The renderings that are asked for anew each time (`Content.changingNames`).
  private(set) var changing: Set<String> = []

  init(_ content: Content, marker: OwnerMarker) {
    let offered = content.view?(.programsOfWayland) ?? content.names.map { Content.Offered($0) }
    for form in content.isExact ? offered : Self.arranged(offered) { add(form) }
    add(Content.Offered(marker.name))
    changing = Set(names.filter(content.changingNames.contains).compactMap { renderings[$0] })
  }

  /// The forms with text in the order in which programs of Wayland look for it, without other encodings.
  private static func arranged(_ offered: [Content.Offered]) -> [Content.Offered] {
    let texts = offered.filter { textNames.contains($0.name) }
      .sorted { place(of: $0.name) < place(of: $1.name) }
    var rest = texts[...]
    return offered.compactMap { form in
      if otherEncodings.contains(form.name) { return nil }
      return textNames.contains(form.name) ? rest.popFirst() : form
    }
  }

  /// The rendering of a name; nil if it is not offered.
  func rendering(of name: String) -> String? { renderings[name] }

  private static func place(of name: String) -> Int { textNames.firstIndex(of: name) ?? textNames.count }

  private mutating func add(_ form: Content.Offered) {
    // A list that is longer would not be read to its end.
    guard names.count < Offer.nameLimit, Offer.name(Array(form.name.utf8)) != nil,
      renderings[form.name] == nil
    else { return }
    renderings[form.name] = form.rendering
    names.append(form.name)
  }
}

/// The name that tells a program of this project, and which of its copies it is.
///
/// Managers bring back all that was offered, and others read it: that the name is there says where the content comes
/// from; the number in it says which copy it is. It is listed, and nothing is under it.
package struct OwnerMarker: Hashable, Sendable {
  private static let prefix = "application/x-pasteboard-owner;id="
  /// The name.
  package let name: String

  /// A marker that no other copy has.
  package init() {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    name = Self.prefix + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// True if a name is such a marker.
  package static func isMarker(_ name: String) -> Bool { name.hasPrefix(prefix) }
}
