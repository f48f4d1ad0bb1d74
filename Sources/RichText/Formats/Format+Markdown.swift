extension Format {
  /// Markdown as GitHub reads it, written in the dialect of `MarkdownStyle`.
  public static let markdown = markdown(MarkdownReader())

  /// Markdown that has definition lists.
  private static let markdownWithDefinitions = markdown(MarkdownReader(readsDefinitions: true))

  /// The format as a style says that it is read: Markdown of a dialect that has definition lists, with these.
  package func reading(_ style: MarkdownStyle) -> Format {
    self == .markdown && style.dialect == .extra ? .markdownWithDefinitions : self
  }

  private static func markdown(_ reader: MarkdownReader) -> Format {
    Format(
      name: "markdown", title: "Markdown",
      read: { bytes throws(RichTextError) in
        let text = TerminalSequences.removed(from: bytes)
        var document = try reader.read(text)
        document.properties = FrontMatter.fields(of: text).properties
        return document
      },
      mayHoldPictures: { bytes in
        ByteSearch.contains("![", in: bytes[...]) || ImageTags.mayStand(in: bytes)
      },
      localLinkCount: { bytes in
        // Letters of a scheme may be spelt as references: whoever writes one so is told of nothing.
        guard ByteSearch.contains("file:", in: bytes[...]) else { return 0 }
        return (try? MarkdownReader().read(bytes))?.localLinkCount ?? 0
      },
      write: { document, terms in
        // What a program is given of a rich document is text that people read.
        let shown = terms.audience == .pasteboard ? document.leavingPictures() : document
        let written = MarkdownWriter(style: terms.style).write(shown)
        guard terms.writesFrontMatter, !document.properties.isEmpty else { return written }
        return FrontMatter.text(of: document.properties) + (written.isEmpty ? [] : [0x0A]) + written
      })
  }
}
