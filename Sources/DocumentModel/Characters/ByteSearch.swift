import Glibc

/// Searches of bytes by the C library, many times as fast as a loop.
package enum ByteSearch {
  /// Returns where a byte next stands from a position on; the end of the bytes if nowhere.
  package static func position(of byte: UInt8, in bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    let skipped = max(0, start - bytes.startIndex)
    return unsafe bytes.withUnsafeBytes { buffer in
      guard skipped < buffer.count, let base = buffer.baseAddress else { return bytes.endIndex }
      let found = unsafe memchr(base + skipped, Int32(byte), buffer.count - skipped)
      return unsafe found.map { unsafe bytes.startIndex + base.distance(to: UnsafeRawPointer($0)) }
        ?? bytes.endIndex
    }
  }

  /// Returns where a byte next stands in a part of the bytes; the end of the part if nowhere.
  package static func position(of byte: UInt8, in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    precondition(start >= 0 && end <= bytes.count)
    return unsafe bytes.withUnsafeBytes { buffer in
      guard start < end, let base = buffer.baseAddress else { return end }
      let found = unsafe memchr(base + start, Int32(byte), end - start)
      return unsafe found.map { unsafe base.distance(to: UnsafeRawPointer($0)) } ?? end
    }
  }

  /// Returns where a text first stands in the bytes; nil if nowhere.
  package static func position(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    var text = text
    return text.withUTF8 { text in
      unsafe bytes.withUnsafeBytes { buffer in
        guard let first = unsafe text.first, let sign = text.baseAddress else { return bytes.startIndex }
        guard let base = buffer.baseAddress else { return nil }
        var start = 0
        while buffer.count - start >= text.count {
          let last = buffer.count - text.count + 1
          guard let found = unsafe memchr(base + start, Int32(first), last - start) else { break }
          start = unsafe base.distance(to: UnsafeRawPointer(found))
          if unsafe memcmp(found, sign, text.count) == 0 { return bytes.startIndex + start }
          start += 1
        }
        return nil
      }
    }
  }

  /// The number of times that a text stands in the bytes, each place counted by itself.
  package static func count(of text: String, in bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    var rest = bytes
    while let found = position(of: text, in: rest) {
      count += 1
      rest = rest[(found + text.utf8.count)...]
    }
    return count
  }

  /// True if the byte stands somewhere in the bytes.
  package static func contains(_ byte: UInt8, in bytes: ArraySlice<UInt8>) -> Bool {
    position(of: byte, in: bytes, from: bytes.startIndex) < bytes.endIndex
  }

  /// True if the text stands somewhere in the bytes.
  package static func contains(_ text: String, in bytes: ArraySlice<UInt8>) -> Bool {
    position(of: text, in: bytes) != nil
  }
}

extension Span<UInt8> {
  /// True if a byte is among them that meets a condition.
  @inlinable package func contains(where condition: (UInt8) -> Bool) -> Bool {
    for index in indices where condition(self[index]) { return true }
    return false
  }
}

/// Bytes that are to be UTF-8.
package enum UTF8Text {
  /// Returns the bytes as they are if they are UTF-8, else with U+FFFD for what is not.
  package static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    isValid(bytes.span) ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  /// True if the bytes are well-formed UTF-8.
  ///
  /// Most of most texts is ASCII, which a glance at a block at a time tells; only what lies between such blocks
  /// is looked at byte by byte, all in place: the text may be as large as memory allows.
  package static func isValid(_ bytes: Span<UInt8>) -> Bool {
    let blockSize = 64
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count {
        let next = min(end + blockSize, bytes.count)
        if isASCII(bytes, end..<next) { break }
        end = next
      }
      if end > start, (try? UTF8Span(validating: bytes.extracting(start..<end))) == nil { return false }
      start = min(end + blockSize, bytes.count)
    }
    return true
  }

  private static func isASCII(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var signs: UInt8 = 0
    for index in range { signs |= bytes[index] }
    return signs < 0x80
  }
}

extension [UInt8] {
  /// Makes room for so many bytes more, and for little beyond them: pictures are large.
  ///
  /// Room for a few more is left to the array, which doubles what it has: taken bit by bit, all that is there would be
  /// copied each time.
  package mutating func reserve(_ more: Int) {
    guard count + more > capacity, more > count / 8 else { return }
    reserveCapacity(count + more + 4096)
  }
}

extension Substring {
  /// The text that stands between bytes that are a character each, empty parts too; several times as fast as by characters.
  package func parts(by separator: UInt8) -> [Substring] {
    utf8.split(separator: separator, omittingEmptySubsequences: false).map { Substring($0) }
  }
}
