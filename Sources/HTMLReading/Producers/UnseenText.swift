/// Text that what is around it makes unseen, and what is within may make seen again: mails built with MJML have cells
/// without a text size whose content has one.
enum UnseenText {
  static func drop(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard let style = tree.style(of: id) else { return }
      if style.isVisible == false { drop(id, keepsPictures: false, in: &tree) { $0.isVisible != nil } }
      if style.textSize == .nothing { drop(id, keepsPictures: true, in: &tree) { $0.textSize != nil } }
    }
  }

  /// Drops what is seen of an element, but for what says itself that it is seen.
  private static func drop(
    _ id: HTMLTree.NodeID, keepsPictures: Bool, in tree: inout HTMLTree,
    unless isStated: (InlineStyle) -> Bool
  ) {
    var unseen: [HTMLTree.NodeID] = []
    var isNeeded = tree[id].name == .td || tree[id].name == .th
    var current = tree.following(id, within: id)
    while current != HTMLTree.none {
      if tree[current].style >= 0, isStated(tree.styles[Int(tree[current].style)]) {
        isNeeded = true
        current = tree.followingSkippingContent(of: current, within: id)
        continue
      }
      switch tree[current].name {
      case .text: if !tree.isBlank(current) { unseen.append(current) }
      case .img, .svg, .video, .audio, .object:
        if keepsPictures { isNeeded = true } else { unseen.append(current) }
      default: break
      }
      current = tree.following(current, within: id)
    }
    if isNeeded { unseen.forEach { tree.remove($0) } } else { tree.remove(id) }
  }
}
