extension Format {
  /// Markdown, in the dialect of `MarkdownStyle`.
  public static let markdown = Format(
    name: "markdown", title: "Markdown",
    read: { bytes throws(RichTextError) in try MarkdownReader().read(bytes) },
    write: { MarkdownWriter(style: $1.style).write($0) })
}
