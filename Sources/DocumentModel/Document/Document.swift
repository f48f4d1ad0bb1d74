/// Rich text as a tree of blocks: what every reader makes and every writer takes.
///
/// The tree holds what rich-text programs and HTML say of structure, which is more than Markdown can: cells
/// with lists, captions, definitions. Readers keep what they see; `expressed(within:)` makes the best of it
/// where a format has no words for it. It knows nothing of fonts, colours or sizes.
public struct Document: Hashable, Sendable {
  /// The blocks of the text, in order.
  public var blocks: [Block]

  /// The notes that the footnote references of `blocks` point to, in the order of their first reference.
  public var footnotes: [Footnote]

  /// The pictures and the like that images of the document show by their identifiers.
  public var media: [Medium]

  /// The properties of the document beside its text, such as its title: the fields of a front matter.
  public var properties: [DocumentProperty]

  /// Creates a document, empty unless told otherwise.
  public init(
    _ blocks: [Block] = [], footnotes: [Footnote] = [], media: [Medium] = [],
    properties: [DocumentProperty] = []
  ) {
    self.blocks = blocks
    self.footnotes = footnotes
    self.media = media
    self.properties = properties
  }

  /// True if there is nothing to show.
  public var isEmpty: Bool { blocks.isEmpty && footnotes.isEmpty }
}

/// The text of one footnote.
public struct Footnote: Hashable, Sendable {
  /// What references call the note; unique within a document.
  public var label: String
  /// What the note says.
  public var blocks: [Block]

  /// Creates a note for the references of this label.
  public init(label: String, blocks: [Block]) {
    self.label = label
    self.blocks = blocks
  }
}
