import Exchange
import SocketSelections
import TestSupport
import Testing

/// Both sides without a connection: who may what, in which order, and whatever the other side says.
@Suite("Socket protocol: the two sides", .timeLimit(.minutes(2)))
struct MachineTests {
  private static let hello = SocketFrame(.hello(version: 1, label: "far"), of: 0).bytes

  private func near(_ rights: Rights) throws -> SocketServerMachine {
    var machine = SocketServerMachine(rights: rights)
    #expect(try machine.receive(Self.hello) == [.greet(label: "far")])
    return machine
  }

  /// The frames that a machine has to send.
  private func frames(_ machine: inout SocketServerMachine) throws -> [SocketFrame] {
    var decoder = SocketFrameDecoder()
    while machine.hasOutput { decoder.feed(machine.output()) }
    var frames: [SocketFrame] = []
    while let frame = try decoder.next() { frames.append(frame) }
    return frames
  }

  private static let list = SocketFrame(.list(board: "general", application: nil, timeout: 1000), of: 1).bytes
  private static let read = SocketFrame(
    .read(ReadRequest("a/a", on: "general", limit: 10, timeout: 1)), of: 2
  )
  .bytes
  private static let copy =
    SocketFrame(
      .own(OwnRequest(board: "general", names: ["a/a"], isSensitive: false, mayBeKept: true)), of: 3
    )
    .bytes
    + SocketFrame(.commit, of: 3).bytes
  private static let clear = SocketFrame(.clear(board: "general"), of: 4).bytes
  private static let watch = SocketFrame(.watch(boards: ["general"]), of: 5).bytes

  @Test func `Copying alone is allowed by default, and nothing is read for others`() throws {
    var machine = try near(.copy)
    #expect(try machine.receive(Self.list + Self.read + Self.watch) == [])
    let denied = try frames(&machine).filter {
      if case .failed(.denied, _) = $0.message { true } else { false }
    }
    #expect(denied.map(\.request) == [1, 2, 5])
    let actions = try machine.receive(Self.copy + Self.clear)
    #expect(actions.count == 2)
  }

  @Test func `Who is asked decides once for each right, and what waited goes on or fails`() throws {
    var machine = try near(.ask)
    #expect(try machine.receive(Self.list + Self.read) == [.ask(.paste)])
    #expect(try machine.receive(Self.copy) == [.ask(.copy)])
    #expect(try frames(&machine).count { $0.message == .asking } == 3)
    #expect(machine.resolve(.paste, isAllowed: true).count == 2)
    #expect(machine.resolve(.copy, isAllowed: false).isEmpty)
    #expect(try frames(&machine).map(\.request) == [3])
    // The answer stands for the connection.
    #expect(try machine.receive(Self.watch).count == 1 && machine.receive(Self.clear).isEmpty)
  }

  @Test(arguments: ["pb.history", "drag", "", "general\0", "GENERAL"])
  func `Boards that are not shared do not exist`(board: String) throws {
    var machine = try near([.copy, .paste, .secrets])
    let list = SocketFrame(.list(board: board, application: nil, timeout: 1), of: 1).bytes
    #expect(try machine.receive(list) == [])
    guard case .failed(.unavailable, _) = try frames(&machine).last?.message else {
      Issue.record("it was not refused")
      return
    }
  }

  @Test func `More than is being answered is not read`() throws {
    var machine = try near(.paste)
    for number in 1...SocketLimits.requests {
      #expect(machine.wantsInput)
      let list = SocketFrame(.list(board: "general", application: nil, timeout: 1), of: UInt32(number)).bytes
      #expect(try machine.receive(list).count == 1)
    }
    #expect(!machine.wantsInput)
    machine.done(1)
    #expect(machine.wantsInput)
  }

  @Test func `What was cancelled is answered no more`() throws {
    var machine = try near(.paste)
    _ = try machine.receive(Self.read)
    _ = try frames(&machine)
    #expect(try machine.receive(SocketFrame(.cancel, of: 2).bytes) == [.cancel(2)])
    machine.answer(2, Representation(bytes: [1]), ValueHead(Representation(bytes: [1])))
    #expect(!machine.hasOutput)
  }

  @Test func `A larger value than was wanted is given up, and the connection goes on`() throws {
    var machine = try near(.copy)
    _ = try machine.receive(Self.copy)
    machine.owned(3, isKept: false)
    let asked = machine.render(3, "a/a", limit: 2)
    let render = try #require(asked)
    let value = ValueHead(declared: nil, format: 8, count: 3, whole: 3)
    #expect(try machine.receive(SocketFrame(.value(value), of: render).bytes) == [.overlong(render)])
    let rest = SocketFrame(.piece([1, 2, 3]), of: render).bytes + SocketFrame(.end, of: render).bytes
    #expect(try machine.receive(rest) == [])
    #expect(try machine.receive(Self.clear).count == 1)
  }

