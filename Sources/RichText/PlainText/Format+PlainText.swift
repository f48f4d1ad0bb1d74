extension Format {
  /// Text without markup.
  public static let plainText = Format(
    name: "plain", title: "plain text", read: { PlainTextReader().read($0) },
    write: { document, _ in PlainTextWriter().write(document) })
}
