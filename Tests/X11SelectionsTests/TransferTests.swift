import TestSupport
import Testing

@testable import X11Selections

/// Both ends of an incremental transfer without a server.
@Suite struct TransferTests {
  private static let incremental = XAtom(rawValue: 300)
  private static let property = XAtom(rawValue: 7)

  @Test("Whatever overtakes what, the value arrives whole", arguments: UInt64(0)..<300)
  func arrivesWhole(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<Int.random(in: 0..<500, using: &generator)).map { UInt8(truncatingIfNeeded: $0) }
    let value = PropertyValue(type: .string, format: 8, bytes: bytes)
    var outgoing = OutgoingTransfer(value, chunkSize: 4 * Int.random(in: 1...40, using: &generator))
    var incoming = IncomingTransfer(incremental: Self.incremental, byteLimit: 1000)

    // The server: a property, and two ways to the requestor that overtake each other.
    var stored: PropertyValue? = outgoing.announcement(type: Self.incremental)
    var events: [IncomingTransfer.Event] = [.propertyChanged, .notified(property: Self.property)]
    var replies: [PropertyValue?] = []
    var outcome: IncomingTransfer.Outcome?
    var isGone = false

    for _ in 0..<10_000 where outcome == nil {
      let action: IncomingTransfer.Action?
      if !events.isEmpty && (replies.isEmpty || Bool.random(using: &generator)) {
        action = incoming.handle(events.removeFirst())
      } else if !replies.isEmpty {
        action = incoming.handle(read: replies.removeFirst())
      } else {
        break
      }
      switch action {
      case .readProperty:
        replies.append(stored)
        if stored != nil, !outgoing.isFinished {
          let chunk = outgoing.next()
          stored = PropertyValue(type: .string, format: 8, bytes: Array(bytes[chunk]))
          events.append(.propertyChanged)
        } else {
          stored = nil
        }
        // An owner may go as soon as it has written the end.
        if outgoing.isFinished && !isGone && Bool.random(using: &generator) {
          isGone = true
          events.append(.ownerDestroyed)
        }
      case .finish(let result): outcome = result
      case .skipProperty: Issue.record("nothing is to be passed over")
      case nil: break
      }
    }
    #expect(outcome == .value(value), "seed \(seed)")
  }

  @Test(arguments: [true, false], [0, 1, 99, 100, 101, 250, 1000])
  func `The first bytes come, and the size of all`(skipsRest: Bool, count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    var outgoing = OutgoingTransfer(PropertyValue(type: .string, format: 8, bytes: bytes), chunkSize: 100)
    var incoming = IncomingTransfer(
      incremental: Self.incremental, byteLimit: 2000, enough: .init(bytes: 200, skipsRest: skipsRest))
    var stored = outgoing.announcement(type: Self.incremental)
    var action = incoming.handle(.notified(property: Self.property))
    var outcome: IncomingTransfer.Outcome?
    while outcome == nil, let next = action {
      switch next {
      case .readProperty: action = incoming.handle(read: stored)
      case .skipProperty:
        action = incoming.handle(
          .propertyRead(PropertyPart(type: .string, format: 8, byteCount: 0, bytesAfter: stored.bytes.count)))
      case .finish(let result): outcome = result
      }
      if action == nil, !outgoing.isFinished {
        stored = PropertyValue(type: .string, format: 8, bytes: Array(bytes[outgoing.next()]))
        action = incoming.handle(.propertyChanged)
      }
    }
    let came = min(count, 200)
    #expect(outcome == .value(PropertyValue(type: .string, format: 8, bytes: Array(bytes.prefix(came)))))
    #expect(incoming.isBeginning == (count >= 200))
    #expect(incoming.wholeSize == (count >= 200 ? count : nil))
    #expect(incoming.isLeftOpen == (count >= 200 && !skipsRest))
    #expect(outgoing.isFinished == (count < 200 || skipsRest))
  }

  @Test("Nothing happens twice, and nothing after the end", arguments: UInt64(0)..<300)
  func endsOnce(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var transfer = IncomingTransfer(incremental: Self.incremental, byteLimit: 20)
    let readings = [
      nil, PropertyValue(type: Self.incremental, words: [.max]),
      PropertyValue(type: .string, format: 8, bytes: [1, 2, 3]),
      PropertyValue(type: .string, format: 8, bytes: []),
      PropertyValue(type: .string, format: 8, bytes: [1], bytesAfter: 5),
    ]
    let events: [IncomingTransfer.Event] = [
      .notified(property: Self.property), .notified(property: .none), .propertyChanged, .ownerDestroyed,
    ]
    var ends = 0
    for _ in 0..<100 {
      let wasFinished = transfer.isFinished
      let action =
        if Bool.random(using: &generator) {
          transfer.handle(read: readings.randomElement(using: &generator) ?? nil)
        } else {
          transfer.handle(events.randomElement(using: &generator) ?? .propertyChanged)
        }
      if wasFinished { #expect(action == nil, "seed \(seed)") }
      if case .finish(let outcome) = action {
        ends += 1
        if case .value(let value) = outcome { #expect(value.bytes.count <= 20) }
      }
    }
    if case .finish = transfer.handle(.timeExpired) { ends += 1 }
    #expect(ends == 1, "seed \(seed)")
  }

  @Test(arguments: [0, 1, 99, 100, 101, 200, 201])
  func sendsEveryByteOnce(count: Int) {
    let value = PropertyValue(type: .string, format: 8, bytes: [UInt8](repeating: 7, count: count))
    var transfer = OutgoingTransfer(value, chunkSize: 100)
    #expect(transfer.announcement(type: Self.incremental).words == [UInt32(count)])
    var position = 0
    while !transfer.isFinished {
      let chunk = transfer.next()
      #expect(chunk.lowerBound == position && chunk.count <= 100)
      position = chunk.upperBound
    }
    #expect(position == count)
    #expect(transfer.next().isEmpty)
  }
}

extension IncomingTransfer {
  /// A reading, as the batch makes it.
  fileprivate mutating func handle(read value: PropertyValue?) -> Action? {
    received += value?.bytes ?? []
    return handle(
      .propertyRead(
        value.map {
          PropertyPart(type: $0.type, format: $0.format, byteCount: $0.bytes.count, bytesAfter: $0.bytesAfter)
        }))
  }
}
