/// What programs write where a picture's description belongs.
package enum AlternativeText {
  private static let pictureEndings: Set<String> = [
    "png", "jpg", "jpeg", "gif", "tif", "tiff", "bmp", "emf", "wmf", "pict", "pct", "svg", "webp", "heic",
    "pdf",
  ]

  /// True for where a picture lay on somebody's machine, which programs leave for want of a description.
  package static func isPath(_ text: String) -> Bool {
    guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")),
      pictureEndings.contains(text[text.index(after: dot)...].lowercased())
    else { return false }
    return text.utf8.contains {
      $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":")
    }
  }
}
