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

/// Formulas between dollar signs (GitHub, "Writing mathematical expressions").
extension InlineScanner {
  /// One sign on each side sets a formula within its line, two give it a line of its own; `$`\`…\`$` keeps all of TeX from
  /// being read as Markdown, and may touch words.
  ///
  /// Only the next signs may end a formula, so that each is looked at twice at most.
  mutating func takeFormula(_ text: Span<UInt8>, _ position: Int) -> Int {
    let dollar = UInt8(ascii: "$")
    let content = endOfDollars(text, position)
    let count = content - position
    guard count < 3, content < limit else { return content }
    if count == 1, text[content] == UInt8(ascii: "`") { return takeQuotedFormula(text, position) }
    guard position == start || !text[position - 1].isASCIIAlphanumeric else { return content }
    guard count == 2 || text[content] > 0x20 else { return content }
    var end = content
    var isBlank = true
    while end < limit, text[end] != dollar {
      if text[end] > 0x20 { isBlank = false }
      end += text[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < limit, !isBlank else { return content }
    let close = endOfDollars(text, end)
    guard close - end == count, count == 2 || text[end - 1] > 0x20,
      close == limit || !text[close].isASCIIAlphanumeric
    else { return content }
    return append(
      InlineToken(count == 2 ? .displayMath : .math, content..<end), behind: position, to: close)
  }

  private func endOfDollars(_ text: Span<UInt8>, _ position: Int) -> Int {
    var end = position
    while end < limit, text[end] == UInt8(ascii: "$") { end += 1 }
    return end
  }

  private mutating func takeQuotedFormula(_ text: Span<UInt8>, _ position: Int) -> Int {
    var content = position + 1
    while content < limit, text[content] == UInt8(ascii: "`") { content += 1 }
    let length = content - position - 1
    guard let end = backticks.run(of: length, text, from: content, to: limit), end + length < limit,
      text[end + length] == UInt8(ascii: "$")
    else { return position + 1 }
    return append(InlineToken(.math, content..<end), behind: position, to: end + length + 1)
  }
}
