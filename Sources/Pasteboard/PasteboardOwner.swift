package import Exchange
import Glibc
import Synchronization
import System
package import UniformTypeIdentifiers

/// Owns pasteboards for other programs to read.
package enum PasteboardOwner {
  /// Offers content until something else is copied, or for as long as `lifetime` says.
  ///
  /// When the process is told to end, the content is handed to the clipboard manager, if there is one and it
  /// is no secret. Calls `ready` once the display has confirmed the ownership. Throws `PasteboardError` if
  /// there is no display, or another program took the pasteboard first.
  package static func own(
    _ name: PasteboardName, _ offering: Offering, on backend: Backend = .current, lifetime: Duration?,
    ready: () -> Void
  ) throws(PasteboardError) {
    try own(name, offering.content(), on: backend, lifetime: lifetime, ready: ready)
  }

  /// Offers content for a while, or for one paste; then a successor owns what is there next.
  ///
  /// That something else was copied in the same moment is no failure: that is there then.
  package static func own(
    _ name: PasteboardName, _ offering: Offering, on backend: Backend = .current, _ terms: OwnershipPlan,
    ready: () -> Void
  ) throws(PasteboardError) {
    var offering = offering
    // Who copies for a while in its place puts back what it would have put back.
    if terms.isForAWhile, let next = terms.next { offering.addPrevious(next) }
    if terms.isForOnePaste { offering.addMark(Offering.lookMarker) }
    var content = offering.content()
    let wasPasted = WakeUp()
    if let pastes = terms.pastes { content = content.counting(pastes, wasPasted) }
    guard terms.isForAWhile else {
      return try unlessOvertaken { () throws(PasteboardError) in
        try own(name, content, on: backend, lifetime: nil, leftOut: terms.leftOut, ready: ready)
      }
    }
    guard !backend.persistsContent else {
      throw PasteboardError(
        .display, "a terminal does not support --once and --clear-after")
    }
    ThisProcess.withholdCoreDumps()
    try requireMeans()
    let stop = StopSignal.onTermination()
    let moments = PasteDetector()
    if terms.isForOnePaste { content = content.telling(wasPasted, after: moments) }
    // What is there for a while is not handed to a manager at its end.
    content.isSensitive = true
    let deadline = terms.lifetime.map { MonotonicTime.now + $0 } ?? .never
    let lacksSuccessor = Flag()
    // The successor needs the name, so that it replaces nothing that is copied while it starts.
    let ownership = Mutex<String?>(nil)
    let isRunning = startThread {
      // A program may ask for more than one form to paste it.
      if wasPasted.wait(until: deadline) {
        _ = WakeUp().wait(until: .now + (terms.hasSuccessor ? pasteTime : answerTime))
      }
      guard terms.hasSuccessor else { return stop.stop() }
      let former = ownership.withLock(\.self)
      guard Successor.start(name.board, on: backend, with: terms.next, after: former) else {
        lacksSuccessor.set()
        return stop.stop()
      }
      // A successor that could not take it leaves nothing there.
      _ = WakeUp().wait(until: .now + successionTime)
      stop.stop()
    }
    guard isRunning else { throw PasteboardError(.system, "could not create a thread") }
    var options = OwnOptions(stop: stop)
    options.named = { name in ownership.withLock { $0 = name } }
    try unlessOvertaken { () throws(PasteboardError) in
      try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
        try backend.own(name.board, content, options) {
          moments.begin()
          ready()
        }
      }
    }
    // Nothing is lost where there may be no further process.
    if lacksSuccessor.isSet, let next = terms.next {
      let former = ownership.withLock(\.self)
      try unlessOvertaken { () throws(PasteboardError) in
        try own(name, Successor.content(of: next), on: backend, lifetime: nil, after: former) {}
      }
    }
  }

  /// Makes the later of two copies win, however short the time between them.
  private static func unlessOvertaken(
    _ own: () throws(PasteboardError) -> Void
  ) throws(PasteboardError) {
    do throws(PasteboardError) { try own() } catch { if error.code != .overtaken { throw error } }
  }

  /// Offers content from a process in the background, where one has to; returns once it is there, or overtaken.
  package static func ownInBackground(
    _ name: PasteboardName, _ offering: Offering, on backend: Backend = .current,
    _ terms: OwnershipPlan = OwnershipPlan()
  ) throws(PasteboardError) {
    if backend.persistsContent { return try own(name, offering, on: backend, terms) {} }
    // Where there may be no further process the child is there before the pasteboard is taken.
    if let take = backend.take, !terms.isForAWhile, terms.pastes == nil, ThisProcess.hasManyProcesses {
      return try unlessOvertaken { () throws(PasteboardError) in
        try leaveToChild(name, offering.content(), takenBy: take)
      }
    }
    try BackgroundProcess.start(keeping: backend.inheritedDescriptors()) { ready throws(PasteboardError) in
      try own(name, offering, on: backend, terms, ready: ready)
      // Nobody waits any more, unless it was overtaken.
      ready()
    }
  }

  /// Offers another form of the content for the next paste, and then the earlier content again.
  ///
  /// Returns when the next request is a person's paste, as far as the display tells programs apart.
  package static func ownForNextPaste(
    _ name: PasteboardName, _ offering: Offering, before copy: Snapshot, on backend: Backend = .current
  ) throws(PasteboardError) {
    var offering = offering
    (offering.isTransient, offering.isForOnePaste) = (true, true)
    offering.addMark(Offering.recastMarker)
    var terms = OwnershipPlan()
    (terms.isForOnePaste, terms.next) = (true, copy)
    try ownInBackground(name, offering, on: backend, terms)
    // Only X11 tells who asks: elsewhere a manager that reads at once would have the paste.
    if backend.name != "x11" { _ = WakeUp().wait(until: .now + PasteDetector.length) }
  }

  /// Takes a pasteboard, and goes on in a child: this process, which somebody waits for, has nothing more to do.
  private static func leaveToChild(
    _ name: PasteboardName, _ content: Content, takenBy take: Backend.Take
  ) throws(PasteboardError) {
    ThisProcess.withholdCoreDumps()
    guard ThisProcess.hasMemory(for: 0) else { throw noMeans }
    guard ThisProcess.openFileLimit >= ThisProcess.servingFiles else {
      throw PasteboardError(.system, "the open-file limit is too low to serve the clipboard (see ulimit -n)")
    }
    let board = try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try take(name.board, content)
    }
    try rethrowing(as: PasteboardError.init) { () throws(SystemError) in
      try BackgroundProcess.continueInChild(keeping: board.descriptors) {
        try? board.serve(OwnOptions(stop: StopSignal.onTermination()))
      }
    }
  }

  /// The time from the first form that a program asks for to its last.
  private static let pasteTime = Duration.seconds(1)
  /// The time that the answer to a request is on its way to the owner's loop; transfers under way are
  /// finished in any case.
  private static let answerTime = Duration.milliseconds(30)
  /// The time that a successor may take to start.
  private static let successionTime = Duration.seconds(5)

  /// Owns nothing until something else is copied, so that no manager brings anything back.
  package static func ownNothing(
    _ name: PasteboardName, on backend: Backend = .current, ready: () -> Void
  ) throws(PasteboardError) {
    try own(name, Successor.nothing, on: backend, lifetime: nil, ready: ready)
  }

  /// Offers content until something else is copied, or for as long as `lifetime` says.
  ///
  /// - Parameter predecessor: the ownership that this one follows (`OwnOptions`).
  package static func own(
    _ name: PasteboardName, _ content: Content, on backend: Backend, lifetime: Duration?,
    after predecessor: String? = nil, leftOut: @escaping @Sendable ([UTType]) -> Void = { _ in },
    ready: () -> Void
  ) throws(PasteboardError) {
    ThisProcess.withholdCoreDumps()
    var terms = OwnOptions(lifetime: lifetime)
    terms.predecessor = predecessor
    terms.leftOut = { leftOut(NameTable.shared.types(among: $0)) }
    if !backend.persistsContent {
      try requireMeans()
      terms.stop = StopSignal.onTermination()
    }
    try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try backend.own(name.board, content, terms, ready)
    }
  }

  /// Throws `PasteboardError` where nothing could be served: that is not owned.
  static func requireMeans() throws(PasteboardError) {
    guard ThisProcess.canServe else { throw noMeans }
  }

  private static let noMeans = PasteboardError(
    .system, "could not serve the clipboard: too little memory, or no more threads")

  /// Whether there is an owner by the end of a wait.
  package static func isOwned(
    _ name: PasteboardName, on backend: Backend = .current, after wait: Duration
  ) throws(PasteboardError) -> Bool {
    _ = WakeUp().wait(until: .now + wait)
    let reader = try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try backend.read(name.board, ReadOptions())
    }
    return reader.owner() != nil
  }

  /// Makes nobody the owner; a manager may bring back what was there.
  package static func clear(_ name: PasteboardName, on backend: Backend = .current) throws(PasteboardError) {
    try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in try backend.clear(name.board) }
  }
}

