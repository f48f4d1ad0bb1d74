import Glibc

/// Bytes without a pattern that a lost or doubled piece could hide in, the same for the same seed.
public func sampleBytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  return [UInt8](unsafeUninitializedCapacity: (count + 7) & ~7) { buffer, used in
    let raw = UnsafeMutableRawBufferPointer(buffer)
    for offset in stride(from: 0, to: count, by: 8) {
      raw.storeBytes(of: generator.next(), toByteOffset: offset, as: UInt64.self)
    }
    used = count
  }
}

/// Whether these are the bytes that `sampleBytes` gives for the seed, without making them again.
public func areSampleBytes(_ bytes: [UInt8], seed: UInt64 = 1) -> Bool {
  var generator = SeededGenerator(seed: seed)
  return bytes.withUnsafeBytes { raw in
    var offset = 0
    while offset < raw.count {
      var word = generator.next()
      if offset + 8 <= raw.count {
        if raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) != word { return false }
      } else {
        for byte in raw[offset...] {
          if byte != UInt8(truncatingIfNeeded: word) { return false }
          word >>= 8
        }
      }
      offset += 8
    }
    return true
  }
}

/// As `==`, which takes its time without optimisation.
public func hasSameBytes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  one.count == other.count
    && one.withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        guard let left = one.baseAddress, let right = other.baseAddress else { return true }
        return memcmp(left, right, one.count) == 0
      }
    }
}
