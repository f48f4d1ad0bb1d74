/// Paragraphs that a word processor draws one box around.
extension FlowStructure {
  /// Makes blank lines of empty paragraphs that stand within a box: alone, their borders are rules.
  func settleFrames(_ items: [FlowItem], _ kinds: inout [Kind]) {
    var index = 0
    while index < items.count {
      let first = index
      index += 1
      guard case .rule = kinds[first], let format = emptyFrame(items[first]) else { continue }
      while index < items.count, case .rule = kinds[index], let next = emptyFrame(items[index]),
        isOneBox(format, next)
      {
        index += 1
      }
      let before = first > 0 && isOneBox(format, with: items[first - 1])
      let after = index < items.count && isOneBox(format, with: items[index])
      // Without lines at the sides, what stands below the last text or above the first is a rule.
      let hasSides = !format.borders.isDisjoint(with: [.left, .right])
      guard hasSides ? before || after : before && after else { continue }
      let isCode = flow.styles.role(of: format.style) == .code
      for blank in first..<index { kinds[blank] = isCode ? .code : .empty }
    }
  }

  /// The format of an empty paragraph whose borders would be a rule; nil for another item.
  private func emptyFrame(_ item: FlowItem) -> FlowParagraphFormat? {
    guard case .paragraph(let paragraph) = item, paragraph.isEmpty,
      flow.styles.role(of: paragraph.format.style) != .rule
    else { return nil }
    return paragraph.format
  }

  private func isOneBox(_ format: FlowParagraphFormat, with item: FlowItem) -> Bool {
    guard case .paragraph(let paragraph) = item, !paragraph.isEmpty else { return false }
    return isOneBox(format, paragraph.format)
  }

  private func isOneBox(_ format: FlowParagraphFormat, _ other: FlowParagraphFormat) -> Bool {
    !format.borders.isEmpty && format.borders == other.borders && format.leftIndent == other.leftIndent
      && format.rightIndent == other.rightIndent
  }
}
