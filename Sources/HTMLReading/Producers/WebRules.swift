/// Rules for what web pages put beside their text: permalinks, copy buttons, second renderings.
enum WebRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("drop what is drawn twice", dropSecondRenderings),
    CleanUp.Rule("read links and lines that are something else by role, and drop permalinks", readRoles),
    CleanUp.Rule("read buttons that are titles or names as text", readButtons),
    CleanUp.Rule("put the names of those who are quoted on lines of their own", partCitations),
    CleanUp.Rule("part what chats part by an empty element", for: [.slack], readBreaks),
    CleanUp.Rule("show pictures of emoji as text", showEmojiAsText),
  ]

  /// Classes of elements that repeat what stands beside them, for the eye or for screen readers.
  private static let secondRenderings: ClassNames = [
    "katex-html", "mathjax_preview", "mw-editsection", "apple-interchange-newline", "clipboard-copy",
    "copy-button", "copybtn", "highlight__panel",
    // What CodeMirror 5 measures lines by.
    "codemirror-measure", "codemirror-gutter-elt", "codemirror-gutter-wrapper", "cm-gutters",
    // The rule above the notes of markdown-it.
    "footnotes-sep",
    // What notebooks count their cells with.
    "jp-inputprompt", "jp-outputprompt", "input_prompt", "output_prompt",
    // Buttons over code, and what rustdoc opens a part by.
    "cnblogs_code_toolbar", "hideme", "source-toolbox", "copy-popup-wrapper", "docsify-copy-code-button",
    // The number before a note of Typora.
    "md-fn-count",
    // The code that Enlighter has drawn.
    "enlighter-raw",
  ]

  private static func dropSecondRenderings(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      if tree.hasClass("katex-html", id), isOnlyRendering(id, in: tree) {
        return
      } else if tree.hasClass(among: secondRenderings, id) || isDrawnByFont(id, in: tree)
        || tree.hasClass("meta", id) && tree.hasClass("lightbox", tree[id].parent)
        || tree.hasClass("toolbar", id) && tree.hasClass("code-toolbar", tree[id].parent)
        // What Doxygen shows while the pointer is above a name.
        || tree[id].name == .div && tree.hasClass("ttc", id)
        || isAvatar(id, in: tree) || isSpacer(id, in: tree)
      {
        tree.remove(id)
      }
    }
  }

  /// True for a picture without height or width that one would see, which keeps things apart or counts readers.
  private static func isSpacer(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree[id].name == .img
      && [HTMLAttributeName.width, .height].contains { name in
        tree.attribute(name, of: id).map { ["0", "1", "0px", "1px"].contains(where: $0.equalsIgnoringCase) }
          ?? false
      }
  }

  /// Fonts that draw an icon for a word.
  private static let iconFonts: ClassNames = [
    "material-icons", "material-icons-outlined", "material-icons-round", "material-icons-sharp",
    "material-symbols-outlined", "material-symbols-rounded", "material-symbols-sharp", "mat-icon",
    "google-material-icons", "google-symbols",
  ]

  private static func isDrawnByFont(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.hasClass(among: iconFonts, id)
      && tree.innerText(of: id, limit: 64).allSatisfy {
        $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") || $0.isHTMLSpace
      }
  }

  private static func readRoles(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      switch tree[id].name {
      case .a: readLink(id, &tree)
      case .input where tree.attribute(.type, of: id)?.equalsIgnoringCase("radio") == true:
        // Choices have a circle before their words.
        tree.insert(tree.addText(" "), before: id)
      case .div, .p, .span:
        guard let role = tree.attribute(.role, of: id) else { break }
        if role.equalsIgnoringCase("code") {
          readCode(id, &tree)
        } else if tree[id].name == .div, role.equalsIgnoringCase("separator") {
          // Medium draws the line between parts by elements without text.
          if tree.innerText(of: id, limit: 64).allSatisfy(\.isHTMLSpace) { tree.rename(id, .hr) }
        }
      default: break
      }
    }
  }

  /// Microsoft 365 has elements of no kind for code, in a line or of lines that may stand in one each.
  private static func readCode(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard tree.ancestor(of: id, where: { tree[$0].name == .pre || tree[$0].name == .code }) == nil else {
      return
    }
    guard tree[id].name != .span else { return tree.rename(id, .code) }
    let before = tree.previousVisible(id)
    if before != HTMLTree.none, tree[before].name == .pre, hasRoleOfCode(before, in: tree) {
      if !tree.contains(in: before, where: { tree[$0].name.isBlock }) {
        let first = tree.addElement(.div)
        tree.moveChildren(of: before, to: first)
        tree.append(first, to: before)
      }
      tree.remove(id)
      tree.append(id, to: before)
      tree.rename(id, .div)
    } else {
      tree.rename(id, .pre)
    }
  }

  private static func hasRoleOfCode(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.attribute(.role, of: id)?.equalsIgnoringCase("code") == true
  }

  /// Some links are buttons, and people who are mentioned are text.
  private static func readLink(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard let address = tree.attribute(.href, of: id) else {
      if tree.attribute(.role, of: id)?.equalsIgnoringCase("button") == true { tree.rename(id, .button) }
      return
    }
    if tree.hasClass("user-mention", id) {
      tree.unwrap(id)
    } else if address.contains(UInt8(ascii: "#")) {
      dropPermalink(id, &tree)
    }
  }

  /// Forums write `Bob wrote:` before the words, set apart by their style sheets alone.
  private static func partCitations(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .cite) { tree, id in
      guard tree.previousVisible(id) == HTMLTree.none,
        tree.ancestor(of: id, where: { tree[$0].name.isBlock && tree[$0].name != .div }).map({
          tree[$0].name == .blockquote
        }) == true,
        tree.innerText(of: id)[...].trimmingHTMLSpace.last == UInt8(ascii: ":")
          || touchesText(id, in: tree)
      else { return }
      tree.rename(id, .div)
    }
  }

  /// True for a name with a link or a date beside it, whose words follow without a space: they stand below.
  private static func touchesText(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let next = tree[id].next
    return next != HTMLTree.none && tree[next].name == .text
      && tree.text(of: next).first.map { $0.isASCIIAlphanumeric || $0 >= 0x80 } == true
      && tree.children(of: id).contains { tree[$0].name != .text }
  }

  /// Buttons with words of the page: Slack's names open a profile, Swagger's lines what a path does.
  private static let titles: ClassNames = [
    "c-message__sender_button", "opblock-summary-control", "bbcodespoiler-button",
  ]

  /// What opens a part of a page below it is that part's title.
  private static func readButtons(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .button) { tree, id in
      guard tree.hasClass(among: titles, id) || isTitle(id, in: tree),
        tree.ancestor(of: id, where: { tree[$0].name == .pre }) == nil
      else { return }
      tree.rename(id, .span)
    }
  }

  private static func isTitle(_ button: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let parent = tree.ancestor(of: button) { tree[$0].name.isBlock }
    let title = parent.flatMap { tree[$0].name.headingLevel > 0 || tree[$0].name == .summary ? $0 : nil }
    // A button beside the words of a heading copies its address, or edits what is below.
    if let title {
      return !tree.contains(in: title) { node in
        tree[node].name == .text && !tree.isBlank(node)
          && tree.ancestor(of: node, where: { $0 == button }) == nil
      }
    }
    // Folders open what they hold.
    let next = tree.nextVisible(button)
    if tree[tree[button].parent].name == .li, tree.previousVisible(button) == HTMLTree.none,
      next != HTMLTree.none, tree[next].name.isList
    {
      return true
    }
    if isAllThatIsThere(button, in: tree) || isWithinSentence(button, in: tree) { return true }
    guard tree.attribute(.ariaExpanded, of: button) != nil, tree.attribute(.ariaHasPopup, of: button) == nil,
      tree.ancestor(of: button, where: { tree[$0].name == .pre || tree[$0].name == .figure }) == nil
    else { return false }
    // Behind a part that is longer than it shows there may be one too.
    return tree[button].next != HTMLTree.none
      && tree.children(of: tree[button].parent).first { !tree.isBlank($0) } == button
  }

  /// True for a button that a sentence speaks of: words stand before and behind it, apart from its own.
  private static func isWithinSentence(_ button: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let (before, behind) = (tree[button].previous, tree[button].next)
    guard before != HTMLTree.none, behind != HTMLTree.none, tree[before].name == .text,
      tree[behind].name == .text, !tree.isBlank(before), !tree.isBlank(behind)
    else { return false }
    let next = tree.text(of: behind).first ?? 0x20
    return tree.text(of: before).last?.isHTMLSpace == true
      && (next.isHTMLSpace || ",.;:!?".utf8.contains(next))
      && tree.innerText(of: button, limit: 64).contains { $0.isASCIILetter || $0 >= 0x80 }
  }

  /// True for a button that is all of an item or a cell: what a poll asks, what a table says of a program.
  private static func isAllThatIsThere(_ button: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    var part = button
    while true {
      guard tree.previousVisible(part) == HTMLTree.none, tree.nextVisible(part) == HTMLTree.none else {
        return false
      }
      part = tree[part].parent
      guard part != HTMLTree.none else { return false }
      switch tree[part].name {
      case .li, .td, .th: return true
      case .div, .span, .p: continue
      default: return false
      }
    }
  }

  /// Slack parts paragraphs, and in code lines, by an element without content.
  private static func readBreaks(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree.hasClass("c-mrkdwn__br", id), tree[id].firstChild == HTMLTree.none else { return }
      if tree.ancestor(of: id, where: { tree[$0].name == .pre }) == nil {
        tree.insert(tree.addElement(.br), before: id)
      }
      tree.rename(id, .br)
    }
  }

  /// True for the picture of somebody whose name stands beside it.
  private static func isAvatar(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree[id].name == .img
      && tree.contains(class: id) {
        $0.equalsIgnoringCase("avatar") || $0.startsIgnoringCase(with: "avatar_")
      }
      && tree.attribute(.alt, of: id)?.allSatisfy(\.isHTMLSpace) != false
  }

  /// True where KaTeX was told to write no MathML, which has the source.
  private static func isOnlyRendering(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    !tree.children(of: tree[id].parent).prefix(8)
      .contains { tree.hasClass("katex-mathml", $0) || tree[$0].name == .math }
  }

  private static let permalinks: ClassNames = [
    "permalink", "headerlink", "anchorjs-link", "selflink", "self-link", "doc-anchor", "anchor",
  ]

  /// A link to the place where it stands, whose text is a sign: in headings, and the pilcrow or what is called so
  /// anywhere.
  private static func dropPermalink(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let text = tree.innerText(of: id, limit: 16)[...].trimmingHTMLSpace
    // Terms of MDN are links to themselves.
    if tree[tree[id].parent].name == .dt, text.contains(where: \.isASCIIAlphanumeric),
      leadsHere(id, tree[id].parent, in: tree)
    {
      return tree.unwrap(id)
    }
    let isInHeading = tree.ancestor(of: id, where: { tree[$0].name.headingLevel > 0 }) != nil
    // One without text may be the place that others lead to.
    guard
      isInHeading || !text.isEmpty && (text.elementsEqual("¶".utf8) || tree.hasClass(among: permalinks, id))
    else { return }
    if isWholeHeading(id, in: tree) || isInHeading && tree.hasClass("selfref", id) {
      tree.unwrap(id)
      return
    }
    // The class says it of any sign in a heading.
    if isInHeading, text.count <= 10, tree.hasClass(among: permalinks, id), !tree.hasClass("anchor", id) {
      return tree.remove(id)
    }
    let signs = [
      "", "¶", "#", "§", "🔗", "\u{200B}", "\u{F0C1}", "◆", "◆\u{A0}", "Permalink", "Anchor", "Link",
    ]
    if signs.contains(where: { text.elementsEqual($0.utf8) }),
      !tree.contains(in: id, where: { tree[$0].name == .img })
    {
      tree.remove(id)
    }
  }

  /// True for a link around all of a heading that leads to the heading itself, as on MDN.
  private static func isWholeHeading(_ link: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let heading = tree[link].parent
    return tree[heading].name.headingLevel > 0 && leadsHere(link, heading, in: tree)
      && tree.children(of: heading).allSatisfy { $0 == link || tree.isBlank($0) }
  }

  /// True for a link to a heading or a term that it stands in.
  private static func leadsHere(_ link: HTMLTree.NodeID, _ heading: HTMLTree.NodeID, in tree: HTMLTree)
    -> Bool
  {
    guard let address = tree.attribute(.href, of: link), let mark = address.firstIndex(of: UInt8(ascii: "#")),
      let place = tree.attribute(.id, of: heading) ?? tree.attribute(.id, of: tree[heading].parent)
    else { return false }
    // Pages that are one script have the page before the place: `#/guide?id=first-steps`.
    let words = address[(mark + 1)...]
    return !place.isEmpty
      && (words.elementsEqual(place) || words.suffix(place.count + 4).elementsEqual("?id=".utf8 + place))
  }

  private static let emojiClasses: ClassNames = [
    "emoji", "c-emoji", "twemoji", "emojione", "wp-smiley", "joypixels",
  ]

  /// Pages draw emoji that fonts may lack; what they stand for is beside them.
  private static func showEmojiAsText(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      if tree[id].name == .span, let emoji = namedEmoji(id, in: tree) ?? tree.string(.dataEmojiText, of: id),
        !emoji.isEmpty, emoji.utf8.count <= 64
      {
        tree.replaceContent(of: id, with: tree.addText(emoji))
      }
      guard tree[id].name == .img else { return }
      let isEmoji =
        tree.hasClass(among: emojiClasses, id)
        || tree.attribute(.itemType, of: id)?.equalsIgnoringCase("http://schema.skype.com/emoji") == true
      let isFromSet = tree.attribute(.src, of: id).map {
        ByteSearch.position(of: "emoji", in: $0.prefix(256)) != nil
      }
      let alternative = tree.attribute(.alt, of: id)
        .flatMap { isEmoji || isFromSet == true && isDrawn($0) || isShortcode($0) ? $0 : nil }
      guard
        let emoji = tree.attribute(.dataEmoji, of: id) ?? tree.attribute(.dataEmojiText, of: id)
          ?? alternative, !emoji.isEmpty, emoji.count <= 64
      else { return }
      let bytes = Array(emoji)
      tree.insert(tree.addText { $0.append(contentsOf: bytes) }, before: id)
      tree.remove(id)
    }
  }

  /// True for `:tada:`, which chats and forums call an emoji.
  private static func isShortcode(_ text: ArraySlice<UInt8>) -> Bool {
    text.count > 2 && text.first == UInt8(ascii: ":") && text.last == UInt8(ascii: ":")
      && text.dropFirst().dropLast().allSatisfy { $0.isASCIIAlphanumeric || "_+-".utf8.contains($0) }
  }

  /// True for an alternative text that is one emoji.
  private static func isDrawn(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= 64, text.first.map({ $0 >= 0xE2 }) == true else { return false }
    let characters = String(decoding: text, as: UTF8.self)
    return characters.count == 1 && characters.unicodeScalars.contains { $0.properties.isEmojiPresentation }
  }

  /// The emoji whose scalars a class names, as Zulip's `emoji-1f1e9-1f1ea`.
  private static func namedEmoji(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> String? {
    guard tree.hasClass("emoji", id) else { return nil }
    var emoji = String.UnicodeScalarView()
    _ = tree.contains(class: id) { name in
      guard name.startsIgnoringCase(with: "emoji-"), name.count <= 64 else { return false }
      let scalars = name.dropFirst(6).split(separator: UInt8(ascii: "-")).map { digits in
        UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init)
      }
      guard !scalars.isEmpty,
        scalars.allSatisfy({ $0?.properties.isEmoji == true || $0 == "\u{200D}" || $0 == "\u{FE0F}" })
      else { return false }
      emoji.append(contentsOf: scalars.compactMap { $0 })
      return true
    }
    return emoji.isEmpty ? nil : String(emoji)
  }
}
