import CZlib

/// A stream that zlib inflates: bytes go in, and what they become comes out in pieces (RFC 1951).
///
/// The only place that touches zlib's streams.
@safe
struct ZlibStream: ~Copyable {
  private static let pieceSize = 64 * 1024

  // zlib keeps the address of the stream, which must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Makes a stream, nil if there is no memory for it.
  init?() {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe CZlibBeginInflating(stream) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
    unsafe self.stream = unsafe stream
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Puts bytes through.
  ///
  /// - Parameter take: gets each piece with zlib's status, and returns whether there is to be a next one.
  consuming func run(_ input: ArraySlice<UInt8>, _ take: (ArraySlice<UInt8>, Int32) -> Bool) {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    let stream = unsafe self.stream
    unsafe input.withUnsafeBytes { input in
      unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(
        mutating: input.bindMemory(to: UInt8.self).baseAddress)
      unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
      var goesOn = true
      while goesOn {
        let (produced, status) = unsafe piece.withUnsafeMutableBufferPointer { output in
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(output.count)
          let status = unsafe inflate(stream, Z_NO_FLUSH)
          return (output.count - Int(unsafe stream.pointee.avail_out), status)
        }
        goesOn = take(piece[..<produced], status)
      }
    }
  }
}
