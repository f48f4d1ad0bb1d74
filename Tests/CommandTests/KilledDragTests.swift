import Foundation
import TestSupport
import Testing

/// Drags and drops whose programs are killed a moment after some step: each time it is dragged again, with what is left.
@Suite("Drags that are killed", .timeLimit(.minutes(3)))
struct KilledDragTests {
  private let server: PrivateXServer
  private let pb: BuiltCommand
  private let folder: TemporaryFolder
  private let notes: String

  private static let markdown = "# Title\n"
  private static let page: [(type: String, bytes: [UInt8])] = [
    ("text/html", Array("<h1>Title</h1>".utf8)), ("UTF8_STRING", Array("Title".utf8)),
  ]
  private static let count = 20

  init() throws {
    server = try PrivateXServer(options: ["-screen", "0", "640x480x24"])
    pb = BuiltCommand(on: server)
    folder = try TemporaryFolder()
    notes = try folder.file("notes.md", Array(Self.markdown.utf8))
  }

  private func start(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess([BuiltCommand.path] + arguments, environment: pb.environment)
  }

  /// What both sides have come to.
  private enum Step: CaseIterable {
    case started, entered, told, accepted, released, asked, answered, finished
  }

  /// When one of them dies, and how.
  private struct Death: Error {
    let step: Step
    let delay: UInt32
    /// Whether it is told to end, and can do so in its way.
    let isPolite: Bool
    let isFromWindow: Bool

    init(using generator: inout SeededGenerator) {
      step = Step.allCases.randomElement(using: &generator) ?? .started
      // A program takes longer to start than to go from any step to the next.
      delay = UInt32.random(in: 0..<(step == .started ? 60_000 : 3_000), using: &generator)
      isPolite = Bool.random(using: &generator)
      isFromWindow = Bool.random(using: &generator)
    }

    var signal: Int32 { isPolite ? SIGTERM : SIGKILL }

    /// Dies at its step.
    func check(_ step: Step) throws {
      guard step == self.step else { return }
      usleep(delay)
      throw self
    }
  }

