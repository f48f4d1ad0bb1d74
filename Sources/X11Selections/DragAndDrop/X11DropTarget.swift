import Exchange
import Synchronization
import System

/// A window that things are dropped onto, in a thread of its own.
final class X11DropTarget: DropTarget {
  private let orders = Mailbox<DropOrder>()
  private let notices = Mailbox<DropNotice>()
  private let waiting = Mutex<[DropNotice]>([])
  /// Whether nobody answers any more.
  private let hasEnded: HasEnded

  /// Opens the window.
  init(display: String?, _ terms: DropTargetOptions) throws(ExchangeError) {
    let loop = try DropLoop(display: display, terms, orders: orders, notices: notices)
    let (hasEnded, orders) = (HasEnded(), orders)
    self.hasEnded = hasEnded
    let isRunning = startThread(owning: loop) { loop in
      var loop = loop
      loop.run()
      hasEnded.set()
      // End the questions that are still open.
      for case .ask(let question) in orders.take() { question.end(.failure(.connectionLost)) }
    }
    if !isRunning { throw .serverIsSilent }
  }

  deinit { orders.post(.close) }

  func close() {
    orders.post(.close)
    // Send the answer to the last drop before the program ends.
    let deadline = MonotonicTime.now + .seconds(2)
    while !hasEnded.value, notices.wakeUp.wait(until: deadline), deadline > .now {
      if notices.take().contains(where: { if case .dropped = $0 { false } else { true } }) { return }
    }
  }

  func next(within limit: Duration?) throws(ExchangeError) -> DropEvent {
    let deadline = limit.map { MonotonicTime.now + $0 } ?? .never
    while true {
      if let notice = nextNotice() {
        switch notice {
        case .dropped(let names, let fileName, let source):
          let reader = DropReader(names, of: source, hasEnded, orders)
          return .dropped(
            Drop(reader: reader, fileName: fileName) { [orders] in orders.post(.end(isTaken: $0)) })
        case .closed: return .closed
        case .failed(let error): throw error
        }
      }
      if hasEnded.value { return .closed }
      if !notices.wakeUp.wait(until: deadline) { return .timedOut }
    }
  }

  private func nextNotice() -> DropNotice? {
    waiting.withLock { waiting in
      waiting += notices.take()
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }
}

/// Whether a loop has come to its end.
final class HasEnded: Sendable {
  private let flag = Mutex(false)

  var value: Bool { flag.withLock { $0 } }

  func set() { flag.withLock { $0 = true } }
}

/// Reads what was dropped, through the loop that has the window it was dropped onto.
final class DropReader: Reader {
  var onProgress: (@Sendable (Int) -> Void)?
  private let listed: [String]
  private let source: Peer?
  private let hasEnded: HasEnded
  private let orders: Mailbox<DropOrder>

  init(_ names: [String], of source: Peer?, _ hasEnded: HasEnded, _ orders: Mailbox<DropOrder>) {
    listed = names
    self.source = source
    self.hasEnded = hasEnded
    self.orders = orders
  }

  /// The names that the source has listed; a source that lists none is asked as any owner is.
  func names() throws(ExchangeError) -> [String] {
    guard listed.isEmpty else { return listed }
    if case .names(let names) = try ask("TARGETS", isList: true) { return names }
    return []
  }

  func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation {
    guard case .value(let value) = try ask(name, isList: false) else {
      throw ExchangeError(.refused, "the drag source did not return \(name)")
    }
    return unchanged ? value : value.decodingCompoundText(under: name)
  }

  func owner() -> Peer? { source }

  private func ask(_ target: String, isList: Bool) throws(ExchangeError) -> DropAnswer {
    let question = DropQuestion(target: target, isList: isList)
    if hasEnded.value { throw .connectionLost }
    orders.post(.ask(question))
    while true {
      if let result = question.answer.take().first {
        return try result.get()
      }
      // The loop answers each question in time, and all that are open when it ends.
      if !question.answer.wakeUp.wait(until: .now + .seconds(1)), hasEnded.value, question.answer.isEmpty {
        throw .connectionLost
      }
    }
  }
}
