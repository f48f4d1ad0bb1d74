import Synchronization

/// The text encoding of the target `COMPOUND_TEXT`: ISO 2022 with extensions (X Consortium, CTEXT).
///
/// Xlib's converters do it, which need no connection. They count in 31 bits, so that long texts come in parts.
public enum CompoundText {
  /// Xlib's tables of locales are shared by all threads.
  private static let isInUse = Mutex(false)
  /// Texts up to here are converted at once, longer ones in parts of about this size.
  private static let partSize = 1 << 20

  /// Converts UTF-8; nil if Xlib cannot.
  public static func encode(_ utf8: [UInt8]) -> [UInt8]? {
    isInUse.withLock { _ in
      // A character takes up to twenty bytes where each is of another set than the one before.
      guard let converter = TextConverter(from: "utf8String", to: "compoundText", growth: 16) else {
        return nil
      }
      return convert(utf8, by: converter) { text in
        text.prefix(partSize).lastIndex { $0 & 0xC0 != 0x80 }
      }
    }
  }

  /// Converts to UTF-8; nil if Xlib cannot.
  ///
  /// AbiWord 3.0.5 gives UTF-8 under this name. Without an escape sequence the text should be Latin-1, but
  /// Latin-1 that means something is hardly ever UTF-8 by chance.
  public static func decode(_ bytes: [UInt8]) -> [UInt8]? {
    if !bytes.contains(0x1B), String(validating: bytes, as: UTF8.self) != nil { return bytes }
    return isInUse.withLock { _ in
      guard let converter = TextConverter(from: "compoundText", to: "utf8String", growth: 4) else {
        return nil
      }
      return convert(bytes, by: converter) { text in
        // Line ends and spaces are the same in all character sets, and never part of another character.
        func isBoundary(_ byte: UInt8) -> Bool { byte <= 0x20 && byte != 0x1B }
        let last = text.prefix(partSize).lastIndex(where: isBoundary) ?? text.firstIndex(where: isBoundary)
        return last.map { $0 + 1 }
      }
    }
  }

  /// Converts the texts between NULs, each by itself: they are a list, which is put together with NULs again.
  ///
  /// - Parameter end: the end of the first part of a text that is longer than a part may be.
  private static func convert(
    _ list: [UInt8], by converter: borrowing TextConverter, endOfPart end: (ArraySlice<UInt8>) -> Int?
  ) -> [UInt8]? {
    var output: [UInt8] = []
    for (index, text) in list.split(separator: 0, omittingEmptySubsequences: false).enumerated() {
      if index > 0 {
        output.append(0)
        converter.reset()
      }
      var rest = text
      while !rest.isEmpty {
        let partEnd = rest.count <= partSize ? rest.endIndex : end(rest) ?? rest.endIndex
        guard let used = converter.convert(rest[..<partEnd], addingTo: &output) else { return nil }
        // A character that the text ends within is dropped.
        if partEnd == rest.endIndex { break }
        guard used > 0 else { return nil }
        rest = rest.dropFirst(used)
      }
    }
    return output
  }
}
