/// Bytes as a bad disk, a bad program or somebody with bad intent leaves them: a sample with a few things changed.
public struct Damage {
  private var generator: SeededGenerator

  public init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// The sample with one to eight changes.
  public mutating func applied(to sample: [UInt8]) -> [UInt8] {
    var bytes = sample
    for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let position = Int.random(in: bytes.indices, using: &generator)
    let end = min(bytes.count, position + Int.random(in: 1...64, using: &generator))
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 2: bytes.removeSubrange(position..<end)
    case 3: bytes.insert(contentsOf: bytes[position..<end], at: position)
    case 4: bytes.removeLast(bytes.count - position)
    case 5: bytes.replaceSubrange(position..<end, with: [UInt8](repeating: 0xFF, count: end - position))
    default:
      let numbers = [
        "-1", "0", "99999999999999999999", "4294967295", "2147483648", "\0\0\0\0", "é", "\u{FEFF}",
      ]
      bytes.insert(contentsOf: (numbers.randomElement(using: &generator) ?? "").utf8, at: position)
    }
  }
}
