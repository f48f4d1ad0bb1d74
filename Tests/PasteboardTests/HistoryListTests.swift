import Exchange
import TestSupport
import Testing

@testable import Pasteboard

/// The list of remembered copies, and what a file of them gives back.
@Suite struct HistoryListTests {
  private static func copy(_ text: String) -> Snapshot {
    var copy = Snapshot()
    copy.names = ["UTF8_STRING"]
    copy.representations["UTF8_STRING"] = Representation(declared: nil, format: 8, bytes: Array(text.utf8))
    return copy
  }

  private static func words(_ list: HistoryList) -> [String] {
    list.entries.map { "\($0.time) \($0.text)\($0.isPinned ? " +" : "")" }
  }

  /// A list with what the file of another one gives.
  private static func read(_ list: HistoryList, _ into: HistoryList) -> HistoryList {
    var read = into
    let isRead = read.add(encoded: list.encoded())
    #expect(isRead)
    return read
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `A file gives the same list as its copies one after the other`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = HistoryList(HistoryLimits(count: 12, bytes: 200))
    for time in 0..<60 {
      _ = list.add(Self.copy("\(Int.random(in: 0..<20, using: &random))"), at: time)
      if Int.random(in: 0..<4, using: &random) == 0, let entry = list.entries.randomElement(using: &random) {
        _ = list.togglePin(entry.number)
      }
    }
    #expect(Self.words(Self.read(list, HistoryList(list.limits))) == Self.words(list))
    // What is there already, and is not read again, stays behind what is read.
    var later = HistoryList(list.limits)
    _ = later.add(Self.copy("earlier"), at: 0)
    _ = later.add(list.entries[0].snapshot, at: 0)
    later = Self.read(list, later)
    #expect(Self.words(later).prefix(list.entries.count) == Self.words(list)[...])
    // Numbers of entries are not used twice.
    #expect(Set(later.entries.map(\.number)).count == later.entries.count)
    // Smaller limits keep the last copies, and no more pins than they allow.
    let few = Self.read(list, HistoryList(HistoryLimits(count: 4, bytes: 200)))
    #expect(few.entries.count == min(4, list.entries.count) && few.entries.count(where: \.isPinned) <= 2)
  }

  @Test func `A file of many copies is read in linear time`() {
    func time(of count: Int) -> Duration {
      var list = HistoryList(HistoryLimits(count: count, bytes: 1 << 24))
      for number in 0..<count { _ = list.add(Self.copy("\(100_000 + number)"), at: number) }
      let bytes = list.encoded()
      let start = processorTime()
      var read = HistoryList(list.limits)
      let isRead = read.add(encoded: bytes)
      defer { #expect(isRead && read.entries.count == count) }
      return processorTime() - start
    }
    // Twice linear, and half of quadratic.
    #expect(time(of: 4000) < time(of: 1000) * 8)
  }
}
