/// Names of languages that pages write above or within blocks of code, and the buttons beside them.
enum CodeLabels {
  /// The number of elements around a block that are looked at for one of code.
  private static let frameLimit = 4

  /// Some pages have an element for code around each block of it, which may name the language.
  static func unwrapBlocks(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .pre) { tree, id in
      var block = id
      var around = tree[id].parent
      for _ in 0..<frameLimit where around != HTMLTree.none && tree[around].name != .pre {
        let outer = tree[around].parent
        if tree[around].name == .code {
          block = takeLabel(in: around, of: block, &tree)
          if let language = CodeLanguage.declared(by: around, in: tree),
            CodeLanguage.language(of: block, in: tree) == nil
          {
            block = mark(block, as: language, &tree)
          }
          tree.unwrap(around)
        }
        around = outer
      }
    }
  }

  /// Takes the name of the language that an element around a block begins with.
  private static func takeLabel(
    in frame: HTMLTree.NodeID, of block: HTMLTree.NodeID, _ tree: inout HTMLTree
  ) -> HTMLTree.NodeID {
    guard let first = tree.children(of: frame).first(where: { !tree.isBlank($0) }), first != block,
      tree[first].name != .text, tree[first].name != .pre, isCalledHeader(first, in: tree),
      !tree.isWithin(block, first), let name = shownWord(of: first, in: tree), LanguageNames.contains(name)
    else { return block }
    tree.remove(first)
    return CodeLanguage.language(of: block, in: tree) == nil ? mark(block, as: name, &tree) : block
  }

  /// Classes of what people cannot select, as Tailwind, Bootstrap and others call it.
  private static let unselectable: ClassNames = [
    "select-none", "user-select-none", "unselectable", "noselect", "no-select",
  ]

  /// Browsers do not copy numbers and prompts that are marked so.
  static func dropUnselectable(_ tree: inout HTMLTree) {
    var last = HTMLTree.none
    tree.forEachElement(named: .pre) { tree, id in
      // What stands within another block was looked at with that.
      guard last == HTMLTree.none || !tree.isWithin(id, last) else { return }
      last = id
      dropUnselectable(in: id, &tree)
    }
  }

  /// Leaves a block as it is in which nothing can be selected.
  private static func dropUnselectable(in block: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    var unselectable: [HTMLTree.NodeID] = []
    var hasText = false
    var current = tree.following(block, within: block)
    while current != HTMLTree.none {
      if tree[current].attributeCount > 0,
        tree.style(of: current)?.isUnselectable == true || tree.hasClass(among: Self.unselectable, current)
      {
        unselectable.append(current)
        current = tree.followingSkippingContent(of: current, within: block)
        continue
      }
      if tree[current].name == .text, !tree.isBlank(current) { hasText = true }
      current = tree.following(current, within: block)
    }
    if hasText { unselectable.forEach { tree.remove($0) } }
  }

  /// Chat pages put the language and a button above the code, inside `pre`.
  static func dropHeaders(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .pre) { tree, id in
      guard let code = tree.firstDescendant(of: id, where: { tree[$0].name == .code }),
        tree[code].parent != id
      else {
        dropLabel(in: id, &tree)
        dropBesideCode(in: id, &tree)
        dropWithinCode(of: id, &tree)
        return
      }
      var name: String?
      var current = code
      while current != id {
        let parent = tree[current].parent
        for child in tree.children(of: parent).filter({ $0 != current && tree[$0].name == .div })
        where !tree.contains(
          in: child, where: { tree[$0].name == .code })
        {
          // Long text is no header, nor are words that are not even called something.
          let word = shownWord(of: child, in: tree)
          let isNamed = word.map(LanguageNames.contains) ?? false
          guard word != nil || tree.innerText(of: child, limit: 64).count < 64,
            isNamed || !isPlainText(child, in: tree)
          else { continue }
          name = name ?? word
          tree.remove(child)
        }
        current = parent
      }
      if let name, LanguageNames.contains(name), CodeLanguage.language(of: id, in: tree) == nil {
        mark(id, as: name, &tree)
      }
    }
  }

  /// What classes of headers over code, and of buttons in it, have in them.
  private static let headerWords = [
    "header", "toolbar", "caption", "lang", "label", "copy", "clipboard", "title", "filename",
  ]
  /// Classes of highlighters' own, which call parts of the code so.
  private static let tokenPrefixes = ["hljs-", "token", "pl-", "pyg-", "cm-", "tok-", "ace_", "shj-"]
  private static let buttonTexts: Set<String> = [
    "copy", "copycode", "copied", "copied!", "复制", "复制代码", "複製", "コピー", "kopieren", "copier", "copiar",
  ]

  /// Leaves out a header that the element with the code begins with, and buttons in it that are other elements.
  private static func dropWithinCode(of block: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard let code = tree.children(of: block).first(where: { tree[$0].name == .code }) else { return }
    var first = tree[code].firstChild
    while first != HTMLTree.none, tree.isBlank(first) { first = tree[first].next }
    let last = tree[code].lastChild
    guard first != HTMLTree.none, first != last else { return }
    for part in [first, last] where isButton(part, in: tree) { tree.remove(part) }
    guard tree.isAttached(first), tree[first].name != .text, isCalledHeader(first, in: tree) else { return }
    let name = shownWord(of: first, in: tree)
    let language = CodeLanguage.language(of: block, in: tree)
    var isNamed = false
    if let name {
      isNamed =
        LanguageNames.contains(name)
        || language.map { isName(name.lowercased(), of: $0.lowercased()) } == true
    }
    let isShort = tree.innerText(of: first, limit: 64).count < 64
    let behind = tree.nextVisible(first)
    let isBesideButton = behind != HTMLTree.none && tree[behind].name == .button
    guard isNamed || isShort && (tree[first].name.isBlock || isBesideButton) else { return }
    var next = tree[first].next
    tree.remove(first)
    if isBesideButton, next == behind {
      next = tree[behind].next
      tree.remove(behind)
    }
    // The line that it stood on is gone with it.
    if next != HTMLTree.none, tree[next].name == .text {
      let text = tree.text(of: next)
      let rest = text.drop { $0 == 0x20 || $0 == 0x0D }
      if rest.first == 0x0A { tree.trimText(next, first: rest.startIndex + 1 - text.startIndex) }
    }
    if language == nil, let name, LanguageNames.contains(name) { mark(block, as: name, &tree) }
  }

  /// True for a button, and for what a page sets as one.
  private static func isButtonElement(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree[id].name == .button || tree.attribute(.role, of: id)?.equalsIgnoringCase("button") == true
  }

  private static func isButton(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard tree[id].name != .text, tree[id].name != .button, isCalledHeader(id, in: tree) else { return false }
    let text = tree.innerText(of: id, limit: 32).filter { !$0.isHTMLSpace }
    return buttonTexts.contains(String(decoding: text, as: UTF8.self).lowercased())
  }

  private static func isCalledHeader(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    if tree[id].name == .label || tree.near(id, where: { isButtonElement($0, in: tree) }) != nil {
      return true
    }
    // highlight.js calls variables such as `console` hljs-variable and language_.
    if tree.hasClass("token", id) || tree.contains(class: id, where: isTokenClass) { return false }
    return tree.contains(class: id, where: isHeaderClass)
  }

  private static func isTokenClass(_ name: ArraySlice<UInt8>) -> Bool {
    tokenPrefixes.contains { name.startsIgnoringCase(with: $0) }
  }

  private static func isHeaderClass(_ name: ArraySlice<UInt8>) -> Bool {
    let name = name.prefix(64).map(\.lowercased)[...]
    return headerWords.contains { ByteSearch.contains($0, in: name) }
  }

  /// True for several words in elements that say nothing of themselves.
  private static func isPlainText(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree[id].attributeCount == 0 && !tree.contains(in: id) { tree[$0].name != .text }
      && tree.innerText(of: id, limit: 64)[...].trimmingHTMLSpace.contains(0x20)
  }

  /// A label that has a class stands before the one element with the code, behind which there may be tools.
  private static func dropLabel(in block: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let parts = tree.children(of: block).prefix(6).filter { !tree.isBlank($0) }
    guard parts.count > 1, parts.count < 5, parts[2...].allSatisfy({ isTool($0, in: tree) }),
      [.div, .p, .span].contains(tree[parts[0]].name),
      tree[parts[1]].name == .code || tree[parts[1]].name == .div,
      tree.attribute(.class, of: parts[0]) != nil, let name = shownWord(of: parts[0], in: tree)
    else { return }
    let language = CodeLanguage.language(of: block, in: tree)
    let isKnown = language.map { isName(name.lowercased(), of: $0.lowercased()) } ?? false
    guard isKnown || tree[parts[0]].name != .span && LanguageNames.contains(name) else { return }
    tree.remove(parts[0])
    if language == nil { mark(block, as: name, &tree) }
  }

  /// Leaves out tools beside the one element with the code, and the white space that sets it off on lines of its own.
  private static func dropBesideCode(in block: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let parts = Array(tree.children(of: block).prefix(8))
    let codes = parts.filter { tree[$0].name == .code }
    guard codes.count == 1, parts.count > 1, parts.count < 8 else { return }
    for part in parts where isTool(part, in: tree) { tree.remove(part) }
    guard tree.children(of: block).allSatisfy({ $0 == codes[0] || tree.isBlank($0) }) else { return }
    while tree[codes[0]].next != HTMLTree.none { tree.remove(tree[codes[0]].next) }
    // What is on the line of the code is its indentation.
    var isAbove = false
    var space = tree[codes[0]].previous
    while space != HTMLTree.none {
      let before = tree[space].previous
      if isAbove {
        tree.remove(space)
      } else if let end = tree.text(of: space).lastIndex(of: 0x0A) {
        tree.trimText(space, first: end + 1 - tree.text(of: space).startIndex)
        isAbove = true
      }
      space = before
    }
  }

  private static func isTool(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree[id].name == .div && tree.contains(in: id) { tree[$0].name == .button }
  }

  /// True for the name of a language, and one with the word of a button to copy behind it.
  private static func isName(_ text: String, of language: String) -> Bool {
    guard text.hasPrefix(language) else { return false }
    let rest = String(text.dropFirst(language.count))
    return rest.isEmpty || ["copy", "复制", "複製", "コピー"].contains { rest.hasPrefix($0) }
  }

  /// Pages put the name of the language above the code, often beside a button to copy it.
  static func takeAbove(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .pre) { tree, id in
      takeLabel(above: id, &tree)
      if tree.isAttached(id) { DifferenceLines.write(in: id, &tree) }
    }
  }

  private static func takeLabel(above id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let language = CodeLanguage.language(of: id, in: tree)
    var place = id
    for _ in 0..<3 {
      var label = tree.previousVisible(place)
      while label != HTMLTree.none, showsNothing(label, in: tree) { label = tree.previousVisible(label) }
      if label != HTMLTree.none {
        takeLabel(label, of: id, in: language, &tree)
        return
      }
      place = tree[place].parent
      guard place != HTMLTree.none, [.div, .figure, .span].contains(tree[place].name) else { return }
    }
  }

  private static func showsNothing(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard tree[id].name == .div else { return false }
    return tree.firstDescendant(of: id, among: 8, where: { tree[$0].name != .div }) == nil
      || tree.near(id, where: { isButtonElement($0, in: tree) }) != nil
        && shownText(of: id, in: tree)?.isEmpty == true
  }

  /// Drops a label that says the language which the code is known to be in, or one that a button to copy shows
  /// to be the code's.
  private static func takeLabel(
    _ label: HTMLTree.NodeID, of block: HTMLTree.NodeID, in language: String?, _ tree: inout HTMLTree
  ) {
    guard [.div, .span, .header].contains(tree[label].name), let name = shownWord(of: label, in: tree)
    else { return }
    if let language {
      let isName = LanguageNames.contains(name) && isOfCode(label, in: tree)
      if isName || self.isName(name.lowercased(), of: language.lowercased()) { tree.remove(label) }
    } else if LanguageNames.contains(name), isOfCode(label, in: tree) {
      tree.remove(label)
      mark(block, as: name, &tree)
    }
  }

  /// Gives a block of code a language.
  @discardableResult
  static func mark(
    _ block: HTMLTree.NodeID, as language: String, _ tree: inout HTMLTree
  ) -> HTMLTree.NodeID {
    let marked = tree.addElement(.pre)
    tree.addAttribute(.dataLanguageLong, to: marked) { $0.append(contentsOf: language.lowercased().utf8) }
    tree.insert(marked, before: block)
    tree.moveChildren(of: block, to: marked)
    tree.remove(block)
    return marked
  }

  /// True for a label with a button to copy, or called that of code.
  private static func isOfCode(_ label: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.contains(class: label) { ByteSearch.position(of: "code", in: $0.prefix(64)) != nil }
      || tree.hasClass("crayon-toolbar", label)
      || saysLanguage(label, in: tree) || tree.near(label, where: { saysLanguage($0, in: tree) }) != nil
      || tree.contains(in: label) { tree[$0].name == .button }
      || isCodeFrame(tree[label].parent, in: tree)
  }

  /// True for what pages put around a block of code and its label.
  static func isCodeFrame(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.contains(class: id) { name in
      name.count <= 64
        && (name.equalsIgnoringCase("codewrapper") || name.suffix(10).equalsIgnoringCase("code-block"))
    }
  }

  /// True for an element that Perplexity's own tests know as that of the language.
  private static func saysLanguage(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.attribute(.dataTestID, of: id).map { ByteSearch.contains("code-lang", in: $0.prefix(64)) } == true
  }

  /// The one word that an element shows; what buttons say aside.
  private static func shownWord(of id: HTMLTree.NodeID, in tree: HTMLTree) -> String? {
    guard let text = shownText(of: id, in: tree), !text.isEmpty else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// The letters that an element shows, without what buttons say; nil for many of them, and for code and pictures.
  private static func shownText(of id: HTMLTree.NodeID, in tree: HTMLTree) -> [UInt8]? {
    var text: [UInt8] = []
    var current = tree.following(id, within: id)
    while current != HTMLTree.none, text.count < 64 {
      switch tree[current].name {
      case .text: text += tree.text(of: current).filter { !$0.isHTMLSpace }
      case _
      where tree[current].name == .svg || isButtonElement(current, in: tree)
        || isCalledButton(current, in: tree):
        current = tree.followingSkippingContent(of: current, within: id)
        continue
      case .pre, .code, .img, .table: return nil
      default: break
      }
      current = tree.following(current, within: id)
    }
    return text.count >= 64 ? nil : text
  }

  private static let buttonWords = ["button", "btn", "copy", "action"]

  /// True for what a class calls a button, with the word of one to copy.
  private static func isCalledButton(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let isCalled = tree.contains(class: id) { name in
      let name = name.prefix(64).map(\.lowercased)[...]
      return buttonWords.contains { ByteSearch.contains($0, in: name) }
    }
    guard isCalled else { return false }
    let text = tree.innerText(of: id, limit: 32).filter { !$0.isHTMLSpace }
    return buttonTexts.contains(String(decoding: text, as: UTF8.self).lowercased())
  }
}
