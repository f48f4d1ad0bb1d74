/// What an X server tells a client that connects, as far as it is used here (X protocol, section 8).
struct ServerSetup: Hashable {
  let resourceBase: UInt32
  let resourceMask: UInt32
  /// The root window of the screen asked for, or of the last one.
  let root: XWindow

  /// Reads a greeting with the header before it; nil if it makes no sense.
  ///
  /// Every length in it must be right, as XCB reads it as well, and believes them.
  init?(_ bytes: [UInt8], screen: Int) {
    let greeting = Greeting(bytes: bytes)
    guard let base = greeting.word(12), let mask = greeting.word(16), let vendor = greeting.half(24),
      let largest = greeting.half(26), let screens = greeting.byte(28), let formats = greeting.byte(29)
    else { return nil }
    // A client needs numbers for its windows, and no server may accept less than 4096 words.
    guard mask.nonzeroBitCount >= 18, base & mask == 0, largest >= 4096, screens > 0 else { return nil }
    var offset = 40 + (vendor + 3) & ~3 + 8 * formats
    var root: UInt32?
    for index in 0..<screens {
      guard let window = greeting.word(offset), let end = greeting.endOfScreen(at: offset) else { return nil }
      if index <= screen { root = window }
      offset = end
    }
    guard let root, root != 0 else { return nil }
    resourceBase = base
    resourceMask = mask
    self.root = XWindow(rawValue: root)
  }

  /// Numbers in the byte order of this machine, which is the one that was asked for.
  private struct Greeting {
    let bytes: [UInt8]

    func byte(_ offset: Int) -> Int? { offset < bytes.count ? Int(bytes[offset]) : nil }

    func half(_ offset: Int) -> Int? { load(offset, as: UInt16.self).map(Int.init) }

    func word(_ offset: Int) -> UInt32? { load(offset, as: UInt32.self) }

    private func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as: Number.Type) -> Number?
    {
      guard offset <= bytes.count - MemoryLayout<Number>.size else { return nil }
      return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }

    /// A screen has depths, and each of them visuals.
    func endOfScreen(at offset: Int) -> Int? {
      guard let depths = byte(offset + 39) else { return nil }
      var end = offset + 40
      for _ in 0..<depths {
        guard let visuals = half(end + 2) else { return nil }
        end += 8 + 24 * visuals
      }
      return end <= bytes.count ? end : nil
    }
  }
}
