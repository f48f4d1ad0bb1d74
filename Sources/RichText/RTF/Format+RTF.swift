extension Format {
  /// Rich Text Format.
  public static let rtf = Format(
    name: "rtf", title: "RTF", pictureTypes: RTFPictureData.types,
    looksRight: { bytes in
      let mark = Array(#"{\rtf"#.utf8)
      return bytes.prefix(256).drop { $0 != mark[0] }.starts(with: mark) || CompressedRTF.isCompressed(bytes)
    },
    read: { bytes throws(RichTextError) in try RTFReader().read(bytes) },
    readWithPictures: { bytes throws(RichTextError) in
      var reader = RTFReader()
      reader.pictureSizeLimit = RTFReader.largestPicture
      return try reader.read(bytes)
    },
    commentCount: { ByteSearch.count(of: #"*\annotation"#, in: $0[...]) },
    localLinkCount: RTFReader.localLinkCount,
    unreadableCharacterSet: CodePage.unreadable,
    write: { document, _ in RTFWriter().write(document) })
}
