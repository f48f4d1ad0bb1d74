/// A place on the screen.
struct XPoint: Hashable, Sendable {
  var x, y: Int

  init(_ x: Int, _ y: Int) {
    self.x = x
    self.y = y
  }

  /// From the two halves of a word, as messages carry it.
  init(packed: UInt32) {
    x = Int(Int16(bitPattern: UInt16(packed >> 16)))
    y = Int(Int16(bitPattern: UInt16(packed & 0xFFFF)))
  }

  var packed: UInt32 {
    UInt32(UInt16(bitPattern: Int16(clamping: x))) << 16 | UInt32(UInt16(bitPattern: Int16(clamping: y)))
  }
}
