/// Blocks of text, from their first line to their last.
extension BlockParser {
  /// Adds lines to the leaf that is open; lines side by side are one piece.
  mutating func append(_ piece: TextPiece) {
    lastLine = piece.range
    if let last = pieces.last, pieces.count > Int(nodes[leafNode].firstPiece), piece.spaces == 0,
      last.end + 1 == piece.start, !isFenceInfo(pieces.count - 1)
    {
      pieces[pieces.count - 1].end = piece.end
    } else {
      pieces.append(piece)
    }
  }

  /// The first piece of fenced code is what stands behind the fence.
  private func isFenceInfo(_ index: Int) -> Bool {
    nodes[leafNode].kind == .fencedCode && index == Int(nodes[leafNode].firstPiece)
  }

  mutating func openParagraph(_ line: MarkdownLine, _ text: Span<UInt8>) {
    var piece = line.contentPiece
    if isItemNew, containers[matched - 1].kind == .item {
      takeBox(of: containers[matched - 1].node, from: &piece, text)
      guard piece.start < piece.end else { return }
    }
    open(leaf: .paragraph, text)
    leaf = .paragraph
    append(piece)
  }

  /// Takes the box with which the text of an item begins, and behind which there is a space (GFM 5.3).
  private mutating func takeBox(of item: Int, from piece: inout TextPiece, _ text: Span<UInt8>) {
    let (start, end) = (Int(piece.start), Int(piece.end))
    guard end - start >= 4, text[start] == UInt8(ascii: "["), text[start + 2] == UInt8(ascii: "]"),
      text[start + 3].isSpaceOrTab
    else { return }
    switch text[start + 1] {
    case UInt8(ascii: " "): nodes[item].detail = BlockNode.uncheckedBox
    case UInt8(ascii: "x"), UInt8(ascii: "X"): nodes[item].detail = BlockNode.checkedBox
    default: return
    }
    piece.start = UInt32(truncatingIfNeeded: text.skippingSpaces(from: start + 3, to: end))
  }

  /// Ends the leaf that is open.
  mutating func closeLeaf(_ text: Span<UInt8>) {
    switch leaf {
    case .none: return
    case .paragraph: closeParagraph(text)
    case .indentedCode: dropBlankEnd(text)
    case .fence, .html, .table: break
    }
    leaf = .none
    nodes[leafNode].lastPiece = UInt32(truncatingIfNeeded: pieces.count)
  }

  /// Takes definitions from the beginning of the paragraph that is open; true if some text is left.
  mutating func takeDefinitions(_ text: Span<UInt8>) -> Bool {
    let first = Int(nodes[leafNode].firstPiece)
    guard first < pieces.count, text[Int(pieces[first].start)] == UInt8(ascii: "[") else { return true }
    let taken = LeafText(pieces[first...], of: source).definitions(into: &references)
    if taken > 0 { pieces.dropText(taken, from: first) }
    return first < pieces.count
  }

  private mutating func closeParagraph(_ text: Span<UInt8>) {
    if takeDefinitions(text) { settleParagraph() } else { dissolveParagraph() }
  }

  /// Notes that there is text in the paragraph that is open.
  mutating func settleParagraph() {
    if isParagraphApart { loosen() }
    isParagraphApart = false
  }

  /// Makes of the paragraph that is open, of which no text is left, as if it had not been there.
  mutating func dissolveParagraph() {
    nodes[leafNode].kind = .removed
    containers[containers.count - 1].childCount -= 1
    // What it stood apart from ends with a blank line still.
    if isParagraphApart { containers[containers.count - 1].endsBlank = true }
  }

  /// Blank lines at the end of indented code are no part of it (CommonMark 4.4).
  private mutating func dropBlankEnd(_ text: Span<UInt8>) {
    let first = Int(nodes[leafNode].firstPiece)
    while let last = pieces.last, pieces.count > first {
      let end = text.trimmedEnd(from: Int(last.start), to: Int(last.end))
      if end == Int(last.start) {
        pieces.removeLast()
        continue
      }
      let lineEnd = ByteSearch.position(of: 0x0A, in: text, from: end, to: Int(last.end))
      pieces[pieces.count - 1].end = UInt32(truncatingIfNeeded: lineEnd)
      return
    }
  }
}
