extension Format {
  /// HTML.
  public static let html = Format(
    name: "html", title: "HTML", read: { bytes throws(RichTextError) in try HTMLReader().read(bytes) },
    readWithPictures: { bytes throws(RichTextError) in
      var reader = HTMLReader()
      reader.keepsPictures = true
      return try reader.read(bytes)
    },
    write: { HTMLWriter(style: $1.audience == .pasteboard ? .clipboard : .commonMark).write($0) })
}
