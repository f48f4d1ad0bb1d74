/// Makes inlines of the runs of a paragraph: neighbours share what they have in common.
struct FlowInlineBuilder {
  let flow: Flow

  /// The inlines of a paragraph.
  ///
  /// - Parameter dropped: traits that say nothing here, as bold in a heading, unless the run says it itself.
  func inlines(of paragraph: FlowParagraph, dropping dropped: FlowTraits = []) -> [Inline] {
    let inlines = inlines(of: flow.runs[paragraph.runs], dropping: dropped)
    guard !inlines.isEmpty, let anchors = anchors(of: paragraph) else { return inlines }
    return anchors + inlines
  }

  /// The anchors of the places in a paragraph that links lead to; nil if there are none.
  func anchors(of paragraph: FlowParagraph) -> [Inline]? {
    guard !flow.anchors.isEmpty, !paragraph.runs.isEmpty else { return nil }
    return flow.anchors[paragraph.runs.lowerBound].map { $0.sorted().map { .html(AnchorMarkup.html($0)) } }
  }

  /// The inlines of the runs of a paragraph.
  func inlines(of runs: ArraySlice<FlowRun>, dropping dropped: FlowTraits) -> [Inline] {
    var pieces = pieces(of: runs, dropping: dropped)
    trimEdges(&pieces)
    settleCode(&pieces)
    settleBlanks(&pieces)
    settlePunctuation(&pieces)
    return build(pieces, pieces.indices, within: [], inLink: false)
  }

  // MARK: Pieces

  /// The runs with the traits that are meant, each as long as its format reaches.
  private func pieces(of runs: ArraySlice<FlowRun>, dropping dropped: FlowTraits) -> [FlowRun] {
    var pieces: [FlowRun] = []
    pieces.reserveCapacity(runs.count)
    for run in runs {
      var piece = run
      if dropped.contains(.bold), !run.traits.contains(.namedBold) { piece.traits.remove(.bold) }
      if dropped.contains(.italic), !run.traits.contains(.namedItalic) { piece.traits.remove(.italic) }
      // A link is underlined to be seen, unless it lies in text that was underlined before.
      if run.link > 0, run.order.position(of: .underline) < run.order.linkPosition {
        piece.traits.remove(.underline)
      }
      // What is typed or calculated is set in a typewriter's font to be seen.
      if !piece.traits.isDisjoint(with: [.keyboard, .math, .displayMath]) {
        piece.traits.subtract([.code, .namedCode])
      }
      piece.traits.subtract([.ownBold, .ownItalic, .namedBold, .namedItalic, .hidden])
      if case .note = run.content { piece.traits.subtract([.superscript, .bold, .italic]) }
      if case .text(let range) = run.content, let last = pieces.last, last.traits == piece.traits,
        last.link == piece.link, case .text(let before) = last.content, before.upperBound == range.lowerBound
      {
        pieces[pieces.count - 1].content = .text(before.lowerBound..<range.upperBound)
      } else {
        pieces.append(piece)
      }
    }
    return pieces
  }

  private func isBlank(_ piece: FlowRun) -> Bool {
    switch piece.content {
    case .text(let range): !piece.traits.contains(.namedCode) && flow.text[range].allSatisfy(\.isSpaceOrTab)
    case .lineBreak: true
    case .image, .note: false
    }
  }

  /// Takes white space and line breaks off the ends, and white space from beside line breaks.
  private func trimEdges(_ pieces: inout [FlowRun]) {
    guard let first = pieces.firstIndex(where: { !isBlank($0) }),
      let last = pieces.lastIndex(where: { !isBlank($0) })
    else {
      pieces = []
      return
    }
    if last - first + 1 < pieces.count { pieces = Array(pieces[first...last]) }
    var hasEmptyPieces = false
    for index in pieces.indices {
      guard case .text(var range) = pieces[index].content, !pieces[index].traits.contains(.namedCode) else {
        continue
      }
      if index == 0 || isLineBreak(pieces[index - 1]) {
        range = (flow.text[range].firstIndex { !$0.isSpaceOrTab } ?? range.upperBound)..<range.upperBound
      }
      if index == pieces.count - 1 || isLineBreak(pieces[index + 1]) {
        range =
          range
          .lowerBound..<(flow.text[range].lastIndex { !$0.isSpaceOrTab }.map { $0 + 1 } ?? range.lowerBound)
      }
      pieces[index].content = .text(range)
      hasEmptyPieces = hasEmptyPieces || range.isEmpty
    }
    guard hasEmptyPieces else { return }
    pieces.removeAll { if case .text(let range) = $0.content { range.isEmpty } else { false } }
  }

