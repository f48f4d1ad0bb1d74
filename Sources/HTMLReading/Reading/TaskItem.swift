/// Finds the box of a task list item, however its program drew it.
enum TaskItem {
  /// The item's checkbox; a box drawn as a character is taken out of the text.
  static func takeCheckbox(
    of item: HTMLTree.NodeID, in tree: HTMLTree, _ content: inout [Block]
  ) -> ListItem.Checkbox? {
    if let state = declaredState(of: item, in: tree) {
      // Google Keep draws it beside.
      _ = takeDrawnBox(&content, isCode: false, isTicked: false)
      return state
    }
    if let input = leadingInput(of: item, in: tree) {
      return tree.attribute(.checked, of: input) == nil ? .unchecked : .checked
    }
    let isOfOrg = tree.hasClass(among: ["on", "off", "trans"], item)
    let isOfAsciidoctor = tree.hasClass("checklist", tree[item].parent)
    if let checkbox = takeDrawnBox(&content, isCode: isOfOrg, isTicked: isOfAsciidoctor) { return checkbox }
    // Joplin, Confluence, TinyMCE and Quip mark what is done alone.
    let list = tree[item].parent
    let isOfTasks =
      tree.hasClass(among: ["joplin-checklist", "inline-task-list", "tox-checklist"], list)
      || [list, tree[list].parent].contains {
        $0 != HTMLTree.none && tree.attribute(.dataSectionStyle, of: $0)?.elementsEqual("7".utf8) == true
      }
    return isOfTasks ? .unchecked : nil
  }

  /// What OneNote's marks say of a task, of which there may be several; nil if they say of none.
  static func markedState(of id: HTMLTree.NodeID, in tree: HTMLTree) -> ListItem.Checkbox? {
    guard let marks = tree.attribute(.dataTag, of: id) else { return nil }
    let mark = marks.split(separator: UInt8(ascii: ","), maxSplits: 8).lazy.map(\.trimmingHTMLSpace)
      .first { $0.startsIgnoringCase(with: "to-do") }
    return mark.map {
      $0.count > 5 && $0.dropFirst(5).equalsIgnoringCase(":completed") ? .checked : .unchecked
    }
  }

  private static let icons: ClassNames = ["fa-check-square-o", "fa-square-o"]

  /// What the item says itself: to screen readers, by its class, in Atlassian's editors, Quill and Evernote.
  private static func declaredState(of item: HTMLTree.NodeID, in tree: HTMLTree) -> ListItem.Checkbox? {
    if let state = tree.attribute(.ariaChecked, of: item) {
      return state.equalsIgnoringCase("true") ? .checked : .unchecked
    }
    if let state = tree.attribute(.dataTaskState, of: item) {
      return state.equalsIgnoringCase("done") ? .checked : .unchecked
    }
    if let state = tree.attribute(.dataChecked, of: item) ?? tree.attribute(.dataDone, of: item) {
      return state.equalsIgnoringCase("true") ? .checked : .unchecked
    }
    if let state = markedState(of: item, in: tree) { return state }
    if tree.hasClass(among: ["checked", "checked-box", "xchecked-box", "tox-checklist--checked"], item) {
      return .checked
    }
    if tree.hasClass(among: ["unchecked", "unchecked-box"], item) { return .unchecked }
    if let kind = tree.attribute(.dataList, of: item) {
      if kind.equalsIgnoringCase("checked") || kind.equalsIgnoringCase("isdone") { return .checked }
      if kind.equalsIgnoringCase("unchecked") || kind.equalsIgnoringCase("check") { return .unchecked }
    }
    if let isDone = tree.style(of: item)?.isDone { return isDone ? .checked : .unchecked }
    if tree.hasClass("checklist", tree[item].parent) {
      // Asciidoctor's icons.
      let icon = tree.near(item) { tree[$0].name == .i && tree.hasClass(among: icons, $0) }
      if let icon { return tree.hasClass("fa-check-square-o", icon) ? .checked : .unchecked }
    }
    // Notion and Discourse draw the box with an element that holds nothing.
    for box in tree.children(of: item).prefix(2) where tree.hasClass(among: ["checkbox", "chcklst-box"], box)
    {
      if let state = tree.attribute(.ariaChecked, of: box) {
        return state.equalsIgnoringCase("true") ? .checked : .unchecked
      }
      return tree.hasClass(among: ["checkbox-on", "checked"], box) ? .checked : .unchecked
    }
    return nil
  }

  /// The checkbox that stands before any text of the item.
  static func leadingInput(of item: HTMLTree.NodeID, in tree: HTMLTree) -> HTMLTree.NodeID? {
    var current = tree.following(item, within: item)
    while current != HTMLTree.none {
      switch tree[current].name {
      case .text:
        guard tree.isBlank(current) else { return nil }
      case .input:
        let isCheckbox = tree.attribute(.type, of: current)?.equalsIgnoringCase("checkbox") ?? false
        return isCheckbox ? current : nil
      case .p, .label, .span, .div, .font, .b, .strong, .i, .em, .a:
        break
      default:
        return nil
      }
      current = tree.following(current, within: item)
    }
    return nil
  }

  /// The box that a text begins with, and how many scalars it takes.
  private static func drawnBox(_ text: String, isTicked: Bool) -> (ListItem.Checkbox, length: Int)? {
    switch text.unicodeScalars.first {
    // Where boxes are ticked, elsewhere a sign of its own.
    case "✓" where isTicked: (.checked, 1)
    case "❏" where isTicked: (.unchecked, 1)
    case "☐", "⬜", "🔲": (.unchecked, 1)
    case "☑", "☒", "✅", "🗹", "🗷": (.checked, 1)
    case "[" where text.utf8.starts(with: "[ ]".utf8): (.unchecked, 3)
    case "[" where text.utf8.starts(with: "[x]".utf8) || text.utf8.starts(with: "[X]".utf8): (.checked, 3)
    default: nil
    }
  }

  private static func takeDrawnBox(
    _ content: inout [Block], isCode: Bool, isTicked: Bool
  ) -> ListItem.Checkbox? {
    guard case .paragraph(var inlines)? = content.first else { return nil }
    // Org has the box in a font for code.
    if isCode, inlines.count > 1, case .code(let box) = inlines[0], case .text(let rest) = inlines[1] {
      inlines.replaceSubrange(0...1, with: [.text((box == "[\u{A0}]" ? "[ ]" : box) + rest)])
    }
    guard case .text(let text)? = inlines.first, let (checkbox, length) = drawnBox(text, isTicked: isTicked)
    else { return nil }
    var rest = Substring(text).unicodeScalars.dropFirst(length)
    // A box drawn in a line of its own has the item's text below it.
    let isAlone = rest.isEmpty && inlines.count == 1 && length == 1
    guard isAlone || rest.first.map({ $0 == " " || $0 == "\u{A0}" || $0 == "\t" }) == true else { return nil }
    rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
    if rest.isEmpty {
      inlines.removeFirst()
    } else {
      inlines[0] = .text(String(Substring(rest)))
    }
    if inlines.isEmpty {
      content.removeFirst()
    } else {
      content[0] = .paragraph(inlines)
    }
    return checkbox
  }
}
