/// Rules for what web pages put beside their text: permalinks, copy buttons, second renderings.
enum WebRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("drop what is drawn twice", dropSecondRenderings),
    CleanUp.Rule("drop permalinks", dropPermalinks),
    CleanUp.Rule("show people who are mentioned as text", unwrapMentions),
    CleanUp.Rule("show pictures of emoji as text", showEmojiAsText),
    CleanUp.Rule("read alerts as quotes", readAlerts),
  ]

  /// Classes of elements that repeat what stands beside them, for the eye or for screen readers.
  private static let secondRenderings = [
    "katex-html", "mathjax_preview", "mw-editsection", "apple-interchange-newline", "clipboard-copy",
    "copy-button", "copybtn", "sr-only", "highlight__panel",
  ]

  private static func dropSecondRenderings(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      if let tex = tree.attribute(.dataMath, of: id) ?? tree.attribute(.dataLaTeX, of: id), !tex.isEmpty {
        tree.insertFormula(Array(tex), isDisplayed: tree[id].name.isBlock, before: id)
        tree.remove(id)
      } else if tree.hasClass(among: secondRenderings, id) {
        tree.remove(id)
      } else if tree.hasClass(among: formulaPictures, id) {
        replaceFormulaPicture(id, &tree)
      }
    }
  }

  /// MediaWiki's pictures of formulas, beside their MathML or, as some browsers copy them, alone.
  private static let formulaPictures = ["mwe-math-fallback-image-inline", "mwe-math-fallback-image-display"]

  private static func replaceFormulaPicture(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let parent = tree[id].parent
    let isBesideMathML =
      tree.hasClass("mwe-math-element", parent)
      && tree.contains(in: parent, where: { tree[$0].name == .math })
    if !isBesideMathML, let tex = tree.attribute(.alt, of: id), !tex.isEmpty {
      tree.insertFormula(
        Array(tex), isDisplayed: tree.hasClass("mwe-math-fallback-image-display", id), before: id)
    }
    tree.remove(id)
  }

  /// A link to the place where it stands, whose text is a sign: in headings, and the pilcrow anywhere.
  private static func dropPermalinks(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      guard tree[id].name == .a, tree.attribute(.href, of: id)?.contains(UInt8(ascii: "#")) == true else {
        return
      }
      let text = InlineStyle.trimmed(tree.innerText(of: id, limit: 16)[...])
      let isInHeading = tree.ancestor(of: id, where: { tree[$0].name.headingLevel > 0 }) != nil
      guard isInHeading || text.elementsEqual("¶".utf8) else { return }
      let signs = ["", "¶", "#", "§", "🔗", "\u{200B}", "\u{F0C1}", "Permalink", "Anchor", "Link"]
      if signs.contains(where: { text.elementsEqual($0.utf8) }),
        !tree.contains(in: id, where: { tree[$0].name == .img })
      {
        tree.remove(id)
      }
    }
  }

  private static func unwrapMentions(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      if tree[id].name == .a, tree.hasClass("user-mention", id) { tree.unwrap(id) }
    }
  }

  /// Pages draw emoji that fonts may lack; what they stand for is beside them.
  private static func showEmojiAsText(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      guard tree[id].name == .img else { return }
      let names = ["emoji", "c-emoji", "twemoji", "emojione", "wp-smiley", "joypixels"]
      let isEmoji =
        tree.hasClass(among: names, id)
        || tree.attribute(.itemType, of: id)?.equalsIgnoringCase("http://schema.skype.com/emoji") == true
      let alternative = isEmoji ? tree.attribute(.alt, of: id) : nil
      guard let emoji = tree.attribute(.dataEmoji, of: id) ?? alternative, !emoji.isEmpty, emoji.count <= 64
      else { return }
      let bytes = Array(emoji)
      tree.insert(tree.addText { $0.append(contentsOf: bytes) }, before: id)
      tree.remove(id)
    }
  }

  /// GitHub's alerts and Obsidian's callouts are quotes whose first line says their kind.
  private static func readAlerts(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      let titleClass: String
      let kind: [UInt8]
      if tree.hasClass("markdown-alert", id), let classes = tree.attribute(.class, of: id) {
        titleClass = "markdown-alert-title"
        let prefix = "markdown-alert-"
        let name = classes.split(whereSeparator: \.isHTMLSpace).first { $0.startsIgnoringCase(with: prefix) }
        kind =
          name.map {
            Array(String(decoding: $0.dropFirst(prefix.utf8.count), as: UTF8.self).uppercased().utf8)
          } ?? []
      } else if tree.hasClass("callout", id), let name = tree.attribute(.dataCallout, of: id) {
        titleClass = "callout-title"
        kind = Array(name)
      } else {
        return
      }
      guard let title = tree.children(of: id).first(where: { tree.hasClass(titleClass, $0) }), !kind.isEmpty,
        kind.count <= 32, kind.allSatisfy({ $0.isASCIILetter || $0 == UInt8(ascii: "-") })
      else { return }
      let words = InlineStyle.trimmed(tree.innerText(of: title, limit: 1024)[...])
      while tree[title].firstChild != HTMLTree.none { tree.remove(tree[title].firstChild) }
      let isPlain =
        String(decoding: words, as: UTF8.self).lowercased()
        == String(decoding: kind, as: UTF8.self).lowercased()
      let line = "[!".utf8 + kind + "]".utf8 + (isPlain || words.isEmpty ? [] : [0x20] + words)
      tree.append(tree.addText { $0.append(contentsOf: line) }, to: title)
      tree.rename(title, .p)
      tree.rename(id, .blockquote)
    }
  }
}