  private static func deaths(seed: UInt64) -> [Death] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Death(using: &generator) }
  }

  /// The program that comes after one that dies.
  ///
  /// Made before, it has identifiers of its own: the server gives those of the dead to whoever comes next, and with
  /// them the last words that were meant for the dead.
  private func heir() throws -> RawClient { try RawClient(display: server.display) }

  // MARK: Whole drags

  /// Takes hold of what `pb drag` has.
  private func take(isFromWindow: Bool, to target: ScriptedDropTarget) throws {
    guard isFromWindow else { return }
    let client = target.client
    let place = client.place(of: try target.windowOfSource())
    client.movePointer(to: place.x + 10, place.y + 10)
    client.button(1, isDown: true)
    client.movePointer(to: place.x + 20, place.y + 10)
  }

  /// Carries what `pb drag` has into a window and drops it there; returns what is read.
  private func drop(
    into target: ScriptedDropTarget, isFromWindow: Bool, reach: (Step) throws -> Void = { _ in }
  ) throws -> [UInt8]? {
    let client = target.client
    try target.waitForEnter()
    try reach(.entered)
    _ = try target.waitForPosition()
    try reach(.told)
    target.status(true)
    try reach(.accepted)
    if !isFromWindow { client.button(1, isDown: true) }
    client.button(1, isDown: false)
    try reach(.released)
    let time = try target.acceptUntilDrop()
    client.convert("XdndSelection", to: "UTF8_STRING", time: time)
    try reach(.asked)
    let property = try client.waitForAnswer(target: client.atom("UTF8_STRING"))
    try reach(.answered)
    let value = try client.receive(property)
    target.finish()
    try reach(.finished)
    return value?.bytes
  }

  /// Drags onto `pb drop` and drops.
  private func drop(
    _ source: ScriptedDragSource, reach: (Step) throws -> Void = { _ in }
  ) throws -> Bool {
    let target = try source.target()
    source.enter(target)
    try reach(.entered)
    _ = try source.position(target)
    try reach(.told)
    // Whose last source has died reads on until it knows that, and refuses meanwhile.
    guard try eventually({ try source.position(target).accepts }) else { return false }
    try reach(.accepted)
    source.drop(target)
    try reach(.released)
    let request = try source.client.waitForRequest()
    try reach(.asked)
    try source.answer(request)
    try reach(.answered)
    let isTaken = try source.serve().isTaken
    try reach(.finished)
    return isTaken
  }

  // MARK: Deaths

  @Test func `A drag is killed, and the same window takes the next`() throws {
    let target = try ScriptedDropTarget(on: server)
    let client = target.client
    let windows = client.topWindows().count
    for (number, death) in Self.deaths(seed: 1).enumerated() {
      let process = try start("drag", death.isFromWindow ? "--window" : "--exit=first", notes)
      do {
        try death.check(.started)
        try take(isFromWindow: death.isFromWindow, to: target)
        _ = try drop(into: target, isFromWindow: death.isFromWindow, reach: death.check)
        try target.takeOver()
      } catch let death as Death {
        process.kill(death.signal)
      }
      _ = try process.wait()
      if death.isPolite, [.entered, .told, .accepted].contains(death.step) {
        #expect(throws: Never.self, "\(number)") { try client.waitForMessage("XdndLeave") }
      }
      client.button(1, isDown: false)
      #expect(eventually { client.canGrabPointer() && client.topWindows().count == windows }, "\(number)")
      _ = client.pendingEvents()

      let next = try start("drag", notes)
      #expect(try drop(into: target, isFromWindow: false) == Array(Self.markdown.utf8), "\(number): \(death)")
      try target.takeOver()
      #expect(try next.wait().status == 0)
    }
  }

  @Test func `What is dragged over dies, and the drag goes on, or the next one goes`() throws {
    for (number, death) in Self.deaths(seed: 2).enumerated() {
      let process = try start("drag", death.isFromWindow ? "--window" : "--exit=first", notes)
      let target = try ScriptedDropTarget(on: server)
      let heir = try heir()
      do {
        try take(isFromWindow: death.isFromWindow, to: target)
        try death.check(.started)
        _ = try drop(into: target, isFromWindow: death.isFromWindow, reach: death.check)
      } catch let death as Death {
        if death.isPolite { target.close() }
        target.client.disconnect()
      }
      let next = ScriptedDropTarget(heir)
      let goesOn = [.started, .entered, .told, .accepted].contains(death.step)
      if !goesOn {
        try next.takeOver()
        // The window stays for what was not taken.
        if death.isFromWindow { process.kill(SIGTERM) }
        _ = try process.wait()
        // It may have entered the next window before it ended.
        _ = next.client.pendingEvents()
      }
      let again = goesOn ? process : try start("drag", notes)
      let value = try drop(into: next, isFromWindow: goesOn && death.isFromWindow)
      #expect(value == Array(Self.markdown.utf8), "\(number): \(death)")
      try next.takeOver()
      #expect(try again.wait().status == 0)
      #expect(eventually { next.client.canGrabPointer() })
    }
  }

  @Test func `A place to drop is killed, and the same program drops onto the next`() throws {
    let source = try ScriptedDragSource(on: server, Self.page)
    let windows = source.client.topWindows().count
    for (number, death) in Self.deaths(seed: 3).enumerated() {
      let process = try start("drop")
      do {
        try death.check(.started)
        _ = try drop(source, reach: death.check)
      } catch let death as Death {
        process.kill(death.signal)
      }
      _ = try process.wait()
      #expect(eventually { source.client.topWindows().count == windows }, "\(number)")
      _ = source.client.pendingEvents()

      let next = try start("drop")
      #expect(try drop(source), "\(number): \(death)")
      #expect(try next.wait().text == Self.markdown)
    }
  }

  @Test func `What is dragged from dies, and the place takes the next`() throws {
    let process = try start("drop", "--keep")
    for (number, death) in Self.deaths(seed: 4).enumerated() {
      let source = try ScriptedDragSource(on: server, Self.page)
      let heir = try heir()
      do {
        try death.check(.started)
        _ = try drop(source, reach: death.check)
      } catch let death as Death {
        let target = try source.target()
        if death.isPolite { source.leave(target) }
        source.client.disconnect()
      }
      let next = try ScriptedDragSource(heir, Self.page)
      #expect(try drop(next), "\(number): \(death)")
    }
    process.kill(SIGTERM)
    let result = try process.wait()
    #expect(result.status == 0)
    #expect(result.text.components(separatedBy: Self.markdown).count > Self.count)
  }
}
