extension PictureCodec {
  /// Grey, palette and RGB, with opacity or without, not compressed or without loss.
  public static let tiff = PictureCodec(
    name: "TIFF", type: "image/tiff",
    size: { bytes in
      guard let directory = TIFFDirectory(bytes), let width = directory.values(of: 256).first,
        let height = directory.values(of: 257).first
      else { return nil }
      return (width, height)
    },
    isRead: { TIFFStrips($0, width: $1, height: $2) != nil },
    decode: { bytes, header throws(PictureError) in
      guard let strips = TIFFStrips(bytes, width: header.width, height: header.height),
        let picture = strips.picture(of: bytes)
      else { throw .broken("TIFF") }
      return picture.oriented(TIFFDirectory(bytes)?.orientation ?? 1)
    })
}
