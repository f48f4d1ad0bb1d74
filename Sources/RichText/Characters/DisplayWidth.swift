/// How many columns text takes where each column is as wide as a Latin letter.
enum DisplayWidth {
  /// Returns the columns of UTF-8 text; East Asian wide characters and emoji take two, marks none.
  static func of(_ text: some Collection<UInt8>) -> Int {
    var width = 0
    if text.allSatisfy({ $0 < 0x80 }) { return text.count }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { width += of(scalar) }
    return width
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    if isWide(scalar.value) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
