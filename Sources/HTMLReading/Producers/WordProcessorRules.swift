/// Rules for AbiWord, which keeps its style names in an attribute of its own.
enum AbiWordRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("put back spaces lost before spans", for: [.abiWord], putBackSpaces),
    CleanUp.Rule("read spans of a named style as code", for: [.abiWord], readNamedSpansAsCode),
    CleanUp.Rule("read paragraph styles by name", for: [.abiWord], readStyleNames),
    CleanUp.Rule("make lists of paragraphs with boxes", for: [.abiWord], makeTaskLists),
  ]

  /// AbiWord drops the space at the end of a run that another run follows.
  private static func putBackSpaces(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      guard tree[id].name == .span || tree[id].name == .a else { return }
      let before = tree[id].previous
      guard before != HTMLTree.none, tree[before].name == .text, let last = tree.text(of: before).last else {
        return
      }
      let isNote = tree.attribute(.href, of: id)?.starts(with: "#footnote".utf8) == true
      if last.isHTMLSpace || isNote || "([{/-\"'".utf8.contains(last) { return }
      let first = tree.innerText(of: id, limit: 1).first ?? 0x20
      if first.isHTMLSpace { return }
      tree.replaceText(of: before, with: Array(tree.text(of: before)) + [0x20])
    }
  }

  /// A run with a character style and nothing else loses the style's name; the one in use for text is code.
  private static func readNamedSpansAsCode(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .span) { tree, id in
      guard tree[id].attributeCount == 0 else { return }
      tree.rename(id, .code)
    }
  }

  private static func readStyleNames(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .p) { tree, id in
      guard let style = tree.attribute(.abiWordStyle, of: id) else { return }
      if style.equalsIgnoringCase("horizontal line") { tree.rename(id, .hr) }
      if style.equalsIgnoringCase("table heading"),
        let cell = tree.ancestor(of: id, where: { tree[$0].name == .td })
      {
        tree.rename(cell, .th)
      }
    }
    ParagraphGroups.preformat(
      &tree, minimum: 1,
      isCode: { tree, id in
        let style = tree.attribute(.abiWordStyle, of: id)
        return style?.equalsIgnoringCase("preformatted text") == true
          || style?.equalsIgnoringCase("plain text") == true
      }, settle: trimLine)
    ParagraphGroups.quote(&tree) { tree, id in
      guard let style = tree.attribute(.abiWordStyle, of: id),
        style.equalsIgnoringCase("quotations") || style.equalsIgnoringCase("block text")
      else { return 0 }
      return max(1, Int(((tree.style(of: id)?.marginLeft ?? 0) + 8) / 48))
    }
  }

  /// Takes out the line feeds and indentation that AbiWord sets around the text of any paragraph.
  private static func trimLine(_ tree: inout HTMLTree, _ id: HTMLTree.NodeID) {
    let (first, last) = (tree[id].firstChild, tree[id].lastChild)
    if first != HTMLTree.none, tree[first].name == .text, tree.text(of: first).first == UInt8(ascii: "\n") {
      tree.trimText(first, first: 1)
    }
    if last != HTMLTree.none, tree[last].name == .text {
      tree.trimText(last, last: tree.text(of: last).reversed().prefix(while: \.isHTMLSpace).count)
    }
  }

  /// Paragraphs that begin with a box are what is left of a task list.
  private static func makeTaskLists(_ tree: inout HTMLTree) {
    var lists: Set<HTMLTree.NodeID> = []
    tree.forEachElement(named: .p) { tree, id in
      guard tree[tree[id].parent].name != .li else { return }
      let text = tree.innerText(of: id, limit: 64)[...].trimmingHTMLSpace
      guard ["☐ ", "☑ ", "☒ "].contains(where: { text.starts(with: $0.utf8) }) else { return }
      let before = tree.previousVisible(id)
      tree.rename(id, .li)
      if lists.contains(before) {
        tree.remove(id)
        tree.append(id, to: before)
      } else {
        lists.insert(tree.wrap(id, in: .ul))
      }
    }
  }
}

