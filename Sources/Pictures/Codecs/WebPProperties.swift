/// The chunks of an extended WebP file that say what its samples mean, and how it is to be turned (WebP container
/// specification).
enum WebPProperties {
  static func profile(of file: [UInt8]) -> [UInt8]? { chunk("ICCP", in: file).map(Array.init) }

  /// 1 to 8, as cameras have it (Exif 2.3, 4.6.4).
  static func orientation(in file: [UInt8]) -> Int {
    guard let exif = chunk("EXIF", in: file) else { return 1 }
    // Some programs put the name that JPEG has before it.
    let name = Array("Exif\0\0".utf8)
    return TIFFDirectory(Array(exif.starts(with: name) ? exif.dropFirst(name.count) : exif))?.orientation ?? 1
  }

  private static func chunk(_ name: String, in file: [UInt8]) -> ArraySlice<UInt8>? {
    var position = 12
    while position + 8 <= file.count, let length = file.littleEndian(at: position + 4, count: 4),
      position + 8 + length <= file.count
    {
      let content = position + 8
      if file[position..<(position + 4)].elementsEqual(name.utf8) {
        return file[content..<(content + length)]
      }
      position = content + length + length & 1
    }
    return nil
  }
}
