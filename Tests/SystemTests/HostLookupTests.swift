import Testing

@testable import System

@Suite struct HostLookupTests {
  @Test(
    arguments: [
      ("127.0.0.1", [127, 0, 0, 1]), ("::1", Array(repeating: 0, count: 15) + [1]),
      ("fe80::1%lo", [0xFE, 0x80] + Array(repeating: 0, count: 13) + [1]), ("localhost", nil), ("1.2.3", nil),
      ("", nil),
      ("::1%none", nil), ("127.0.0.1%lo", nil), ("1.2.3.4 ", nil),
    ] as [(String, [UInt8]?)])
  func `Numbers are addresses`(text: String, bytes: [UInt8]?) {
    #expect(Socket.Address(number: text, port: 6000)?.host == bytes)
  }

  @Test func `The file of hosts names them in any case, and behind comments nothing`() {
    let file = HostsFile(
      content: Array(
        "# a\n10.0.0.1\tDesk desk.example # far\r\n::5 desk\n\n10.0.0.1 desk\nbroken\n\u{FF} x".utf8))
    #expect(file.numbers(of: "desk") == ["10.0.0.1", "::5"])
    #expect(file.numbers(of: "DESK.example") == ["10.0.0.1"])
    #expect(file.numbers(of: "far").isEmpty && file.numbers(of: "10.0.0.1").isEmpty)
    #expect(HostsFile(content: []).numbers(of: "").isEmpty)
  }

  @Test func `This machine needs no name service`() throws {
    #expect(HostsFile.localNumbers(of: "LocalHost") == ["127.0.0.1", "::1"])
    let found = try HostLookup.addresses(of: "localhost", port: 6010, until: .now + .seconds(10))
    #expect(found.compactMap(\.host).contains([127, 0, 0, 1]))
  }

  @Test(arguments: ["no-such-host.invalid", "-help", "two words", "x\u{1}y", ""])
  func `An unknown host is refused in words`(name: String) {
    let error = #expect(throws: SystemError.self) {
      try HostLookup.addresses(of: name, port: 6000, until: .now + .seconds(10))
    }
    #expect(
      error.map { "\($0)" }?.contains("/etc/hosts") == true || error.map { "\($0)" }?.contains("time") == true
    )
  }
}
