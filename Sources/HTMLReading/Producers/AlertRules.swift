/// Rules for what pages set off as a note or a warning: a quote whose first line says its kind, as on GitHub.
enum AlertRules {
  static let all: [CleanUp.Rule] = [CleanUp.Rule("read alerts as quotes", readAlerts)]

  /// The marks by which a program sets blocks off.
  private struct Family {
    /// A class of the whole, in lower case.
    let container: String
    /// What the class of its title begins with; none if it has none.
    var titles: [String] = []
    /// What the class that names its kind begins with.
    var kinds = [""]
    /// What the class of an icon or a wrapper that says nothing begins with.
    var icon: String?
    /// What is called so is set off only if it begins with its title.
    var needsTitle = false
  }

  private static let families: [Family] =
    [
      // GitHub, GitLab.
      Family(container: "markdown-alert", titles: ["markdown-alert-title"], kinds: ["markdown-alert-"]),
      // Docutils, Sphinx, Python-Markdown, MkDocs, themes of Hugo.
      Family(container: "admonition", titles: ["admonition-title", "admonition-header"]),
      Family(container: "theme-admonition", titles: ["admonitionheading"], kinds: ["theme-admonition-"]),
      // VuePress, VitePress.
      Family(container: "custom-block", titles: ["custom-block-title"]),
      Family(container: "starlight-aside", titles: ["starlight-aside__title"], kinds: ["starlight-aside--"]),
      // Quarto, Kubernetes; Obsidian and Mintlify say the kind in an attribute.
      // So does Docsify; ReadMe has the kind behind a low line.
      Family(
        container: "callout", titles: ["callout-title", "callout-heading", "title"],
        kinds: ["callout-", "callout_", ""],
        icon: "callout-icon"),
      // VuePress' theme Hope, GitBook, Hugo's theme Book.
      Family(container: "hint-container", titles: ["hint-container-title"]),
      Family(container: "hint", kinds: ["hint-", "bg-"]),
      Family(container: "book-hint"),
      // Angular, Amazon's manuals.
      Family(container: "docs-alert", titles: ["docs-alert-label"], kinds: ["docs-alert-"]),
      Family(container: "awsdocs-note", titles: ["awsdocs-note-title"]),
      // mdBook.
      Family(container: "blockquote-tag", titles: ["blockquote-tag-title"], kinds: ["blockquote-tag-"]),
      Family(container: "admonitionblock", titles: ["title"], icon: "icon"),
      // MDN, ArchWiki.
      Family(container: "notecard"),
      Family(container: "archwiki-template-box", kinds: ["archwiki-template-box-"]),
      // Microsoft Learn, Bootstrap.
      Family(container: "alert", titles: ["alert-title", "alert-heading"], kinds: ["is-", "alert-"]),
      Family(
        container: "confluence-information-macro", titles: ["title"],
        kinds: ["confluence-information-macro-"],
        icon: "confluence-information-macro-icon"),
      Family(container: "ak-editor-panel", icon: "ak-editor-panel__icon"),
      // Yuque.
      Family(container: "ne-alert"), Family(container: "lake-alert"),
      // Zenn.
      Family(container: "msg", icon: "msg-symbol"),
      // Typora.
      Family(container: "md-alert", titles: ["md-alert-text"], kinds: ["md-alert-"]),
    ]
    + ["note", "tip", "important", "warning", "caution"].map {
      // ReSpec, DocC, PHP's manual, DocBook, DITA.
      Family(container: $0, titles: [$0 + "-title", "label", "title", $0 + "__title", $0], needsTitle: true)
    }

  private static let containers = ClassNames(families.map(\.container))

  /// GitHub's kinds, and what else is called so.
  private static let kinds: [(kind: String, names: [String])] = [
    ("NOTE", ["note", "info", "information", "seealso", "abstract", "primary"]),
    ("TIP", ["tip", "tips", "hint", "success", "check", "okay", "helpful"]),
    ("IMPORTANT", ["important"]),
    ("WARNING", ["warning", "attention", "warn"]),
    ("CAUTION", ["caution", "danger", "error", "failure", "bug", "critical"]),
  ]

  /// Confluence calls its yellow box a note and its red one a warning.
  private static func raised(_ kind: String) -> String {
    switch kind {
    case "NOTE": "WARNING"
    case "WARNING": "CAUTION"
    default: kind
    }
  }

  private static func kind(named name: some Sequence<UInt8>) -> String? {
    let name = String(decoding: name.prefix(32).map(\.lowercased), as: UTF8.self)
    return kinds.first { $0.names.contains(name) }?.kind
  }

