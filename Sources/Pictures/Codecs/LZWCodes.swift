/// Codes of growing length for runs of values (GIF89a, 22 and appendix F; TIFF 6.0, section 13).
struct LZWCodes {
  private static let longest = 12

  /// The number of bits a value has: 1 to 11.
  let codeSize: Int
  /// The number of values are wanted; what stands for more is not read.
  let count: Int
  /// Codes grow by a bit before the last of a length is in use, as in TIFF.
  var growsEarly = false

  /// The values, as many as there are before the data end or make no sense.
  func values(of bits: some CodeBits) -> [UInt8] {
    let minimum = codeSize
    let (clear, end) = (1 << minimum, 1 << minimum + 1)
    // Each code stands for what an earlier one does, and one value more.
    var earlier = [Int](repeating: -1, count: 1 << Self.longest)
    var last = [UInt8](repeating: 0, count: 1 << Self.longest)
    var first = [UInt8](repeating: 0, count: 1 << Self.longest)
    for value in 0..<clear {
      (last[value], first[value]) = (UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value))
    }
    var (next, length, previous) = (end + 1, minimum + 1, -1)
    var reader = bits
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
        if next + (growsEarly ? 1 : 0) == 1 << length, length < Self.longest { length += 1 }
      }
      previous = code
    }
    return values
  }
}

/// Codes as they lie in a file.
protocol CodeBits {
  /// A code of so many bits; nil at the end.
  mutating func next(_ count: Int) -> Int?
}

/// Bits in blocks, each behind its length, the lowest first (GIF89a, appendix F).
struct BlockBits: CodeBits {
  private let bytes: [UInt8]
  private var position: Int
  private var left = 0
  private var bits = 0
  private var bitCount = 0

  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    position = start
  }

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
