/// Rules for links that formatting tore apart.
enum LinkRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("join links torn apart by formatting", join)
  ]

  /// Programs that write a link for each piece of its text, however it looks.
  private static let tearing: Set<HTMLProducer> = [.googleDocs, .word, .wordOnline, .qt]

  /// Links side by side to one address are one link whose text changes its looks; spaces between them are of it.
  private static func join(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .a) { tree, id in
      guard let address = tree.attribute(.href, of: id), !address.isEmpty,
        address.first != UInt8(ascii: "#")
      else { return }
      let place = outermost(around: id, in: tree)
      var between: [HTMLTree.NodeID] = []
      var previous = tree[place].previous
      while previous != HTMLTree.none, isSpace(previous, in: tree) {
        between.append(previous)
        previous = tree[previous].previous
      }
      guard previous != HTMLTree.none, let former = link(in: previous, of: tree),
        tree.attribute(.href, of: former)?.elementsEqual(address) == true,
        tearing.contains(tree.producer) || areOneLink(former, id, in: tree)
      else { return }
      turnOut(id, in: place, &tree)
      turnOut(former, in: previous, &tree)
      for space in between.reversed() {
        tree.remove(space)
        tree.append(space, to: former)
      }
      tree.moveChildren(of: id, to: former)
      tree.remove(id)
    }
  }

  /// The number of formats around a link that are looked at.
  private static let formatLimit = 4

  /// The outermost format that holds nothing but a link; the link where there is none.
  private static func outermost(around link: HTMLTree.NodeID, in tree: HTMLTree) -> HTMLTree.NodeID {
    var outer = link
    for _ in 0..<formatLimit {
      let parent = tree[outer].parent
      // A link that an earlier rule took out of the tree has no parent.
      guard parent != HTMLTree.none, tree[parent].name.isMark, tree[parent].firstChild == outer,
        tree[outer].next == HTMLTree.none
      else { break }
      outer = parent
    }
    return outer
  }

  /// The link that an element is, or that is all that formats hold.
  private static func link(in id: HTMLTree.NodeID, of tree: HTMLTree) -> HTMLTree.NodeID? {
    var inner = id
    for _ in 0...formatLimit {
      if tree[inner].name == .a { return inner }
      guard tree[inner].name.isMark, tree[inner].firstChild != HTMLTree.none,
        tree[inner].firstChild == tree[inner].lastChild
      else { return nil }
      inner = tree[inner].firstChild
    }
    return nil
  }

  /// Puts the formats that hold nothing but a link into it.
  private static func turnOut(
    _ link: HTMLTree.NodeID, in outer: HTMLTree.NodeID, _ tree: inout HTMLTree
  ) {
    guard link != outer else { return }
    let inner = tree[link].parent
    tree.remove(link)
    tree.moveChildren(of: link, to: inner)
    tree.insert(link, before: outer)
    tree.remove(outer)
    tree.append(outer, to: link)
  }

  /// True for links beside each other whose marks differ, with nothing but text in them: pages have several links to one
  /// place too, as a picture and its title.
  private static func areOneLink(
    _ former: HTMLTree.NodeID, _ id: HTMLTree.NodeID, in tree: HTMLTree
  ) -> Bool {
    let titles = [former, id].map { tree.attribute(.title, of: $0) ?? [] }
    let classes = [former, id].map { tree.attribute(.class, of: $0) ?? [] }
    guard titles[0] == titles[1], classes[0] == classes[1],
      let marks = marks(of: former, in: tree, fromEnd: true),
      let others = Self.marks(of: id, in: tree, fromEnd: false)
    else { return false }
    return marks != others
  }

  /// The formats around the first or the last text of a link; nil where it holds anything but text that has formats.
  private static func marks(
    of link: HTMLTree.NodeID, in tree: HTMLTree, fromEnd: Bool
  ) -> Set<HTMLElementName>? {
    guard
      tree.firstDescendant(
        of: link, among: 64,
        where: { tree[$0].name != .text && tree[$0].name != .br && !tree[$0].name.isMark }
      ) == nil
    else { return nil }
    var marks: Set<HTMLElementName> = []
    // Formats around a link are its text's.
    var around = tree[link].parent
    for _ in 0..<formatLimit
    where tree[around].name.isMark && tree[around].firstChild == tree[around].lastChild {
      insertMark(of: around, to: &marks, in: tree)
      around = tree[around].parent
    }
    var inner = link
    while inner != HTMLTree.none, tree[inner].name != .text {
      if inner != link { insertMark(of: inner, to: &marks, in: tree) }
      inner = fromEnd ? tree[inner].lastChild : tree[inner].firstChild
    }
    return inner == HTMLTree.none ? nil : marks
  }

  /// What an element says of its text: `span` and `font` only what their style does.
  private static func insertMark(
    of id: HTMLTree.NodeID, to marks: inout Set<HTMLElementName>, in tree: HTMLTree
  ) {
    switch tree[id].name {
    case .span, .font, .small, .big:
      guard let style = tree.style(of: id) else { return }
      if style.isBold == true { marks.insert(.b) }
      if style.isItalic == true { marks.insert(.i) }
      if style.isStruck == true { marks.insert(.s) }
      if style.isUnderlined == true { marks.insert(.u) }
      if style.isMonospaced == true { marks.insert(.code) }
    case let name: marks.insert(name)
    }
  }

  /// True for text of spaces, be it in an element of its own.
  private static func isSpace(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    if tree[id].name == .text { return tree.isBlank(id) }
    return tree[id].name == .span && tree[id].firstChild != HTMLTree.none
      && tree.children(of: id).allSatisfy { tree.isBlank($0) }
  }
}

extension HTMLElementName {
  /// True for elements that only format their text.
  fileprivate var isMark: Bool {
    switch self {
    case .b, .strong, .i, .em, .u, .s, .strike, .del, .ins, .code, .mark, .sub, .sup, .small, .big, .font,
      .span, .kbd,
      .tt:
      true
    default: false
    }
  }
}
