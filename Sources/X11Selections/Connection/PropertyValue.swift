import Exchange

/// What was read of a property, without its bytes.
struct PropertyPart: Hashable, Sendable {
  var type: XAtom
  /// Bits per item: 8, 16 or 32.
  var format: Int
  var byteCount: Int
  /// Bytes of the property beyond those that were read.
  var bytesAfter: Int
}

/// The value of a window's property, with its type still an atom.
struct PropertyValue: Hashable, Sendable {
  var type: XAtom
  /// Bits per item: 8, 16 or 32.
  var format: Int
  var payload: Payload
  /// Bytes of the property beyond those that were read.
  var bytesAfter = 0

  /// A list of atoms, or of any other numbers of 32 bits.
  init(type: XAtom, words: some Sequence<UInt32>) {
    self.type = type
    format = 32
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * words.underestimatedCount)
    for word in words { unsafe withUnsafeBytes(of: word) { unsafe bytes.append(contentsOf: $0) } }
    payload = .plain(bytes)
  }

  init(type: XAtom, format: Int, bytes: [UInt8], bytesAfter: Int = 0) {
    self.init(type: type, format: format, .plain(bytes))
    self.bytesAfter = bytesAfter
  }

  init(type: XAtom, format: Int, _ payload: Payload) {
    self.type = type
    self.format = format
    self.payload = payload
  }

  var bytes: [UInt8] { payload.array }
  var byteCount: Int { payload.count }

  /// The items of a property of 32-bit items; nothing for other formats.
  var words: [UInt32] {
    guard format == 32 else { return [] }
    return stride(from: 0, to: bytes.count & ~3, by: 4).map { start in
      unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
    }
  }
}
