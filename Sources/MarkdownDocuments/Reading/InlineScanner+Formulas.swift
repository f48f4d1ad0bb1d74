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
