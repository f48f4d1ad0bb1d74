/// Codes of growing length for runs of values, in blocks of 255 bytes at most (GIF89a, 22 and appendix F).
struct LZWCodes {
  private static let longest = 12

  private let bytes: [UInt8]
  private let start: Int
  private let minimum: Int
  private let count: Int

  /// Nil if no codes begin there.
  ///
  /// - Parameter count: how many values are wanted; what stands for more is not read.
  init?(_ bytes: [UInt8], from start: Int, count: Int) {
    guard start < bytes.count, 1...11 ~= Int(bytes[start]) else { return nil }
    (self.bytes, self.start, self.count) = (bytes, start + 1, count)
    minimum = Int(bytes[start])
  }

  /// The values, as many as there are before the data end or make no sense.
  func values() -> [UInt8] {
    let (clear, end) = (1 << minimum, 1 << minimum + 1)
    // Each code stands for what an earlier one does, and one value more.
    var earlier = [Int](repeating: -1, count: 1 << Self.longest)
    var last = [UInt8](repeating: 0, count: 1 << Self.longest)
    var first = [UInt8](repeating: 0, count: 1 << Self.longest)
    for value in 0..<clear {
      (last[value], first[value]) = (UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value))
    }
    var (next, length, previous) = (end + 1, minimum + 1, -1)
    var reader = BlockBits(bytes, from: start)
    var values: [UInt8] = []
    var run: [UInt8] = []
    while values.count < count, let code = reader.next(length) {
      if code == clear {
        (next, length, previous) = (end + 1, minimum + 1, -1)
        continue
      }
      if code == end || code > next || code == next && previous < 0 { break }
      var walked = code
      run.removeAll(keepingCapacity: true)
      if code == next {
        run.append(first[previous])
        walked = previous
      }
      while walked >= 0 {
        run.append(last[walked])
        walked = earlier[walked]
      }
      let beginning = run[run.count - 1]
      values.append(contentsOf: run.reversed().prefix(count - values.count))
      if previous >= 0, next < 1 << Self.longest {
        (earlier[next], last[next], first[next]) = (previous, beginning, first[previous])
        next += 1
        if next == 1 << length, length < Self.longest { length += 1 }
      }
      previous = code
    }
    return values
  }
}

/// Bits in blocks, each behind its length, the lowest first.
private struct BlockBits {
  private let bytes: [UInt8]
  private var position: Int
  private var left = 0
  private var bits = 0
  private var bitCount = 0

  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    position = start
  }

  /// Nil at the end.
  mutating func next(_ count: Int) -> Int? {
    while bitCount < count {
      if left == 0 {
        guard position < bytes.count, bytes[position] > 0 else { return nil }
        left = Int(bytes[position])
        position += 1
      }
      guard position < bytes.count else { return nil }
      bits |= Int(bytes[position]) << bitCount
      bitCount += 8
      position += 1
      left -= 1
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return bits & (1 << count - 1)
  }
}
