import System
import Testing

@testable import Exchange

/// How often a manager takes a board from an owner that takes it back.
@Suite struct TakeOverPaceTests {
  private static let start = MonotonicTime(nanoseconds: 5_000_000_000)

  /// When an owner that takes the board back after `pause` loses it within ten minutes.
  private func takeOvers(pause: Duration) -> [Duration] {
    var pace = TakeOverPace()
    var times: [Duration] = []
    var now = Duration.zero
    while now < .seconds(600) {
      if pace.allows(at: Self.start + now, isTakenBack: true) { times.append(now) }
      now += pause
    }
    return times
  }

  @Test(arguments: [1, 20, 100, 300, 1000, 1900])
  func `An owner that takes back what it loses is left alone`(milliseconds: Int) {
    let times = takeOvers(pause: .milliseconds(milliseconds))
    #expect(times.count <= 12, "\(times)")
    #expect(times.allSatisfy { $0 < .seconds(150) }, "\(times)")
  }

  @Test func `Whoever copies every few seconds is served each time`() {
    #expect(takeOvers(pause: .seconds(3)).count == 200)
  }

  @Test func `A few quick copies are served, and a rest makes good`() {
    var pace = TakeOverPace()
    func allows(_ milliseconds: Int, isTakenBack: Bool = true) -> Bool {
      pace.allows(at: Self.start + .milliseconds(milliseconds), isTakenBack: isTakenBack)
    }
    let first = (0..<4).map { allows(50 * $0) }
    #expect(first == [true, true, true, true])
    let fight = (4..<2000).map { allows(50 * $0) }
    #expect(fight.count { $0 } < 10)
    let later = [101_000, 400_000, 401_000].map { allows($0) }
    #expect(later == [false, true, true])
    // What is copied anew, and not taken back, is nobody's fight.
    let others = (0..<100).map { allows(402_000 + $0, isTakenBack: false) }
    #expect(others.allSatisfy { $0 })
  }
}
