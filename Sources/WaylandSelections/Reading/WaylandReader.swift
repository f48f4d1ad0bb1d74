package import Exchange
import Glibc
import System

/// Reads one board over a connection of its own, in two round trips and a pipe for each form.
package final class WaylandReader: Reader {
  private var connection: WaylandConnection
  private let display: any SelectionDisplay
  private let slot: Slot
  private var timeout: Duration
  /// The bytes accepted for one form.
  var byteLimit: Int
  /// Whether what came of an owner that is gone may be less than all, whoever it was.
  ///
  /// Some programs go when somebody has pasted, and say so nowhere: people get that as it came.
  var suspectsTruncation = false
  /// The serial of the only offer whose forms are read; nil to read those of whichever is there.
  private var pinned: UInt32?
  /// Whether what is known of the offer has just come.
  private var isFresh = true

  package var onProgress: (@Sendable (Int) -> Void)?

  /// Connects, and learns what is on offer.
  package init(_ board: Board, _ terms: ReadOptions, on display: any SelectionDisplay) throws(ExchangeError) {
    slot = try Slot.required(board)
    timeout = terms.timeout
    byteLimit = terms.byteLimit
    self.display = display
    connection = try display.connect(for: slot)
  }

  /// The number of times that the compositor was waited for.
  package var roundTrips: Int { connection.roundTrips }

  package func names() throws(ExchangeError) -> [String] {
    try offer().names.filter { !OwnerMarker.isMarker($0) }
  }

  /// Reads on of this copy alone: forms of two copies must not get together in one snapshot.
  func pin() { pinned = connection.machine.offer(slot)?.serial }

  /// Throws if something else was copied since `pin`.
  private func requirePinned() throws(ExchangeError) {
    guard let pinned, connection.machine.offer(slot)?.serial != pinned else { return }
    throw ExchangeError(.overtaken, "another program copied while \(slot.board.noun) was read")
  }

  package func allow(_ timeout: Duration) { self.timeout = timeout }

  package func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation {
    var bytes: [UInt8] = []
    try ask(for: name) { (offer) throws(ExchangeError) in
      bytes = try fetch(name, of: offer)
      return bytes.count
    }
    return Representation(bytes: bytes)
  }

  /// A pipe does not tell how much is in it, so what follows is counted, as long as an answer may take.
  package func beginning(of name: String, upTo count: Int) throws(ExchangeError) -> RepresentationPrefix {
    var bytes: [UInt8] = []
    var size: Int?
    try ask(for: name) { (offer) throws(ExchangeError) in
      let transfer = Transfer(name: name, pipe: try request(name, of: offer), start: .now)
      let isWhole = try read(transfer, behind: &bytes, after: 0, upTo: min(count, byteLimit))
      size = isWhole ? bytes.count : try countRest(of: transfer, after: bytes.count)
      return bytes.count
    }
    return RepresentationPrefix(Representation(bytes: bytes), size: size)
  }

  package func pass(_ name: String, on file: Int32) throws(ExchangeError) -> Int? {
    try ask(for: name) { (offer) throws(ExchangeError) in try pass(name, of: offer, on: file) }
  }

  /// Has `get` get a form of what is on offer, again if that was old; returns how many bytes it got.
  @discardableResult
  private func ask(
    for name: String, _ get: (Offer) throws(ExchangeError) -> Int
  ) throws(ExchangeError) -> Int {
    // Use the known offer: if it is old, nothing comes, and the current one is looked up.
    try connection.takeEvents()
    var offer: Offer
    if let known = connection.machine.offer(slot), known.names.contains(name) {
      offer = known
    } else {
      offer = try self.offer()
    }
    while true {
      try requirePinned()
      guard offer.names.contains(name), !OwnerMarker.isMarker(name) else {
        throw ExchangeError(.refused, "the owner of \(slot.board.noun) does not return \(name)")
      }
      let count = try get(offer)
      if count > 0 {
        // Some compositors pass a request for an old offer on to the new owner.
        try connection.takeEvents()
        if connection.machine.offer(slot) != nil { try requirePinned() }
        try checkOwner(of: offer, gave: name, count)
        return count
      }
      // An offer that is old gives nothing: that is no answer of the new owner's.
      try connection.update()
      guard let current = connection.machine.offer(slot), current.serial != offer.serial else {
        return 0
      }
      offer = current
    }
  }

  /// The size of a pipe: so much an owner hands over at once, before it can exit.
  private static let atOnce = 1 << 16

  /// Throws if the owner is gone, as the pipe of one that was ended half way ends as if that were all.
  private func checkOwner(of offer: Offer, gave name: String, _ count: Int) throws(ExchangeError) {
    // A copy of this project says by a mark that it goes after the first paste.
    let isDoubtful = suspectsTruncation || offer.names.contains(where: OwnerMarker.isMarker)
    guard isDoubtful, count > Self.atOnce,
      PrivacyMarker.meaning(among: offer.names, value: { _ in nil }) == nil
    else { return }
    // The compositor may see the end of this pipe before that of the owner's connection.
    for _ in 0..<2 { try connection.update() }
    guard connection.machine.offer(slot) == nil else { return }
    throw ExchangeError(
      .ownerVanished,
      "the owner of \(slot.board.noun) exited while sending \(name), after \(count) bytes")
  }

  package func owner() -> Peer? {
    guard let offer = connection.machine.offer(slot) else { return nil }
    // Wayland does not tell who other owners are.
    // Its offer tells it from the next owner.
    let className = offer.names.contains(where: OwnerMarker.isMarker) ? Peer.ownClass : nil
    return Peer(window: offer.serial, className: className)
  }

  /// The current offer.
  private func offer() throws(ExchangeError) -> Offer {
    if !isFresh { try connection.update() }
    isFresh = false
    guard let offer = connection.machine.offer(slot) else {
      throw ExchangeError(.empty, "\(slot.board.noun) is empty")
    }
    return offer
  }
}

