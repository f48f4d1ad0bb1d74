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
    rewritten { Replacement.replaced($0, by: replace, blocks: replaceBlock) }
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

  /// The number of links that lead to files of one machine, which neither RTF nor office documents are given.
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

private enum Replacement {
  /// The blocks with others in place of blocks and inlines; nil if all stay as they are.
  static func replaced(
    _ blocks: [Block], by replace: (Inline) -> [Inline]?, blocks replaceBlock: (Block) -> [Block]?
  ) -> [Block]? {
    blocks.rewritten { block in
      if let others = replaceBlock(block) { return .expanded(others) }
      let content = block.rewrittenContent(
        inlines: { replaced($0, by: replace) }, blocks: { replaced($0, by: replace, blocks: replaceBlock) })
      return Rewriting(content)
    }
  }

  private static func replaced(_ inlines: [Inline], by replace: (Inline) -> [Inline]?) -> [Inline]? {
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
        if beginsWord(others.first), endsInWord(result) { result?.append(.text(" ")) }
        result? += others
        isBehindWord = endsInWord(others)
      } else if wasBehindWord, beginsWord(inline), case .text(let text) = inline {
        result?.append(.text(" " + text))
      } else if isBehindGap, case .text(let text) = inline, text.first == " ",
        endsWithSpace(result ?? [])
      {
        // Of the spaces on both sides of what is gone one is left.
        isBehindGap = text.utf8.count == 1
        if !isBehindGap { result?.append(.text(String(text.dropFirst()))) }
      } else {
        if wasBehindWord, beginsWord(inline) { result?.append(.text(" ")) }
        let content = inline.content.flatMap { replaced($0, by: replace) }
        if content != nil, result == nil { result = Array(inlines[..<index]) }
        // A link around nothing but a picture that is gone is gone with it.
        isBehindGap = content?.isEmpty == true
        isBehindWord = content != nil && endsInWord(content)
        if !isBehindGap { result?.append(content.map(inline.replacingContent) ?? inline) }
      }
    }
    return result
  }

  /// True for inlines that end in a word, behind which a comment may name a picture.
  private static func endsInWord(_ inlines: [Inline]?) -> Bool {
    guard let inlines, var last = inlines.last else { return false }
    if case .html(let markup) = last, markup.hasPrefix("<!--"), inlines.count > 1 {
      last = inlines[inlines.count - 2]
    }
    guard case .text(let text) = last else { return last.content.map { endsInWord($0) } ?? false }
    return text.last.map { $0.isLetter || $0.isNumber } ?? false
  }

  private static func beginsWord(_ inline: Inline?) -> Bool {
    guard case .text(let text)? = inline else {
      return inline?.content?.first.map { beginsWord($0) } ?? false
    }
    return text.first.map { $0.isLetter || $0.isNumber } ?? false
  }

  private static func endsWithSpace(_ inlines: [Inline]) -> Bool {
    guard case .text(let text)? = inlines.last else { return inlines.isEmpty }
    return text.last == " "
  }
}

/// The size limit of the pictures that a document brings along in addresses.
package struct PictureBounds: Sendable {
  /// One picture, in bytes.
  package let each: Int
  /// All pictures of a document together.
  package let all: Int

  /// Bounds of so many bytes.
  package init(each: Int, all: Int) {
    (self.each, self.all) = (each, all)
  }

  /// The bounds for pictures that are put into documents.
  package static let embedded = PictureBounds(each: 8 << 20, all: 24 << 20)
}

extension Image {
  /// True if the picture is a part of its document, or at an address on one machine or in one program: a document in
  /// another format has it only if it is put there.
  package var isHeld: Bool {
    guard let address else { return true }
    return ["data:", "file:", "cid:"].contains { address.utf8.startsIgnoringCase(with: $0) }
  }

  /// The text that stands in for the picture in text: its alternative text, unless a program left a path there or what it made up.
  package var standIn: [Inline] {
    let words = AlternativeText.ofLostPicture(alternative)
    return words.isEmpty ? [] : [.text(words)]
  }

  /// True for a picture that a format without pictures loses: an empty address is what readers leave of one that they
  /// cannot hold.
  fileprivate var isLost: Bool { isHeld || address == "" }
}

extension Document {
  /// True if there are pictures that a format without pictures would lose.
  package var holdsPictures: Bool { images.contains(where: \.isHeld) }

