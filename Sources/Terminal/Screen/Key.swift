/// A key as a terminal reports it.
package enum Key: Hashable, Sendable {
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, tab, backspace, escape
  /// A letter together with Ctrl.
  case control(Character)
}

/// Tells keys from the bytes that a terminal sends.
package struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []

  package init() {}

  /// True if what came so far may be the beginning of a key.
  package var isWaiting: Bool { !pending.isEmpty }

  /// The keys in `bytes` and what was left over before.
  ///
  /// - Parameter isComplete: true if no more is to be expected: an escape byte then is the key itself.
  package mutating func keys(in bytes: some Collection<UInt8>, isComplete: Bool = false) -> [Key] {
    pending += bytes
    // No key sends a sequence as long as this.
    if pending.count > 4096 { pending.removeFirst(pending.count - 4096) }
    var keys: [Key] = []
    var rest = pending[...]
    while let (key, length) = Self.first(in: rest, isComplete: isComplete) {
      if let key { keys.append(key) }
      rest = rest.dropFirst(length)
    }
    pending = Array(rest)
    return keys
  }

  /// The key that bytes begin with, nil for what is no key; nil if more must come.
  private static func first(
    in bytes: ArraySlice<UInt8>, isComplete: Bool
  ) -> (key: Key?, length: Int)? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case 0x1B: return escape(bytes, isComplete: isComplete)
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x01...0x1A: return (.control(Character(Unicode.Scalar(byte + 0x60))), 1)
    case 0x00...0x1F: return (nil, 1)
    case 0x20..<0x7F: return (.character(Character(Unicode.Scalar(byte))), 1)
    default: break
    }
    let length =
      switch byte {
      case 0xF0...: 4
      case 0xE0...: 3
      case 0xC0...: 2
      default: 1
      }
    guard bytes.count >= length else { return isComplete ? (nil, bytes.count) : nil }
    let text = String(decoding: bytes.prefix(length), as: UTF8.self)
    guard text.count == 1, let character = text.first, character != "\u{FFFD}" else { return (nil, 1) }
    return (.character(character), length)
  }

  private static func escape(_ bytes: ArraySlice<UInt8>, isComplete: Bool) -> (key: Key?, length: Int)? {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return isComplete ? (.escape, 1) : nil }
    // Application mode and normal mode of the cursor keys: SS3 and CSI (ECMA-48, 5.4).
    guard second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else { return (.escape, 1) }
    let parameters = rest.dropFirst().prefix { 0x20...0x3F ~= $0 }
    guard let final = rest.dropFirst(1 + parameters.count).first else {
      return isComplete ? (.escape, bytes.count) : nil
    }
    let length = 3 + parameters.count
    switch final {
    case UInt8(ascii: "A"): return (.up, length)
    case UInt8(ascii: "B"): return (.down, length)
    case UInt8(ascii: "C"): return (.right, length)
    case UInt8(ascii: "D"): return (.left, length)
    case UInt8(ascii: "H"): return (.home, length)
    case UInt8(ascii: "F"): return (.end, length)
    case UInt8(ascii: "~"):
      switch parameters.first {
      case UInt8(ascii: "1"), UInt8(ascii: "7"): return (parameters.count == 1 ? .home : nil, length)
      case UInt8(ascii: "4"), UInt8(ascii: "8"): return (.end, length)
      case UInt8(ascii: "5"): return (.pageUp, length)
      case UInt8(ascii: "6"): return (.pageDown, length)
      default: return (nil, length)
      }
    default: return (nil, length)
    }
  }
}
