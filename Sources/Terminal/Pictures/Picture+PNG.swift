import CPNG

extension Picture {
  /// Pictures of more pixels are not decoded: four bytes each are held.
  private static let pixelLimit = 1 << 24

  /// Reads a PNG picture with libpng; nil if the bytes are none, or one that is too large.
  package init?(png: [UInt8]) {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(CPNGImageVersion)
    defer { unsafe png_image_free(&image) }
    // libpng reads from these bytes until the picture is finished.
    let pixels = unsafe png.withUnsafeBytes { file in unsafe Self.pixels(of: file, &image) }
    guard let pixels else { return nil }
    unsafe self.init(width: Int(image.width), height: Int(image.height), bytes: pixels)
  }

  private static func pixels(of file: UnsafeRawBufferPointer, _ image: inout png_image) -> [UInt8]? {
    guard let start = file.baseAddress,
      unsafe png_image_begin_read_from_memory(&image, start, file.count) != 0
    else { return nil }
    let (count, overflow) = unsafe Int(image.width).multipliedReportingOverflow(by: Int(image.height))
    guard !overflow, count > 0, count <= pixelLimit else { return nil }
    unsafe image.format = png_uint_32(CPNGFormatRGBA)
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count * 4) { buffer, filled in
      let isRead = unsafe png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
      filled = isRead ? count * 4 : 0
    }
    return pixels.isEmpty ? nil : pixels
  }
}
