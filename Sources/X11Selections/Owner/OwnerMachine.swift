import System

/// The owner of a selection, from taking it until it is lost and all is delivered (ICCCM 2.2).
///
/// A pure state machine: `handle` takes what has happened and appends what is to be done. Every request is
/// answered exactly once, and nothing is kept for longer than its deadline.
struct OwnerMachine {
  private let selection: XAtom
  private let acquired: XTimestamp
  private let names: Names
  private let limits: Limits
  /// The view of all requestors; nil if it depends on the peer.
  private var commonView: View?
  private var fallbackView: View

  private enum Rendering {
    case asked
    case done(PropertyValue?)
  }
  private var renderings: [Int: Rendering] = [:]
  /// Those that are asked for anew each time.
  private var changing: Set<Int> = []

  private struct Delivery {
    var transfer: OutgoingTransfer
    var pieceDeadline: MonotonicTime
    let deadline: MonotonicTime
    /// The request that wrote the property.
    var lastWrite: XSequence?
  }
  private var deliveries: [Transfer: Delivery] = [:]

  /// The requestor that waits for a conversion's result.
  private enum Client: Hashable {
    case request(SelectionRequest)
    case group(Int, pair: Int)
  }
  private struct Waiting {
    let rendering: Int
    let destination: Transfer
    let client: Client
    let deadline: MonotonicTime
  }
  private var waiting: [Waiting] = []

  /// A `MULTIPLE` request: answered when each of its pairs is.
  private struct Group {
    let request: SelectionRequest
    var pairs: PropertyValue
    var words: [UInt32]
    var open: Int
    var hasFailures = false
  }
  private var groups: [Int: Group] = [:]
  private var unread: [Int: (request: SelectionRequest, deadline: MonotonicTime)] = [:]
  private var nextTicket = 0

  private var unknownPeers: [XWindow: (requests: [SelectionRequest], deadline: MonotonicTime)] = [:]
  private var peers: [XWindow: (view: View, until: MonotonicTime)] = [:]
  private var isLost = false

  /// The time to send `clock` at the latest; never while idle, otherwise it may be earlier than needed.
  private(set) var nextDeadline = MonotonicTime.never

  /// `view` is what peers see: all of them, or those that could not be described in time.
  init(
    selection: XAtom, acquired: XTimestamp, names: Names, view: View, dependsOnPeer: Bool = false,
    limits: Limits = Limits()
  ) {
    self.selection = selection
    self.acquired = acquired
    self.names = names
    self.limits = limits
    commonView = dependsOnPeer ? nil : view
    fallbackView = view
  }

  /// Shows another view than that of `init`, to those who come from now on.
  mutating func show(_ view: View) {
    if commonView != nil { commonView = view }
    fallbackView = view
  }

  /// Whether the selection is lost and nobody waits for anything any more.
  var isFinished: Bool { isLost && isIdle }

  var isIdle: Bool {
    deliveries.isEmpty && waiting.isEmpty && groups.isEmpty && unread.isEmpty && unknownPeers.isEmpty
  }

  mutating func handle(_ event: Event, at now: MonotonicTime, actions: inout [Action]) {
    switch event {
    case .request(let request): receive(request, now, &actions)
    case .peerDescribed(let window, let view): meet(window, view, now, &actions)
    case .pairsRead(let ticket, let pairs): open(ticket, pairs, now, &actions)
    case .rendered(let index, let value): finishRendering(index, value, now, &actions)
    case .propertyDeleted(let transfer, let sequence): continueDelivery(transfer, sequence, now, &actions)
    case .windowDestroyed(let window): forget(window, &actions)
    case .ownershipLost: isLost = true
    case .clock: expire(now, &actions)
    }
    if isIdle { nextDeadline = .never }
  }

  // MARK: Requests

