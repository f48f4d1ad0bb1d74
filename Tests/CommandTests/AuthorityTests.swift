import TestSupport
import Testing

/// Servers that let in only who has a key (Xsecurity(7)).
@Suite("Keys to servers", .timeLimit(.minutes(1)))
struct AuthorityTests {
  private let secret = sampleBytes(16)

  /// An entry that fits any host and display: the family 0xFFFF, no address, no number.
  private var entry: [UInt8] {
    let method = Array("MIT-MAGIC-COOKIE-1".utf8)
    return [0xFF, 0xFF, 0, 0, 0, 0, 0, UInt8(method.count)] + method + [0, UInt8(secret.count)] + secret
  }

  @Test func `A key opens its server, and a file without an end does not hold up`() throws {
    let folder = try TemporaryFolder()
    let keys = try folder.file("keys", entry)
    let server = try ChildProcess([
      "Xvfb", "-displayfd", "1", "-screen", "0", "64x64x24", "-nolisten", "tcp", "-auth", keys,
    ])
    let number = try #require(server.firstLine(timeout: .seconds(20)))
    func clear(with file: String) throws -> ChildProcess.Result {
      try ChildProcess.run(
        [BuiltCommand.path, "clear"], environment: ["DISPLAY": ":\(number)", "XAUTHORITY": file])
    }
    #expect(try clear(with: keys).status == 0)
    for other in ["/dev/zero", "/dev/null", "/", "/nonexistent"] {
      let result = try clear(with: other)
      #expect(result.status == 2)
      #expect(result.errors.contains("the server refused: Authorization required"))
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }
  }
}
