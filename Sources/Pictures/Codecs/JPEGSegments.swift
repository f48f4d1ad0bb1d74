/// What stands before the data of a JPEG file (ITU T.81, B.2.2): its size, and how it is to be turned.
struct JPEGSegments {
  private(set) var size: (width: Int, height: Int)?
  /// 1 to 8, as cameras have it (Exif 2.3, 4.6.4).
  private(set) var orientation = 1

  /// Reads up to the first frame header, past other segments.
  init(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return }
    Self.forEach(in: bytes) { marker, content in
      if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
        if let height = bytes.bigEndian(at: content.lowerBound + 1, count: 2),
          let width = bytes.bigEndian(at: content.lowerBound + 3, count: 2)
        {
          size = (width, height)
        }
        return false
      }
      if marker == 0xE1 {
        orientation = Self.orientation(in: Array(bytes[content.clamped(to: bytes.indices)]))
      }
      return true
    }
  }

  /// Goes through the segments until `body` returns false, up to the first scan.
  ///
  /// - Parameter body: is given where a segment's content stands, which a file that is cut off may end in.
  static func forEach(in file: [UInt8], _ body: (_ marker: UInt8, _ content: Range<Int>) -> Bool) {
    var position = 2
    while position + 4 <= file.count, file[position] == 0xFF {
      let marker = file[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      guard marker != 0xDA, let length = file.bigEndian(at: position + 2, count: 2), length >= 2,
        body(marker, (position + 4)..<(position + 2 + length))
      else { return }
      position += 2 + length
    }
  }

  /// The first directory of a TIFF structure holds it.
  private static func orientation(in exif: [UInt8]) -> Int {
    guard exif.starts(with: Array("Exif\0\0".utf8)) else { return 1 }
    return TIFFDirectory(Array(exif.dropFirst(6)))?.orientation ?? 1
  }
}
