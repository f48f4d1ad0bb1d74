import CX11
import Glibc

/// One of Xlib's converters between encodings, with the state that it keeps from one part of a text to the next.
///
/// It takes the locale of this process's character type. Only one may be in use at a time.
@safe
struct TextConverter: ~Copyable {
  private let handle: OpaquePointer
  /// The most bytes that one byte may become.
  private let growth: Int

  /// Nil if Xlib has no such converter, or no locale of UTF-8.
  init?(from source: String, to destination: String, growth: Int) {
    // Only the conversion of characters: numbers and messages stay as they are.
    guard unsafe setlocale(LC_CTYPE, "C.UTF-8") != nil, let locale = unsafe _XlcCurrentLC(),
      let opened = unsafe _XlcOpenConverter(locale, source, locale, destination)
    else { return nil }
    unsafe handle = opened
    self.growth = growth
  }

  deinit {
    unsafe _XlcCloseConverter(handle)
  }

  /// Forgets what went before.
  func reset() {
    unsafe _XlcResetConverter(handle)
  }

  /// Converts a part of a text and returns how many of its bytes were used; nil if it cannot be converted.
  ///
  /// What cannot be said in the other encoding is left out. The part must be small enough to be counted, grown,
  /// in 31 bits.
  func convert(_ part: ArraySlice<UInt8>, addingTo output: inout [UInt8]) -> Int? {
    let room = part.count * growth + 64
    guard let capacity = Int32(exactly: room) else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
      unsafe part.withUnsafeBytes { bytes in
        // Xlib reads the text only, though it does not say so.
        var source = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
          .assumingMemoryBound(to: CChar.self)
        var destination = buffer.baseAddress
        var (left, roomLeft) = (Int32(part.count), capacity)
        let status = unsafe _XlcConvert(handle, &source, &left, &destination, &roomLeft, nil, 0)
        // It may be a secret's.
        defer { if let start = buffer.baseAddress { unsafe explicit_bzero(start, room - Int(roomLeft)) } }
        guard status >= 0, roomLeft > 0 else { return nil }
        unsafe output.append(contentsOf: UnsafeRawBufferPointer(buffer).prefix(room - Int(roomLeft)))
        return part.count - Int(left)
      }
    }
  }
}
