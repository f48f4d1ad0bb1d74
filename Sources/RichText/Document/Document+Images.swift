extension Document {
  /// The document with other inlines in place of images; nil leaves one as it is.
  package func replacingImages(_ replace: (Image) -> [Inline]?) -> Document {
    replacingInlines { inline in
      if case .image(let image) = inline { replace(image) } else { nil }
    }
  }

  /// The document with others in place of inlines and blocks; nil leaves one as it is, what it holds aside.
  func replacingInlines(
    _ replace: (Inline) -> [Inline]?, blocks replaceBlock: (Block) -> [Block]? = { _ in nil }
  ) -> Document {
    withoutActuallyEscaping(replace) { replace in
      withoutActuallyEscaping(replaceBlock) { replaceBlock in
        let replacement = Replacement(replace: replace, replaceBlock: replaceBlock)
        return rewritten { replacement.replaced($0) }
      }
    }
  }

  /// The images, in the order of the text and then of the notes.
  package var images: [Image] {
    var images: [Image] = []
    _ = replacingImages { image in
      images.append(image)
      return nil
    }
    return images
  }

  /// The image, if the document is one and nothing else.
  package var onlyImage: Image? {
    guard blocks.count == 1, footnotes.isEmpty, case .paragraph(let inlines) = blocks[0], inlines.count == 1
    else { return nil }
    switch inlines[0] {
    case .image(let image): return image
    case .link(let link):
      if link.content.count == 1, case .image(let image) = link.content[0] { return image }
      return nil
    default: return nil
    }
  }
}

private struct Replacement {
  let replace: (Inline) -> [Inline]?
  let replaceBlock: (Block) -> [Block]?

  /// The blocks with others in place of blocks and inlines; nil if all stay as they are.
  func replaced(_ blocks: [Block]) -> [Block]? {
    blocks.rewritten { block in
      if let others = replaceBlock(block) { return .expanded(others) }
      return Rewriting(block.rewrittenContent(inlines: replaced, blocks: replaced))
    }
  }

  private func replaced(_ inlines: [Inline]) -> [Inline]? {
    var result: [Inline]?
    var isBehindGap = false
    for (index, inline) in inlines.enumerated() {
      if let others = replace(inline) {
        isBehindGap = others.isEmpty
        result = (result ?? Array(inlines[..<index])) + others
      } else if isBehindGap, case .text(let text) = inline, text.first == " ",
        Self.endsWithSpace(result ?? [])
      {
        // Of the spaces on both sides of what is gone one is left.
        isBehindGap = text.utf8.count == 1
        if !isBehindGap { result?.append(.text(String(text.dropFirst()))) }
      } else {
        isBehindGap = false
        let changed = inline.content.flatMap(replaced).map(inline.replacingContent)
        if changed != nil, result == nil { result = Array(inlines[..<index]) }
        result?.append(changed ?? inline)
      }
    }
    return result
  }

  private static func endsWithSpace(_ inlines: [Inline]) -> Bool {
    guard case .text(let text)? = inlines.last else { return inlines.isEmpty }
    return text.last == " "
  }
}
