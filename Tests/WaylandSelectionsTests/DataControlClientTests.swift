import Glibc
import System
import TestSupport
import Testing

@testable import WaylandSelections

/// The client's side of the protocol without a socket.
@Suite("Wayland: the client's machine") struct DataControlClientTests {
  private static let offer: UInt32 = 0xFF00_0000

  /// A machine with a device, and the number of that.
  private static func attached(
    _ interface: String = "ext_data_control_manager_v1", version: UInt32 = 1
  ) throws -> (machine: DataControlClient, device: UInt32) {
    var machine = DataControlClient()
    try say(&machine, 2, 0, [.word(1), .text(Array("wl_seat".utf8)), .word(8)])
    try say(&machine, 2, 0, [.word(2), .text(Array(interface.utf8)), .word(version)])
    let isAttached = machine.attach()
    #expect(isAttached)
    // Two objects of the connection, the greeting, manager and seat come before it.
    return (machine, 6)
  }

  @discardableResult
  private static func say(
    _ machine: inout DataControlClient, _ object: UInt32, _ opcode: UInt16,
    _ arguments: [WireMessage.Argument] = []
  ) throws -> DataControlClient.Event? {
    var files = DescriptorQueue()
    return try machine.handle(WireMessage(object, opcode, arguments), &files)
  }

  private static func introduce(_ machine: inout DataControlClient, _ device: UInt32, _ names: [[UInt8]])
    throws
  {
    try say(&machine, device, 0, [.word(offer)])
    for name in names { try say(&machine, offer, 0, [.text(name)]) }
    try say(&machine, device, 1, [.word(offer)])
  }

  private static func sent(_ machine: DataControlClient) throws -> [WireMessage] {
    var stream = MessageStream()
    stream.append(machine.outgoing.parts.flatMap(\.bytes))
    var messages: [WireMessage] = []
    while let message = try stream.next() { messages.append(message) }
    return messages
  }

  @Test(arguments: [
    ("ext_data_control_manager_v1", 1 as UInt32, true), ("ext_data_control_manager_v1", 9, true),
    ("zwlr_data_control_manager_v1", 2, true), ("zwlr_data_control_manager_v1", 1, false),
  ])
  func `The protocols differ in name, and in whether they have what is selected`(
    interface: String, version: UInt32, hasPrimary: Bool
  ) throws {
    let (machine, _) = try Self.attached(interface, version: version)
    #expect(machine.control?.manager == interface)
    #expect(machine.hasPrimary == hasPrimary)
    // The version that is bound is one that is known here.
    let bound = try #require(try Self.sent(machine).first { $0.object == 2 })
    var arguments = ArgumentReader(bound)
    #expect(try arguments.word() == 2)
    #expect(try arguments.text() == Array(interface.utf8))
    #expect(try arguments.word() == (interface.hasPrefix("ext") ? 1 : version))
  }

  @Test func `Without a seat or data control nothing is taken up`() throws {
    var machine = DataControlClient()
    var isAttached = machine.attach()
    #expect(!isAttached)
    try Self.say(&machine, 2, 0, [.word(1), .text(Array("wl_seat".utf8)), .word(8)])
    isAttached = machine.attach()
    #expect(!isAttached)
    try Self.say(&machine, 2, 1, [.word(1)])
    #expect(machine.globals.isEmpty)
  }

  @Test func `Numbers have no gaps, and come again when the compositor has forgotten them`() throws {
    var machine = DataControlClient()
    #expect(machine.greeting == 3)
    var numbers = [machine.sync()]
    try Self.say(&machine, 3, 0, [.word(0)])
    numbers.append(machine.sync())
    try Self.say(&machine, 1, 1, [.word(3)])
    numbers += [machine.sync(), machine.sync()]
    #expect(numbers == [4, 5, 3, 6])
  }

  @Test func `What comes for a source that was let go is dropped, and its pipe closed`() throws {
    var (machine, _) = try Self.attached()
    let selected = machine.select(["a/a"], .copied)
    let source = try #require(selected)
    machine.destroy(source: source)
    machine.destroy(source: source)
    #expect(try Self.sent(machine).count { $0.object == source && $0.opcode == 1 } == 1)
    var files = DescriptorQueue()
    let ends = try FileDescriptor.pipe()
    files.append(ends.writing)
    let event = try machine.handle(WireMessage(source, 0, [.text(Array("a/a".utf8))]), &files)
    #expect(event == nil)
    #expect(files.count == 0)
    #expect(try FileDescriptor(number: ends.reading).readToEnd(name: "pipe") == [])
    #expect(try Self.say(&machine, source, 1) == nil)
  }

  @Test func `Names that nobody could ask for are left out, and others come once`() throws {
    var (machine, device) = try Self.attached()
    let longest = [UInt8](repeating: 0x61, count: WireMessage.textLimit)
    try Self.introduce(
      &machine, device,
      [
        Array("text/plain".utf8), [], [0xFF, 0xFE], Array("a\nb".utf8), Array("\u{1B}[2J".utf8), longest,
        Array("text/plain".utf8), longest + [0x61], Array("größe/é".utf8), [0x7F],
      ])
    let names = try #require(machine.offer(.copied)).names
    #expect(names == ["text/plain", String(decoding: longest, as: UTF8.self), "größe/é"])
  }

  @Test func `Of too many names, and of too many bytes of names, the first are taken`() throws {
    var (machine, device) = try Self.attached()
    try Self.introduce(&machine, device, (0..<5000).map { Array("type/\($0)".utf8) })
    #expect(machine.offer(.copied)?.names.count == Offer.nameLimit)
    var (other, otherDevice) = try Self.attached()
    let long = String(repeating: "x", count: 4000)
    try Self.introduce(&other, otherDevice, (0..<1000).map { Array("\(long)\($0)".utf8) })
    let count = try #require(other.offer(.copied)).names.reduce(0) { $0 + $1.utf8.count }
    #expect(count <= Offer.byteLimit && count > Offer.byteLimit - 5000)
  }

