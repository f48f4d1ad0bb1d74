import TestSupport
import Testing

@testable import X11Selections

/// The queue of events, which clients may fill.
@Suite struct EventQueueTests {
  private static let windowMask: UInt32 = 0x1F_FFFF

  private func request(of client: UInt32, _ number: UInt32) -> XEvent {
    .selectionRequest(
      SelectionRequest(
        requestor: XWindow(rawValue: client << 21 | 1), selection: .primary, target: XAtom(rawValue: number),
        property: .none, time: .current))
  }

  private func numbers(_ queue: inout EventQueue, of client: UInt32) -> [UInt32] {
    var numbers: [UInt32] = []
    while let event = queue.popFirst() {
      guard case .selectionRequest(let request) = event, request.requestor.rawValue >> 21 == client else {
        continue
      }
      numbers.append(request.target.rawValue)
    }
    return numbers
  }

  @Test(arguments: Seeds.few(5))
  func `Few events are all handed out, in their order`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = EventQueue(windowMask: Self.windowMask)
    var (sent, taken): (UInt32, UInt32) = (0, 0)
    for _ in 0..<20_000 {
      if sent - taken < UInt32(EventQueue.limit), Bool.random(using: &generator) {
        queue.append(request(of: .random(in: 1...9, using: &generator), sent))
        sent += 1
      } else if let event = queue.popFirst() {
        guard case .selectionRequest(let request) = event else { continue }
        #expect(request.target.rawValue == taken, "seed \(seed)")
        taken += 1
      }
    }
    #expect(queue.isEmpty == (sent == taken))
  }

  @Test func `A queue that is never empty keeps nothing of what was taken`() {
    var queue = EventQueue(windowMask: Self.windowMask)
    for number in 0..<UInt32(1000) { queue.append(request(of: 1, number)) }
    for number in 1000..<UInt32(200_000) {
      queue.append(request(of: 1, number))
      #expect(queue.popFirst() == request(of: 1, number - 1000))
    }
    #expect(queue.placeCount <= 3 * EventQueue.limit)
  }

  @Test func `A flood of some clients leaves out nothing of another`() {
    var queue = EventQueue(windowMask: Self.windowMask)
    for number in 0..<UInt32(300_000) {
      queue.append(request(of: 1 + number % 3, number))
      if number.isMultiple(of: 5000) { queue.append(request(of: 7, number)) }
    }
    var copy = queue
    #expect(numbers(&copy, of: 7) == Array(stride(from: 0, to: 300_000, by: 5000)))
    let flood = numbers(&queue, of: 1)
    // The first request is answered first, and the last event tells how things are now.
    #expect(flood.first == 0)
    #expect(flood.last == 299_997)
    #expect(flood == flood.sorted())
  }

  @Test(arguments: [1, 2, 100, 255, 256, 1000, 2047])
  func `However many clients there are, no more events wait than may`(clients: UInt32) {
    var queue = EventQueue(windowMask: Self.windowMask)
    for number in 0..<UInt32(100_000) { queue.append(request(of: number % clients, number)) }
    var count = 0
    while queue.popFirst() != nil { count += 1 }
    #expect((EventQueue.limit / 4...EventQueue.limit).contains(count))
  }

  @Test func `What is told only once is never left out`() {
    var queue = EventQueue(windowMask: Self.windowMask)
    for number in 0..<UInt32(50_000) {
      queue.append(request(of: 1, number))
      if number == 25_000 {
        queue.append(.selectionClear(selection: .primary, owner: XWindow(rawValue: 1 << 21)))
        queue.append(.windowDestroyed(XWindow(rawValue: 1 << 21)))
      }
    }
    var told: [XEvent] = []
    while let event = queue.popFirst() {
      if case .selectionRequest = event { continue }
      told.append(event)
    }
    #expect(
      told == [
        .selectionClear(selection: .primary, owner: XWindow(rawValue: 1 << 21)),
        .windowDestroyed(XWindow(rawValue: 1 << 21)),
      ])
  }

  @Test(.timeLimit(.minutes(1)))
  func `Any number of ends of windows is handed out`() {
    var queue = EventQueue(windowMask: Self.windowMask)
    for number in 0..<UInt32(200_000) { queue.append(.windowDestroyed(XWindow(rawValue: 1 << 21 | number))) }
    var count: UInt32 = 0
    while let event = queue.popFirst() {
      guard event == .windowDestroyed(XWindow(rawValue: 1 << 21 | count)) else { break }
      count += 1
    }
    #expect(count == 200_000)
  }

  @Test(arguments: [0, 1, 0x8000_0000, .max] as [UInt32])
  func `A server may number windows as it likes`(windowMask: UInt32) {
    var queue = EventQueue(windowMask: windowMask)
    for number in 0..<UInt32(10_000) { queue.append(request(of: number, number)) }
    #expect(queue.popFirst() == request(of: 0, 0))
  }
}
