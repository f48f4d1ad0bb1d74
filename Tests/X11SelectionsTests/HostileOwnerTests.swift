import Exchange
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import X11Selections

/// The requestor, facing owners that break every rule (traps 25 to 36 of X11 selections).
@Suite(.timeLimit(.minutes(1))) struct HostileOwnerTests {
  let server: PrivateXServer

  init() throws {
    server = try PrivateXServer()
    // On every desktop somebody has made this name known.
    _ = try RawClient(display: server.display).atom("UTF8_STRING")
  }

  private func requestor(
    timeout: Duration = .seconds(10), byteLimit: Int = 1 << 30
  ) throws -> SelectionRequestor {
    try SelectionRequestor(display: server.display, timeout: timeout, byteLimit: byteLimit)
  }

  /// The code of the error that `body` ends with, and how long it took.
  private func failure(
    _ requestor: inout SelectionRequestor, _ target: String = "UTF8_STRING"
  ) -> (code: ExchangeError.Code?, time: Duration) {
    let clock = ContinuousClock()
    let start = clock.now
    do throws(ExchangeError) {
      _ = try requestor.property(target, of: "CLIPBOARD")
      return (nil, clock.now - start)
    } catch {
      return (error.code, clock.now - start)
    }
  }

  enum Stage: CaseIterable { case beforeAnswer, afterAnnouncement, betweenPieces, afterManyPieces }

  @Test("Trap 25: an owner that dies is noticed at once", arguments: Stage.allCases)
  func ownerDies(stage: Stage) throws {
    _ = try outcome(upTo: stage, staysOn: false, timeout: .seconds(30), is: .ownerVanished)
  }

  @Test("Trap 25: an owner that falls silent costs no more than the timeout", arguments: Stage.allCases)
  func ownerStalls(stage: Stage) throws {
    let time = try outcome(upTo: stage, staysOn: true, timeout: .milliseconds(300), is: .timedOut)
    #expect(time >= .milliseconds(300))
  }

  /// Asks an owner that answers as far as a stage, and then dies or falls silent; returns how long that took.
  private func outcome(
    upTo stage: Stage, staysOn: Bool, timeout: Duration, is expected: ExchangeError.Code
  ) throws -> Duration {
    let owner = try RawOwner(on: server) { client, request in
      if stage == .beforeAnswer { return staysOn }
      try client.announce(100, to: request)
      if stage == .afterAnnouncement { return staysOn }
      for _ in 0..<(stage == .betweenPieces ? 1 : 20) {
        try client.send([1, 2, 3], as: "UTF8_STRING", to: request)
      }
      return staysOn
    }
    var requestor = try requestor(timeout: timeout)
    let (code, time) = failure(&requestor)
    #expect(code == expected)
    #expect(time < .seconds(8))
    try owner.end()
    return time
  }

  @Test("Trap 25: an owner that answers and dies has answered")
  func ownerAnswersAndDies() throws {
    let text = sampleBytes(50_000)
    for isIncremental in [false, true] {
      let owner = try RawOwner(on: server) { client, request in
        if isIncremental {
          try client.announce(100, to: request)
          try client.send(text, as: "UTF8_STRING", to: request)
          client.setProperty(
            request.property, of: request.requestor, type: client.atom("UTF8_STRING"), bytes: [])
        } else {
          client.give(text, as: "UTF8_STRING", to: request)
        }
        client.sync()
        return false
      }
      var requestor = try requestor()
      #expect(try requestor.property("UTF8_STRING", of: "CLIPBOARD").bytes == text)
      try owner.end()
    }
  }

  @Test("Trap 26: no owner is something else than a refusal")
  func noOwner() throws {
    var requestor = try requestor()
    #expect(failure(&requestor).code == .empty)
    #expect(failure(&requestor, "a-name-nobody-knows").code == .empty)
    #expect(requestor.ownerDescription(of: "CLIPBOARD") == nil)
    for selection in ["CLIPBOARD", "PRIMARY", "a selection nobody knows"] {
      do throws(ExchangeError) {
        _ = try requestor.targets(of: selection)
        Issue.record("\(selection) has no owner")
      } catch {
        #expect(error.code == .empty)
      }
    }
    let owner = try RawOwner(on: server) { client, request in
      client.answer(request, property: 0)
      return true
    }
    #expect(failure(&requestor).code == .refused)
    #expect(failure(&requestor, "a-name-nobody-knows").code == .refused)
    try owner.end()
  }

  @Test("Trap 27: an answer that comes too late is not taken for the next")
  func lateAnswer() throws {
    let pending = Mutex<RawClient.Request?>(nil)
    let owner = try RawOwner(on: server) { client, request in
      let late = pending.withLock { pending in
        defer { if pending == nil { pending = request } }
        return pending
      }
      guard let late else { return true }
      client.give(Array("late".utf8), as: "UTF8_STRING", to: late)
      client.give(Array("new".utf8), as: "UTF8_STRING", to: request)
      return true
    }
    var requestor = try requestor(timeout: .milliseconds(300))
    #expect(failure(&requestor).code == .timedOut)
    #expect(try requestor.property("UTF8_STRING", of: "CLIPBOARD").bytes == Array("new".utf8))
    #expect(try requestor.property("UTF8_STRING", of: "CLIPBOARD").bytes == Array("new".utf8))
    try owner.end()
  }

  @Test("Trap 28: an answer without a value, and one of eight megabytes")
  func propertyIsMissingOrLarge() throws {
    let large = sampleBytes(8_000_000)
    let owner = try RawOwner(on: server) { client, request in
      if client.name(of: request.target) == "UTF8_STRING" {
        client.give(large, as: "UTF8_STRING", to: request)
      } else {
        client.answer(request)
      }
      return true
    }
    var requestor = try requestor()
    #expect(try requestor.property("UTF8_STRING", of: "CLIPBOARD").bytes == large)
    #expect(failure(&requestor, "STRING").code == .refused)
    #expect(try requestor.property("UTF8_STRING", of: "CLIPBOARD").bytes == large)
    try owner.end()
  }

  @Test("Trap 29: announced sizes are not believed", arguments: [0, 5, UInt32.max])
  func announcedSizeIsWrong(size: UInt32) throws {
    let pieces = (0..<30).map { sampleBytes(1000, seed: $0) }
    let owner = try RawOwner(on: server) { client, request in
      try client.announce(size, to: request)
      for piece in pieces { try client.send(piece, as: "UTF8_STRING", to: request) }
      try client.send([], as: "UTF8_STRING", to: request)
      return true
    }
    var requestor = try requestor()
    #expect(try requestor.property("UTF8_STRING", of: "CLIPBOARD").bytes == pieces.flatMap { $0 })
    try owner.end()
  }

  @Test("Trap 29: even the list of targets may come in pieces")
  func targetsInPieces() throws {
    let owner = try RawOwner(on: server) { client, request in
      try client.announce(8, to: request)
      for name in ["UTF8_STRING", "STRING"] {
        client.setProperty(
          request.property, of: request.requestor, type: client.atom("ATOM"), words: [client.atom(name)])
        try client.waitForPropertyChange(request.property, of: request.requestor, isDeleted: true)
      }
      client.setProperty(request.property, of: request.requestor, type: client.atom("ATOM"), words: [])
      return true
    }
    var requestor = try requestor()
    #expect(try requestor.targets(of: "CLIPBOARD") == ["UTF8_STRING", "STRING"])
    try owner.end()
  }

  @Test("Trap 29: a type that changes half way, and an owner that does not wait")
  func piecesBreakTheRules() throws {
    let owner = try RawOwner(on: server) { client, request in
      try client.announce(8, to: request)
      try client.send([1, 2, 3], as: "UTF8_STRING", to: request)
      client.setProperty(request.property, of: request.requestor, type: client.atom("STRING"), bytes: [4])
      return true
    }
    var requestor = try requestor()
    #expect(failure(&requestor).code == .refused)
    try owner.end()

    // Two values in one breath: the first is lost, but the transfer goes on and ends.
    let hasty = try RawOwner(on: server) { client, request in
      try client.announce(8, to: request)
      for byte in UInt8(0)..<20 {
        client.setProperty(
          request.property, of: request.requestor, type: client.atom("STRING"), bytes: [byte])
      }
      // The end must not take the place of the last value, which nobody could then read.
      try waitUntil { client.property(request.property, of: request.requestor) == nil }
      _ = client.pendingEvents()
      client.setProperty(request.property, of: request.requestor, type: client.atom("STRING"), bytes: [])
      return true
    }
    let value = try requestor.property("UTF8_STRING", of: "CLIPBOARD")
    #expect(value.bytes.last == 19)
    try hasty.end()
  }

  @Test("Trap 30: the type that arrives counts, not the target")
  func anotherType() throws {
    let owner = try RawOwner(on: server) { client, request in
      switch client.name(of: request.target) {
      case "TARGETS": client.list(["TEXT", "text/html"], type: "TARGETS", to: request)
      case "TEXT": client.give(Array("x".utf8), as: "COMPOUND_TEXT", to: request)
      default: client.give(Array("y".utf8), as: "UTF8_STRING", to: request)
      }
      return true
    }
    var requestor = try requestor()
    #expect(try requestor.targets(of: "CLIPBOARD") == ["TEXT", "text/html"])
    #expect(try requestor.property("TEXT", of: "CLIPBOARD").declared == "COMPOUND_TEXT")
    #expect(try requestor.property("text/html", of: "CLIPBOARD").declared == "UTF8_STRING")
    try owner.end()
  }

  @Test("Trap 31: a target that is listed and refused")
  func listedButRefused() throws {
    let owner = try RawOwner(on: server) { client, request in
      switch client.name(of: request.target) {
      case "TARGETS": client.list(["image/png", "UTF8_STRING"], to: request)
      case "UTF8_STRING": client.give(Array("text".utf8), as: "UTF8_STRING", to: request)
      default: client.answer(request, property: 0)
      }
      return true
    }
    var requestor = try requestor()
    #expect(try requestor.targets(of: "CLIPBOARD") == ["image/png", "UTF8_STRING"])
    #expect(failure(&requestor, "image/png").code == .refused)
    #expect(try requestor.property("UTF8_STRING", of: "CLIPBOARD").bytes == Array("text".utf8))
    try owner.end()
  }

  @Test("Trap 32: an owner without TARGETS", arguments: ["UTF8_STRING", "STRING"])
  func withoutTargets(known: String) throws {
    let owner = try RawOwner(on: server) { client, request in
      if client.name(of: request.target) == known {
        client.give(Array("text".utf8), as: known, to: request)
      } else {
        client.answer(request, property: 0)
      }
      return true
    }
    let client = try RawClient(display: server.display)
    #expect(client.atom(known) != 0)
    var requestor = try requestor()
    #expect(try requestor.targets(of: "CLIPBOARD") == [known])
    #expect(try requestor.property(known, of: "CLIPBOARD").bytes == Array("text".utf8))
    try owner.end()
  }

  @Test("Trap 34: a selection that this process owns, even asked from its own rendering")
  func ownSelection() throws {
    let display = server.display
    let content = Content(names: ["nested", "UTF8_STRING"]) { target in
      guard target == "nested" else { return Representation(declared: target, bytes: Array("text".utf8)) }
      guard var inner = try? SelectionRequestor(display: display) else { return nil }
      return try? inner.property("UTF8_STRING", of: "CLIPBOARD")
    }
    let served = try ServedSelection(on: server, content: content)
    var requestor = try requestor()
    #expect(try requestor.property("nested", of: "CLIPBOARD").bytes == Array("text".utf8))
    #expect(served.isServing)
  }

  @Test("Trap 35: a drip does not wind up the clock")
  func dripping() throws {
    let owner = try RawOwner(on: server) { client, request in
      try client.announce(1 << 30, to: request)
      for _ in 0..<1000 {
        try client.send([0], as: "UTF8_STRING", to: request, timeout: .milliseconds(500))
        usleep(20_000)
      }
      return true
    }
    var requestor = try requestor(timeout: .milliseconds(400))
    let (code, time) = failure(&requestor)
    #expect(code == .timedOut)
    #expect(time < .seconds(8))
    try owner.end()
  }

  @Test("Trap 35: an owner that sends events without end")
  func flooding() throws {
    let isEnough = Mutex(false)
    let owner = try RawOwner(on: server) { client, request in
      var other = request
      other.target = client.atom("STRING")
      while !isEnough.withLock({ $0 }) { client.answer(other) }
      return true
    }
    var requestor = try requestor(timeout: .milliseconds(300))
    let (code, time) = failure(&requestor)
    isEnough.withLock { $0 = true }
    #expect(code == .timedOut)
    #expect(time < .seconds(8))
    try owner.end()
  }

  @Test("Trap 35: more bytes than are allowed")
  func tooManyBytes() throws {
    let owner = try RawOwner(on: server) { client, request in
      if client.name(of: request.target) == "STRING" {
        client.give(sampleBytes(100_001), as: "STRING", to: request)
      } else {
        try client.announce(10, to: request)
        for _ in 0..<1000 {
          try client.send(sampleBytes(10_000), as: "UTF8_STRING", to: request, timeout: .milliseconds(500))
        }
      }
      return true
    }
    var requestor = try requestor(byteLimit: 100_000)
    #expect(failure(&requestor, "STRING").code == .tooLarge)
    #expect(failure(&requestor).code == .tooLarge)
    try owner.end()
  }

  @Test(
    "Trap 35: atoms that do not exist or stand in the list again and again, and targets that are no atoms")
  func invalidAtoms() throws {
    let format = Mutex(32)
    let owner = try RawOwner(on: server) { client, request in
      if format.withLock({ $0 }) == 32 {
        let text = client.atom("UTF8_STRING")
        let words =
          [0, 0xFFFF_FFF0, text, 0x1FFF_FFFF] + Array(repeating: text, count: 60_000) + [
            client.atom("STRING"), 0,
          ]
        client.setProperty(request.property, of: request.requestor, type: client.atom("ATOM"), words: words)
        client.answer(request)
      } else {
        client.give([1, 2, 3], as: "ATOM", to: request)
      }
      return true
    }
    var requestor = try requestor()
    #expect(try requestor.targets(of: "CLIPBOARD") == ["UTF8_STRING", "STRING"])
    format.withLock { $0 = 8 }
    // What is no list is as good as none: the owner is asked for text.
    #expect(try requestor.targets(of: "CLIPBOARD").first == "UTF8_STRING")
    try owner.end()
  }

  @Test("Trap 36: reading makes no names known to the server")
  func namesAreNotInterned() throws {
    let served = try ServedSelection(on: server, ["UTF8_STRING": [1]])
    var requestor = try requestor()
    #expect(failure(&requestor, "x-pasteboard-unheard-of").code == .refused)
    _ = try? requestor.targets(of: "X_UNHEARD_OF")
    let client = try RawClient(display: server.display)
    for name in ["x-pasteboard-unheard-of", "X_UNHEARD_OF"] {
      #expect(!client.knows(name))
    }
    #expect(served.isServing)
  }
}
