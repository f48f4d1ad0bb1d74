package import Exchange
import System

/// A client's side of a protocol through which a session hands out what is copied.
///
/// A pure state machine: bytes and descriptors go in, events come out, and what is to be sent gathers in `outgoing`.
package protocol SelectionClient: Sendable {
  /// The name of the protocol in traces.
  var protocolName: String { get }
  var outgoing: OutgoingQueue { get set }
  /// The `sync` after which it is known what the other side has.
  var greeting: UInt32 { get }
  /// Whether a message has come that nobody has taken, or what is none.
  var hasMessage: Bool { get }

  /// What is on offer; nil for nothing.
  func offer(_ slot: Slot) -> Offer?
  /// Takes bytes that have come.
  mutating func append(_ received: [UInt8])
  /// The next event that the bytes hold; nil if there is none.
  mutating func nextEvent(
    _ files: inout DescriptorQueue, _ trace: WireTrace?
  ) throws(WireError) -> DataControlClient.Event?
  /// Notes messages that were sent.
  func trace(sent bytes: ArraySlice<UInt8>, _ trace: WireTrace)

  /// Takes up what hands out the selection in a slot, and waits for nothing.
  mutating func requireControl(of slot: Slot) throws(ExchangeError)
  /// Asks for word of having come to here: the number that `done` will have.
  mutating func sync() -> UInt32
  /// Offers these names; returns the number of the source, nil before `requireControl`.
  mutating func select(_ names: [String], _ slot: Slot, isSensitive: Bool) -> UInt32?
  /// Lets a source go.
  mutating func destroy(source: UInt32)
  /// Selects nothing.
  mutating func clear(_ slot: Slot)
  /// Asks for a form of what is on offer; nil if it is on offer no longer.
  mutating func request(_ name: String, of offer: Offer) throws(ExchangeError) -> FormRequest?
  /// Everything that is to go into the file of an `asked` is there, and the file is closed.
  mutating func closed(file number: Int32)
}

/// How a form comes that was asked for.
package enum FormRequest {
  /// It is read from this file, once its owner writes.
  case file(OpenFile)
  /// `given` or `refused` of this number will follow.
  case pending(UInt32)
}

extension DataControlClient: SelectionClient {
  package var protocolName: String { "wayland" }

  package mutating func nextEvent(
    _ files: inout DescriptorQueue, _ trace: WireTrace?
  ) throws(WireError) -> Event? {
    while let message = try stream.next() {
      trace?.note(message, isSent: false)
      if let event = try handle(message, &files) { return event }
    }
    return nil
  }

  package var hasMessage: Bool { stream.hasMessage }

  package mutating func append(_ received: [UInt8]) { stream.append(received) }

  package func trace(sent bytes: ArraySlice<UInt8>, _ trace: WireTrace) {
    trace.noteMessages(sentIn: bytes)
  }

  package mutating func requireControl(of slot: Slot) throws(ExchangeError) {
    guard attach() else {
      let hasControl = globals.contains { row in DataControl.all.contains { $0.manager == row.interface } }
      throw ExchangeError(
        .unavailable,
        hasControl ? "the compositor has no seat" : "the compositor does not support data control")
    }
    guard slot == .copied || hasPrimary else {
      throw ExchangeError(
        .unavailable, "the compositor's data control (zwlr version 1) has no primary selection")
    }
  }

  /// Compositors of Wayland do not read what is copied.
  package mutating func select(_ names: [String], _ slot: Slot, isSensitive: Bool) -> UInt32? {
    select(names, slot)
  }

  package mutating func request(_ name: String, of offer: Offer) throws(ExchangeError) -> FormRequest? {
    do {
      let ends = try DescriptorPassing.pipe()
      // Of an offer that is gone nothing comes, and the pipe ends at once.
      _ = receive(name, of: offer, into: ends.writing)
      return .file(ends.reading)
    } catch {
      throw ExchangeError(.unavailable, error.description)
    }
  }

  /// The end of the pipe says it.
  package mutating func closed(file number: Int32) {}

  /// The protocol that this client would take up; nil if the compositor lacks it, or a seat.
  var offeredControl: DataControl? {
    let interfaces = globals.map(\.interface)
    guard interfaces.contains(Self.seat) else { return nil }
    return DataControl.all.first { interfaces.contains($0.manager) }
  }
}