/// Rules for LibreOffice and OpenOffice Writer.
enum LibreOfficeRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("join quotes torn apart by paragraph", for: [.libreOffice], joinQuotes),
    CleanUp.Rule("read highlighting", for: [.libreOffice], readHighlighting),
    CleanUp.Rule("drop slashes added to addresses", for: [.libreOffice], dropAddedSlashes),
  ]

  /// The width of one level of quotation, half an inch, in CSS pixels.
  private static let quoteIndent = 48.0

  /// Writer has a paragraph style for quotations and no quotation: every paragraph becomes one, and its depth
  /// a margin.
  private static func joinQuotes(_ tree: inout HTMLTree) {
    var quoted: Set<HTMLTree.NodeID> = []
    tree.forEachElement(named: .blockquote) { tree, id in
      tree.rename(id, .p)
      quoted.insert(id)
    }
    ParagraphGroups.quote(&tree) { tree, id in
      quoted.contains(id) ? max(1, Int(((tree.style(of: id)?.marginLeft ?? 0) + 8) / quoteIndent)) : 0
    }
  }

  private static func readHighlighting(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .span) { tree, id in
      guard tree.style(of: id)?.hasBackground == true else { return }
      // Writer shades its fields; they are elements of its own, of which the filter leaves `wbr`.
      let first = tree[id].firstChild
      let isField =
        first != HTMLTree.none && tree[first].name == .wbr && tree.number(.value, of: first) != nil
      if !isField { tree.rename(id, .mark) }
    }
  }

  /// Writer ends an address that is a host alone with a slash that was not typed.
  private static func dropAddedSlashes(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .a) { tree, id in
      guard let address = tree.attribute(.href, of: id),
        address.last == UInt8(ascii: "/"),
        tree.innerText(of: id, limit: 256).elementsEqual(address.dropLast())
      else { return }
      tree.replaceAttribute(.href, of: id, with: tree.innerText(of: id))
    }
  }
}

/// Rules for Google Docs and Sheets.
enum GoogleRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("drop the pictures of checkboxes", dropCheckboxPictures),
    CleanUp.Rule("make Docs' title a heading", for: [.googleDocs], makeTitleHeading),
    CleanUp.Rule("take links out of redirections", unwrapRedirections),
  ]

  /// An item of a checklist says its state; the picture of the box beside it is decoration.
  private static func dropCheckboxPictures(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .img) { tree, id in
      guard tree[tree[id].parent].name == .li,
        tree.attribute(.ariaChecked, of: tree[id].parent) != nil
      else { return }
      tree.remove(id)
    }
  }

  /// Docs' title style is a paragraph in a larger type than any heading has.
  private static func makeTitleHeading(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .p) { tree, id in
      guard tree[tree[id].parent].name != .li else { return }
      var current = tree.following(id, within: id)
      var isLarge = false
      while current != HTMLTree.none {
        if tree[current].name == .span, let size = tree.style(of: current)?.fontSize {
          guard size >= 34 else { return }
          isLarge = true
        }
        current = tree.following(current, within: id)
      }
      if isLarge { tree.rename(id, .h1) }
    }
  }

  /// Addresses, `www.` aside, that only lead on, and the parameter that says where.
  private static let redirections: [(address: String, parameter: String)] = [
    ("google.com/url?", "q="), ("google.com/url?", "url="), ("youtube.com/redirect?", "q="),
    ("l.facebook.com/l.php?", "u="), ("lm.facebook.com/l.php?", "u="), ("l.messenger.com/l.php?", "u="),
    ("l.instagram.com/?", "u="), ("linkedin.com/redir/redirect?", "url="),
    ("linkedin.com/safety/go?", "url="),
    ("slack-redir.net/link?", "url="), ("steamcommunity.com/linkfilter/?", "url="),
    ("steamcommunity.com/linkfilter/?", "u="), ("out.reddit.com/", "url="), ("vk.com/away.php?", "to="),
    ("link.zhihu.com/?", "target="), ("link.csdn.net/?", "target="), ("duckduckgo.com/l/?", "uddg="),
    ("t.umblr.com/redirect?", "z="), (".safelinks.protection.outlook.com/?", "url="),
    ("statics.teams.cdn.office.net/evergreen-assets/safelinks/", "url="),
  ]

  /// Exported documents lead every link through Google, mails through Outlook, and many a page through itself.
  private static func unwrapRedirections(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .a) { tree, id in
      guard let target = tree.attribute(.href, of: id).flatMap(redirectionTarget) else {
        return
      }
      tree.replaceAttribute(.href, of: id, with: target)
    }
  }

  private static func redirectionTarget(of address: ArraySlice<UInt8>) -> [UInt8]? {
    guard address.startsIgnoringCase(with: "http") else { return nil }
    var rest = address.drop { $0 != UInt8(ascii: ":") }.dropFirst(3)
    if let host = ByteSearch.position(of: ".safelinks.", in: rest.prefix(64)) { rest = rest[host...] }
    if rest.startsIgnoringCase(with: "www.") { rest = rest.dropFirst(4) }
    let first = rest.first?.lowercased
    for (service, parameter) in redirections
    where service.utf8.first == first && rest.startsIgnoringCase(with: service) {
      let query = rest.drop { $0 != UInt8(ascii: "?") }.dropFirst()
      let target = query.split(separator: UInt8(ascii: "&"), maxSplits: 16)
        .first { $0.startsIgnoringCase(with: parameter) }
      if let target = target?.dropFirst(parameter.utf8.count).percentDecoded,
        target[...].startsIgnoringCase(with: "http")
      {
        return target
      }
    }
    return nil
  }
}