// MARK: A pipe

// With the compositor go the programs on it: the end of a pipe is the end of what was copied only if the compositor
// is there still.
extension WaylandReader {
  /// Room for most of what is pasted.
  private static let firstRoom = 1 << 16
  /// The most room added at once: a system with little memory may refuse more.
  private static let mostMore = 256 << 20

  /// The bytes that the owner writes until it closes the pipe. While data comes in, every MiB adds a second.
  private func fetch(_ name: String, of offer: Offer) throws(ExchangeError) -> [UInt8] {
    let transfer = Transfer(name: name, pipe: try request(name, of: offer), start: .now)
    return try readToEnd(transfer, after: 0)
  }

  private struct Transfer {
    let name: String
    let pipe: OpenFile
    var start: MonotonicTime
  }

  private func readToEnd(_ transfer: Transfer, after former: Int) throws(ExchangeError) -> [UInt8] {
    let byteLimit = byteLimit - former
    var bytes: [UInt8] = []
    guard try read(transfer, behind: &bytes, after: former, upTo: byteLimit + 1) else {
      throw tooLarge(transfer)
    }
    return bytes
  }

  /// Reads up to the end of the pipe, and returns whether that came, or so many bytes before it.
  private func read(
    _ transfer: Transfer, behind bytes: inout [UInt8], after former: Int, upTo most: Int
  ) throws(ExchangeError) -> Bool {
    let pipe = transfer.pipe
    var room = Self.firstRoom
    var failure: ExchangeError?
    try awaitMore(of: transfer, former)
    while true {
      let outcome = DescriptorPassing.read(pipe, behind: &bytes, upTo: min(room, most)) { count in
        if count > 0 { onProgress?(former + count) }
        do throws(ExchangeError) {
          try awaitMore(of: transfer, former + count)
          return true
        } catch {
          failure = error
          return false
        }
      }
      if let failure { throw failure }
      if outcome == .ended {
        try connection.takeEvents()
        onProgress?(former + bytes.count)
        return true
      }
      if bytes.count >= most { return false }
      if room == Self.firstRoom { DescriptorPassing.widen(pipe) }
      // Little is copied then. The end of what has a round size is seen before there is more room.
      room += min(room * 31, Self.mostMore) + 1
    }
  }

