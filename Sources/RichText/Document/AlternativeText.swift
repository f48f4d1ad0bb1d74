/// What programs write where a picture's description belongs.
package enum AlternativeText {
  private static let pictureEndings: Set<String> = [
    "png", "jpg", "jpeg", "gif", "tif", "tiff", "bmp", "emf", "wmf", "pict", "pct", "svg", "webp", "heic",
    "pdf",
  ]

  /// True for where a picture lay on somebody's machine, which programs leave for want of a description.
  package static func isPath(_ text: String) -> Bool {
    guard endsAsPicture(text) else { return false }
    return text.utf8.contains {
      $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":")
    }
  }

  /// True for the name of a file that is a picture.
  static func endsAsPicture(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return pictureEndings.contains(name[name.index(after: dot)...].lowercased())
  }
}
