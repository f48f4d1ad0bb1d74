/// Makes inlines of the runs of a paragraph: neighbours share what they have in common.
struct RTFInlineBuilder {
  /// A run whose text is known and whose format is settled.
  private struct Piece {
    enum Content {
      case text(String)
      case lineBreak
      indirect case image(Image)
      case note(Int)
    }

    var content: Content
    var traits: RTFTraits
    var order: RTFTraitOrder
    var link: Int32

    /// Appends to the text in place; false if this is none.
    mutating func append(_ more: String) -> Bool {
      guard case .text(var text) = content else { return false }
      content = .lineBreak
      text += more
      content = .text(text)
      return true
    }

    var isBlank: Bool {
      switch content {
      case .text(let text): !traits.contains(.namedCode) && text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      case .lineBreak: true
      default: false
      }
    }
  }

  let links: [RTFLink]

  /// The inlines of a paragraph.
  ///
  /// - Parameter dropped: traits that say nothing here, as bold in a heading, unless the run says it itself.
  func inlines(of paragraph: RTFParagraph, dropping dropped: RTFTraits = []) -> [Inline] {
    var pieces = pieces(of: paragraph, dropping: dropped)
    trimEdges(&pieces)
    settleBlanks(&pieces)
    settlePunctuation(&pieces)
    return build(pieces[...], within: [], inLink: false)
  }

  // MARK: Pieces

  private func pieces(of paragraph: RTFParagraph, dropping dropped: RTFTraits) -> [Piece] {
    var pieces: [Piece] = []
    pieces.reserveCapacity(paragraph.runs.count)
    for run in paragraph.runs {
      var traits = run.traits
      if dropped.contains(.bold), !traits.contains(.namedBold) { traits.remove(.bold) }
      if dropped.contains(.italic), !traits.contains(.namedItalic) { traits.remove(.italic) }
      // A link is underlined to be seen, unless it lies in text that was underlined before.
      if run.link > 0, run.order.position(of: .underline) < run.order.linkPosition {
        traits.remove(.underline)
      }
      // What is typed or calculated is set in a typewriter's font to be seen.
      if !traits.isDisjoint(with: [.keyboard, .math, .displayMath]) { traits.subtract([.code, .namedCode]) }
      traits.subtract([.ownBold, .ownItalic, .namedBold, .namedItalic, .styledCode, .hidden])
      let content: Piece.Content =
        switch run.content {
        case .text(let range): .text(String(decoding: paragraph.text[range], as: UTF8.self))
        case .lineBreak: .lineBreak
        case .image(let image): .image(image)
        case .note(let note): .note(note)
        }
      if case .note = content { traits.subtract([.superscript, .bold, .italic]) }
      if case .text(let text) = content, pieces.last?.traits == traits, pieces.last?.link == run.link,
        pieces[pieces.count - 1].append(text)
      {
        continue
      }
      pieces.append(Piece(content: content, traits: traits, order: run.order, link: run.link))
    }
    return pieces
  }

  /// Takes white space and line breaks off the ends, and white space from beside line breaks.
  private func trimEdges(_ pieces: inout [Piece]) {
    guard let first = pieces.firstIndex(where: { !$0.isBlank }),
      let last = pieces.lastIndex(where: { !$0.isBlank })
    else {
      pieces = []
      return
    }
    if last - first + 1 < pieces.count { pieces = Array(pieces[first...last]) }
    var hasEmptyPieces = false
    for index in pieces.indices {
      guard case .text(let text) = pieces[index].content, !pieces[index].traits.contains(.namedCode) else {
        continue
      }
      var trimmed = Substring(text)
      if index == 0 || isLineBreak(pieces[index - 1]) { trimmed = trimmed.droppingLeadingBlanks }
      if index == pieces.count - 1 || isLineBreak(pieces[index + 1]) {
        trimmed = trimmed.droppingTrailingBlanks
      }
      if trimmed.utf8.count != text.utf8.count { pieces[index].content = .text(String(trimmed)) }
      hasEmptyPieces = hasEmptyPieces || trimmed.isEmpty
    }
    guard hasEmptyPieces else { return }
    pieces.removeAll { if case .text(let text) = $0.content { text.isEmpty } else { false } }
  }

  private func isLineBreak(_ piece: Piece) -> Bool {
    if case .lineBreak = piece.content { true } else { false }
  }

  /// Leaves white space only the traits that both its neighbours have.
  private func settleBlanks(_ pieces: inout [Piece]) {
    for index in pieces.indices where pieces[index].isBlank {
      let before = index > 0 ? pieces[index - 1] : nil
      let after = index + 1 < pieces.count ? pieces[index + 1] : nil
      var shared = (before?.traits ?? []).intersection(after?.traits ?? [])
      shared.subtract([.code, .math, .displayMath])
      pieces[index].traits = pieces[index].traits.intersection(shared)
      if before?.link != pieces[index].link || after?.link != pieces[index].link { pieces[index].link = 0 }
    }
  }