  private mutating func receive(
    _ request: SelectionRequest, _ now: MonotonicTime, _ actions: inout [Action]
  ) {
    let isTooOld =
      limits.checksTimes && request.time != .current && request.time.isEarlier(than: acquired)
    guard request.selection == selection, !isTooOld, !isLost, mayWait(request.requestor) else {
      return actions.append(.notify(request, property: .none))
    }
    if request.target == names.timestamp {
      return convert(request, fallbackView, now, &actions)
    }
    if let view = commonView { return convert(request, view, now, &actions) }
    if let peer = peers[request.requestor], now < peer.until {
      return convert(request, peer.view, now, &actions)
    }
    if unknownPeers[request.requestor] == nil {
      guard unknownPeers.count < limits.peers else { return convert(request, fallbackView, now, &actions) }
      unknownPeers[request.requestor] = ([], deadline(now, limits.answerTime))
      // Forget a window that is gone: another client may get its number.
      actions.append(.watch(request.requestor))
      actions.append(.describePeer(request.requestor))
    }
    unknownPeers[request.requestor]?.requests.append(request)
  }

  /// Whether one more request may have to wait before it is answered.
  private func mayWait(_ requestor: XWindow) -> Bool {
    let count = waiting.count + unread.count + unknownPeers.values.reduce(0) { $0 + $1.requests.count }
    guard count >= limits.pendingOfPeer else { return true }
    return count < limits.pending && pendingCount(of: requestor) < limits.pendingOfPeer
  }

  private func pendingCount(of requestor: XWindow) -> Int {
    waiting.count { $0.destination.window == requestor }
      + unread.values.count { $0.request.requestor == requestor }
      + (unknownPeers[requestor]?.requests.count ?? 0)
  }

  private mutating func meet(
    _ window: XWindow, _ view: View, _ now: MonotonicTime, _ actions: inout [Action]
  ) {
    let isFull = peers.count >= limits.peers
    for (known, peer) in peers where isFull || peer.until <= now {
      peers[known] = nil
      release(known, &actions)
    }
    peers[window] = (view, now + limits.peerTime)
    for request in unknownPeers.removeValue(forKey: window)?.requests ?? [] {
      convert(request, view, now, &actions)
    }
  }

  private mutating func convert(
    _ request: SelectionRequest, _ view: View, _ now: MonotonicTime, _ actions: inout [Action]
  ) {
    if request.target == names.multiple {
      guard request.property != .none else { return actions.append(.notify(request, property: .none)) }
      nextTicket += 1
      unread[nextTicket] = (request, deadline(now, limits.answerTime))
      let source = Transfer(window: request.requestor, property: request.property)
      return actions.append(.readPairs(ticket: nextTicket, source))
    }
    // Obsolete requestors name no property and mean the target (ICCCM 2.2).
    let property = request.property == .none ? request.target : request.property
    let destination = Transfer(window: request.requestor, property: property)
    convert(request.target, view, to: destination, for: .request(request), now, &actions)
  }

  private mutating func convert(
    _ target: XAtom, _ view: View, to destination: Transfer, for client: Client, _ now: MonotonicTime,
    _ actions: inout [Action]
  ) {
    // A requestor that reuses a property has given up the transfer into it.
    endDelivery(destination, &actions)
    switch target {
    case names.targets:
      deliver(view.list, to: destination, for: client, now, &actions)
    case names.timestamp:
      let time = PropertyValue(type: .integer, words: [acquired.rawValue])
      deliver(time, to: destination, for: client, now, &actions)
    case names.saveTargets:
      // Asked of the owner itself it has no effect; its result has no value (ICCCM 2.6.3).
      let nothing = PropertyValue(type: names.null, format: 32, bytes: [])
      deliver(nothing, to: destination, for: client, now, &actions)
    default:
      guard let index = view.renderings[target] else { return settle(client, destination, false, &actions) }
      switch renderings[index] {
      case .done(let value?): deliver(value, to: destination, for: client, now, &actions)
      case .done(nil): settle(client, destination, false, &actions)
      case nil:
        renderings[index] = .asked
        if view.changing.contains(index) { changing.insert(index) }
        actions.append(.render(index))
        fallthrough
      case .asked:
        // Should it go away meanwhile, the answer must not reach the next client with its number.
        actions.append(.watch(destination.window))
        waiting.append(
          Waiting(
            rendering: index, destination: destination, client: client,
            deadline: deadline(now, limits.answerTime)))
      }
    }
  }

