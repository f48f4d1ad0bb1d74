import Exchange
import Synchronization
import System
import TestSupport
import Testing

@testable import X11Selections

/// Handing content to a clipboard manager, and being one (traps 22 to 24).
@Suite(.timeLimit(.minutes(1))) struct HandOverTests {
  let server: PrivateXServer
  private static let big = sampleBytes(3_000_000)

  init() throws {
    server = try PrivateXServer()
  }

  private func serve(isSensitive: Bool = false) throws -> ServedSelection {
    try ServedSelection(
      on: server,
      content: Content(names: ["UTF8_STRING", "big"], isSensitive: isSensitive) { target in
        Representation(declared: target, bytes: target == "big" ? Self.big : Array("text".utf8))
      })
  }

  enum Temper: CaseIterable { case proper, refusingFirst }

  @Test("Trap 22: the content is handed over at the end", arguments: Temper.allCases)
  func handsOver(temper: Temper) throws {
    let fetched = Mutex<[String: [UInt8]]>([:])
    let list = Mutex<[String?]>([])
    let manager = try RawOwner(on: server, selection: "CLIPBOARD_MANAGER") { client, request in
      guard client.name(of: request.target) == "SAVE_TARGETS" else { return true }
      list.withLock {
        $0 = client.property(request.property, of: request.requestor)?.words.map(client.name) ?? []
      }
      if temper == .refusingFirst { client.answer(request, property: 0) }
      for target in ["UTF8_STRING", "big"] {
        let value = try client.fetch("CLIPBOARD", target)
        fetched.withLock { $0[target] = value?.bytes }
      }
      if temper == .proper {
        client.setProperty(request.property, of: request.requestor, type: client.atom("NULL"), bytes: [])
        client.answer(request)
      }
      return true
    }
    let served = try serve()
    served.end()
    #expect(try served.waitForEnd() == nil)
    try manager.end()
    #expect(fetched.withLock { $0 } == ["UTF8_STRING": Array("text".utf8), "big": Self.big])
    #expect(list.withLock { $0 } == ["UTF8_STRING", "big"])
  }

  @Test("Trap 22: without a manager there is no wait, and none for secrets")
  func noHandOver() throws {
    for isSensitive in [false, true] {
      let manager =
        isSensitive ? try RawOwner(on: server, selection: "CLIPBOARD_MANAGER") { _, _ in true } : nil
      let served = try serve(isSensitive: isSensitive)
      let start = ContinuousClock.now
      served.end()
      #expect(try served.waitForEnd() == nil)
      #expect(ContinuousClock.now - start < .seconds(10))
      #expect(manager?.requests ?? [] == [])
      try manager?.end()
    }
  }

  @Test("Trap 22: a manager that is silent, and one that dies")
  func managerFails() throws {
    for dies in [false, true] {
      let manager = try RawOwner(on: server, selection: "CLIPBOARD_MANAGER") { _, _ in !dies }
      let served = try serve()
      let start = ContinuousClock.now
      served.end()
      #expect(try served.waitForEnd() == nil)
      #expect(ContinuousClock.now - start < .seconds(dies ? 5 : 15))
      #expect(manager.requests == ["SAVE_TARGETS"])
      try manager.end()
    }
  }

  /// Our own manager in a thread.
  private func startManager(
    accepts: @escaping @Sendable (String) -> Bool = { _ in true }, capturesEveryCopy: Bool = false
  ) throws -> (stop: StopSignal, thread: Thread<ExchangeError?>) {
    try startManager(SnapshotPolicy(accepts: accepts), capturesEveryCopy: capturesEveryCopy)
  }

  private func startManager(
    _ policy: any ClipboardManagerPolicy, capturesEveryCopy: Bool = true
  ) throws -> (stop: StopSignal, thread: Thread<ExchangeError?>) {
    let display = server.display
    let (stop, ready) = (StopSignal(), Flag())
    let thread = Thread<ExchangeError?> {
      do throws(ExchangeError) {
        var manager = try ClipboardManager(
          display: display, policy: policy, capturesEveryCopy: capturesEveryCopy)
        ready.raise()
        try manager.run(until: stop)
        return nil
      } catch {
        ready.raise()
        return error
      }
    }
    try ready.wait()
    return (stop, thread)
  }

  @Test("Trap 23: being the manager")
  func isTheManager() throws {
    let observer = try RawClient(display: server.display)
    observer.observe(observer.root)
    let manager = try startManager { $0 != "secret/type" }
    defer { manager.stop.stop() }
    let announcement = try observer.wait { if case .message = $0 { true } else { false } }
    guard case .message(let type, let words) = announcement else { return }
    #expect(observer.name(of: type) == "MANAGER")
    #expect(observer.name(of: words[1]) == "CLIPBOARD_MANAGER")
    #expect(words[2] == observer.owner(of: "CLIPBOARD_MANAGER"))
    #expect(
      try observer.fetch("CLIPBOARD_MANAGER", "TARGETS")?.words.map(observer.name) == [
        "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS",
      ])

    let served = try serve()
    served.end()
    #expect(try served.waitForEnd() == nil)
    // The heir's window may have the number of the former owner's, so only the answer tells.
    try waitUntil { try observer.fetch("CLIPBOARD", "big")?.bytes == Self.big }
    #expect(
      try observer.fetch("CLIPBOARD", "TARGETS")?.words.dropFirst(4).map(observer.name) == [
        "UTF8_STRING", "big",
      ])
  }

  @Test("Trap 23: no second manager")
  func secondManager() throws {
    let first = try startManager()
    let second = try startManager()
    #expect(try second.thread.join()?.code == .overtaken)
    first.stop.stop()
    #expect(try first.thread.join() == nil)
  }

  @Test("A manager whose window another client destroys hears of nothing, and says so")
  func destroyedWindow() throws {
    let manager = try startManager()
    let client = try RawClient(display: server.display)
    client.destroyWindow(client.owner(of: "CLIPBOARD_MANAGER"))
    client.sync()
    #expect(try manager.thread.join()?.code == .unavailable)
  }

  @Test("Trap 23: an owner that exits without a word, and one that clears the clipboard")
  func ownerVanishes() throws {
    let manager = try startManager(capturesEveryCopy: true)
    defer { manager.stop.stop() }
    let observer = try RawClient(display: server.display)
    let owner = try RawOwner(on: server) { client, request in
      switch client.name(of: request.target) {
      case "TARGETS": client.list(["TARGETS", "UTF8_STRING", "MULTIPLE"], to: request)
      default: client.give(Array("kept".utf8), as: "UTF8_STRING", to: request)
      }
      return true
    }
    try waitUntil { owner.requests.count == 2 }
    #expect(owner.requests == ["TARGETS", "UTF8_STRING"])
    try owner.end()
    try waitUntil { try observer.fetch("CLIPBOARD", "UTF8_STRING")?.bytes == Array("kept".utf8) }

    // What is cleared stays cleared.
    try clearSelection("CLIPBOARD", display: server.display)
    _ = try observer.fetch("CLIPBOARD_MANAGER", "TARGETS")
    #expect(observer.owner(of: "CLIPBOARD") == 0)
  }

  /// Takes all of a copy, which may end when it is read.
  private struct ReadingPolicy: ClipboardManagerPolicy {
    var snapshot: SnapshotPolicy { SnapshotPolicy { _ in true } }
    func endsWhenRead(_ copy: Snapshot) -> Bool { true }
  }

  @Test("An owner that lets go with its first answer, as PCManFM does with what was cut")
  func ownerLetsGoWhenRead() throws {
    let manager = try startManager(ReadingPolicy())
    defer { manager.stop.stop() }
    let observer = try RawClient(display: server.display)
    let display = server.display
    let owner = try RawOwner(on: server) { client, request in
      switch client.name(of: request.target) {
      case "TARGETS": client.list(["TARGETS", "x/once", "x/never"], to: request)
      default:
        try clearSelection("CLIPBOARD", display: display)
        client.give(Array("cut".utf8), as: "x/once", to: request)
      }
      return true
    }
    try waitUntil { owner.requests.count == 2 }
    #expect(owner.requests == ["TARGETS", "x/once"])
    try owner.end()
    try waitUntil { try observer.fetch("CLIPBOARD", "x/once")?.bytes == Array("cut".utf8) }
    // What is cleared then stays cleared.
    try clearSelection("CLIPBOARD", display: server.display)
    _ = try observer.fetch("CLIPBOARD_MANAGER", "TARGETS")
    #expect(observer.owner(of: "CLIPBOARD") == 0)
  }

  @Test("Trap 23: saving is told as done only if something is kept", arguments: [false, true])
  func answersForWhatIsKept(gives: Bool) throws {
    let manager = try startManager()
    defer { manager.stop.stop() }
    let observer = try RawClient(display: server.display)
    let owner = try RawOwner(on: server) { client, request in
      if client.name(of: request.target) == "TARGETS" {
        client.list(["TARGETS", "UTF8_STRING"], to: request)
      } else if gives {
        client.give([1], as: "UTF8_STRING", to: request)
      } else {
        client.answer(request, property: 0)
      }
      return true
    }
    let answer = try observer.fetch("CLIPBOARD_MANAGER", "SAVE_TARGETS")
    #expect((answer != nil) == gives)
    #expect(owner.requests == ["TARGETS", "UTF8_STRING"])
    try owner.end()
  }

  @Test("What is the same under many names is kept under each, up to the limit")
  func keepsTheSameUnderManyNames() throws {
    let owner = try RawOwner(on: server) { client, request in
      let name = client.name(of: request.target) ?? ""
      switch name {
      case "TARGETS":
        client.list(["UTF8_STRING", "text/html", "STRING", "text/plain", "image/png"], to: request)
      case "text/html": client.give(sampleBytes(696, seed: 2), as: name, to: request)
      case "image/png": client.give(sampleBytes(296, seed: 3), as: name, to: request)
      default: client.give(sampleBytes(696), as: name, to: request)
      }
      return true
    }
    var requestor = try SelectionRequestor(display: server.display, timeout: .seconds(10))
    let policy = SnapshotPolicy(byteLimit: 1000) { _ in true }
    let snapshot = try requestor.snapshot(of: "CLIPBOARD", policy: policy)
    #expect(snapshot?.names == ["UTF8_STRING", "STRING", "text/plain", "image/png"])
    #expect(snapshot?.byteCount == 992)
    try owner.end()
  }

  @Test("A change tells whether a selection is owned as of the time it was owned before")
  func tellsOfTheSameTime() throws {
    let watch = try Backend.x11(display: server.display).watch([.general])
    let clients = try (0..<2).map { _ in try RawClient(display: server.display) }
    let time = try clients[0].serverTime()
    #expect(try clients[0].own("CLIPBOARD", time: time))
    #expect(try watch.next(until: nil).map(\.isSameTime) == [false])
    #expect(try clients[1].own("CLIPBOARD", time: time))
    #expect(try watch.next(until: nil).map(\.isSameTime) == [true])
    var later = time
    try waitUntil {
      later = try clients[0].serverTime()
      return later != time
    }
    #expect(try clients[0].own("CLIPBOARD", time: later))
    #expect(try watch.next(until: nil).map(\.isSameTime) == [false])
  }

  @Test("Trap 24: only what is wanted is fetched, and nothing of a secret", arguments: ["public", "secret"])
  func fetchesWhatIsWanted(hint: String) throws {
    let owner = try RawOwner(on: server) { client, request in
      switch client.name(of: request.target) {
      case "TARGETS":
        let names = ["image/png", "UTF8_STRING", "x-kde-passwordManagerHint", "huge", "text/html", "DELETE"]
        client.list(names, to: request)
      case "x-kde-passwordManagerHint": client.give(Array(hint.utf8), as: "STRING", to: request)
      case "huge": client.give(sampleBytes(2000), as: "huge", to: request)
      case "UTF8_STRING": client.answer(request, property: 0)
      default: client.give([1], as: "text/html", to: request)
      }
      return true
    }
    var requestor = try SelectionRequestor(display: server.display, timeout: .seconds(10))
    let policy = SnapshotPolicy(byteLimit: 1000) { $0 != "image/png" && !$0.hasPrefix("x-kde") }
    let snapshot = try requestor.snapshot(of: "CLIPBOARD", policy: policy)
    if hint == "secret" {
      #expect(snapshot == nil)
      #expect(owner.requests == ["TARGETS", "x-kde-passwordManagerHint"])
    } else {
      #expect(snapshot?.names == ["text/html"])
      #expect(snapshot?.representations["text/html"]?.bytes == [1])
      #expect(owner.requests == ["TARGETS", "x-kde-passwordManagerHint", "UTF8_STRING", "huge", "text/html"])
    }
    try owner.end()
  }
}