  /// The number of bytes in all, without holding them; nil where the end does not come in time.
  private func countRest(of transfer: Transfer, after former: Int) throws(ExchangeError) -> Int? {
    guard let nowhere = try? FileDescriptor(opening: "/dev/null", O_WRONLY) else { return nil }
    let wait = DescriptorWait(number: transfer.pipe.number)
    let deadline = transfer.start + timeout
    var count = former
    DescriptorPassing.widen(transfer.pipe)
    while .now < deadline, count <= byteLimit {
      guard try connection.wait(until: deadline, or: [wait]).contains(wait) else {
        try connection.takeEvents()
        continue
      }
      guard case .moved(let more) = DescriptorPassing.pass(transfer.pipe, on: nowhere.number) else {
        return nil
      }
      if more == 0 { return count }
      count += more
    }
    return nil
  }

  private func tooLarge(_ transfer: Transfer) -> ExchangeError {
    .tooLarge(transfer.name, limit: byteLimit)
  }

  /// Returns when there is something to read; takes what the compositor says meanwhile.
  private func awaitMore(of transfer: Transfer, _ count: Int) throws(ExchangeError) {
    let deadline = transfer.start + timeout + .seconds(count >> 20)
    let wait = DescriptorWait(number: transfer.pipe.number)
    while true {
      let ready = try connection.wait(until: deadline, or: [wait])
      if ready.contains(wait) { return }
      if deadline <= .now {
        let extent = count == 0 ? "" : " all"
        throw ExchangeError(
          .timedOut, "the owner of \(slot.board.noun) did not return\(extent) \(transfer.name) in time")
      }
      try connection.takeEvents()
    }
  }

  /// Asks for a form, and returns the end of the pipe that it comes from; the other one is the owner's alone.
  private func request(_ name: String, of offer: Offer) throws(ExchangeError) -> OpenFile {
    let deadline = MonotonicTime.now + timeout
    for _ in 0..<2 {
      switch try connection.machine.request(name, of: offer) {
      case .file(let file): return file
      case .pending(let number):
        if let file = try connection.answer(to: number, until: deadline) { return file }
        // An owner that does not end what was asked for before holds up only the session that asked.
        connection = try display.connect(for: slot)
      case nil: throw ExchangeError(.refused, "the owner of \(slot.board.noun) did not return \(name)")
      }
    }
    throw ExchangeError(.timedOut, "the compositor did not answer the request for \(slot.board.noun)")
  }
}

// MARK: On to another file

extension WaylandReader {
  /// A reader further on may pause so long; an owner's patience ends later.
  private static let pause = Duration.seconds(1)

  /// Passes on what comes; where the other file takes it no more, the rest is read first: the owner must not wait for it.
  private func pass(_ name: String, of offer: Offer, on file: Int32) throws(ExchangeError) -> Int {
    var transfer = Transfer(name: name, pipe: try request(name, of: offer), start: .now)
    let room = DescriptorWait(number: file, isForRoom: true)
    var count = 0
    var isStalled = false
    while true {
      try awaitMore(of: transfer, count)
      switch DescriptorPassing.pass(transfer.pipe, on: file) {
      case .moved(0):
        try connection.takeEvents()
        return count
      case .unread: return count
      case .moved(let more):
        count += more
        isStalled = false
        if count > Self.firstRoom, count - more <= Self.firstRoom { DescriptorPassing.widen(transfer.pipe) }
        onProgress?(count)
        guard count <= byteLimit else { throw tooLarge(transfer) }
      case .stalled where !isStalled:
        isStalled = true
        let begin = MonotonicTime.now
        _ = DescriptorWait.ready(among: [room], until: begin + Self.pause)
        // It was not the owner who took that time.
        transfer.start.nanoseconds += MonotonicTime.now.nanoseconds - begin.nanoseconds
      case .stalled, .refused:
        return count + (try passRest(transfer, after: count, on: file))
      case .failed(let number):
        throw ExchangeError(.unavailable, SystemError("standard output", number).description)
      }
    }
  }

  private func passRest(_ transfer: Transfer, after count: Int, on file: Int32) throws(ExchangeError) -> Int {
    let rest = try readToEnd(transfer, after: count)
    do {
      // Another number for it, which is closed at the end.
      try FileDescriptor(number: dup(file)).write(rest, name: "standard output")
    } catch {
      throw ExchangeError(.unavailable, error.description)
    }
    return rest.count
  }
}