  /// The document with the pictures within addresses as media, as formats take them that hold pictures.
  ///
  /// Of those that are out of bounds or lie elsewhere the alternative text is left; `leftCount` says how many.
  package func holdingPictures(
    within bounds: PictureBounds = .embedded
  ) -> (document: Document, leftCount: Int) {
    var media = media
    var next = media.reduce(0) { max($0, $1.id.number + 1) }
    var known: [String: Medium.ID?] = [:]
    var (room, leftCount) = (bounds.all, 0)
    var result = replacingImages { image in
      guard image.isHeld, let address = image.address else { return nil }
      if known[address] == nil {
        let medium = Medium(id: Medium.ID(next), at: address, limit: min(bounds.each, room))
        if let medium {
          media.append(medium)
          room -= medium.bytes.count
          next += 1
        }
        known[address] = .some(medium?.id)
      }
      guard let id = known[address] ?? nil else {
        leftCount += 1
        return image.standIn
      }
      var held = image
      held.source = .medium(id)
      return [.image(held)]
    }
    result.media = media
    return (result, leftCount)
  }

  /// The document with the alternative text in place of pictures that it holds.
  package func leavingPictures() -> Document {
    var result = replacingInlines { inline in
      if case .image(let image) = inline, image.isLost { image.standIn } else { nil }
    } blocks: { block in
      // Where a table set pictures side by side, nothing is left.
      if case .table(let table) = block, table.holdsLostPicturesOnly { [] } else { nil }
    }
    result.media = []
    return result
  }
}

extension Table {
  /// True for cells in which there is nothing but pictures that are lost, without words that stand in for them.
  fileprivate var holdsLostPicturesOnly: Bool {
    guard caption.isEmpty else { return false }
    var hasPictures = false
    for block in rows.joined().flatMap(\.blocks) {
      guard case .paragraph(let inlines) = block else { return false }
      for inline in inlines {
        guard case .image(let image) = inline, image.isLost, image.standIn.isEmpty else { return false }
        hasPictures = true
      }
    }
    return hasPictures
  }
}

extension Medium {
  /// The picture that an address holds; nil if it holds none, or a larger one.
  fileprivate init?(id: ID, at address: String, limit: Int) {
    // Four signs stand for three bytes; what is not in base 64 takes no fewer.
    guard address.utf8.count <= limit + limit / 2 + 1024, let data = DataAddress(address),
      data.bytes.count <= limit
    else { return nil }
    let ending = data.type.utf8.startsIgnoringCase(with: "image/svg") ? "svg" : String(data.type.dropFirst(6))
    guard let type = Medium.type(of: data.bytes, "picture." + ending), !data.bytes.isEmpty else {
      return nil
    }
    self.init(id: id, type: type, bytes: data.bytes)
  }
}

/// The result of rewriting an element of an array.
package enum Rewriting<Element> {
  case unchanged
  case replaced(Element)
  /// Others stand in its place.
  case expanded([Element])
  case dropped

  /// Another element in its place, nil leaving it as it is.
  package init(_ element: Element?) {
    self = element.map { .replaced($0) } ?? .unchanged
  }
}

extension Array {
  /// The elements as they are rewritten; nil if all stay as they are, for which nothing is copied.
  package func rewritten(_ rewrite: (Element) -> Rewriting<Element>) -> [Element]? {
    var result: [Element]?
    for index in indices {
      switch rewrite(self[index]) {
      case .unchanged:
        result?.append(self[index])
      case .replaced(let element):
        if result == nil { result = Array(self[..<index]) }
        result?.append(element)
      case .expanded(let elements):
        if result == nil { result = Array(self[..<index]) }
        result? += elements
      case .dropped:
        if result == nil { result = Array(self[..<index]) }
      }
    }
    return result
  }
}

extension Document {
  /// The document with its blocks, and those of each note, as they are rewritten; nil leaves them as they are.
  package func rewritten(_ rewrite: ([Block]) -> [Block]?) -> Document {
    var result = self
    if let blocks = rewrite(blocks) { result.blocks = blocks }
    for index in footnotes.indices {
      guard let blocks = rewrite(footnotes[index].blocks) else { continue }
      result.footnotes[index].blocks = blocks
    }
    return result
  }
}
