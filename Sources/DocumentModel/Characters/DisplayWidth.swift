import TextWidths

/// How many columns text takes where each column is as wide as a Latin letter.
package enum DisplayWidth {
  /// Returns the columns of UTF-8 text; East Asian wide characters and emoji take two, marks none.
  package static func of(_ text: some Collection<UInt8>) -> Int {
    text.allSatisfy { $0 < 0x80 } ? text.count : TextWidth.of(String(decoding: text, as: UTF8.self))
  }
}