  private mutating func finishRendering(
    _ index: Int, _ value: PropertyValue?, _ now: MonotonicTime, _ actions: inout [Action]
  ) {
    renderings[index] = changing.contains(index) ? nil : .done(value)
    let served = waiting.filter { $0.rendering == index }
    waiting.removeAll { $0.rendering == index }
    for request in served {
      if let value {
        deliver(value, to: request.destination, for: request.client, now, &actions)
      } else {
        settle(request.client, request.destination, false, &actions)
      }
      release(request.destination.window, &actions)
    }
  }

  private mutating func settle(
    _ client: Client, _ destination: Transfer, _ success: Bool, _ actions: inout [Action]
  ) {
    switch client {
    case .request(let request):
      actions.append(.notify(request, property: success ? destination.property : .none))
    case .group(let ticket, let pair):
      settle(ticket, pair, success, &actions)
    }
  }

  // MARK: MULTIPLE

  private mutating func open(
    _ ticket: Int, _ pairs: PropertyValue?, _ now: MonotonicTime, _ actions: inout [Action]
  ) {
    guard let request = unread.removeValue(forKey: ticket)?.request else { return }
    // LibreOffice gives the list the type ATOM, XPaint one of its own: what counts is that it holds atoms.
    guard let pairs, pairs.format == 32, pairs.bytesAfter == 0, pairs.words.count / 2 <= limits.pairs else {
      return actions.append(.notify(request, property: .none))
    }
    let words = pairs.words
    let count = words.count / 2
    // One more than there are, so that the group stays open until the last pair has been begun.
    groups[ticket] = Group(request: request, pairs: pairs, words: words, open: count + 1)
    let view = commonView ?? peers[request.requestor]?.view ?? fallbackView
    for pair in 0..<count {
      let target = XAtom(rawValue: words[2 * pair])
      let property = XAtom(rawValue: words[2 * pair + 1])
      let isAllowed = target != .none && target != names.multiple && property != .none
      if isAllowed {
        let destination = Transfer(window: request.requestor, property: property)
        convert(target, view, to: destination, for: .group(ticket, pair: pair), now, &actions)
      } else {
        settle(ticket, pair, false, &actions)
      }
    }
    settle(ticket, nil, true, &actions)
  }

  private mutating func settle(_ ticket: Int, _ pair: Int?, _ success: Bool, _ actions: inout [Action]) {
    guard var group = groups[ticket] else { return }
    if let pair, !success {
      group.words[2 * pair + 1] = XAtom.none.rawValue
      group.hasFailures = true
    }
    group.open -= 1
    guard group.open == 0 else {
      groups[ticket] = group
      return
    }
    groups[ticket] = nil
    if group.hasFailures {
      let result = PropertyValue(type: group.pairs.type, words: group.words)
      let source = Transfer(window: group.request.requestor, property: group.request.property)
      actions.append(.write(result, range: 0..<result.byteCount, to: source))
    }
    actions.append(.notify(group.request, property: group.request.property))
  }

  // MARK: Deliveries

