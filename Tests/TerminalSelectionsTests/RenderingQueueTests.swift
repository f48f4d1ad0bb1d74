import Exchange
import TestSupport
import Testing

@testable import TerminalSelections

@Suite("Terminals: forms that are made side by side", .timeLimit(.minutes(1)))
struct RenderingQueueTests {
  private func forms(_ content: Content) -> [[UInt8]?] {
    var queue = RenderingQueue(content, content.names.map { Content.Offered($0) })
    return content.names.map { _ in queue.next() }
  }

  /// Beside a first form that is small, and one after the other beside a large one.
  @Test(arguments: [1, 5 << 20]) func `They come in their order, and what is refused is nothing`(size: Int) {
    let content = Content(names: (0..<40).map { "a/\($0)" }) { name in
      let number = Int(name.dropFirst(2)) ?? 0
      let bytes = [UInt8](repeating: UInt8(number), count: number == 0 ? size : number)
      return number % 7 == 3 ? nil : Representation(bytes: bytes)
    }
    let made = forms(content)
    #expect(made[0]?.count == size)
    for number in 1..<40 {
      let expected = number % 7 == 3 ? nil : [UInt8](repeating: UInt8(number), count: number)
      #expect(made[number] == expected)
    }
    #expect(forms(Content(names: ["a/a"]) { _ in nil }) == [nil])
    #expect(forms(Content(names: []) { _ in nil }) == [])
  }

  @Test func `None waits for one that is slow`() {
    let (first, second) = (Flag(), Flag())
    let content = Content(names: ["a/source", "a/first", "a/second"]) { name in
      guard name != "a/source" else { return Representation(bytes: [0]) }
      // Each of the two goes on when the other one has begun.
      let (own, other) = name == "a/first" ? (first, second) : (second, first)
      own.raise()
      let hasBegun = (try? other.wait()) != nil
      return Representation(bytes: [hasBegun ? 1 : 2])
    }
    #expect(forms(content) == [[0], [1], [1]])
  }
}
