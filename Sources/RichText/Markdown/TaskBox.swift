/// The box at the beginning of a task list item (GFM 5.3).
enum TaskBox {
  /// Takes a box from the text with which an item begins, if there is one that counts.
  static func take(from item: inout ListItem, where counts: () -> Bool) {
    guard case .paragraph(var content)? = item.blocks.first, case .text(let text)? = content.first else {
      return
    }
    guard text.utf8.first == UInt8(ascii: "[") else { return }
    let box: ListItem.Checkbox
    if text.hasPrefix("[ ]") {
      box = .unchecked
    } else if text.hasPrefix("[x]") || text.hasPrefix("[X]") {
      box = .checked
    } else {
      return
    }
    let rest = text.dropFirst(3)
    let endsLine = content.count == 1 || content[1].isBreak
    guard rest.isEmpty ? endsLine : rest.first == " " || rest.first == "\t", counts() else { return }
    item.checkbox = box
    let shown = rest.drop { $0 == " " || $0 == "\t" }
    if shown.isEmpty { content.removeFirst() } else { content[0] = .text(String(shown)) }
    if content.first == .softBreak { content.removeFirst() }
    if content.isEmpty { item.blocks.removeFirst() } else { item.blocks[0] = .paragraph(content) }
  }
}
