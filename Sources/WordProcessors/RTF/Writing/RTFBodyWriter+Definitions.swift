/// Definition lists, figures and captions.
extension RTFBodyWriter {
  mutating func write(_ definitions: [Definition], in context: FlowContext) {
    for definition in definitions {
      for term in definition.terms {
        beginParagraph(
          RTFHeader.term, in: context, spaceAfter: 0, isRightToLeft: term.areRightToLeft)
        output.append(" ")
        let outer = namesEmphasis
        namesEmphasis = true
        write(term)
        namesEmphasis = outer
        endParagraph()
      }
      for details in definition.details { write(details: details, in: context) }
    }
  }

  private mutating func write(details: [Block], in context: FlowContext) {
    let inner = context.inDetails
    let (inlines, blocks) = details.splitAtFirstParagraph
    beginParagraph(
      RTFHeader.details, in: inner, spaceAfter: inlines.isEmpty ? 0 : inner.spaceAfter,
      isRightToLeft: inlines.areRightToLeft)
    output.append(" ")
    write(inlines)
    endParagraph()
    write(blocks, in: inner)
  }

  mutating func write(_ figure: Figure, in context: FlowContext) {
    // A caption above is a paragraph: only one below says what it belongs to.
    if figure.isCaptionFirst { write(caption: figure.caption, info: nil, in: context) }
    write(figure.blocks, in: context)
    guard !figure.isCaptionFirst, !figure.caption.isEmpty else { return }
    write(caption: figure.caption, info: FlowCaption.ofFigure(blockCount: figure.blocks.count), in: context)
  }

  /// - Parameter info: what our own reader needs to know of the caption.
  mutating func write(caption: [Inline], info: String?, in context: FlowContext) {
    beginParagraph(
      RTFHeader.caption, in: context, spaceAfter: 120, isRightToLeft: caption.areRightToLeft)
    if let info {
      output.append("{\\*\\pbinfo ")
      output.append(text: info)
      output.append("}")
    } else {
      output.append(" ")
    }
    write(caption)
    endParagraph()
  }
}
