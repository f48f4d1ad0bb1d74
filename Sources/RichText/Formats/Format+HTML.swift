extension Format {
  /// HTML.
  public static let html = Format(
    name: "html", title: "HTML", pictureTypes: LinkPolicy.pictureTypes,
    read: { bytes throws(RichTextError) in try HTMLReader().read(bytes) },
    readWithPictures: { bytes throws(RichTextError) in
      var reader = HTMLReader()
      reader.keepsPictures = true
      return try reader.read(bytes)
    },
    mayHoldPictures: { bytes in
      // With zeros it is UTF-16.
      ByteSearch.contains(0, in: bytes[...]) || ImageTags.mayStand(in: bytes)
    },
    localLinkCount: HTMLReader.localLinkCount,
    unreadableCharacterSet: HTMLEnvelope.unreadableCharacterSet,
    write: { document, terms in
      var writer = HTMLWriter(style: terms.audience == .pasteboard ? .clipboard : .commonMark)
      writer.identified = .linked
      return writer.write(document)
    })
}
