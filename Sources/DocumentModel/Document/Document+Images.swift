extension Document {
  /// The document with other inlines in place of images; nil leaves one as it is.
  package func replacingImages(_ replace: (Image) -> [Inline]?) -> Document {
    replacingInlines { inline in
      if case .image(let image) = inline { replace(image) } else { nil }
    }
  }

  /// The document with other destinations of links; nil leaves one as it is.
  package func replacingDestinations(_ replace: (String) -> String?) -> Document {
    replacingInlines { inline in
      guard case .link(var link) = inline, let destination = replace(link.destination) else { return nil }
      link.destination = destination
      return [.link(link)]
    }
  }

  /// The document with others in place of inlines and blocks; nil leaves one as it is, what it holds aside.
  package func replacingInlines(
    _ replace: (Inline) -> [Inline]?, blocks replaceBlock: (Block) -> [Block]? = { _ in nil }
  ) -> Document {
    withoutActuallyEscaping(replace) { replace in
      withoutActuallyEscaping(replaceBlock) { replaceBlock in
        let replacement = Replacement(replace: replace, replaceBlock: replaceBlock)
        return rewritten { replacement.replaced($0) }
      }
    }
  }

  /// The document with blocks of HTML for paragraphs of nothing but comments, as Markdown has those.
  package func settlingComments() -> Document {
    replacingInlines({ _ in nil }) { block in
      guard case .paragraph(let inlines) = block, !inlines.isEmpty else { return nil }
      var comments: [String] = []
      for inline in inlines {
        guard case .html(let markup) = inline, markup.hasPrefix("<!--") else { return nil }
        comments.append(markup)
      }
      return [.html(comments.joined(separator: "\n"))]
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

  /// How many links lead to files of one machine, which neither RTF nor office documents are given.
  package var localLinkCount: Int {
    var count = 0
    _ = replacingDestinations { destination in
      if LinkPolicy.isLocal(destination.utf8) { count += 1 }
      return nil
    }
    return count
  }

  /// Whether there is an image in it.
  package var hasImages: Bool {
    blocks.contains(where: \.hasImages) || footnotes.contains { $0.blocks.contains(where: \.hasImages) }
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

extension Block {
  fileprivate var hasImages: Bool {
    containsPart(
      inlines: { $0.contains(where: \.hasImages) }, blocks: { $0.contains(where: \.hasImages) })
  }
}

extension Inline {
  fileprivate var hasImages: Bool {
    if case .image = self { return true }
    return content?.contains(where: \.hasImages) ?? false
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
    var isBehindWord = false
    for (index, inline) in inlines.enumerated() {
      let wasBehindWord = isBehindWord
      isBehindWord = false
      if let others = replace(inline) {
        isBehindGap = others.isEmpty
        if result == nil { result = Array(inlines[..<index]) }
        guard case .image = inline else {
          result? += others
          continue
        }
        // The words for a picture are words of their own.
        if Self.endsInWord(result), Self.beginsWord(others.first) { result?.append(.text(" ")) }
        result? += others
        isBehindWord = Self.endsInWord(others)
      } else if wasBehindWord, Self.beginsWord(inline), case .text(let text) = inline {
        result?.append(.text(" " + text))
      } else if isBehindGap, case .text(let text) = inline, text.first == " ",
        Self.endsWithSpace(result ?? [])
      {
        // Of the spaces on both sides of what is gone one is left.
        isBehindGap = text.utf8.count == 1
        if !isBehindGap { result?.append(.text(String(text.dropFirst()))) }
      } else {
        let content = inline.content.flatMap(replaced)
        if content != nil, result == nil { result = Array(inlines[..<index]) }
        // A link around nothing but a picture that is gone is gone with it.
        isBehindGap = content?.isEmpty == true
        isBehindWord = content != nil && Self.endsInWord(content)
        if !isBehindGap { result?.append(content.map(inline.replacingContent) ?? inline) }
      }
    }
    return result
  }

  private static func endsInWord(_ inlines: [Inline]?) -> Bool {
    guard case .text(let text)?? = inlines?.last else { return false }
    return text.last.map { $0.isLetter || $0.isNumber } ?? false
  }

  private static func beginsWord(_ inline: Inline?) -> Bool {
    guard case .text(let text)? = inline else { return false }
    return text.first.map { $0.isLetter || $0.isNumber } ?? false
  }

  private static func endsWithSpace(_ inlines: [Inline]) -> Bool {
    guard case .text(let text)? = inlines.last else { return inlines.isEmpty }
    return text.last == " "
  }
}
