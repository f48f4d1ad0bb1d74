/// Rules for code: editors that style it, highlighters that number its lines, pages that put headers on it.
enum CodeRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("take the font of a whole page for its looks", ignoreFontOfPage),
    CleanUp.Rule("take blocks of code out of code", CodeLabels.unwrapBlocks),
    CleanUp.Rule("drop what cannot be selected in code", CodeLabels.dropUnselectable),
    CleanUp.Rule("end lines that are set apart", BlogCode.endMarkedLines),
    CleanUp.Rule("read lines that have their number before them as a block", BlogCode.joinNumberedLines),
    CleanUp.Rule("drop line numbers", dropLineNumbers),
    CleanUp.Rule("drop line numbers that only look different", BlogCode.dropColouredNumbers),
    CleanUp.Rule("read code in numbered lists as a block", BlogCode.readNumberedLines),
    CleanUp.Rule("write the signs of changed lines", writeMarkers),
    CleanUp.Rule("drop headers of code blocks", CodeLabels.dropHeaders),
    CleanUp.Rule("read code of several lines as a block", readCodeOfLines),
    CleanUp.Rule("read code of a line an element", CodeLineElements.read),
    CleanUp.Rule("read code in tables", CodeTables.read),
    CleanUp.Rule("take names of languages from above code, and write signs of changes", CodeLabels.takeAbove),
    CleanUp.Rule("read elements that keep their white space as code", CodeLineElements.readKeptWhiteSpace),
    CleanUp.Rule("read paragraphs in a font for code as code", readMonospacedParagraphs),
    CleanUp.Rule("put line breaks at the ends of inline code outside it", moveBreaksOut),
  ]

  /// Browsers write the font of a page on every block: where headings and lists are in a font for code, all is. Blocks
  /// that keep white space are code all the same, unless headings and lists keep it too.
  private static func ignoreFontOfPage(_ tree: inout HTMLTree) {
    guard tree.styles.contains(where: { $0.isMonospaced == true }) else { return }
    var blocks: [(id: HTMLTree.NodeID, keepsSpace: Bool)] = []
    var isFontOfPage = false
    var keepsSpaceOfPage = false
    tree.forEachElement { tree, id in
      let name = tree[id].name
      guard name.isBlock, name != .pre, tree.style(of: id)?.isMonospaced == true else { return }
      let keepsSpace = tree.style(of: id)?.whiteSpace == .preserved
      blocks.append((id, keepsSpace))
      // A table of code keeps white space as well.
      guard name.headingLevel > 0 || name.isList || name == .blockquote || name == .table && !keepsSpace
      else { return }
      isFontOfPage = true
      if keepsSpace { keepsSpaceOfPage = true }
    }
    guard isFontOfPage else { return }
    for block in blocks where keepsSpaceOfPage || !block.keepsSpace {
      tree.changeStyle(of: block.id) { $0.isMonospaced = nil }
    }
  }

  /// Classes of the elements that highlighters put line numbers into.
  private static let numberClasses: ClassNames = [
    "linenos", "lineno", "linenumber", "linenumbers", "line-number", "line_numbers", "line-num",
    "line-numbers-rows", "lines-num", "blob-num", "hljs-ln-numbers", "hljs-ln-line-number", "rouge-gutter",
    "gutter", "lnt", "ln", "react-line-number", "linenodiv", "code-line-number", "line-numbers",
    "cm-linenumbers", "cm-gutterelement", "codemirror-linenumber", "ace_gutter-cell",
    // Vim's, Org's, CSDN's.
    "linenr", "pre-numbering", "mx_eventtile_linenumbers", "codeline__numbers",
    // That of Debian's highlight, which calls all its elements `hl` as well.
    "lin",
  ]

  private static func dropLineNumbers(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      // Prism calls the numbers in stack traces and logs so, too: tokens of the text.
      guard tree.hasClass(among: numberClasses, id), !tree.hasClass("lin", id) || tree.hasClass("hl", id),
        !tree.hasClass("token", id)
      else { return }
      // A gutter holds numbers and nothing else.
      let text = tree.innerText(of: id, limit: 4096)
      let isNumber = text.allSatisfy {
        $0.isHTMLSpace || $0.isASCIIDigit || $0 == 0xC2 || $0 == 0xA0 || $0 == UInt8(ascii: ":")
      }
      guard isNumber,
        tree[id].name != .pre || !tree.children(of: id).contains(where: { tree[$0].name == .code })
      else { return }
      let (line, code) = (tree[id].parent, tree[id].next)
      tree.remove(id)
      guard tree.hasClass("lineno", id) else { return }
      // Doxygen set the number off by a no-break space, before its style sheet did; plain ones are the line's.
      if code != HTMLTree.none, tree[code].name == .text, tree.text(of: code).starts(with: [0xC2, 0xA0]) {
        tree.trimText(code, first: 2)
      }
      // A line of nothing else is a blank one.
      if tree.hasClass("line", line), tree.innerText(of: line, limit: 1).isEmpty {
        tree.append(tree.addElement(.br), to: line)
      }
    }
  }

  /// GitHub draws the signs before the lines of a difference.
  private static func writeMarkers(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard let marker = tree.attribute(.dataCodeMarker, of: id), marker.count == 1 else { return }
      tree.prepend(tree.addText(String(decoding: marker, as: UTF8.self)), to: id)
    }
  }

  /// True if a line ends within code, and something follows.
  private static func hasLines(_ id: HTMLTree.NodeID, keepsLines: Bool, in tree: HTMLTree) -> Bool {
    tree.contains(in: id) {
      tree[$0].name == .br
        || keepsLines && tree[$0].name == .text
          && tree.text(of: $0).dropLast().contains(UInt8(ascii: "\n"))
        || keepsLines && tree[$0].name == .text && tree.text(of: $0).last == UInt8(ascii: "\n")
          && tree.followingSkippingContent(of: $0, within: id) != HTMLTree.none
    }
  }

  /// Editors that have no `pre` write code of several lines that stands alone in its block.
  private static func readCodeOfLines(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .code) { tree, id in
      guard tree.ancestor(of: id, where: { tree[$0].name == .pre }) == nil else {
        return
      }
      let hasLanguage =
        tree.attribute(.class, of: id) != nil && CodeLanguage.language(of: id, in: tree) != nil
      // Perplexity, Grok and Confluence write a block of code as `code` without `pre`.
      let isFramed = isFramed(id, in: tree)
      let keepsLines =
        isFramed || hasLanguage || tree.style(of: id)?.whiteSpace == .preserved || tree.hasClass("hljs", id)
        || tree.hasClass("hljs", tree[id].parent)
      guard isFramed || hasLines(id, keepsLines: keepsLines, in: tree) else { return }
      var place = id
      while tree[place].parent != HTMLTree.none {
        let parent = tree[place].parent
        if tree[parent].name.isBlock {
          guard standsAlone(place, in: tree) else { return }
          break
        }
        guard tree.children(of: parent).allSatisfy({ $0 == place || tree.isBlank($0) }) else { return }
        place = parent
      }
      tree.rename(id, .pre)
    }
  }

  /// True for code in what pages put around a block of it, that keeps its white space.
  private static func isFramed(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard tree[tree[id].parent].name == .span || tree.style(of: id)?.whiteSpace == .preserved else {
      return false
    }
    var around = tree[id].parent
    for _ in 0..<5 where around != HTMLTree.none {
      if CodeLabels.isCodeFrame(around, in: tree) { return true }
      around = tree[around].parent
    }
    return false
  }

  /// Pages that are written by hand break lines within the tags of code, which is no space of the code.
  private static func moveBreaksOut(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .code) { tree, id in
      guard let text = onlyText(of: id, in: tree) else { return }
      let bytes = tree.text(of: text)
      let before = bytes.prefix(while: \.isHTMLSpace)
      let after = bytes.reversed().prefix(while: \.isHTMLSpace)
      guard before.count < bytes.count, before.contains(0x0A) || after.contains(0x0A),
        tree.style(of: id)?.whiteSpace != .preserved,
        tree.ancestor(
          of: id, where: { tree[$0].name == .pre || tree.style(of: $0)?.whiteSpace == .preserved }) == nil
      else { return }
      let (first, last) = (before.contains(0x0A) ? before.count : 0, after.contains(0x0A) ? after.count : 0)
      tree.trimText(text, first: first, last: last)
      if first > 0 { tree.insert(tree.addText(" "), before: id) }
      guard last > 0 else { return }
      let space = tree.addText(" ")
      let next = tree[id].next
      next == HTMLTree.none ? tree.append(space, to: tree[id].parent) : tree.insert(space, before: next)
    }
  }

  private static func onlyText(of id: HTMLTree.NodeID, in tree: HTMLTree) -> HTMLTree.NodeID? {
    let child = tree[id].firstChild
    return child != HTMLTree.none && tree[child].name == .text && tree[child].next == HTMLTree.none
      ? child : nil
  }

  /// True for what has lines to itself among blocks and breaks.
  private static func standsAlone(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    [tree.previousVisible(id), tree.nextVisible(id)].allSatisfy { beside in
      beside == HTMLTree.none || tree[beside].name.isBlock || tree[beside].name == .br
    }
  }

  /// Paragraphs one after another that are all in a font for code are code, in programs that know no code.
  private static func readMonospacedParagraphs(_ tree: inout HTMLTree) {
    let hasFonts =
      tree.styles.contains { $0.isMonospaced == true } || tree.nodes.contains { $0.name == .font }
    guard hasFonts || tree.producer == .libreOffice else { return }
    MonospacedLines.level(&tree)
    ParagraphGroups.preformat(
      &tree, minimum: 2,
      isCode: { tree, id in
        isParagraph(id, in: tree) && isMonospaced(id, in: tree)
      }, isBlankLine: isBlankLine, settle: collapseWhiteSpace)
    tree.forEachElement(where: { $0 == .li || $0 == .td || $0 == .th }, wrapMonospacedLines)
  }

  /// Makes a block of code of the lines that an item or a cell begins with, or consists of.
  private static func wrapMonospacedLines(_ tree: inout HTMLTree, _ id: HTMLTree.NodeID) {
    var lines: [HTMLTree.NodeID] = []
    var child = tree[id].firstChild
    while child != HTMLTree.none, !tree[child].name.isBlock {
      lines.append(child)
      child = tree[child].next
    }
    while let last = lines.last, tree[last].name == .br || tree.isBlank(last) { lines.removeLast() }
    guard let last = lines.last, child == HTMLTree.none || tree[id].name == .li && tree[child].name.isList,
      lines.contains(where: { line in
        tree[line].name == .br || tree[line].name == .span && holdsBreak(line, in: tree)
          || ParagraphGroups.keepsLines(line, in: tree)
      })
    else { return }
    let rest = tree[last].next
    let block = tree.addElement(.pre)
    tree.insert(block, before: lines[0])
    for line in lines {
      tree.remove(line)
      tree.append(line, to: block)
    }
    if isMonospaced(block, in: tree, inheriting: true), holdsBreak(block, in: tree) {
      collapseWhiteSpace(&tree, block)
      var space = rest
      while space != HTMLTree.none, !tree[space].name.isBlock {
        let next = tree[space].next
        tree.remove(space)
        space = next
      }
    } else {
      tree.unwrap(block)
    }
  }

  /// A break that stands behind more nodes than this parts no lines of code.
  private static let lineLimit = 1024

  /// True for text that goes on behind a break.
  private static func holdsBreak(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    var hasBreak = false
    let text = tree.firstDescendant(of: id, among: lineLimit) { node in
      if tree[node].name == .br { hasBreak = true }
      return hasBreak && tree[node].name == .text && !tree.isBlank(node)
        || ParagraphGroups.keepsLines(node, in: tree)
    }
    return text != nil
  }

  /// True for `p`, and for a `div` of text alone, which is what mail programs write.
  private static func isParagraph(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree[id].name == .p
      || tree[id].name == .div
        && !tree.contains(in: id, where: { tree[$0].name.isBlock || tree[$0].name == .img })
  }

  /// True for a break between paragraphs, and a paragraph that shows nothing.
  private static func isBlankLine(_ tree: HTMLTree, _ id: HTMLTree.NodeID) -> Bool {
    if tree[id].name == .br { return true }
    guard isParagraph(id, in: tree) else { return false }
    let isPlain = !tree.contains(in: id) { child in
      switch tree[child].name {
      case .text, .span, .br, .font, .b, .i: false
      default: true
      }
    }
    return isPlain && WordListMarker.words(of: tree.innerText(of: id, limit: 256)).isEmpty
  }

  /// Makes of the white space in a paragraph what is seen of it (CSS Text 4.1).
  static func collapseWhiteSpace(_ tree: inout HTMLTree, _ paragraph: HTMLTree.NodeID) {
    // Qt's own style sheet keeps it in all paragraphs.
    guard tree.producer != .qt else { return }
    var around = paragraph
    while around != HTMLTree.none {
      guard tree.style(of: around)?.whiteSpace != .preserved else { return }
      around = tree[around].parent
    }
    var isBlankBefore = true
    var last = HTMLTree.none
    var current = tree.following(paragraph, within: paragraph)
    while current != HTMLTree.none {
      if tree[current].name == .text {
        last = current
        var text: [UInt8] = []
        for byte in tree.text(of: current) where !byte.isHTMLSpace || !isBlankBefore {
          isBlankBefore = byte.isHTMLSpace
          text.append(isBlankBefore ? 0x20 : byte)
        }
        tree.replaceText(of: current, with: text)
      } else if tree[current].name == .br {
        isBlankBefore = true
      } else if tree.style(of: current)?.whiteSpace == .preserved {
        current = tree.followingSkippingContent(of: current, within: paragraph)
        isBlankBefore = false
        continue
      }
      current = tree.following(current, within: paragraph)
    }
    if last != HTMLTree.none, tree.text(of: last).last == 0x20 { tree.trimText(last, last: 1) }
  }

  /// True if all text of a paragraph is in a font for code, and some of it there.
  static func isMonospaced(
    _ paragraph: HTMLTree.NodeID, in tree: HTMLTree, inheriting: Bool = false
  ) -> Bool {
    let place = inheriting ? tree[paragraph].parent : paragraph
    var hasText = false
    var current = tree.following(paragraph, within: paragraph)
    while current != HTMLTree.none {
      switch tree[current].name {
      case .text where !tree.isBlank(current):
        hasText = true
        guard hasMonospacedFont(current, within: place, in: tree) else { return false }
      case .code, .a, .img: return false
      default: break
      }
      current = tree.following(current, within: paragraph)
    }
    return hasText
  }

  /// True if a node is in a font for code within an element around it.
  static func hasMonospacedFont(
    _ id: HTMLTree.NodeID, within paragraph: HTMLTree.NodeID, in tree: HTMLTree
  ) -> Bool {
    var current = tree[id].parent
    while current != HTMLTree.none {
      if let isMonospaced = tree.style(of: current)?.isMonospaced { return isMonospaced }
      if tree[current].name == .font, let face = tree.attribute(.face, of: current) {
        return FontFamilies.isMonospaced(face)
      }
      if current == paragraph { return false }
      current = tree[current].parent
    }
    return false
  }
}