extension Content {
  /// The same, that counts each paste, and signals when the last one that is served has begun.
  fileprivate func counting(_ pastes: PasteCounter, _ wasPasted: WakeUp) -> Content {
    var content = self
    let render = render
    content.changingNames = Set(names + restrictedNames)
    content.render = { name in
      guard pastes.admit(name) else { return nil }
      let value = render(name)
      if pastes.isExhausted { wasPasted.signal() }
      return value
    }
    return content
  }

  /// The same, that signals when a form of it is given to somebody who pastes.
  fileprivate func telling(_ wasPasted: WakeUp, after moments: PasteDetector) -> Content {
    var content = self
    let render = render
    // What a manager has read is asked for again when it is pasted.
    content.changingNames = Set(names + restrictedNames)
    if let view {
      content.view = { peer in
        let offered = view(peer)
        guard Offering.currentRules?().requestor(peer)?.asksAtOnce == true else { return offered }
        return offered.map { Content.Offered($0.name, rendering: PasteDetector.byItself + $0.rendering) }
      }
    }
    content.render = { key in
      let isByItself = key.hasPrefix(PasteDetector.byItself)
      let name = isByItself ? String(key.dropFirst(PasteDetector.byItself.count)) : key
      let isPaste = moments.isPaste(name, byItself: isByItself)
      let value = render(name)
      if value != nil, isPaste { wasPasted.signal() }
      return value
    }
    return content
  }
}

