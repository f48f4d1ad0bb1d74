import Glibc

/// Turns bytes of one character set into UTF-8, with the C library's `iconv`.
///
/// The only place that touches `iconv`. Bytes that the character set does not have become U+FFFD.
@safe
struct CharacterConverter: ~Copyable {
  private let descriptor: iconv_t

  /// Makes a converter from the character set of this name, nil if the C library does not know it.
  init?(from characterSet: String) {
    guard let opened = unsafe iconv_open("UTF-8", characterSet), Int(bitPattern: opened) != -1 else {
      return nil
    }
    unsafe descriptor = opened
  }

  deinit {
    unsafe iconv_close(descriptor)
  }

  /// Has the C library load a character set and keep it, so that converters can be made of it where no file can be
  /// opened any more.
  static func load(_ characterSet: String) {
    // Closed, it might be unloaded.
    _ = unsafe iconv_open("UTF-8", characterSet)
  }

  /// Appends the text of `bytes` to `output` as UTF-8.
  ///
  /// Returns how many bytes at the end are the beginning of a character that is not whole yet; they are
  /// not in `output`.
  func decode(_ bytes: ArraySlice<UInt8>, into output: inout [UInt8]) -> Int {
    var chunk = [UInt8](repeating: 0, count: 4096)
    var source = bytes
    unsafe iconv(descriptor, nil, nil, nil, nil)
    while !source.isEmpty {
      let (consumed, produced, failure) = convert(source, into: &chunk)
      output.append(contentsOf: chunk[..<produced])
      source = source.dropFirst(consumed)
      switch failure {
      case EILSEQ:
        output.append(contentsOf: [0xEF, 0xBF, 0xBD])
        source = source.dropFirst()
      case EINVAL:
        return source.count
      default:
        break
      }
    }
    // Sets with combining characters keep the last letter back, to see what follows it.
    let (_, produced, _) = convert(nil, into: &chunk)
    output.append(contentsOf: chunk[..<produced])
    return 0
  }

  /// Converts as much as there is room for; without a source what the converter keeps back.
  private func convert(
    _ source: ArraySlice<UInt8>?, into chunk: inout [UInt8]
  ) -> (consumed: Int, produced: Int, failure: Int32) {
    unsafe (source ?? []).withUnsafeBytes { from in
      unsafe chunk.withUnsafeMutableBytes { to in
        var next = unsafe UnsafeMutableRawPointer(mutating: from.baseAddress)?.assumingMemoryBound(
          to: CChar.self)
        var left = from.count
        var room = unsafe to.baseAddress?.assumingMemoryBound(to: CChar.self)
        var roomLeft = to.count
        let result =
          source == nil
          ? unsafe iconv(descriptor, nil, nil, &room, &roomLeft)
          : unsafe iconv(descriptor, &next, &left, &room, &roomLeft)
        let failure = result == -1 ? errno : 0
        return (from.count - left, to.count - roomLeft, failure)
      }
    }
  }
}
