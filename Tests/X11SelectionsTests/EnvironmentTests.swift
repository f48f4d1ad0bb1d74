import Exchange
import Glibc
import System
import TestSupport
import Testing

@testable import X11Selections

/// Servers that go away, displays that are none, and programs that never stop copying (traps 37 to 39).
@Suite(.timeLimit(.minutes(1))) struct EnvironmentTests {
  @Test("Trap 37: the X server ends")
  func serverEnds() throws {
    let server = try PrivateXServer()
    let display = server.display
    let served = try ServedSelection(on: server, ["UTF8_STRING": [1]])
    let watching = Flag()
    let watcher = Thread<ExchangeError?> {
      do throws(ExchangeError) {
        var watcher = try SelectionWatcher(display: display, selections: ["CLIPBOARD"])
        watching.raise()
        while true { _ = try watcher.next() }
      } catch {
        watching.raise()
        return error
      }
    }
    try watching.wait()
    var requestor = try SelectionRequestor(display: display)
    server.process.kill(SIGKILL)
    #expect(try served.waitForEnd()?.code == .unavailable)
    #expect(try watcher.join()?.code == .unavailable)
    do throws(ExchangeError) {
      _ = try requestor.property("UTF8_STRING", of: "CLIPBOARD")
      Issue.record("there is no server")
    } catch {
      #expect(error.code == .unavailable)
    }
  }

  @Test(arguments: [
    (":73.0", ":73"), (":73", ":73"), ("host.example:10.1", "host.example:10"), ("nonsense", "nonsense"),
    ("", ""),
  ])
  func `All screens of a server are one place`(display: String, place: String) {
    #expect(Backend.x11(display: display).place == place)
  }

  @Test("Trap 38: there is no such display", arguments: [":98765", "nonsense", ""])
  func noDisplay(display: String) throws {
    #expect(throws: ExchangeError.self) { try SelectionRequestorProbe.open(display) }
    do throws(ExchangeError) {
      try SelectionRequestorProbe.open(display)
    } catch {
      #expect(error.code == .unavailable)
      #expect(error.description.contains(display))
    }
  }

  @Test("Trap 38: a server that does not answer costs no more than the timeout")
  func serverIsStopped() throws {
    let server = try PrivateXServer()
    var requestor = try SelectionRequestor(display: server.display, timeout: .milliseconds(200))
    server.process.kill(SIGSTOP)
    defer { server.process.kill(SIGCONT) }
    do throws(ExchangeError) {
      _ = try requestor.targets(of: "CLIPBOARD")
      Issue.record("nobody could answer")
    } catch {
      #expect(error.code == .timedOut)
    }
  }

  @Test("Trap 38: round trips do not grow")
  func roundTrips() throws {
    let server = try PrivateXServer()
    let content = Content(names: ["UTF8_STRING", "text/html"]) {
      Representation(declared: $0, bytes: sampleBytes(5000))
    }
    let copy = try SelectionOwner(display: server.display, selection: "PRIMARY", content: content)
    #expect(copy.roundTrips <= 2)

    let served = try ServedSelection(on: server, content: content)
    var paste = try SelectionRequestor(display: server.display, timeout: .seconds(10))
    _ = try paste.property("UTF8_STRING", of: "CLIPBOARD")
    #expect(paste.roundTrips <= 3)
    var choosing = try SelectionRequestor(display: server.display, timeout: .seconds(10))
    _ = try choosing.targets(of: "CLIPBOARD")
    _ = try choosing.property("text/html", of: "CLIPBOARD")
    #expect(choosing.roundTrips <= 5)
    #expect(served.isServing)
  }

  @Test("Trap 39: a hundred changes in a row are told as few")
  func changesAreSummedUp() throws {
    let server = try PrivateXServer()
    var watcher = try SelectionWatcher(
      display: server.display, selections: ["PRIMARY", "CLIPBOARD"], coalescing: .milliseconds(200))
    let client = try RawClient(display: server.display)
    let other = client.createWindow()
    for round in 0..<101 { try client.own("PRIMARY", with: round % 2 == 0 ? client.window : other) }
    try client.own("CLIPBOARD")
    let changes = try watcher.next()
    #expect(changes.count <= 2)
    var last = changes
    while last.last?.selection != "CLIPBOARD" { last = try watcher.next() }
    #expect(last.last?.owner == client.window)
    client.disconnect()
    let ends = try watcher.next()
    #expect(Set(ends.map(\.selection)) == ["PRIMARY", "CLIPBOARD"])
    #expect(ends.allSatisfy { $0.owner == nil })
  }

  @Test func watchingEndsWhenTold() throws {
    let server = try PrivateXServer()
    let stop = StopSignal()
    var watcher = try SelectionWatcher(display: server.display, selections: ["PRIMARY"])
    stop.stop()
    #expect(try watcher.next(until: stop) == [])
  }

  @Test func changesAreASequence() async throws {
    let server = try PrivateXServer()
    let display = server.display
    // Copies again and again, as nobody tells when a sequence has begun to watch.
    let isSeen = Flag()
    let copier = Thread<Void> {
      while (try? isSeen.wait(timeout: .milliseconds(20))) == nil {
        if let client = try? RawClient(display: display) { _ = try? client.own("PRIMARY") }
      }
    }
    var owners: [Bool] = []
    for try await change in BoardChanges(of: [.primary], on: .x11(display: display)) {
      #expect(change.board == .primary)
      owners.append(change.hasOwner)
      if owners.count == 2 { break }
    }
    isSeen.raise()
    try copier.join()

    let cancelled = Task {
      for try await _ in BoardChanges(of: [.secondary], on: .x11(display: display)) {}
      return true
    }
    cancelled.cancel()
    #expect(try await cancelled.value)
  }
}

private enum SelectionRequestorProbe {
  static func open(_ display: String) throws(ExchangeError) {
    _ = try SelectionRequestor(display: display)
  }
}
