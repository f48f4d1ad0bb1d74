import System
import TestSupport
import Testing

@testable import X11Selections

/// Keys to X servers: the right one is found, and a file that is none does no harm.
@Suite struct AuthorityFileTests {
  private static let method = "MIT-MAGIC-COOKIE-1"

  private static func entry(
    family: Int, address: [UInt8], display: String, method: String = method, secret: [UInt8]
  ) -> [UInt8] {
    func half(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
    func part(_ bytes: [UInt8]) -> [UInt8] { half(bytes.count) + bytes }
    return half(family) + part(address) + part(Array(display.utf8)) + part(Array(method.utf8)) + part(secret)
  }

  private static var hostName: [UInt8] { Array((ThisProcess.hostName ?? "").utf8) }

  @Test(arguments: Seeds.few(200)) func `A damaged file gives a key or none`(seed: UInt64) {
    var damage = Damage(seed: seed)
    let file = Self.entry(family: 256, address: Self.hostName, display: "0", secret: [1, 2, 3])
    _ = AuthorityFile.key(in: damage.applied(to: file + file), for: .thisMachine, display: 0)
  }

  @Test("The first entry of this host and display counts")
  func finds() {
    let file =
      Self.entry(family: 256, address: Self.hostName, display: "1", secret: [1])
      + Self.entry(family: 256, address: Array("elsewhere".utf8), display: "0", secret: [2])
      + Self.entry(family: 256, address: Self.hostName, display: "0", method: "OTHER-1", secret: [3])
      + Self.entry(family: 0, address: [192, 0, 2, 1], display: "0", secret: [4])
      + Self.entry(family: 256, address: Self.hostName, display: "0", secret: [5])
      + Self.entry(family: 0xFFFF, address: [], display: "", secret: [6])
    func secret(_ host: AuthorityFile.Host, _ display: Int) -> [UInt8]? {
      AuthorityFile.key(in: file, for: host, display: display)?.secret
    }
    #expect(secret(.thisMachine, 0) == [5])
    #expect(secret(.thisMachine, 1) == [1])
    #expect(secret(.thisMachine, 2) == [6])
    for count in 0..<file.count {
      _ = AuthorityFile.key(in: Array(file.prefix(count)), for: .thisMachine, display: 0)
    }
  }
}
