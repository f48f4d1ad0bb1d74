import Exchange
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Pasteboard

/// What is made for programs, and how long it is kept.
@Suite("Renderings", .timeLimit(.minutes(1)))
struct RenderingTests {
  /// Renderings in one place, of which those are large that have more than 100 bytes.
  private final class Shelf: Sendable {
    let renderings: [Rendering]
    private let counts: Counts

    init(_ sizes: [Int], within duration: Duration = .zero) {
      let place = LargeRenderingCache<Representation>(ifLarge: { $0.payload.count > 100 })
      let counts = Counts(sizes.count)
      self.counts = counts
      renderings = sizes.indices.map { index in
        let make: @Sendable () -> [UInt8]? = {
          counts.add(index)
          let end = ContinuousClock.now + duration
          while ContinuousClock.now < end { sched_yield() }
          return [UInt8](repeating: UInt8(index), count: sizes[index])
        }
        return Rendering(in: place, bytes: make)
      }
    }

    /// How often each has been made after all of these have been asked for.
    func counts(asking indices: Int...) -> [Int] {
      for index in indices { #expect(renderings[index].bytes?.first == UInt8(index)) }
      return counts.all
    }
  }

  private final class Counts: Sendable {
    private let counts: Mutex<[Int]>

    init(_ count: Int) { counts = Mutex(Array(repeating: 0, count: count)) }

    var all: [Int] { counts.withLock(\.self) }
    func add(_ index: Int) { counts.withLock { $0[index] += 1 } }
  }

  @Test func `Of large ones the last is kept, and all small ones`() {
    let shelf = Shelf([500, 500, 50, 50])
    #expect(shelf.counts(asking: 0, 0, 0) == [1, 0, 0, 0])
    #expect(shelf.counts(asking: 1, 1) == [1, 1, 0, 0])
    #expect(shelf.counts(asking: 0, 0, 2, 3, 2, 3) == [2, 1, 1, 1])
    #expect(shelf.counts(asking: 2, 3) == [2, 1, 1, 1])
  }

  /// Whoever asked for it was refused meanwhile, and finds it there the next time.
  @Test func `What takes long is kept`() {
    let shelf = Shelf([500, 500], within: .milliseconds(250))
    #expect(shelf.counts(asking: 0, 1, 0, 1) == [1, 1])
  }

  @Test func `All who ask at once get what they ask for`() throws {
    let shelf = Shelf([500, 600, 700, 50])
    let wrong = Mutex(0)
    let threads = (0..<6).map { number in
      Thread {
        var generator = SeededGenerator(seed: UInt64(number))
        for _ in 0..<300 {
          let index = Int.random(in: 0..<4, using: &generator)
          if shelf.renderings[index].bytes?.first != UInt8(index) { wrong.withLock { $0 += 1 } }
        }
      }
    }
    for thread in threads { try thread.join() }
    #expect(wrong.withLock(\.self) == 0)
  }
}
