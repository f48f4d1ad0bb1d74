import Exchange
import Synchronization
import System

/// What a content gives under several names, handed out in their order.
///
/// The first is made by itself; where it is small the others are made side by side, for as many as there are.
struct RenderingQueue {
  private let content: Content
  private let forms: [Content.Offered]
  private let made = Mailbox<(place: Int, bytes: [UInt8]?)>()
  private var waiting: [Int: [UInt8]?] = [:]
  private var place = 0
  private var isMadeElsewhere = false

  /// What is made of no more than this may all be made, however little of it is wanted.
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