  private static func readAlerts(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree.hasClass(among: containers, id), tree[id].name.isBlock, tree[id].name != .details,
        !isInCell(id, in: tree)
      else { return }
      for family in families where tree.hasClass(family.container, id) {
        let title = title(of: id, family, in: tree)
        if let name = tree.attribute(.dataCallout, of: id) {
          return readCallout(id, named: Array(name), title: title, &tree)
        }
        if let kind = declaredKind(of: id, family, title: title, in: tree) {
          return read(id, kind: kind, title: title, icon: family.icon, &tree)
        }
      }
    }
  }

  private static func title(
    of id: HTMLTree.NodeID, _ family: Family, in tree: HTMLTree
  ) -> HTMLTree.NodeID? {
    guard !family.titles.isEmpty else { return nil }
    return tree.near(id) { node in
      family.needsTitle && tree[node].name.headingLevel > 0
        || tree.contains(class: node) { word in
          family.titles.contains {
            family.needsTitle ? word.equalsIgnoringCase($0) : word.startsIgnoringCase(with: $0)
          }
        }
    }
  }

  /// True for what an element shows first.
  private static func begins(_ id: HTMLTree.NodeID, with title: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let text = tree.near(id) { tree[$0].name == .text && !tree.isBlank($0) }
    return text.map { tree.isWithin($0, title) } ?? false
  }

  /// True within a table, whose cells hold no quotes in Markdown.
  private static func isInCell(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.ancestor(of: id) { tree[$0].name == .td || tree[$0].name == .th } != nil
  }

  /// The kind that an element says by a class or an attribute, or its title; nil if it may be something else.
  private static func declaredKind(
    of id: HTMLTree.NodeID, _ family: Family, title: HTMLTree.NodeID?, in tree: HTMLTree
  ) -> String? {
    if family.needsTitle {
      if title == nil, let kind = kind(of: id, labelled: family.container, in: tree) { return kind }
      if title == nil, family.container == "note" { return kind(ofNote: id, in: tree) }
      guard let title, begins(id, with: title, in: tree) else { return nil }
      var words = words(of: title, in: tree)
      if words.last == UInt8(ascii: ":") { words = words.dropLast() }
      let isCalledTitle = tree.hasClass(family.titles[0], title) && words.count <= 64
      guard isCalledTitle || kind(named: words) == kind(named: family.container.utf8) else { return nil }
      return kind(named: family.container.utf8)
    }
    if ["alert", "awsdocs-note"].contains(family.container), let title,
      let kind = kind(named: words(of: title, in: tree))
    {
      return kind
    }
    if family.container == "msg" {
      return tree.near(id, where: { tree.hasClass("msg-symbol", $0) }) == nil
        ? nil : tree.hasClass("alert", id) ? "WARNING" : "NOTE"
    }
    if let type = tree.attribute(.dataPanelType, of: id) { return kind(named: type) ?? "NOTE" }
    if let type = tree.attribute(.dataCalloutType, of: id) { return kind(named: type) ?? "NOTE" }
    if let name = tree.attribute(.dataType, of: id), ["ne-alert", "lake-alert"].contains(family.container) {
      return kind(named: name) ?? "NOTE"
    }
    if family.container == "alert", title == nil, let kind = kind(ofLabelled: id, in: tree) { return kind }
    // Bootstrap's boxes may be any message, but for those with a heading.
    let kinds = family.container == "alert" && title == nil ? Array(family.kinds.prefix(1)) : family.kinds
    var found: String?
    _ = tree.contains(class: id) { name in
      guard let prefix = kinds.first(where: { name.startsIgnoringCase(with: $0) }) else {
        return false
      }
      let rest = name.dropFirst(prefix.utf8.count)
      found = kind(named: rest)
      if family.container == "confluence-information-macro", !rest.startsIgnoringCase(with: "info") {
        found = found.map(raised)
      }
      return found != nil
    }
    // A title of a kind that GitHub does not know says what it is.
    return found ?? (title == nil ? nil : "NOTE")
  }

  /// Google's manuals begin a box with its kind in bold, and a colon.
  private static func kind(of id: HTMLTree.NodeID, labelled name: String, in tree: HTMLTree) -> String? {
    let strong = tree.near(id) { tree[$0].name == .strong || tree[$0].name == .b }
    guard let strong, begins(id, with: strong, in: tree) else { return nil }
    let words = words(of: strong, in: tree)
    return words.last == UInt8(ascii: ":") && words.dropLast().equalsIgnoringCase(name)
      ? kind(named: name.utf8) : nil
  }

  /// The kind that a class names, and the words in emphasis that the box begins with.
  private static func kind(ofLabelled id: HTMLTree.NodeID, in tree: HTMLTree) -> String? {
    guard let label = tree.near(id, where: { [.em, .strong, .b].contains(tree[$0].name) }),
      begins(id, with: label, in: tree), let kind = kind(named: words(of: label, in: tree)),
      tree.contains(class: id, where: { self.kind(named: $0) == kind })
    else { return nil }
    return kind
  }

  /// Qiita's boxes are notes by their class, and say their kind by another one.
  private static func kind(ofNote id: HTMLTree.NodeID, in tree: HTMLTree) -> String? {
    guard tree[id].name == .div else { return nil }
    return tree.hasClass("info", id)
      ? "NOTE" : tree.hasClass("warn", id) ? "WARNING" : tree.hasClass("alert", id) ? "CAUTION" : nil
  }

  private static func words(of id: HTMLTree.NodeID, in tree: HTMLTree) -> ArraySlice<UInt8> {
    tree.innerText(of: id, limit: 1024)[...].trimmingHTMLSpace
  }

  /// Obsidian has kinds and titles of people's own, which stand in its first line.
  private static func readCallout(
    _ id: HTMLTree.NodeID, named kind: [UInt8], title: HTMLTree.NodeID?, _ tree: inout HTMLTree
  ) {
    guard let title, !kind.isEmpty, kind.count <= 32,
      kind.allSatisfy({ $0.isASCIILetter || $0 == UInt8(ascii: "-") })
    else { return }
    let words = Self.words(of: title, in: tree)
    let isPlain = words.isEmpty || words.map(\.lowercased) == kind.map(\.lowercased)
    remove(title, of: id, &tree)
    begin(id, with: "[!".utf8 + kind + "]".utf8 + (isPlain ? [] : [0x20] + words), &tree)
  }

  private static func read(
    _ id: HTMLTree.NodeID, kind: String, title: HTMLTree.NodeID?, icon: String?, _ tree: inout HTMLTree
  ) {
    if let icon,
      let drawn = tree.near(id, where: { tree.contains(class: $0) { $0.startsIgnoringCase(with: icon) } })
    {
      remove(drawn, of: id, &tree)
    }
    var words = title.map { Array(Self.words(of: $0, in: tree)) } ?? []
    if words.last == UInt8(ascii: ":") { words.removeLast() }
    if let title, tree.isAttached(title) { remove(title, of: id, &tree) }
    // Asciidoctor sets the icon and the text into a table.
    if let cell = tree.near(id, where: { tree[$0].name == .td && tree.hasClass("content", $0) }),
      let table = tree.ancestor(of: cell, where: { tree[$0].name == .table }), tree.isWithin(table, id)
    {
      tree.remove(cell)
      tree.rename(cell, .div)
      tree.insert(cell, before: table)
      tree.remove(table)
    }
    if title == nil { dropLabel(of: id, kind: kind, &tree) }
    if !words.isEmpty, Self.kind(named: words) != kind {
      let paragraph = tree.addElement(.p)
      let strong = tree.addElement(.strong)
      tree.append(tree.addText { $0.append(contentsOf: words) }, to: strong)
      tree.append(strong, to: paragraph)
      tree.prepend(paragraph, to: id)
    }
    begin(id, with: Array("[!\(kind)]".utf8), &tree)
  }

  /// MDN has the kind once more as the first words of the text.
  private static func dropLabel(of id: HTMLTree.NodeID, kind: String, _ tree: inout HTMLTree) {
    guard let text = tree.near(id, where: { tree[$0].name == .text && !tree.isBlank($0) }) else { return }
    let strong = tree[text].parent
    guard [.strong, .b, .em].contains(tree[strong].name) else { return }
    var words = Self.words(of: strong, in: tree)
    if words.last == UInt8(ascii: ":") { words = words.dropLast() }
    if Self.kind(named: words) == kind { tree.remove(strong) }
  }

  /// Takes a part out of an alert, with what holds nothing else.
  private static func remove(_ part: HTMLTree.NodeID, of alert: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    var part = part
    while true {
      let parent = tree[part].parent
      guard parent != alert, parent != HTMLTree.none, tree[parent].name != .tr,
        tree.children(of: parent).prefix(8).allSatisfy({ $0 == part || tree.isBlank($0) })
      else { break }
      part = parent
    }
    let next = tree[part].next
    tree.remove(part)
    if next != HTMLTree.none, tree[next].name == .text, tree.text(of: next).first == UInt8(ascii: ":") {
      tree.trimText(next, first: 1)
    }
  }

  private static func begin(_ id: HTMLTree.NodeID, with line: [UInt8], _ tree: inout HTMLTree) {
    let paragraph = tree.addElement(.p)
    tree.append(tree.addText { $0.append(contentsOf: line) }, to: paragraph)
    tree.prepend(paragraph, to: id)
    tree.rename(id, .blockquote)
  }
}
