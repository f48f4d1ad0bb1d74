import CZlib

/// How the strips of a TIFF file are packed, where nothing is lost by it.
enum TIFFCompression: Int {
  case none = 1
  /// TIFF 6.0, section 13.
  case lzw = 5
  /// Adobe Photoshop TIFF Technical Notes, "ZIP/deflate compression".
  case deflate = 8
  /// TIFF 6.0, section 9.
  case packBits = 32773
  /// What wrote Deflate before it had a number.
  case earlyDeflate = 32946

  /// True where each sample may be the difference to the one before (section 14).
  var mayBePredicted: Bool { self == .lzw || self == .deflate || self == .earlyDeflate }

  /// As many bytes as are wanted of what was packed, or as there are; nil if it cannot be unpacked.
  func unpacked(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    switch self {
    case .none: Array(packed.prefix(count))
    case .packBits: Self.runs(packed, count: count)
    case .deflate, .earlyDeflate: Self.inflated(packed, count: count)
    case .lzw:
      // What was written before the specification has the lowest bits first.
      packed.starts(with: [0, 1])
        ? nil : LZWCodes(codeSize: 8, count: count, growsEarly: true).values(of: HighBits(packed))
    }
  }

  private static func runs(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(count, packed.count * 64))
    var position = packed.startIndex
    while position < packed.endIndex, bytes.count < count {
      let length = Int(Int8(bitPattern: packed[position]))
      position += 1
      if length >= 0 {
        let end = min(position + length + 1, packed.endIndex)
        bytes += packed[position..<end].prefix(count - bytes.count)
        position = end
      } else if length > -128, position < packed.endIndex {
        bytes += repeatElement(packed[position], count: min(1 - length, count - bytes.count))
        position += 1
      }
    }
    return bytes
  }

  private static func inflated(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    // What no stream can become is not made room for.
    guard count <= packed.count * 1032 + 64 else { return nil }
    return unsafe packed.withUnsafeBufferPointer { source in
      unsafe [UInt8](unsafeUninitializedCapacity: count) { target, filled in
        var size = uLongf(count)
        _ = unsafe uncompress(target.baseAddress, &size, source.baseAddress, uLong(source.count))
        filled = min(Int(size), count)
      }
    }
  }
}

/// Bits of which the highest come first.
private struct HighBits: CodeBits {
  private var bytes: ArraySlice<UInt8>
  private var bits = 0
  private var bitCount = 0

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  mutating func next(_ count: Int) -> Int? {
    while bitCount < count {
      guard let byte = bytes.popFirst() else { return nil }
      bits = (bits << 8 | Int(byte)) & 0xFF_FFFF
      bitCount += 8
    }
    bitCount -= count
    return bits >> bitCount & (1 << count - 1)
  }
}
