/// Rules for the HTML of any program that come before all others.
enum CommonRules {
  static let first: [CleanUp.Rule] = [
    CleanUp.Rule("take styles from classes", takeStylesFromClasses),
    CleanUp.Rule("take styles that known classes have", takeKnownStyles),
    CleanUp.Rule("put the parts of a page where its script would", StreamedParts.place),
    CleanUp.Rule("drop what is hidden", dropHidden),
    CleanUp.Rule("drop text that is not seen", UnseenText.drop),
    CleanUp.Rule("drop what only screen readers read", dropUnseen),
    CleanUp.Rule("read headings by role", readHeadingRoles),
    CleanUp.Rule("read tables by role", TableRoles.read),
    CleanUp.Rule("make no-break spaces that stand for typed ones plain", makeConvertedSpacesPlain),
    CleanUp.Rule("keep apart what stands side by side", keepItemsApart),
  ]

  private static func takeStylesFromClasses(_ tree: inout HTMLTree) {
    let sheet = tree.styleSheet
    guard !sheet.isEmpty else { return }
    tree.forEachElementWithAttributes { tree, id in
      guard let classes = tree.attribute(.class, of: id),
        let declarations = sheet.declarations(for: tree[id].name, classes: classes)
      else { return }
      tree.setStyle((declarations + (tree.attribute(.style, of: id) ?? []))[...], of: id)
    }
  }

  /// What the style sheets of some pages say, which no copy takes along: LaTeXML's fonts.
  private static let knownStyles: [(class: String, declarations: String)] = [
    ("ltx_font_bold", "font-weight:bold;"), ("ltx_font_italic", "font-style:italic;"),
    ("ltx_font_typewriter", "font-family:monospace;"),
  ]

  /// Words of people that keep their lines: Tailwind's classes, YouTube's, WhatsApp's.
  private static let keepsLines: ClassNames = [
    "whitespace-pre-wrap", "whitespace-pre-line", "pre-wrap", "selectable-text",
    "yt-core-attributed-string--white-space-pre-wrap",
  ]

