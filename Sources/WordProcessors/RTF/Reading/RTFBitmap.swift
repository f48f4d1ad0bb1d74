/// Bitmaps of Windows as RTF has them: by themselves, or as all that a metafile draws.
///
/// WordPad, RichEdit and the many programs built on it write every picture as a metafile around a bitmap.
enum RTFBitmap {
  /// A BMP file of a device-independent bitmap (MS-WMF 2.2.2.9), which lacks only that file's header.
  static func file(of bitmap: ArraySlice<UInt8>) -> [UInt8]? {
    guard let headerSize = bitmap.number(at: 0, bytes: 4), let bits = bits(of: bitmap, headerSize) else {
      return nil
    }
    let offset = 14 + bits
    let size = 14 + bitmap.count
    var file = Array("BM".utf8)
    file.reserveCapacity(size)
    for number in [size, 0, offset] {
      for shift in stride(from: 0, to: 32, by: 8) { file.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    return file + bitmap
  }

  /// How far from its beginning the pixels of a bitmap are; nil if there are none.
  private static func bits(of bitmap: ArraySlice<UInt8>, _ headerSize: Int) -> Int? {
    let isOld = headerSize == 12
    guard isOld || (40...124).contains(headerSize),
      let depth = bitmap.number(at: isOld ? 10 : 14, bytes: 2), [1, 4, 8, 16, 24, 32].contains(depth)
    else { return nil }
    var colors = depth <= 8 ? 1 << depth : 0
    var masks = 0
    if !isOld, let compression = bitmap.number(at: 16, bytes: 4), let used = bitmap.number(at: 32, bytes: 4) {
      if used > 0 { colors = min(used, 256) }
      if compression == 3, headerSize == 40 { masks = 12 }
    }
    let bits = headerSize + masks + colors * (isOld ? 3 : 4)
    return bits < bitmap.count ? bits : nil
  }

  /// The one bitmap that a metafile of Windows draws; nil if there is none, or more.
  static func only(inMetafile metafile: [UInt8]) -> ArraySlice<UInt8>? {
    let isPlaceable = metafile[...].number(at: 0, bytes: 4) == 0x9AC6_CDD7
    var records = metafile.dropFirst(isPlaceable ? 40 : 18)
    var found: ArraySlice<UInt8>?
    while let words = records.number(at: 0, bytes: 4), words >= 3, words <= records.count / 2,
      let function = records.number(at: 4, bytes: 2)
    {
      if let start = metafileBitmaps[function] {
        guard found == nil else { return nil }
        found = records.prefix(words * 2).dropFirst(6 + start)
      }
      records = records.dropFirst(words * 2)
    }
    return found
  }

  /// How far behind a record's function its bitmap stands (MS-WMF 2.3.1).
  private static let metafileBitmaps = [0x0F43: 22, 0x0B41: 20, 0x0940: 16, 0x0D33: 18]

  /// The one bitmap that an enhanced metafile draws; nil if there is none, or more.
  static func only(inEnhancedMetafile metafile: [UInt8]) -> ArraySlice<UInt8>? {
    var records = metafile[...]
    var found: ArraySlice<UInt8>?
    while let kind = records.number(at: 0, bytes: 4), let size = records.number(at: 4, bytes: 4), size >= 8,
      size <= records.count
    {
      let record = records.prefix(size)
      if let place = enhancedBitmaps[kind], let header = record.part(at: place),
        let bits = record.part(at: place + 8), !header.isEmpty
      {
        guard found == nil else { return nil }
        found = header + bits
      }
      records = records.dropFirst(size)
    }
    return found
  }

  /// Where a record says where its bitmap's header is, and behind that its pixels (MS-EMF 2.3.1).
  private static let enhancedBitmaps = [81: 48, 80: 48, 76: 84, 77: 84]
}

extension ArraySlice<UInt8> {
  /// A number whose lowest byte comes first; nil beyond the end.
  fileprivate func number(at offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset <= self.count - count else { return nil }
    return self[(startIndex + offset)..<(startIndex + offset + count)].reversed().reduce(0) {
      $0 << 8 | Int($1)
    }
  }

  /// A part that is told by its place and its size.
  fileprivate func part(at offset: Int) -> ArraySlice<UInt8>? {
    guard let start = number(at: offset, bytes: 4), let size = number(at: offset + 4, bytes: 4),
      start <= count, size <= count - start
    else { return nil }
    return self[(startIndex + start)..<(startIndex + start + size)]
  }
}