/// A fact that one thread leaves for another.
private final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock(\.self) }
  func set() { value.withLock { $0 = true } }
}

/// The time that content is owned, and what comes after it.
package struct OwnershipPlan: Sendable {
  /// The longest time; nil for no end.
  package var lifetime: Duration?
  /// Whether it ends with the first paste.
  package var isForOnePaste = false
  /// Counts pastes, and ends the ownership with the last one allowed; nil to count none.
  package var pastes: PasteCounter?
  /// Whether the board is owned, empty or with `next`, once the terms have ended it. Otherwise nobody owns it then.
  package var hasSuccessor = true
  /// The content afterwards; nil for none.
  package var next: Snapshot?
  /// Receives the types of the forms that a terminal was not sent.
  package var leftOut: @Sendable ([UTType]) -> Void = { _ in }

  /// Terms without an end.
  package init() {}

  /// Whether they end by themselves.
  package var isForAWhile: Bool { lifetime != nil || isForOnePaste || pastes?.limit != nil }
}

/// Counts pastes, each of which may ask for several names.
///
/// A paste is over when a name is asked for that it has had, or after a second without a request. `TARGETS`, other
/// names of the protocol and markers do not count.
package final class PasteCounter: Sendable {
  private struct State {
    var count = 0
    var names: Set<String> = []
    var last = MonotonicTime.now
  }

  /// The number of pastes that are served; nil for any number.
  package let limit: Int?
  private let onPaste: @Sendable (Int) -> Void
  private let state = Mutex(State())

  /// - Parameter onPaste: called with the number of each paste as it begins.
  package init(limit: Int?, onPaste: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.limit = limit
    self.onPaste = onPaste
  }

  /// Whether the last paste that is served has begun.
  var isExhausted: Bool { state.withLock { $0.count >= limit ?? .max } }

  /// Notes a request for a name; false if it belongs to a paste beyond the limit.
  func admit(_ name: String, at now: MonotonicTime = .now) -> Bool {
    guard NameTable.shared.role(of: name) == .content else { return true }
    var begun: Int?
    let isAdmitted = state.withLock { state in
      if state.count == 0 || state.names.contains(name) || state.last + Self.pause < now {
        guard state.count < limit ?? .max else { return false }
        state.count += 1
        state.names = []
        begun = state.count
      }
      state.names.insert(name)
      state.last = now
      return true
    }
    if let begun { onPaste(begun) }
    return isAdmitted
  }

  /// The longest time between two requests of a paste.
  private static let pause = Duration.seconds(1)
}