  @Test func `The two sides understand each other, whatever the pieces are`() throws {
    for size in [1, 7, 1000] {
      var near = SocketServerMachine(rights: [.copy, .paste])
      var far = SocketClientMachine(label: "far")
      let list = far.list(.general, application: nil, timeout: 1000)
      var events: [SocketClientMachine.Event] = []
      var actions: [SocketServerMachine.Action] = []
      func move() throws {
        while far.hasOutput {
          let bytes = far.output()
          for start in stride(from: 0, to: bytes.count, by: size) {
            actions += try near.receive(Array(bytes[start..<min(start + size, bytes.count)]))
          }
        }
        while near.hasOutput {
          let bytes = near.output()
          for start in stride(from: 0, to: bytes.count, by: size) {
            events += try far.receive(Array(bytes[start..<min(start + size, bytes.count)]))
          }
        }
      }
      try move()
      #expect(actions.count == 2)
      near.answer(list, NameAnswer(["a/a", String(repeating: "x", count: 5000)], of: nil))
      let own = far.own(
        OwnRequest(board: "general", names: ["b/b", "c/c"], isSensitive: false, mayBeKept: true),
        bringing: [(1, Representation(bytes: sampleBytes(200_000)))])
      try move()
      // A name that is too long for the protocol is left out.
      #expect(events.contains(.names(list, NameAnswer(["a/a"], of: nil))))
      guard case .own(own, let offer) = actions.last else {
        Issue.record("nothing was copied")
        return
      }
      #expect(offer.values["c/c"]?.bytes == sampleBytes(200_000))
      near.owned(own, isKept: false)
      let asked = near.render(own, "b/b", limit: 10)
      let render = try #require(asked)
      try move()
      far.give(render, Representation(bytes: [1, 2]))
      try move()
      #expect(actions.last == .rendered(render, Representation(bytes: [1, 2])))
    }
  }

  @Test(arguments: Seeds.few(400)) func `Whatever comes, the server keeps its bounds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var machine = try near([.copy, .paste, .ask].randomElement(using: &generator) ?? .copy)
    var damage = Damage(seed: seed)
    do throws(SocketProtocolError) {
      for _ in 0..<30 {
        let messages = WireTests.messages(&generator)
        var bytes: [UInt8] = []
        for _ in 0..<4 {
          let request = UInt32.random(in: 0...6, using: &generator)
          bytes += SocketFrame(messages.randomElement(using: &generator) ?? .cancel, of: request).bytes
        }
        bytes +=
          [Self.list, Self.read, Self.copy, Self.clear, Self.watch].randomElement(using: &generator) ?? []
        if Int.random(in: 0..<8, using: &generator) == 0 { bytes = damage.applied(to: bytes) }
        for action in try machine.receive(bytes) { answer(action, &machine, &generator) }
        while machine.hasOutput { #expect(machine.output().count <= 4 << 20) }
      }
    } catch {
      #expect(!error.description.isEmpty)
    }
  }

  private func answer(
    _ action: SocketServerMachine.Action, _ machine: inout SocketServerMachine,
    _ generator: inout SeededGenerator
  ) {
    switch action {
    case .list(let request, _, _, _): machine.answer(request, NameAnswer(["a/a"], of: nil))
    case .read(let request, _): machine.fail(request, .refused, "no")
    case .own(let request, _):
      machine.owned(request, isKept: Bool.random(using: &generator))
      _ = machine.render(request, "a/a", limit: 100)
      if Bool.random(using: &generator) { machine.lost(request) }
    case .clear(let request, _), .release(let request, _), .confirm(let request, _): machine.done(request)
    case .ask(let right): _ = machine.resolve(right, isAllowed: Bool.random(using: &generator))
    default: break
    }
  }

  @Test(arguments: Seeds.few(400)) func `Whatever comes, the client keeps its bounds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var damage = Damage(seed: seed)
    var machine = SocketClientMachine(label: "far")
    _ = machine.list(.general, application: nil, timeout: 1)
    _ = machine.read(ReadRequest("a/a", on: "general", limit: 100, timeout: 1))
    _ = machine.watch([.general])
    do throws(SocketProtocolError) {
      _ = try machine.receive(SocketFrame(.welcome(version: 1, rights: 3), of: 0).bytes)
      for _ in 0..<30 {
        let messages = WireTests.messages(&generator)
        let request = ([1, 2, 3, 1 << 31, 1 << 31 | 1] as [UInt32]).randomElement(using: &generator) ?? 1
        var bytes = SocketFrame(messages.randomElement(using: &generator) ?? .cancel, of: request).bytes
        if Int.random(in: 0..<8, using: &generator) == 0 { bytes = damage.applied(to: bytes) }
        for event in try machine.receive(bytes) {
          if case .render(let number, _, _) = event { machine.give(number, Representation(bytes: [1])) }
        }
        while machine.hasOutput { _ = machine.output() }
      }
    } catch {
      #expect(!error.description.isEmpty)
    }
  }
}