  private mutating func deliver(
    _ value: PropertyValue, to destination: Transfer, for client: Client, _ now: MonotonicTime,
    _ actions: inout [Action]
  ) {
    if value.byteCount <= limits.chunkSize {
      actions.append(.write(value, range: 0..<value.byteCount, to: destination))
    } else if !limits.sendsPieces {
      return settle(client, destination, false, &actions)
    } else {
      let transfer = OutgoingTransfer(value, chunkSize: limits.chunkSize)
      let announcement = transfer.announcement(type: names.incremental)
      deliveries[destination] = Delivery(
        transfer: transfer, pieceDeadline: deadline(now, limits.pieceTime),
        deadline: deadline(now, limits.transferTime))
      // Watched before it is announced, so that no deletion is missed.
      actions.append(.watch(destination.window))
      actions.append(.write(announcement, range: 0..<announcement.byteCount, to: destination))
    }
    settle(client, destination, true, &actions)
  }

  /// Tells which request a `write` has become.
  mutating func note(_ sequence: XSequence, for destination: Transfer) {
    deliveries[destination]?.lastWrite = sequence
  }

  private mutating func continueDelivery(
    _ destination: Transfer, _ sequence: XSequence?, _ now: MonotonicTime, _ actions: inout [Action]
  ) {
    guard let index = deliveries.index(forKey: destination) else { return }
    // A deletion before the announcement belongs to an older value: the requestor has not seen this one yet.
    if let sequence, let written = deliveries.values[index].lastWrite, sequence.isEarlier(than: written) {
      return
    }
    let chunk = deliveries.values[index].transfer.next()
    deliveries.values[index].pieceDeadline = deadline(now, limits.pieceTime)
    actions.append(.write(deliveries.values[index].transfer.value, range: chunk, to: destination))
    if deliveries.values[index].transfer.isFinished { endDelivery(destination, &actions) }
  }

  private mutating func endDelivery(_ destination: Transfer, _ actions: inout [Action]) {
    guard deliveries.removeValue(forKey: destination) != nil else { return }
    release(destination.window, &actions)
  }

  /// Stops watching a window that nothing is remembered of any more.
  private func release(_ window: XWindow, _ actions: inout [Action]) {
    let isNeeded =
      peers[window] != nil || deliveries.keys.contains { $0.window == window }
      || waiting.contains { $0.destination.window == window }
    if !isNeeded { actions.append(.unwatch(window)) }
  }

  // MARK: Ends

  /// The requestor is gone: whatever was meant for it is dropped, for its number may be given away again.
  private mutating func forget(_ window: XWindow, _ actions: inout [Action]) {
    deliveries = deliveries.filter { $0.key.window != window }
    waiting.removeAll { $0.destination.window == window }
    groups = groups.filter { $0.value.request.requestor != window }
    unread = unread.filter { $0.value.request.requestor != window }
    unknownPeers[window] = nil
    peers[window] = nil
  }

  private mutating func expire(_ now: MonotonicTime, _ actions: inout [Action]) {
    for (destination, delivery) in deliveries where min(delivery.pieceDeadline, delivery.deadline) <= now {
      endDelivery(destination, &actions)
    }
    let late = waiting.filter { $0.deadline <= now }
    waiting.removeAll { $0.deadline <= now }
    for request in late {
      settle(request.client, request.destination, false, &actions)
      release(request.destination.window, &actions)
    }
    for (ticket, entry) in unread where entry.deadline <= now {
      unread[ticket] = nil
      actions.append(.notify(entry.request, property: .none))
    }
    for (window, entry) in unknownPeers where entry.deadline <= now {
      unknownPeers[window] = nil
      for request in entry.requests { convert(request, fallbackView, now, &actions) }
    }
    nextDeadline = .never
    for delivery in deliveries.values {
      nextDeadline = min(nextDeadline, delivery.pieceDeadline, delivery.deadline)
    }
    for request in waiting { nextDeadline = min(nextDeadline, request.deadline) }
    for entry in unread.values { nextDeadline = min(nextDeadline, entry.deadline) }
    for entry in unknownPeers.values { nextDeadline = min(nextDeadline, entry.deadline) }
  }

  private mutating func deadline(_ now: MonotonicTime, _ duration: Duration) -> MonotonicTime {
    let deadline = now + duration
    nextDeadline = min(nextDeadline, deadline)
    return deadline
  }
}
