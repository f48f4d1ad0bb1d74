extension Format {
  /// Markdown, in the dialect of `MarkdownStyle`.
  public static let markdown = Format(
    name: "markdown", title: "Markdown",
    read: { bytes throws(RichTextError) in try MarkdownReader().read(bytes) },
    mayHoldPictures: { bytes in
      ByteSearch.contains("![", in: bytes[...]) || ImageTags.mayStand(in: bytes)
    },
    write: { document, terms in
      // What a program is given of a rich document is text that people read.
      let shown = terms.audience == .pasteboard ? document.leavingPictures() : document
      return MarkdownWriter(style: terms.style).write(shown)
    })
}
