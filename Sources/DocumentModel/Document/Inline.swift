/// A piece of the text of a block.
public enum Inline: Hashable, Sendable {
  /// Text without line feeds, never empty.
  case text(String)
  case emphasis([Inline])
  case strong([Inline])
  case strikethrough([Inline])
  case underline([Inline])
  case superscript([Inline])
  case `subscript`([Inline])
  case highlight([Inline])
  /// What a person types: HTML's `kbd`.
  case keyboard([Inline])
  case code(String)
  indirect case link(Link)
  indirect case image(Image)
  /// A line ending in the source that is shown as a space.
  case softBreak
  case lineBreak
  /// Raw HTML that stood in Markdown, as it was written.
  case html(String)
  /// TeX, without its delimiters.
  case math(String, display: Bool)
  /// A reference to the footnote of this label.
  case footnoteReference(label: String)
}

/// A hyperlink.
public struct Link: Hashable, Sendable {
  /// The address as it stands in an attribute or a Markdown destination after unescaping.
  public var destination: String
  /// What is shown when the pointer rests on the link; empty for nothing.
  public var title: String
  /// The text of the link.
  public var content: [Inline]

  /// Creates a link with `content` for its text.
  public init(destination: String, title: String = "", _ content: [Inline]) {
    self.destination = destination
    self.title = title
    self.content = content
  }
}