/// Owns a pasteboard after content that is there for a while only: with what was there before, or with nothing.
///
/// Managers bring back what merely vanishes, so that nothing is owned, too, until something else is copied. It is a
/// process of its own, this program once more, so that no memory of the content stays with it.
package enum Successor {
  /// The name that the process is called by.
  private static let name = "pb-successor"
  /// The largest size of the content before.
  private static let sizeLimit = 128 << 20

  /// Has a process take a pasteboard over; false if there can be none.
  ///
  /// - Parameter ownership: the one that it follows (`OwnOptions`); nil if the display has no names for them.
  static func start(
    _ board: Board, on backend: Backend, with content: Snapshot?, after ownership: String? = nil
  ) -> Bool {
    guard let file = ThisProcess.programFile else { return false }
    let input = content.map(ServiceContentFile.encode) ?? []
    let words = [name, backend.name, board.name, ownership ?? ""]
    return Subprocess.leave(words, file: file, input: input)
  }

  /// Whether this process was started for it.
  package static func isCalled(by words: [String]) -> Bool { words.first == name }

  /// Owns what standard input says until something else is copied; returns the exit status.
  package static func main(_ words: [String]) -> Int32 {
    setsid()
    guard words.count == 4, let backend = Backend.all.first(where: { $0.name == words[1] }),
      let input = try? FileDescriptor.standardInput.readToEnd(name: "input", limit: sizeLimit)
    else { return 2 }
    let content = ServiceContentFile.decode(input).map(Self.content) ?? nothing
    do {
      let name = try PasteboardName(words[2])
      let former = words[3].isEmpty ? nil : words[3]
      try PasteboardOwner.own(name, content, on: backend, lifetime: nil, after: former) {}
      return 0
    } catch {
      return 2
    }
  }

  /// The content of a board that is to stay empty.
  static var nothing: Content {
    Content(names: [Offering.transientMark], isSensitive: true) { _ in Representation(bytes: []) }
  }

  static func content(of copy: Snapshot) -> Content {
    guard copy.isExact else { return Offering(again: copy).content() }
    var offering = Offering(names: .shared)
    offering.add(copy)
    // Another owner showed every program the same; copies of this project follow rules.
    offering.isExact = !copy.names.contains(Offering.sourceMarker)
    offering.isSensitive = copy.names.contains(where: PrivacyMarker.isMark)
    return offering.content()
  }
}
