/// What a note begins with that only repeats its reference: a number, and signs for the way back.
struct FootnoteMark {
  /// The number; empty where the reference is none.
  private let number: [UInt8]

  /// - Parameter note: an item of a list has its number from that, and may begin with one of its own.
  init(of reference: HTMLTree.NodeID, to note: HTMLTree.NodeID, in tree: HTMLTree) {
    guard tree[note].name != .li else {
      number = []
      return
    }
    let text = tree.innerText(of: reference, limit: 24).filter {
      !$0.isHTMLSpace && !"[]().:".utf8.contains($0)
    }
    number = text.count <= 6 && text.allSatisfy(\.isASCIIDigit) ? text : []
  }

  func remove(from note: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard let text = tree.near(note, where: { tree[$0].name == .text && !isEmpty($0, in: tree) }) else {
      return
    }
    if tree[tree[text].parent].name == .sup, !number.isEmpty, isOnly(text, in: tree[text].parent, tree),
      tree.text(of: text).trimmingHTMLSpace.elementsEqual(number)
    {
      tree.remove(tree[text].parent)
      return
    }
    guard
      tree.ancestor(of: text, where: { $0 == note || tree[$0].name == .code || tree[$0].name == .a }) == note
    else { return }
    let bytes = tree.text(of: text)
    tree.trimText(text, first: bytes.count - withoutMark(bytes).count)
  }

  private func withoutMark(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = Self.withoutSpaces(bytes)
    // Wikipedia's and its kin's, before the letters that lead back to each reference.
    for sign in ["^", "↑"] where rest.starts(with: sign.utf8) {
      let behind = rest.dropFirst(sign.utf8.count)
      if behind.isEmpty || behind.first?.isHTMLSpace == true { rest = Self.withoutSpaces(behind) }
    }
    guard !number.isEmpty, rest.starts(with: number) else { return rest }
    let behind = rest.dropFirst(number.count)
    guard let point = behind.first, ".):".utf8.contains(point), behind.dropFirst().first?.isHTMLSpace == true
    else { return rest }
    return Self.withoutSpaces(behind.dropFirst())
  }

  /// The text without the spaces that it begins with, those among them that do not break lines.
  private static func withoutSpaces(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while true {
      if rest.first?.isHTMLSpace == true {
        rest = rest.dropFirst()
      } else if rest.starts(with: [0xC2, 0xA0]) {
        rest = rest.dropFirst(2)
      } else {
        return rest
      }
    }
  }

  private func isEmpty(_ text: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    Self.withoutSpaces(tree.text(of: text)).isEmpty
  }

  private func isOnly(_ text: HTMLTree.NodeID, in parent: HTMLTree.NodeID, _ tree: HTMLTree) -> Bool {
    tree.children(of: parent).allSatisfy { $0 == text || tree.isBlank($0) }
  }
}

/// What says of itself that it is a note, and needs no link back to show it.
enum FootnoteRoles {
  private static let names = ["footnote", "endnote", "rearnote", "doc-footnote", "doc-endnote"]
  /// The classes of Texinfo's notes, and of those of pulldown-cmark, of which mdBook's and Zola's pages are made.
  private static let classes: ClassNames = ["footnote_anchor", "footnote-definition"]

  static func isNote(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    if tree.hasClass(among: classes, id) { return true }
    return [HTMLAttributeName.role, .epubType].contains { name in
      tree.attribute(name, of: id)?.split(whereSeparator: \.isHTMLSpace)
        .contains { word in names.contains { word.equalsIgnoringCase($0) } } == true
    }
  }
}