  private static func takeKnownStyles(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      let isPost = tree.attribute(.dataTestID, of: id)?.equalsIgnoringCase("tweettext") == true
      guard isPost || tree[id].hasClasses else { return }
      if isPost { putMentionsInLine(of: id, &tree) }
      var declarations: [UInt8] = []
      if tree[id].name == .span, tree.contains(class: id, where: { $0.startsIgnoringCase(with: "ltx_font_") })
      {
        for style in knownStyles where tree.hasClass(style.class, id) {
          declarations += style.declarations.utf8
        }
      } else if tree.hasClass(among: keepsLines, id)
        || isPost,
        tree.style(of: tree[id].parent)?.whiteSpace != .preserved,
        !tree.contains(in: id, where: { tree[$0].name.isBlock || tree[$0].name == .br })
      {
        declarations += "white-space:pre-wrap;".utf8
      }
      guard !declarations.isEmpty else { return }
      tree.setStyle((declarations + (tree.attribute(.style, of: id) ?? []))[...], of: id)
    }
  }

  /// X has an element of its own around whom a post mentions, which its style sheet sets within the line.
  private static func putMentionsInLine(of post: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    var current = tree.following(post, within: post)
    while current != HTMLTree.none {
      if tree[current].name == .div { tree.rename(current, .span) }
      current = tree.following(current, within: post)
    }
  }

  private static func dropHidden(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      let style = tree.style(of: id)
      let isHidden =
        style?.isHidden == true || style?.isShown != true && tree.attribute(.hidden, of: id) != nil
      // Wikipedia hides the formula and shows a picture of it.
      if isHidden, !tree.hasClass("mwe-math-mathml-inline", id), !tree.hasClass("mwe-math-mathml-display", id)
      {
        tree.remove(id)
      }
    }
  }

  /// Classes of words for screen readers: Bootstrap's, WordPress', Amazon's and their kin.
  private static let unseen: ClassNames = [
    "sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only", "a-offscreen",
    "v-visible-sr", "u-visually-hidden", "usa-sr-only", "show-for-sr", "element-invisible", "assistive-text",
    "accesshide", "screenreader-only", "slds-assistive-text", "govuk-visually-hidden", "aui-assistive",
    "a11y-hidden", "offscreen", "ui-helper-hidden-accessible", "js-visually-hidden", "cdk-visually-hidden",
  ]

  private static func dropUnseen(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      let isClipped = tree.style(of: id)?.isClipped == true
      guard isClipped || tree.hasClass(among: unseen, id), !isAllOfPage(id, in: tree),
        !holdsSign(id, in: tree)
      else { return }
      // A box may be drawn anew, and MathML is the source of what is drawn beside it.
      let isSource =
        tree[id].name == .input || tree.hasClass(among: ["katex-mathml", "mjx-assistive-mml"], id)
        || tree.contains(in: id) { [.input, .math, .img].contains(tree[$0].name) }
      if !isSource { tree.remove(id) }
    }
  }

  /// Scripts copy what they put into an unseen element for that.
  private static func isAllOfPage(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    var current = id
    while current != HTMLTree.none, current != HTMLTree.root {
      let parent = tree[current].parent
      guard
        parent == HTMLTree.none
          || tree.children(of: parent).allSatisfy({
            $0 == current || tree.isBlank($0) || tree[$0].name == .head
          })
      else { return false }
      current = parent
    }
    return true
  }

  /// True for a sign between what is seen, as the line of a fraction.
  private static func holdsSign(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let text = tree.innerText(of: id, limit: 8).filter { !$0.isHTMLSpace }
    return text.count == 1 && text[0] < 0x80 && !text[0].isASCIIAlphanumeric
      && tree[id].previous != HTMLTree.none && tree[id].next != HTMLTree.none
  }

  /// Elements that only say to screen readers that they are headings.
  private static func readHeadingRoles(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      let name = tree[id].name
      guard name == .p || name == .div, tree.attribute(.role, of: id)?.equalsIgnoringCase("heading") == true,
        let level = tree.number(.ariaLevel, of: id), (1...6).contains(level)
      else { return }
      tree.rename(id, [.h1, .h2, .h3, .h4, .h5, .h6][level - 1])
    }
  }

  /// WebKit writes spaces beside elements as no-break spaces in elements of a class of their own, Chromium before 89 (Qt
  /// WebEngine 5) in some of none.
  private static func makeConvertedSpacesPlain(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      let isConverted =
        tree[id].attributeCount == 0
        ? tree[id].name == .span && isNoBreakSpace(tree[id].firstChild, in: tree)
          && isBesideElement(id, in: tree)
        : tree.hasClass("apple-converted-space", id) || tree.hasClass("apple-tab-span", id)
          || tree.style(of: id)?.isWordSpace == true
      guard isConverted, holdsSpaceOnly(id, in: tree), !isInCode(id, in: tree) else { return }
      tree.replaceContent(of: id, with: tree.addText(" "))
    }
  }

  /// True for white space, in elements or not: WPS Office marks all of its text as such.
  private static func holdsSpaceOnly(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    var current = tree.following(id, within: id)
    for _ in 0..<16 {
      guard current != HTMLTree.none else { return true }
      switch tree[current].name {
      case .text:
        if !WordListMarker.words(of: Array(tree.text(of: current).prefix(4096))).isEmpty { return false }
      case .span, .font, .b, .i, .u: break
      default: return false
      }
      current = tree.following(current, within: id)
    }
    return false
  }

  /// True for a text node of one no-break space that is alone in its element.
  private static func isNoBreakSpace(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    id != HTMLTree.none && tree[id].next == HTMLTree.none && tree[id].name == .text
      && tree.text(of: id).elementsEqual([0xC2, 0xA0])
  }

  private static func isBesideElement(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    [tree[id].previous, tree[id].next].contains { $0 != HTMLTree.none && tree[$0].name != .text }
  }

  /// Where white space is kept, or code is all that is in a paragraph's font, it is an indentation.
  private static func isInCode(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.ancestor(of: id) { tree[$0].name == .pre || tree.style(of: $0)?.whiteSpace == .preserved } != nil
      || CodeRules.hasMonospacedFont(id, within: HTMLTree.root, in: tree)
  }

  /// What stands side by side in a row or a grid has no space of its own between it.
  private static func keepItemsApart(_ tree: inout HTMLTree) {
    guard tree.styles.contains(where: \.laysOut) else { return }
    tree.forEachElement { tree, id in
      guard tree.style(of: id)?.laysOut == true, tree[id].name != .pre, tree[id].name != .code,
        tree.ancestor(of: id, where: { tree[$0].name == .pre }) == nil
      else { return }
      for item in Array(tree.children(of: id)) where tree[item].previous != HTMLTree.none {
        guard !tree[item].name.isBlock, !tree[tree[item].previous].name.isBlock else { continue }
        tree.insert(tree.addText(" "), before: item)
      }
    }
  }
}
