import Glibc

/// The bytes of a type table, which stay where they are as long as the process lives.
///
/// The only code that touches the raw bytes. A read outside of them gives nothing instead of trapping: a
/// table may be a file that something else has damaged.
@safe package struct TableMemory: @unchecked Sendable {
  private let base: UnsafeRawPointer
  let count: Int

  /// The bytes of a string literal.
  package init(_ literal: StaticString) {
    unsafe base = UnsafeRawPointer(literal.utf8Start)
    count = literal.utf8CodeUnitCount
  }

  /// A copy of the bytes that is never freed: types hold positions in the table for as long as they like.
  package init(immortal bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 8)
    unsafe copy.copyBytes(from: bytes)
    unsafe base = UnsafeRawPointer(copy.baseAddress ?? copy.baseAddress.unsafelyUnwrapped)
    count = bytes.count
  }

  /// Maps a file that only the user can have written; nil if it is not there or belongs to someone else.
  package init?(mapping path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o022 == 0, status.st_size > 0,
      status.st_size < TableLayout.wordLimit
    else { return nil }
    let size = Int(status.st_size)
    guard let memory = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
      unsafe memory != MAP_FAILED
    else { return nil }
    unsafe base = UnsafeRawPointer(memory)
    count = size
  }

  /// The word at an offset, 0 outside of the table.
  func word(at offset: Int) -> Int {
    guard offset >= 0, offset <= count - TableLayout.wordSize else { return 0 }
    let digits = unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    let bits = digits &- 0x3030_3030
    return Int(bits & 0x3F | bits >> 2 & 0xFC0 | bits >> 4 & 0x3F000 | bits >> 6 & 0xFC_0000)
  }

  /// The string whose length stands at an offset, nil for the offset 0.
  func string(at offset: Int) -> String? {
    guard let bytes = unsafe stringBytes(at: offset) else { return nil }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the string at an offset has these bytes.
  func string(at offset: Int, equals key: Span<UInt8>) -> Bool {
    guard let bytes = unsafe stringBytes(at: offset) else { return false }
    return unsafe key.withUnsafeBufferPointer { key in
      guard key.count == bytes.count, let a = key.baseAddress, let b = bytes.baseAddress
      else { return key.count == bytes.count }
      return unsafe memcmp(a, b, key.count) == 0
    }
  }

  func starts(with text: StaticString) -> Bool {
    unsafe count >= text.utf8CodeUnitCount && memcmp(base, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  private func stringBytes(at offset: Int) -> UnsafeRawBufferPointer? {
    guard offset > 0 else { return nil }
    let start = offset + TableLayout.wordSize
    let length = word(at: offset)
    guard start <= count, length <= count - start else { return nil }
    return unsafe UnsafeRawBufferPointer(start: base + start, count: length)
  }
}
