import Glibc

/// A text that nothing else has in it, for tests that look for what became of it.
public struct SeededSecret: Sendable {
  /// Letters, digits and an é now and then: what Latin-1 has too.
  public let text: [UInt8]

  public init(seed: UInt64, count: Int) {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var generator = SeededGenerator(seed: seed)
    text = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count { buffer[index] = letters[Int(generator.next() % UInt64(letters.count))] }
      for index in stride(from: 1, to: count - 1, by: 97) {
        (buffer[index], buffer[index + 1]) = (0xC3, 0xA9)
      }
      initialized = count
    }
  }

  /// The text for the time of a call, after which it is nowhere.
  public consuming func lend(_ body: ([UInt8]) throws -> Void) rethrows {
    var text = text
    self = SeededSecret(seed: 0, count: 0)
    try body(text)
    text.withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
  }

  /// Parts of the text in each encoding that something may have made of it.
  public var traces: [[UInt8]] {
    let length = 24
    let starts = Set(stride(from: 2, to: max(3, text.count - length - 96), by: max(1, text.count / 12)))
    return starts.flatMap { start in
      // Between two é.
      let place = start / 97 * 97 + 3
      let part = Array(text[place..<min(place + length, text.count)])
      let digits = (0..<3).map { skipped in
        let whole = (part.count - skipped) / 3 * 3
        return Array(Self.base64(Array(part[skipped..<(skipped + whole)])).utf8)
      }
      return [part, part.flatMap { [$0, 0] }] + digits
    }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    FakeBase64.encode(bytes)
  }
}
