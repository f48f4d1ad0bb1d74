/// What holds around a node: its formatting, and how its text is to be taken.
struct ReadingContext {
  var formats = InlineFormats.none
  /// The link that the text is of, -1 for none.
  var link = -1
  /// Within a `code` element or its like.
  var isCode = false
  /// In a font for code.
  var isMonospaced = false
  /// Line feeds break lines.
  var keepsLines = false
  /// Bold is how everything here looks: header cells.
  var isBoldAnyway = false
  /// The strong text or the emphasis here is a look, within which an element that means it adds nothing.
  private var isStrongLook = false
  private var isEmphasisLook = false
  /// Blocks here are no more than their text, set apart by spaces.
  var dissolvesBlocks = false
  /// How many quotes and lists are around this.
  var depth: Int
  /// How many tables, definition lists and figures are around this.
  var enclosures = 0

  init(depth: Int = 0) {
    self.depth = depth
  }

  /// Makes text strong or emphasised because it looks so, unless it is already.
  mutating func addLook(_ format: InlineFormats.Format) {
    guard !formats.contains(format) else { return }
    formats = formats.adding(format)
    if format == .strong { isStrongLook = true } else { isEmphasisLook = true }
  }

  /// The context within an element that says this about itself.
  func applying(_ style: InlineStyle, of name: HTMLElementName) -> ReadingContext {
    var context = self
    if let isItalic = style.isItalic {
      if !isItalic {
        context.formats = context.formats.removing(InlineFormats.allEmphasis)
      } else if name.headingLevel == 0, name != .blockquote {
        context.addLook(.emphasis)
      }
    }
    if let isBold = style.isBold {
      if !isBold {
        context.formats = context.formats.removing(InlineFormats.allStrong)
      } else if !isBoldAnyway, name.headingLevel == 0, name != .th {
        context.addLook(.strong)
      }
    }
    if style.isStruck == true { context.formats = context.formats.adding(.strikethrough) }
    if name != .sup, name != .sub {
      switch style.vertical {
      case .superscript: context.formats = context.formats.adding(.superscript)
      case .subscript: context.formats = context.formats.adding(.subscript)
      case .baseline: context.formats = context.formats.removing(InlineFormats.allScripts)
      case nil: break
      }
    }
    if let isMonospaced = style.isMonospaced { context.isMonospaced = isMonospaced }
    if let whiteSpace = style.whiteSpace { context.keepsLines = whiteSpace == .preserved }
    return context
  }

  /// The context within a table, a definition list or a figure; nil if too many are around it.
  var enclosed: ReadingContext? {
    guard enclosures < NestingLimit.enclosures else { return nil }
    var context = self
    context.enclosures += 1
    return context
  }

  /// The context within an element that formats its text.
  func entering(_ name: HTMLElementName) -> ReadingContext {
    var context = self
    switch name {
    case .strong:
      context.formats = isStrongLook ? formats.adding(.strong) : formats.nesting(.strong)
      context.isStrongLook = false
    case .b: if !isBoldAnyway { context.addLook(.strong) }
    case .em:
      context.formats = isEmphasisLook ? formats.adding(.emphasis) : formats.nesting(.emphasis)
      context.isEmphasisLook = false
    case .i, .var: context.addLook(.emphasis)
    case .s, .strike, .del: context.formats = formats.adding(.strikethrough)
    case .u, .ins: if link < 0 { context.formats = formats.adding(.underline) }
    case .sup: context.formats = formats.nesting(.superscript)
    case .sub: context.formats = formats.nesting(.subscript)
    case .mark: context.formats = formats.adding(.highlight)
    case .kbd: context.formats = formats.adding(.keyboard)
    case .code, .tt, .samp: context.isCode = true
    default: break
    }
    return context
  }
}
