import TestSupport
import Testing

@testable import Pasteboard

@Suite("Text encodings")
struct TextEncodingTests {
  @Test(arguments: 0..<20)
  func `Well-formed UTF-8 is told from the rest wherever blocks begin`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = [
      Array("plain text of some length, without accents. ".utf8), Array("é".utf8), Array("日本語".utf8),
      Array("👩‍👧".utf8), [0xC3], [0xE6, 0x97], [0xF0, 0x9F, 0x91], [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
      [0xFF],
    ]
    for _ in 0..<300 {
      var bytes: [UInt8] = []
      // Mostly well formed: mistakes are rare in what is read.
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        let isMistake = Int.random(in: 0..<12, using: &generator) == 0
        bytes +=
          pieces[
            isMistake ? Int.random(in: 4..<11, using: &generator) : Int.random(in: 0..<4, using: &generator)]
        bytes += [UInt8](repeating: 0x61, count: Int.random(in: 0..<130, using: &generator))
      }
      #expect(
        TextEncoding.isValid(bytes) == (String(validating: bytes, as: UTF8.self) != nil), "seed \(seed)")
    }
  }
}