  @Test func `An offer is let go when another takes its place, and only then`() throws {
    var (machine, device) = try Self.attached()
    for number in 0..<100 as Range<UInt32> {
      try Self.say(&machine, device, 0, [.word(Self.offer + number)])
      try Self.say(&machine, device, 1, [.word(Self.offer + number)])
    }
    let released = try Self.sent(machine).filter { $0.object >= Self.offer }
    #expect(released.map(\.object) == (0..<99).map { Self.offer + $0 })
    #expect(released.allSatisfy { $0.opcode == 1 })
    try Self.say(&machine, device, 1, [.word(0)])
    #expect(machine.offer(.copied) == nil)
    // Word of it may still come.
    try Self.say(&machine, Self.offer + 99, 0, [.text(Array("late/late".utf8))])
  }

  @Test func `Offers that no selection names are let go in time`() throws {
    var (machine, device) = try Self.attached()
    for number in 0..<1000 as Range<UInt32> {
      try Self.say(&machine, device, 0, [.word(Self.offer + number)])
    }
    #expect(
      try Self.sent(machine).count { $0.object >= Self.offer } == 1000 - DataControlClient.Limit.unnamedOffers
    )
  }

  @Test func `One offer may be what is copied and what is selected`() throws {
    var (machine, device) = try Self.attached()
    try Self.introduce(&machine, device, [Array("a/a".utf8)])
    try Self.say(&machine, device, 3, [.word(Self.offer)])
    try Self.say(&machine, device, 1, [.word(0)])
    #expect(machine.offer(.selected)?.names == ["a/a"])
    #expect(try Self.sent(machine).count { $0.object == Self.offer } == 0)
    try Self.say(&machine, device, 3, [.word(0)])
    #expect(try Self.sent(machine).count { $0.object == Self.offer } == 1)
  }

  @Test func `What breaks the protocol is an error`() throws {
    let text = WireMessage.Argument.text(Array("x".utf8))
    let mistakes: [(UInt32, UInt16, [WireMessage.Argument])] = [
      (99, 0, []), (0, 0, []), (1, 7, []), (1, 1, [.word(1)]), (1, 1, [.word(99)]), (2, 5, []), (3, 4, []),
      (6, 1, [.word(Self.offer + 5)]), (6, 0, [.word(4)]), (6, 9, []), (6, 1, []), (Self.offer, 3, []),
      (2, 0, [.word(1), .word(100)]), (1, 0, [.word(1), .word(2), text]),
    ]
    for (object, opcode, arguments) in mistakes {
      var (machine, _) = try Self.attached()
      #expect(throws: WireError.self, "\(object).\(opcode)") {
        try Self.say(&machine, object, opcode, arguments)
      }
    }
  }

  @Test func `A descriptor that is missing is an error, and so are many that belong to nothing`() throws {
    var (machine, _) = try Self.attached()
    let selected = machine.select(["a/a"], .copied)
    let source = try #require(selected)
    #expect(throws: WireError.self) {
      try Self.say(&machine, source, 0, [.text(Array("a/a".utf8))])
    }
    var files = DescriptorQueue()
    for _ in 0..<100 { files.append(dup(2)) }
    #expect(throws: WireError.self) { try machine.handle(WireMessage(source, 1), &files) }
  }

  @Test func `Words of an error are fit for a terminal`() throws {
    var (machine, _) = try Self.attached()
    let text = WireMessage.Argument.text(Array("bad \u{1B}[31m\u{7}thing".utf8))
    let error = #expect(throws: WireError.self) {
      try Self.say(&machine, 1, 0, [.word(1), .word(0), text])
    }
    #expect(error == .refused("bad  [31m thing"))
  }

  @Test func `Descriptors go with the message that they belong to, and 28 at a time`() throws {
    var (machine, device) = try Self.attached()
    try Self.introduce(&machine, device, [Array("a/a".utf8)])
    let offer = try #require(machine.offer(.copied))
    var isAsked = true
    for _ in 0..<100 { isAsked = isAsked && machine.receive("a/a", of: offer, into: OpenFile(dup(2))) }
    #expect(isAsked)
    #expect(machine.outgoing.parts.map(\.files.count) == [28, 28, 28, 16])
    machine.outgoing.dropFirst(1)
    #expect(machine.outgoing.parts.first?.files.isEmpty == true)
    try Self.say(&machine, device, 1, [.word(0)])
    isAsked = machine.receive("a/a", of: offer, into: OpenFile(dup(2)))
    #expect(!isAsked)
  }

  @Test func `Whatever comes, nothing but an error comes of it`() throws {
    for seed in Seeds.few(300) {
      var generator = SeededGenerator(seed: seed)
      var (machine, _) = try Self.attached()
      _ = machine.select(["a/a"], .copied)
      for _ in 0..<100 {
        let object: UInt32 =
          Bool.random(using: &generator)
          ? .random(in: 0...12, using: &generator) : Self.offer + .random(in: 0...4, using: &generator)
        let arguments = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          Bool.random(using: &generator)
            ? WireMessage.Argument.word(
              Bool.random(using: &generator)
                ? .random(in: 0...12, using: &generator) : Self.offer + .random(in: 0...4, using: &generator))
            : .text((0..<5).map { _ in UInt8.random(in: 0...255, using: &generator) })
        }
        guard (try? Self.say(&machine, object, .random(in: 0...4, using: &generator), arguments)) != nil
        else {
          continue
        }
      }
    }
  }
}
