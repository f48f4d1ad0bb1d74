import Exchange
import System
import Testing

@testable import X11Selections

/// The loop that waking up late must not harm, with events of the test's own making.
@Suite(.timeLimit(.minutes(1))) struct EventLoopTests {
  @Test(arguments: [0, 1, 15, 16, 17, 40, 1000])
  func `What lies there at a late awakening is taken before anything is late`(count: Int) throws {
    var loop = LateLoop(queued: count)
    try loop.runLoop()
    #expect(loop.taken == count)
    #expect(loop.waits == 0)
  }

  @Test func `Events that never stop keep nothing from being late`() throws {
    var loop = LateLoop(queued: .max)
    try loop.runLoop()
    #expect(loop.taken < 10_000)
  }

  @Test func `Events that never stop do not keep it from seeing a signal`() throws {
    var loop = LateLoop(queued: .max, deadline: .never)
    try loop.runLoop()
    #expect(loop.waits == 1)
  }

  @Test func `Without a deadline that has passed it sleeps when all is taken`() throws {
    var loop = LateLoop(queued: 40, deadline: .never)
    try loop.runLoop()
    #expect(loop.taken == 40)
    #expect(loop.waits == 1)
  }
}

/// Wakes up after its deadline, with events that came before; ends when something is late, or when it sleeps.
private struct LateLoop: XEventLoop {
  var queued: Int
  let deadline: MonotonicTime
  private(set) var taken = 0
  private(set) var waits = 0
  private(set) var isFinished = false

  init(queued: Int, deadline: MonotonicTime = MonotonicTime(nanoseconds: 0)) {
    self.queued = queued
    self.deadline = deadline
  }

  var nextDeadline: MonotonicTime { deadline }

  mutating func nextEvent() -> XEvent? {
    guard queued > 0 else { return nil }
    queued -= 1
    return .other
  }

  mutating func handle(_ event: XEvent, at now: MonotonicTime) { taken += 1 }

  mutating func takeResults(at now: MonotonicTime) -> Bool { false }

  mutating func expire(at now: MonotonicTime) { isFinished = true }

  mutating func wait(until deadline: MonotonicTime) throws(ExchangeError) {
    waits += 1
    isFinished = true
  }
}
