/// Bytes that are to be UTF-8.
package enum UTF8Text {
  /// Returns the bytes as they are if they are UTF-8, else with U+FFFD for what is not.
  package static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    if (try? UTF8Span(validating: bytes.span)) != nil { return bytes }
    return Array(String(decoding: bytes, as: UTF8.self).utf8)
  }
}
