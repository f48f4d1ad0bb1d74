/// Links and images (CommonMark 6.3, 6.4), and references to footnotes.
extension InlineScanner {
  mutating func openBracket(_ range: Range<Int>) -> Int {
    let isImage = range.count == 2
    if !brackets.isEmpty { brackets[brackets.count - 1].holdsBracket = true }
    let end = append(.text, range, to: range.upperBound)
    brackets.append(
      OpenBracket(
        token: tokens.count - 1, content: end, delimiterCount: delimiters.count, isImage: isImage))
    if isImage { imageBracketCount += 1 }
    return end
  }

  mutating func closeBracket(_ text: Span<UInt8>, _ position: Int) -> Int {
    guard let bracket = brackets.popLast() else { return position + 1 }
    if bracket.isImage { imageBracketCount -= 1 }
    let isDead = brackets.count < deadBrackets && !bracket.isImage
    deadBrackets = min(deadBrackets, brackets.count)
    if isDead { return position + 1 }
    if let (target, end) = target(of: bracket, text, position) {
      return close(bracket, target, position, end, text)
    }
    return takeNote(bracket, text, position) ?? position + 1
  }

  private mutating func close(
    _ bracket: OpenBracket, _ target: LinkTargetText, _ position: Int, _ end: Int, _ text: Span<UInt8>
  ) -> Int {
    tokens[bracket.token].begin(bracket.isImage ? .imageStart : .linkStart, target: targets.count)
    targets.append(target)
    endText(at: position)
    delimiters.match(from: bracket.delimiterCount, in: &tokens)
    // Links hold no links, but images may hold what they like.
    if !bracket.isImage { deadBrackets = brackets.count }
    return append(.end, position..<position + 1, to: end)
  }

  /// Where a link leads whose text ends at a bracket, and where it ends itself; nil if it is none.
  private mutating func target(
    of bracket: OpenBracket, _ text: Span<UInt8>, _ position: Int
  ) -> (LinkTargetText, end: Int)? {
    let next = position + 1
    if next < limit, text[next] == UInt8(ascii: "("), let inline = inlineTarget(text, next) { return inline }
    guard !references.isEmpty else { return nil }
    var label = bracket.content..<position
    var end = next
    var hasLabel = !bracket.holdsBracket && LinkLabel.fits(text, label)
    if next < limit, text[next] == UInt8(ascii: "["), let labelEnd = LinkLabel.end(text, at: next, to: limit)
    {
      end = labelEnd
      // An empty label, to GitHub one of spaces too, stands for the text of the link.
      let isEmpty = (next + 1..<labelEnd - 1).allSatisfy { text[$0].isSpaceOrTab || text[$0] == 0x0A }
      if !isEmpty {
        label = next + 1..<labelEnd - 1
        hasLabel = true
      }
    }
    guard hasLabel, let target = references.target(text, label), target.length <= referenceBudget else {
      return nil
    }
    referenceBudget -= target.length
    return (target, end)
  }

  /// The destination and the title in parentheses.
  private func inlineTarget(_ text: Span<UInt8>, _ parenthesis: Int) -> (LinkTargetText, end: Int)? {
    let start = text.skippingWhiteSpace(from: parenthesis + 1, to: limit)
    guard let (destination, destinationEnd) = LinkParts.destination(text, at: start, to: limit) else {
      return nil
    }
    var end = text.skippingWhiteSpace(from: destinationEnd, to: limit)
    var title = end..<end
    if end > destinationEnd, let (content, titleEnd) = LinkParts.title(text, at: end, to: limit) {
      title = content
      end = text.skippingWhiteSpace(from: titleEnd, to: limit)
    }
    guard end < limit, text[end] == UInt8(ascii: ")") else { return nil }
    return (LinkTargetText(text, destination: destination, title: title), end + 1)
  }

  /// Takes a reference to a footnote. What looks like one and refers to none stays as it was written, whatever else it
  /// could mean: so GitHub has it.
  private mutating func takeNote(_ bracket: OpenBracket, _ text: Span<UInt8>, _ position: Int) -> Int? {
    let label = bracket.content + 1..<max(position, bracket.content + 1)
    guard !bracket.isImage, !label.isEmpty, text[bracket.content] == UInt8(ascii: "^"),
      ByteSearch.position(of: 0x0A, in: text, from: label.lowerBound, to: position) == position
    else { return nil }
    let note = notes.node(text, label)
    delimiters.forget(from: bracket.delimiterCount)
    tokens.removeSubrange(bracket.token...)
    restartText(text, at: bracket.content - 1, to: position)
    guard let note else { return position + 1 }
    return append(InlineToken(note: note), behind: bracket.content - 1, to: position + 1)
  }
}
