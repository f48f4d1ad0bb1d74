import Glibc

/// Bytes that stay where they are as long as the process lives: a literal, a copy, or a mapped file.
///
/// The only code that touches raw memory. A read outside of the bytes gives nothing instead of trapping: a
/// mapped file may be damaged.
@safe package struct PermanentBytes: @unchecked Sendable {
  // Sendable because nothing writes to the memory once it is here.
  private let base: UnsafeRawPointer
  package let count: Int

  /// The users whose files may be mapped.
  package enum Trust: Sendable {
    /// Only a file that this user owns and no one else can write.
    case ownFiles
    case anyFile
  }

  /// The bytes of a string literal.
  package init(_ literal: StaticString) {
    unsafe base = UnsafeRawPointer(literal.utf8Start)
    count = literal.utf8CodeUnitCount
  }

  /// A copy that is never freed: types hold positions in a table for as long as they like.
  package init(copying bytes: [UInt8]) {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 8)
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { unsafe copy.copyMemory(from: start, byteCount: source.count) }
    }
    unsafe base = UnsafeRawPointer(copy)
    count = bytes.count
  }

  /// Maps a file; nil if it cannot be read, is empty, is not to be trusted, or is larger than the limit.
  package init?(mapping path: String, trust: Trust, limit: Int) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      status.st_size <= limit,
      trust == .anyFile || status.st_uid == geteuid() && status.st_mode & 0o022 == 0
    else { return nil }
    let size = Int(status.st_size)
    guard let memory = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
      unsafe memory != MAP_FAILED
    else { return nil }
    unsafe base = UnsafeRawPointer(memory)
    count = size
  }

  private init(_ base: UnsafeRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// The four bytes at an offset as a number, the first byte lowest; 0 outside of the bytes.
  package func word(at offset: Int) -> UInt32 {
    guard offset >= 0, offset <= count - 4 else { return 0 }
    return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The text at an offset; nil if it does not lie within the bytes.
  package func string(at offset: Int, length: Int) -> String? {
    guard contains(offset, length) else { return nil }
    return unsafe String(decoding: UnsafeRawBufferPointer(start: base + offset, count: length), as: UTF8.self)
  }

  /// The number of bytes from an offset to the next NUL; nil if there is none.
  package func lengthOfString(at offset: Int) -> Int? {
    guard contains(offset, 0), let end = unsafe memchr(base + offset, 0, count - offset) else { return nil }
    return unsafe UnsafeRawPointer(end) - (base + offset)
  }

  /// Whether the bytes at an offset are these.
  package func hasBytes(_ key: Span<UInt8>, at offset: Int) -> Bool {
    guard contains(offset, key.count) else { return false }
    return unsafe key.withUnsafeBufferPointer { key in
      guard let start = key.baseAddress else { return true }
      return unsafe memcmp(start, base + offset, key.count) == 0
    }
  }

  /// Whether all bytes of a value satisfy a condition; false if it does not lie within the bytes.
  package func allSatisfy(at offset: Int, length: Int, _ condition: (UInt8) -> Bool) -> Bool {
    guard contains(offset, length) else { return false }
    return unsafe UnsafeRawBufferPointer(start: base + offset, count: length).allSatisfy(condition)
  }

  /// Whether a value among the bytes stands in some content.
  ///
  /// - Parameters:
  ///   - length: that of the value, and of its mask.
  ///   - mask: where the bits that count stand; nil if all do.
  ///   - places: where in the content it may begin.
  package func hasValue(
    at offset: Int, length: Int, mask: Int?, in content: Span<UInt8>, beginningAt places: Range<Int>
  ) -> Bool {
    guard length > 0, contains(offset, length), contains(mask ?? 0, length), length <= content.count else {
      return false
    }
    let end = min(places.upperBound, content.count - length + 1)
    guard places.lowerBound >= 0, places.lowerBound < end else { return false }
    return unsafe content.withUnsafeBytes { content in
      guard let start = content.baseAddress else { return false }
      let value = unsafe base + offset
      if let mask {
        return (places.lowerBound..<end).contains { place in
          unsafe Self.isEqual(value, start + place, under: base + mask, length)
        }
      }
      var place = places.lowerBound
      while place < end {
        // The first byte rules most places out.
        guard let found = unsafe memchr(start + place, Int32(value.load(as: UInt8.self)), end - place) else {
          return false
        }
        if unsafe memcmp(found, value, length) == 0 { return true }
        place = unsafe UnsafeRawPointer(found) - start + 1
      }
      return false
    }
  }

  @unsafe private static func isEqual(
    _ value: UnsafeRawPointer, _ content: UnsafeRawPointer, under mask: UnsafeRawPointer, _ length: Int
  ) -> Bool {
    for index in 0..<length {
      let difference = unsafe (value + index).load(as: UInt8.self) ^ (content + index).load(as: UInt8.self)
      if unsafe difference & (mask + index).load(as: UInt8.self) != 0 { return false }
    }
    return true
  }

  private func contains(_ offset: Int, _ length: Int) -> Bool {
    offset >= 0 && length >= 0 && offset <= count && length <= count - offset
  }
}

/// Bytes that are kept in a file, where anything may happen to them.
extension PermanentBytes {
  /// These bytes with a checksum behind them.
  package static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    let checksum = unsafe bytes.withUnsafeBytes { unsafe Self.checksum(of: $0) }
    return unsafe bytes + withUnsafeBytes(of: checksum.littleEndian) { unsafe Array($0) }
  }

  /// The bytes without their checksum; nil if it is not theirs.
  package var unsealed: PermanentBytes? {
    let size = count - MemoryLayout<UInt64>.size
    guard size >= 0 else { return nil }
    let stored = unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: size, as: UInt64.self))
    let content = unsafe UnsafeRawBufferPointer(start: base, count: size)
    return unsafe Self.checksum(of: content) == stored ? PermanentBytes(base, count: size) : nil
  }

  /// A hash like FNV-1a, eight bytes at a time: every process with a table in a file computes it.
  @unsafe private static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) {
      hash = (hash ^ word) &* 0x0000_0100_0000_01B3
      hash ^= hash >> 32
    }
    let whole = bytes.count & ~7
    for offset in stride(from: 0, to: whole, by: 8) {
      add(UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    for offset in whole..<bytes.count { add(UInt64(unsafe bytes[offset])) }
    return hash
  }
}
