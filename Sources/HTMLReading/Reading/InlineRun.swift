/// A piece of a paragraph whose formatting is the same throughout.
struct InlineRun {
  enum Kind: Equatable {
    case text
    case code
    /// Text in a font for code: code too, but of several looks side by side it is one.
    case monospaced
    case lineBreak
    /// An image, formula or footnote reference: an index into what the collector keeps of them.
    case object(Int)
  }

  var kind: Kind
  var formats: InlineFormats
  /// Which link the text is of, if `formats` has one.
  var link: Int
  /// Where in the collector's buffer the text stands.
  var text: Range<Int>
}
