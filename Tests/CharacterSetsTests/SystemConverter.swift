import Glibc

/// The C library's `iconv`, as a judge.
final class SystemConverter {
  private let descriptor: iconv_t

  /// Nil if this machine does not know the set.
  init?(_ name: String) {
    guard let opened = iconv_open("UTF-8", name), Int(bitPattern: opened) != -1 else { return nil }
    descriptor = opened
  }

  deinit { iconv_close(descriptor) }

  /// The text of some bytes; nil if they are not valid, or not complete.
  func text(_ bytes: [UInt8]) -> String? {
    iconv(descriptor, nil, nil, nil, nil)
    var output = [CChar](repeating: 0, count: 64)
    var input = bytes.map { CChar(bitPattern: $0) }
    let written = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output -> Int? in
        var (from, left) = (input.baseAddress, input.count)
        var (to, room) = (output.baseAddress, output.count)
        guard iconv(descriptor, &from, &left, &to, &room) != -1, left == 0 else { return nil }
        // Sets with combining characters keep the last letter back.
        guard iconv(descriptor, nil, nil, &to, &room) != -1 else { return nil }
        return output.count - room
      }
    }
    return written.map { String(decoding: output[..<$0].map { UInt8(bitPattern: $0) }, as: UTF8.self) }
  }
}
