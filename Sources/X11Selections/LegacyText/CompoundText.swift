import CX11
import Glibc
import Synchronization

/// The text encoding of the target `COMPOUND_TEXT`: ISO 2022 with extensions (X Consortium, CTEXT).
///
/// Xlib converts it. It needs an Xlib connection of its own for that, open for the time of one conversion
/// only, and a locale of UTF-8 for this process's character type.
public enum CompoundText {
  /// Xlib's tables of locales are shared by all its connections.
  private static let isInUse = Mutex(false)

  /// Converts UTF-8; nil if Xlib cannot, or if there is no display.
  public static func encode(_ utf8: [UInt8], display: String? = nil) -> [UInt8]? {
    unsafe withXlib(display) { connection in
      // Text between NULs is a list, which Xlib puts together with NULs again.
      var pieces = unsafe utf8.split(separator: 0, omittingEmptySubsequences: false).map { piece in
        unsafe strdup(piece.map { CChar(bitPattern: $0) } + [0])
      }
      defer { unsafe pieces.withUnsafeBufferPointer { unsafe $0.forEach { unsafe free($0) } } }
      var property = unsafe XTextProperty()
      let status = unsafe Xutf8TextListToTextProperty(
        connection, &pieces, Int32(pieces.count), XCompoundTextStyle, &property)
      guard status >= 0, let value = unsafe property.value else { return nil }
      defer { unsafe XFree(value) }
      return unsafe [UInt8](UnsafeBufferPointer(start: value, count: Int(property.nitems)))
    }
  }

  /// Converts to UTF-8; nil if Xlib cannot, or if there is no display.
  ///
  /// AbiWord 3.0.5 gives UTF-8 under this name. Without an escape sequence the text should be Latin-1, but
  /// Latin-1 that means something is hardly ever UTF-8 by chance.
  public static func decode(_ bytes: [UInt8], display: String? = nil) -> [UInt8]? {
    if !bytes.contains(0x1B), String(validating: bytes, as: UTF8.self) != nil { return bytes }
    return unsafe withXlib(display) { connection in
      var bytes = bytes
      let count = bytes.count
      bytes.append(0)
      return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        var property = unsafe XTextProperty(
          value: buffer.baseAddress, encoding: XInternAtom(connection, "COMPOUND_TEXT", 0), format: 8,
          nitems: UInt(count))
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        var pieces: Int32 = 0
        guard unsafe Xutf8TextPropertyToTextList(connection, &property, &list, &pieces) >= 0,
          let list = unsafe list
        else { return count == 0 ? [] : nil }
        defer { unsafe XFreeStringList(list) }
        var text: [UInt8] = []
        for index in 0..<Int(pieces) {
          guard let piece = unsafe list[index] else { continue }
          if index > 0 { text.append(0) }
          unsafe text.append(
            contentsOf: UnsafeRawBufferPointer(start: UnsafeRawPointer(piece), count: strlen(piece)))
        }
        return text
      }
    }
  }

  @unsafe private static func withXlib(
    _ display: String?, _ body: (OpaquePointer) -> [UInt8]?
  ) -> [UInt8]? {
    isInUse.withLock { _ in
      // Only the conversion of characters: numbers and messages stay as they are.
      guard unsafe setlocale(LC_CTYPE, "C.UTF-8") != nil else { return nil }
      let opened = if let display { unsafe XOpenDisplay(display) } else { unsafe XOpenDisplay(nil) }
      guard let connection = unsafe opened else { return nil }
      // By default Xlib ends the process when the server goes away.
      unsafe XSetIOErrorExitHandler(connection, { _, _ in }, nil)
      defer { unsafe XCloseDisplay(connection) }
      return unsafe body(connection)
    }
  }
}
