/// Rules for Word, Outlook and Word on the web.
enum WordRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("drop comments and deleted text", for: [.word], dropRevisions),
    CleanUp.Rule("read paragraph styles by class", readStyleClasses),
    CleanUp.Rule("make lists of list paragraphs", WordLists.makeLists),
    CleanUp.Rule("drop ends of paragraphs", for: [.wordOnline], dropEndMarks),
    CleanUp.Rule("nest items by their level", ListItemLevels.nest),
    CleanUp.Rule("set the items of Word's lists tight", for: [.wordOnline], unwrapItemParagraphs),
    CleanUp.Rule("read characters of fonts of signs", SymbolText.decode),
  ]

  /// Revisions, which name their author, are shown as if accepted; comments are not part of the text.
  private static func dropRevisions(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      let isRevision = tree.attribute(.cite, of: id) != nil
      switch tree[id].name {
      case .del where isRevision: tree.remove(id)
      case .ins where isRevision: tree.unwrap(id)
      default:
        let isComment =
          tree.style(of: id)?.wordElement == .commentList || tree.hasClass("msocomanchor", id)
          || tree.attribute(.href, of: id)?.starts(with: "#_msocom".utf8) == true
        if isComment || tree.hasClass("msodel", id) || tree.hasClass("msocommentreference", id) {
          tree.remove(id)
        }
      }
    }
  }

  /// Word's built-in styles leave their names in classes.
  private static func readStyleClasses(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree[id].name == .p || tree[id].name == .div, let value = tree.attribute(.class, of: id),
        value.startsIgnoringCase(with: "mso")
      else { return }
      let name = String(decoding: value.map(\.lowercased).prefix { !$0.isHTMLSpace }, as: UTF8.self)
      switch name {
      case "msotitle", "msotitlecxspfirst", "msotitlecxspmiddle", "msotitlecxsplast": tree.rename(id, .h1)
      default:
        guard name.hasPrefix("msoheading"), let level = Int(name.dropFirst(10)), (1...9).contains(level)
        else { return }
        tree.rename(id, [.h1, .h2, .h3, .h4, .h5, .h6][min(level, 6) - 1])
      }
    }
    ParagraphGroups.quote(&tree) { tree, id in
      guard let value = tree.attribute(.class, of: id) else { return 0 }
      return value.startsIgnoringCase(with: "msoquote") || value.startsIgnoringCase(with: "msointensequote")
        ? 1 : 0
    }
    if tree.producer == .word {
      ParagraphGroups.preformat(&tree, minimum: 1) { tree, id in
        (tree.hasClass("htmlpreformatted", id) || tree.hasClass("msohtmlpreformatted", id))
          && tree.style(of: id)?.wordListItem == nil
      }
    }
  }

  /// Word on the web ends every paragraph with a span that holds a no-break space, and fills up breaks and tabs.
  private static func dropEndMarks(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      if tree.hasClass("eop", id) {
        tree.remove(id)
      } else if tree.hasClass("linebreakblob", id) {
        tree.insert(tree.addElement(.br), before: id)
        tree.remove(id)
      } else if tree.hasClass("tabrun", id) {
        tree.insert(tree.addText(" "), before: id)
        tree.remove(id)
      }
    }
  }

  /// Every item holds a paragraph, and no space is set around it.
  private static func unwrapItemParagraphs(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .li) { tree, id in
      let children = tree.children(of: id).filter { !tree.isBlank($0) && !tree[$0].name.isList }
      if children.count == 1, tree[children[0]].name == .p { tree.unwrap(children[0]) }
    }
  }
}

/// Text in fonts of signs, whose characters are letters that stand for what the font shows.
private enum SymbolText {
  static func decode(_ tree: inout HTMLTree) {
    guard tree.styles.contains(where: { $0.symbolFont != nil }) || namesFont(in: tree) else { return }
    // A node's font is its own or that of what it stands in, which came before it.
    var fonts = [SymbolFont?](repeating: nil, count: tree.nodes.count)
    var current = tree.following(HTMLTree.root, within: HTMLTree.root)
    while current != HTMLTree.none {
      let font = statedFont(of: current, in: tree) ?? fonts[Int(tree[current].parent)]
      fonts[Int(current)] = font
      if let font, font != .other, tree[current].name == .text { decode(current, font, &tree) }
      current = tree.following(current, within: HTMLTree.root)
    }
  }

  private static func namesFont(in tree: HTMLTree) -> Bool {
    tree.nodes.contains { $0.name == .font }
  }

  /// The font that an element names, of signs or not; nil if it names none.
  private static func statedFont(of id: HTMLTree.NodeID, in tree: HTMLTree) -> SymbolFont?? {
    if let style = tree.style(of: id), style.hasFont { return .some(style.symbolFont) }
    guard tree[id].name == .font, let face = tree.attribute(.face, of: id) else { return nil }
    return .some(SymbolFont(families: face))
  }

  private static func decode(_ id: HTMLTree.NodeID, _ font: SymbolFont, _ tree: inout HTMLTree) {
    let text = tree.text(of: id)
    guard !text.allSatisfy(\.isHTMLSpace) else { return }
    var shown: [UInt8] = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      // No font has a sign for the space that lines are not broken at.
      let isSpace = scalar == "\u{A0}" || scalar == " "
      let byte = isSpace ? nil : windowsBytes[scalar].map { Unicode.Scalar($0) }
      let sign = Array(String(byte ?? scalar).utf8)
      shown += isSpace ? sign : font.decoded(sign)
    }
    tree.replaceText(of: id, with: shown)
  }

  /// Letters and signs that Windows has for bytes which Latin-1 has no character for.
  private static let windowsBytes: [Unicode.Scalar: UInt8] = [
    "€": 0x80, "ƒ": 0x83, "†": 0x86, "‡": 0x87, "ˆ": 0x88, "‰": 0x89, "Š": 0x8A, "Œ": 0x8C, "Ž": 0x8E,
    "˜": 0x98, "™": 0x99, "š": 0x9A, "œ": 0x9C, "ž": 0x9E, "Ÿ": 0x9F,
  ]
}

extension SymbolFont {
  /// The font of signs that a list of families in CSS begins with; nil if it begins with one for text.
  init?(families: some Collection<UInt8>) {
    let first = families.prefix { $0 != UInt8(ascii: ",") }.prefix(64)
    let bytes = first.filter { !Self.quotes.contains($0) }[...].trimmingHTMLSpace
    guard let letter = bytes.first?.lowercased, "swzm".utf8.contains(letter) else { return nil }
    let name = String(decoding: bytes.map(\.lowercased), as: UTF8.self)
    let isKnown = Self.families.contains { family in
      name.hasPrefix(family) && Self.endings.contains(String(name.dropFirst(family.count)))
    }
    guard isKnown else { return nil }
    self.init(named: name)
  }

  private static let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
  private static let families = [
    "symbol", "wingdings 2", "wingdings 3", "wingdings", "webdings", "zapfdingbats", "zapf dingbats",
    "monotype sorts",
  ]
  /// What names of the same font go on with: `SymbolMT`; Symbola is a font of Unicode's signs.
  private static let endings = [
    "", "mt", " mt", "ps", " ps", "neu", " neu", " regular", "-regular", "itc", " itc",
  ]
}
