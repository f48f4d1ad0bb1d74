/// Blocks with a caption: a picture, a listing, a table (HTML 4.4.12).
public struct Figure: Hashable, Sendable {
  /// What the figure shows.
  public var blocks: [Block]
  /// What is written above or below it.
  public var caption: [Inline]
  /// True if the caption stands above the blocks.
  public var isCaptionFirst: Bool

  /// Creates a figure with its caption below unless told otherwise.
  public init(_ blocks: [Block], caption: [Inline], isCaptionFirst: Bool = false) {
    self.blocks = blocks
    self.caption = caption
    self.isCaptionFirst = isCaptionFirst
  }
}
