/// A stretch of a paragraph in one format.
struct FlowRun {
  enum Content {
    /// A range of the text of the paragraph while that is read, of the text of all paragraphs after that.
    case text(Range<Int>)
    case lineBreak
    /// The index of an image.
    case image(Int)
    /// The index of a note.
    case note(Int)
  }

  var content: Content
  var traits: FlowTraits
  var order: FlowTraitOrder
  /// The index of the hyperlink plus one, 0 for none.
  var link: Int32

  /// Makes the run part of a link, unless it lies in another than `outer`. A link is underlined to be seen.
  mutating func link(within outer: Int32, to link: Int32) {
    guard self.link == outer else { return }
    self.link = link
    traits.remove(.underline)
  }

  /// Takes the run out of a link that ends before it.
  mutating func end(_ links: [Int32: FlowLinkEnd], at index: Int = .max) {
    guard link != 0, let end = links[link], index >= end.firstRun else { return }
    link = end.outerLink
  }

  /// True for nothing but letters and line breaks.
  var isText: Bool {
    switch content {
    case .text, .lineBreak: true
    case .image, .note: false
    }
  }
}

/// What all characters of a run have in common.
struct FlowRunFormat {
  var traits: FlowTraits = []
  var order = FlowTraitOrder()
  /// The index of the hyperlink plus one, 0 for none.
  var link: Int32 = 0
  /// In half points.
  var size: UInt16 = 24
}

/// A paragraph as it was read, before it is known what it is part of.
struct FlowParagraph {
  /// Which part of the text of all paragraphs is its own, and which of their runs.
  var text: Range<Int>
  var runs: Range<Int>
  var format: FlowParagraphFormat
  /// The text of the list marker, nil if there was none.
  var marker: String?
  /// The sizes of the text in half points, smallest to largest.
  var sizes: ClosedRange<UInt16>?
  /// What Pasteboard's writer said of a code block.
  var info: String?

  var isEmpty: Bool { runs.isEmpty }
}