  /// Leaves blanks at the ends of what only a typewriter's font makes code to the text around it.
  private func settleCode(_ pieces: inout [FlowRun]) {
    // Most paragraphs have none.
    guard pieces.contains(where: { !$0.traits.isDisjoint(with: [.code, .styledCode]) }) else { return }
    var settled: [FlowRun] = []
    settled.reserveCapacity(pieces.count)
    for piece in pieces {
      guard piece.traits.intersection([.code, .styledCode, .namedCode]) == .code,
        case .text(let range) = piece.content, let words = words(in: range), words != range
      else {
        settled.append(piece)
        continue
      }
      for (part, isCode) in [
        (range.lowerBound..<words.lowerBound, false), (words, true),
        (words.upperBound..<range.upperBound, false),
      ] where !part.isEmpty {
        var run = piece
        run.content = .text(part)
        if !isCode { run.traits.remove(.code) }
        settled.append(run)
      }
    }
    for index in settled.indices { settled[index].traits.remove(.styledCode) }
    pieces = settled
  }

  /// A range of text without the blanks at its ends; nil if there is nothing else.
  private func words(in range: Range<Int>) -> Range<Int>? {
    guard let first = flow.text[range].firstIndex(where: { !$0.isSpaceOrTab }),
      let last = flow.text[range].lastIndex(where: { !$0.isSpaceOrTab })
    else { return nil }
    return first..<(last + 1)
  }

  private func isLineBreak(_ piece: FlowRun) -> Bool {
    if case .lineBreak = piece.content { true } else { false }
  }

  private static let emphasis: FlowTraits = [.bold, .italic, .underline, .strikethrough, .highlight]

  /// Leaves white space only the traits that both its neighbours have.
  private func settleBlanks(_ pieces: inout [FlowRun]) {
    for index in pieces.indices where isBlank(pieces[index]) {
      let before = index > 0 ? pieces[index - 1] : nil
      let after = index + 1 < pieces.count ? pieces[index + 1] : nil
      var shared = (before?.traits ?? []).intersection(after?.traits ?? [])
      shared.subtract([.code, .math, .displayMath])
      // A line break looks like nothing: emphasis that goes on behind it is one.
      let own = isLineBreak(pieces[index]) ? Self.emphasis : pieces[index].traits
      pieces[index].traits = own.intersection(shared)
      if before?.link != pieces[index].link || after?.link != pieces[index].link { pieces[index].link = 0 }
    }
  }

  /// Takes emphasis off punctuation that follows a word directly, where Markdown could not begin it.
  private func settlePunctuation(_ pieces: inout [FlowRun]) {
    // Most paragraphs stay as they are.
    var settled: [FlowRun] = []
    for index in pieces.indices.dropFirst() {
      guard let loose = loosePunctuation(at: index, in: pieces) else {
        if !settled.isEmpty { settled.append(pieces[index]) }
        continue
      }
      if settled.isEmpty { settled += pieces[..<index] }
      settled.append(loose.mark)
      if let kept = loose.kept { settled.append(kept) }
    }
    if !settled.isEmpty { pieces = settled }
  }

