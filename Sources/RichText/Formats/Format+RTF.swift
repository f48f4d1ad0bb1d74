extension Format {
  /// Rich Text Format.
  public static let rtf = Format(
    name: "rtf", title: "RTF", pictureTypes: RTFPictureData.types,
    looksRight: RTFReader.looksRight,
    read: { bytes throws(RichTextError) in try RTFReader().read(bytes) },
    readWithPictures: { bytes throws(RichTextError) in
      var reader = RTFReader()
      reader.pictureSizeLimit = RTFReader.largestPicture
      return try reader.read(bytes)
    },
    commentCount: { ByteSearch.count(of: #"*\annotation"#, in: $0[...]) },
    localLinkCount: RTFReader().localLinkCount,
    unreadableCharacterSet: CodePage.unreadable,
    write: { document, _ in RTFWriter().write(document) })
}
