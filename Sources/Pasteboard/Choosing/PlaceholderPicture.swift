import Pictures

/// Pictures that show nothing: pages keep space with them, or load the picture that they mean later.
enum PlaceholderPicture {
  /// More pixels are not looked at.
  private static let pixelLimit = 1 << 16
  /// A larger picture of one colour may show that colour.
  private static let colorLimit = 16
  /// What draws something in SVG.
  private static let shapes = [
    "path", "rect", "circle", "ellipse", "line", "poly", "text", "image", "use", "foreignObject",
  ]

  /// True for a picture of one pixel, and for one without alternative text that cannot be seen, is of a few pixels of one
  /// colour, or a drawing of nothing.
  static func isOne(_ bytes: [UInt8], alternative: String) -> Bool {
    if let header = PictureHeader(bytes) {
      if header.width <= 1, header.height <= 1 { return true }
      guard alternative.isEmpty, header.width * header.height <= pixelLimit, let picture = try? Picture(bytes)
      else { return false }
      return picture.isInvisible || header.width * header.height <= colorLimit && picture.isOfOneColor
    }
    guard alternative.isEmpty, PictureKind(bytes)?.isDrawing == true, bytes.count < 4096 else { return false }
    let drawing = String(decoding: bytes, as: UTF8.self)
    return !shapes.contains { drawing.contains("<\($0)") }
  }
}
