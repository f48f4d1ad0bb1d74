/// What stands before the data of a JPEG file (ITU T.81, B.2.2): its size, and how it is to be turned.
struct JPEGSegments {
  private(set) var size: (width: Int, height: Int)?
  /// 1 to 8, as cameras have it (Exif 2.3, 4.6.4).
  private(set) var orientation = 1

  /// Reads up to the first frame header, past other segments.
  init(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return }
    var position = 2
    while position + 4 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
        guard let height = bytes.bigEndian(at: position + 5, count: 2),
          let width = bytes.bigEndian(at: position + 7, count: 2)
        else { return }
        size = (width, height)
        return
      }
      guard let length = bytes.bigEndian(at: position + 2, count: 2), length >= 2 else { return }
      if marker == 0xE1 {
        orientation = Self.orientation(in: Array(bytes[min(position + 4, bytes.count)...].prefix(length - 2)))
      }
      position += 2 + length
    }
  }

  /// The first directory of a TIFF structure holds it.
  private static func orientation(in exif: [UInt8]) -> Int {
    guard exif.starts(with: Array("Exif\0\0".utf8)) else { return 1 }
    return TIFFDirectory(Array(exif.dropFirst(6)))?.orientation ?? 1
  }
}
