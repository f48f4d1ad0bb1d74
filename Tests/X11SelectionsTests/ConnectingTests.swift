import Exchange
import Glibc
import System
import TestSupport
import Testing

@testable import X11Selections

/// Connecting ends in time and without harm, whatever it is that listens.
@Suite(.timeLimit(.minutes(1))) struct ConnectingTests {
  /// A greeting that is announced, and is longer than what comes of it.
  private static let unfinished: [UInt8] = [1, 0, 11, 0, 0, 0, 0, 16] + [UInt8](repeating: 0, count: 40)

  @Test(
    "Servers that are silent, stop in between or never come to an end",
    arguments: [
      ScriptedXServer.Behaviour.full, .saying([]), .saying([1, 0, 11]), .saying(unfinished),
      .dripping(unfinished, every: 20),
    ])
  func silence(behaviour: ScriptedXServer.Behaviour) throws {
    let server = try ScriptedXServer(behaviour)
    let start = ContinuousClock.now
    do throws(ExchangeError) {
      _ = try Handshake(display: server.display, within: .milliseconds(300))
      Issue.record("nobody has greeted")
    } catch {
      #expect(error.code == .timedOut)
      #expect(error.description.contains(server.display))
    }
    #expect((.milliseconds(300)...(.seconds(3))).contains(ContinuousClock.now - start))
  }

  @Test("A server that begins anew is asked again, and one that hangs up on everybody is not for long")
  func hangingUp() throws {
    let real = try PrivateXServer()
    let greeting = try Handshake(display: real.display, within: .seconds(5)).greeting
    let server = try ScriptedXServer(.hangingUp(3, then: greeting))
    #expect(try Handshake(display: server.display, within: .seconds(5)).greeting == greeting)
    let start = ContinuousClock.now
    let never = try ScriptedXServer(.hangingUp(.max, then: []))
    do throws(ExchangeError) {
      _ = try Handshake(display: never.display, within: .seconds(5))
      Issue.record("nobody has greeted")
    } catch {
      #expect(error.code == .unavailable)
    }
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test("A host that takes no connection")
  func silentHost() throws {
    // Addresses for documentation, which nobody has (RFC 5737); without a network there is no way to them at all.
    let start = ContinuousClock.now
    #expect(throws: ExchangeError.self) {
      _ = try Handshake(display: "192.0.2.1:0", within: .milliseconds(300))
    }
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test("What is no X server, or has no screen", arguments: [false, true])
  func rubbish(hasHeader: Bool) throws {
    for seed in UInt64(0)..<20 {
      let body = sampleBytes(400, seed: seed)
      let server = try ScriptedXServer(.saying((hasHeader ? [1, 0, 11, 0, 0, 0, 100, 0] : []) + body))
      do throws(ExchangeError) {
        _ = try SelectionRequestor(display: server.display)
        Issue.record("seed \(seed): that was no greeting")
      } catch {
        #expect([.unavailable, .timedOut].contains(error.code), "seed \(seed)")
      }
      // Most of what is no greeting announces more than comes, which takes the whole time.
      if !hasHeader { break }
    }
  }

  @Test("Greetings that are cut off or changed anywhere")
  func damagedGreetings() throws {
    let server = try PrivateXServer()
    let greeting = try Handshake(display: server.display, within: .seconds(5)).greeting
    let setup = try #require(ServerSetup(greeting, screen: 0))
    #expect(setup.root != .none)
    #expect(ServerSetup(greeting, screen: 7)?.root == setup.root)
    for count in 0..<greeting.count { #expect(ServerSetup(Array(greeting.prefix(count)), screen: 0) == nil) }
    var withoutScreen = greeting
    withoutScreen[28] = 0
    #expect(ServerSetup(withoutScreen, screen: 0) == nil)
    for seed in Seeds.few(2000) {
      var generator = SeededGenerator(seed: seed)
      var damaged = greeting
      for _ in 0..<3 {
        damaged[.random(in: 8..<greeting.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      _ = ServerSetup(damaged, screen: .random(in: 0..<3, using: &generator))
    }
  }

  @Test("What a server says when it refuses is told, without what would act on a terminal")
  func refusal() throws {
    let words = Array("No \u{1B}[31mprotocol\n".utf8)
    let padded = words + [UInt8](repeating: 0, count: -words.count & 3)
    let server = try ScriptedXServer(
      .saying([0, UInt8(words.count), 11, 0, 0, 0, UInt8(padded.count / 4), 0] + padded))
    do throws(ExchangeError) {
      _ = try SelectionRequestor(display: server.display)
      Issue.record("the server refused")
    } catch {
      #expect(error.code == .unavailable)
      #expect(error.description.hasSuffix("the server refused: No [31mprotocol"))
    }
  }
}

/// Names of displays, as they are written in `DISPLAY`.
@Suite struct DisplayNameTests {
  @Test(
    arguments: [
      (":0", .local, 0, 0), (":10.2", .local, 10, 2), ("unix:3", .local, 3, 0), ("unix/:3", .local, 3, 0),
      ("localhost:10.0", .host("localhost"), 10, 0), ("tcp/far.example:1", .host("far.example"), 1, 0),
      ("[::1]:2", .host("::1"), 2, 0), ("fe80::1:2.1", .host("fe80::1"), 2, 1),
    ] as [(String, DisplayName.Server, Int, Int)])
  func names(name: String, server: DisplayName.Server, number: Int, screen: Int) throws {
    let display = try #require(DisplayName(name))
    #expect((display.server, display.number, display.screen) == (server, number, screen))
  }

  @Test(arguments: [
    "", ":", "0", "host", "host:", ":x", ":1.", ":1.x", ":-1", ":+1", "host::0", "decnet/host:0", "tcp/:0",
  ])
  func noNames(name: String) {
    #expect(DisplayName(name) == nil)
  }

  @Test func pathsOfSockets() throws {
    let server = try ScriptedXServer(.saying([]))
    let display = DisplayName.Server.socket(path: server.display)
    #expect(DisplayName(server.display)?.server == display)
    #expect(DisplayName("unix:" + server.display)?.server == display)
    #expect(DisplayName(server.display + ".3")?.screen == 3)
  }
}
