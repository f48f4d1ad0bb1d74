import Exchange
import SocketSelections
import System
import TestSupport
import Testing

/// Messages as bytes: what is written is read again, and what breaks a rule is an error before anything is waited for.
@Suite("Socket protocol: messages", .timeLimit(.minutes(1)))
struct WireTests {
  /// A message of each kind, with values at random.
  static func messages(_ generator: inout SeededGenerator) -> [SocketMessage] {
    func text(_ limit: Int = 40) -> String {
      let letters = Array("abc/;= é日\u{1F600}")
      let count = Int.random(in: 0...limit, using: &generator)
      return String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "a" })
    }
    func number() -> UInt32 { .random(in: 0...UInt32.max, using: &generator) }
    var read = ReadRequest(
      text(), on: text(), limit: Int.random(in: 0...(1 << 40), using: &generator), timeout: number())
    (read.application, read.isUnchanged, read.prefix) = (
      nil, Bool.random(using: &generator), UInt64(number())
    )
    var names = NameAnswer((0..<5).map { _ in text() }, of: nil)
    (names.className, names.executable) = ("Editor", "/usr/bin/é")
    return [
      .hello(version: UInt16(truncatingIfNeeded: number()), label: text()),
      .list(board: text(), application: "App", timeout: number()), .read(read), .cancel,
      .own(OwnRequest(board: text(), names: ["a/a", text()], isSensitive: true, mayBeKept: false)),
      .push(name: number()), .commit, .release, .confirm(own: number()), .watch(boards: [text(), text()]),
      .count(watch: number()), .clear(board: text()),
      .welcome(version: 1, rights: 3), .names(names), .owned(isKept: true), .kept, .lost,
      .render(own: number(), name: text()), .changed(board: text(), hasOwner: false), .asking,
      .done(UInt64(number()) << 20),
      .value(ValueHead(declared: nil, format: 16, count: UInt64(number()), whole: ValueHead.unknown)),
      .piece((0..<Int(number() % 1000)).map { UInt8(truncatingIfNeeded: $0) }), .end,
      .failed(FailureCode.allCases.randomElement(using: &generator) ?? .empty, text()),
    ]
  }

  @Test(arguments: Seeds.few(20)) func `However messages are cut, they come as they went`(seed: UInt64) throws
  {
    var generator = SeededGenerator(seed: seed)
    let frames = Self.messages(&generator).map {
      SocketFrame($0, of: .random(in: 0...UInt32.max, using: &generator))
    }
    var rest = frames.flatMap(\.bytes)[...]
    var decoder = SocketFrameDecoder()
    var read: [SocketFrame] = []
    while !rest.isEmpty {
      let count = min(rest.count, Int.random(in: 1...50, using: &generator))
      decoder.feed(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
      while let frame = try decoder.next() { read.append(frame) }
    }
    #expect(read == frames && !decoder.isWithinFrame)
  }

  @Test(arguments: Seeds.few(300)) func `Whatever comes is a message or an error`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var damage = Damage(seed: seed)
    let whole = Self.messages(&generator).flatMap { SocketFrame($0, of: 1).bytes }
    var decoder = SocketFrameDecoder()
    decoder.feed(damage.applied(to: whole))
    do throws(SocketProtocolError) {
      while try decoder.next() != nil {}
    } catch {
      #expect(!error.description.isEmpty && !error.description.contains("\n"))
    }
  }

  @Test func `A length is refused before its bytes are waited for`() {
    for (kind, length) in [(65, 1 << 30), (5, 2 << 20), (4, 1), (0, 0), (200, 5), (1, 5000)]
      as [(UInt8, UInt32)]
    {
      var decoder = SocketFrameDecoder()
      decoder.feed((0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + [kind, 1, 0, 0, 0])
      #expect(throws: SocketProtocolError.self, "kind \(kind)") {
        while try decoder.next() != nil {}; return ()
      }
    }
  }

  @Test func `Small answers pass a large value, and values take turns`() throws {
    var outgoing = OutgoingFrames()
    let large = [UInt8](repeating: 1, count: 1 << 20)
    for request in [1, 2] as [UInt32] {
      outgoing.add(ValueHead(Representation(bytes: large)), large, of: request)
    }
    var decoder = SocketFrameDecoder()
    var order: [UInt32] = []
    while !outgoing.isEmpty {
      if order.count == 4 { outgoing.add(.done(7), of: 3) }
      decoder.feed(outgoing.next())
      while let frame = try decoder.next() { order.append(frame.request) }
    }
    // Two heads, then pieces in turns; the answer that came meanwhile goes before the next piece.
    #expect(order.prefix(7) == [1, 2, 1, 2, 3, 1, 2])
    #expect(order.count { $0 == 1 } == 18 && order.count { $0 == 2 } == 18)
  }

  @Test func `Rights are those that were named, and nothing else is`() {
    #expect(Rights("copy") == .copy && Rights("copy,paste") == [.copy, .paste])
    #expect(Rights("ask") == .ask && Rights("copy,ask") == [.copy, .ask])
    #expect(Rights("copy,secrets") == [.copy, .paste, .secrets])
    for wrong in ["", "copy,", "Copy", "copy paste", "all"] { #expect(Rights(wrong) == nil, "\(wrong)") }
  }

  @Test func `Labels move no cursor`() {
    let label = "a\u{1B}[2Jb\n\u{202E}c\u{7F}é" as String
    #expect(label.legible(upTo: 255) == "a[2Jbcé")
    #expect("ééé".legible(upTo: 5) == "éé")
  }

  @Test func `Who takes the clipboard without a rest is refused until it rests`() {
    var allowance = RequestAllowance()
    var now = MonotonicTime(nanoseconds: 1_000_000_000)
    let atOnce = (0..<100).count { _ in allowance.take(at: now) }
    #expect(atOnce == RequestAllowance.burst)
    var taken = 0
    for _ in 0..<1000 {
      now = now + .milliseconds(500)
      if allowance.take(at: now) { taken += 1 }
    }
    #expect(taken == 0)
    now = now + .seconds(3)
    let afterRest = (0..<10).count { _ in allowance.take(at: now) }
    #expect(afterRest == 3)
  }
}