  /// The punctuation that a piece begins with and that its emphasis is taken off, and what is left of the piece.
  private func loosePunctuation(at index: Int, in pieces: [FlowRun]) -> (mark: FlowRun, kept: FlowRun?)? {
    let emphasis: FlowTraits = [.bold, .italic, .strikethrough]
    let (before, piece) = (pieces[index - 1], pieces[index])
    let gained = piece.traits.subtracting(before.traits).intersection(emphasis)
    guard !gained.isEmpty, !piece.traits.contains(.code), case .text(let range) = piece.content,
      case .text(let word) = before.content, let last = flow.text[word].last, last > 0x20
    else { return nil }
    let text = flow.text[range]
    let rest = text.drop(while: Self.isLoosePunctuation)
    guard rest.count < text.count, rest.first == nil || rest.first == 0x20 else { return nil }
    let kept = rest.drop { Self.isLoosePunctuation($0) || $0 == 0x20 }
    var (mark, remainder) = (piece, piece)
    mark.content = .text(range.lowerBound..<kept.startIndex)
    mark.traits.subtract(gained)
    remainder.content = .text(kept.startIndex..<range.upperBound)
    return (mark, kept.isEmpty ? nil : remainder)
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

  private func build(
    _ pieces: [FlowRun], _ range: Range<Int>, within open: FlowTraits, inLink: Bool
  ) -> [Inline] {
    var inlines: [Inline] = []
    inlines.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let piece = pieces[index]
      // Of what begins here the longest goes outside, then what was switched on first.
      var end = index
      var outermost: FlowTraits?
      var position = Int.min
      let gained = piece.traits.subtracting(open)
      for trait in gained.isDisjoint(with: .wrapping) ? [] : FlowTraits.nesting where gained.contains(trait) {
        let reach = extent(from: index, in: pieces[range]) { $0.traits.contains(trait) }
        if reach > end || reach == end && piece.order.position(of: trait) > position {
          (end, outermost, position) = (reach, trait, piece.order.position(of: trait))
        }
      }
      var isLink = false
      if piece.link > 0, !inLink, !flow.links[Int(piece.link) - 1].destination.isEmpty {
        let reach = extent(from: index, in: pieces[range]) { $0.link == piece.link }
        if reach > end || reach == end && piece.order.linkPosition >= position {
          (end, isLink) = (reach, true)
        }
      }
      if isLink {
        let link = flow.links[Int(piece.link) - 1]
        let shown = build(pieces, index..<end, within: open, inLink: true)
        inlines.append(.link(Link(destination: address(link, shown: shown), title: link.title, shown)))
      } else if let trait = outermost {
        let wrapped = build(pieces, index..<end, within: open.union(trait), inLink: inLink)
        inlines.append(trait.inline(wrapped))
      } else {
        end = index + 1
        appendLeaf(piece, to: &inlines)
      }
      index = end
    }
    return inlines
  }

  /// The address of a link; a host that is shown without the slash that a program added is meant as shown.
  private func address(_ link: FlowLink, shown inlines: [Inline]) -> String {
    if link.destination.utf8.last == UInt8(ascii: "/"), inlines.count == 1, case .text(let text) = inlines[0],
      text + "/" == link.destination, text.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= 2
    {
      return text
    }
    return link.destination
  }

  private func extent(
    from start: Int, in pieces: ArraySlice<FlowRun>, while holds: (FlowRun) -> Bool
  ) -> Int {
    pieces[start...].firstIndex { !holds($0) } ?? pieces.endIndex
  }

  private func appendLeaf(_ piece: FlowRun, to inlines: inout [Inline]) {
    switch piece.content {
    case .lineBreak:
      inlines.append(.lineBreak)
    case .image(let image):
      inlines.append(.image(flow.images[image]))
    case .note(let note):
      inlines.append(.footnoteReference(label: String(note + 1)))
    case .text(let range):
      let text = String(decoding: flow.text[range], as: UTF8.self)
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
    let start = utf8.firstIndex { !$0.isSpaceOrTab } ?? endIndex
    return self[start...]
  }

  /// The text without spaces and tabs at its end.
  var droppingTrailingBlanks: Substring {
    guard let last = utf8.lastIndex(where: { !$0.isSpaceOrTab }) else { return self[endIndex...] }
    return self[...last]
  }
}