  /// Takes emphasis off punctuation that follows a word directly, where Markdown could not begin it.
  private func settlePunctuation(_ pieces: inout [Piece]) {
    let emphasis: RTFTraits = [.bold, .italic, .strikethrough]
    var settled: [Piece] = []
    settled.reserveCapacity(pieces.count)
    for (index, piece) in pieces.enumerated() {
      let before = index > 0 ? pieces[index - 1] : nil
      let gained = piece.traits.subtracting(before?.traits ?? piece.traits).intersection(emphasis)
      guard !gained.isEmpty, !piece.traits.contains(.code), case .text(let text) = piece.content,
        case .text(let word)? = before?.content, let last = word.utf8.last, last > 0x20
      else {
        settled.append(piece)
        continue
      }
      let rest = text.utf8.drop(while: Self.isLoosePunctuation)
      let loose = text.utf8.prefix { Self.isLoosePunctuation($0) || $0 == 0x20 }
      guard rest.count < text.utf8.count, rest.first == nil || rest.first == 0x20 else {
        settled.append(piece)
        continue
      }
      var (mark, kept) = (piece, piece)
      mark.content = .text(String(Substring(loose)))
      mark.traits.subtract(gained)
      settled.append(mark)
      kept.content = .text(String(Substring(text.utf8.dropFirst(loose.count))))
      if loose.count < text.utf8.count { settled.append(kept) }
    }
    pieces = settled
  }

  private static func isLoosePunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "!"),
      UInt8(ascii: "?"):
      true
    default: false
    }
  }

  // MARK: Tree

  private func build(_ pieces: ArraySlice<Piece>, within open: RTFTraits, inLink: Bool) -> [Inline] {
    var inlines: [Inline] = []
    var index = pieces.startIndex
    while index < pieces.endIndex {
      let piece = pieces[index]
      // Of what begins here the longest goes outside, then what was switched on first.
      var end = index
      var outermost: RTFTraits?
      var position = Int.min
      for trait in RTFTraits.wrapping where piece.traits.contains(trait) && !open.contains(trait) {
        let reach = extent(from: index, in: pieces) { $0.traits.contains(trait) }
        if reach > end || reach == end && piece.order.position(of: trait) > position {
          (end, outermost, position) = (reach, trait, piece.order.position(of: trait))
        }
      }
      var isLink = false
      if piece.link > 0, !inLink {
        let reach = extent(from: index, in: pieces) { $0.link == piece.link }
        if reach > end || reach == end && piece.order.linkPosition >= position {
          (end, isLink) = (reach, true)
        }
      }
      if isLink {
        let link = links[Int(piece.link) - 1]
        let content = build(pieces[index..<end], within: open, inLink: true)
        inlines.append(.link(Link(destination: address(link, shown: content), title: link.title, content)))
      } else if let trait = outermost {
        inlines.append(wrap(build(pieces[index..<end], within: open.union(trait), inLink: inLink), in: trait))
      } else {
        end = index + 1
        appendLeaf(piece, to: &inlines)
      }
      index = end
    }
    return inlines
  }

  /// The address of a link; one that is shown without the slash that a program added is meant as shown.
  private func address(_ link: RTFLink, shown content: [Inline]) -> String {
    if case .text(let text)? = content.first, content.count == 1, text + "/" == link.destination {
      return text
    }
    return link.destination
  }

  private func extent(from start: Int, in pieces: ArraySlice<Piece>, while holds: (Piece) -> Bool) -> Int {
    var end = start
    while end < pieces.endIndex, holds(pieces[end]) { end += 1 }
    return end
  }

  private func wrap(_ content: [Inline], in trait: RTFTraits) -> Inline {
    switch trait {
    case .italic: .emphasis(content)
    case .bold: .strong(content)
    case .strikethrough: .strikethrough(content)
    case .underline: .underline(content)
    case .highlight: .highlight(content)
    case .superscript: .superscript(content)
    case .subscript: .subscript(content)
    default: .keyboard(content)
    }
  }

  private func appendLeaf(_ piece: Piece, to inlines: inout [Inline]) {
    switch piece.content {
    case .lineBreak:
      inlines.append(.lineBreak)
    case .image(let image):
      inlines.append(.image(image))
    case .note(let note):
      inlines.append(.footnoteReference(label: String(note + 1)))
    case .text(let text):
      if piece.traits.contains(.displayMath) {
        inlines.append(.math(text, display: true))
      } else if piece.traits.contains(.math) {
        inlines.append(.math(text, display: false))
      } else if piece.traits.contains(.code) {
        if case .code(var before)? = inlines.last {
          // Taken out so that the text grows in place.
          inlines.removeLast()
          before += text
          inlines.append(.code(before))
        } else {
          inlines.append(.code(text))
        }
      } else if case .text(var before)? = inlines.last {
        inlines.removeLast()
        before += text
        inlines.append(.text(before))
      } else {
        inlines.append(.text(text))
      }
    }
  }
}

extension Substring {
  /// The text without spaces and tabs at its beginning.
  var droppingLeadingBlanks: Substring {
    let start = utf8.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? endIndex
    return self[start...]
  }

  /// The text without spaces and tabs at its end.
  var droppingTrailingBlanks: Substring {
    guard let last = utf8.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return self[endIndex...] }
    return self[...last]
  }
}
