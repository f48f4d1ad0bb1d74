import Pictures

/// What a picture is by its first bytes, whatever it is said to be.
package struct PictureKind: Hashable, Sendable {
  /// Its MIME type.
  package let type: String
  /// What its files are called by.
  package let filenameExtension: String

  /// Nil if the bytes begin no picture that documents show.
  package init?(_ bytes: [UInt8]) {
    if let header = PictureHeader(bytes) {
      type = header.codec.type
      filenameExtension = header.codec == .jpeg ? "jpg" : String(type.dropFirst("image/".count))
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      // The header lies behind what is here.
      (type, filenameExtension) = (PictureCodec.jpeg.type, "jpg")
    } else if Self.isDrawing(bytes) {
      (type, filenameExtension) = ("image/svg+xml", "svg")
    } else {
      return nil
    }
  }

  /// True for SVG, which no codec reads.
  package var isDrawing: Bool { type == "image/svg+xml" }

  /// SVG, with what XML may have before it.
  private static func isDrawing(_ bytes: [UInt8]) -> Bool {
    let beginning = bytes.prefix(4096).drop { $0 <= 0x20 || $0 >= 0x80 }
    if beginning.starts(with: Array("<svg".utf8)) { return true }
    return ["<?xml", "<!--", "<!DOCTYPE svg"].contains { beginning.starts(with: Array($0.utf8)) }
      && String(decoding: beginning, as: UTF8.self).contains("<svg")
  }
}
