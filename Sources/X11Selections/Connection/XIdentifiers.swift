/// A name that the X server keeps as a number (X protocol, section 1.3).
struct XAtom: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt32

  /// "None": no atom, which as the property of an answer means refusal.
  static let none = XAtom(rawValue: 0)

  // Those that every server knows under the same number (X protocol, appendix B).
  static let primary = XAtom(rawValue: 1)
  static let secondary = XAtom(rawValue: 2)
  static let atom = XAtom(rawValue: 4)
  static let cardinal = XAtom(rawValue: 6)
  static let integer = XAtom(rawValue: 19)
  static let string = XAtom(rawValue: 31)
  static let window = XAtom(rawValue: 33)
  static let wmClientMachine = XAtom(rawValue: 36)
  static let wmName = XAtom(rawValue: 39)
  static let wmClass = XAtom(rawValue: 67)
}

/// A window of any client.
struct XWindow: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt32

  static let none = XWindow(rawValue: 0)
}

/// A time of the X server: milliseconds that wrap around after 49.7 days.
struct XTimestamp: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt32

  /// "CurrentTime": whatever time it is when the server reads the request.
  static let current = XTimestamp(rawValue: 0)

  /// Tells which of two times came first, as the server does: in a circle, whose farther half is the past.
  func isEarlier(than other: XTimestamp) -> Bool {
    Int32(bitPattern: rawValue &- other.rawValue) < 0
  }
}

/// The number of a request of ours. Each event names the last one that the server had carried out before it.
struct XSequence: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt32

  /// Tells which of two came first, in a circle as with times.
  func isEarlier(than other: XSequence) -> Bool {
    Int32(bitPattern: rawValue &- other.rawValue) < 0
  }
}

/// A button of the pointer, by number.
struct XButton: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt8

  static let first = XButton(rawValue: 1)
  static let third = XButton(rawValue: 3)
}

/// A key, by its number on the keyboard.
struct XKeyCode: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt8
}

/// The symbol of a key (X protocol, appendix A).
struct XKeySymbol: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt32

  static let escape = XKeySymbol(rawValue: 0xFF1B)
}

/// A place on the screen.
struct XPoint: Hashable, Sendable {
  var x, y: Int

  init(_ x: Int, _ y: Int) {
    self.x = x
    self.y = y
  }

  /// Reads a point from the two halves of a word, as messages carry it.
  init(packed: UInt32) {
    x = Int(Int16(bitPattern: UInt16(packed >> 16)))
    y = Int(Int16(bitPattern: UInt16(packed & 0xFFFF)))
  }

  var packed: UInt32 {
    UInt32(UInt16(bitPattern: Int16(clamping: x))) << 16 | UInt32(UInt16(bitPattern: Int16(clamping: y)))
  }
}
