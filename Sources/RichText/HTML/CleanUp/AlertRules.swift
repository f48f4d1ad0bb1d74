/// Rules for what pages set off as a note or a warning: a quote whose first line says its kind, as on GitHub.
enum AlertRules {
  static let all: [CleanUp.Rule] = [CleanUp.Rule("read alerts as quotes", readAlerts)]

  /// How a program marks what it sets off.
  private struct Family {
    /// A class of the whole, in lower case.
    let container: String
    /// What the class of its title begins with; nil if it has none.
    let title: String?
    /// What the class that names its kind begins with.
    var kind = ""
    /// What the class of an icon or a wrapper that says nothing begins with.
    var icon: String?
  }

  private static let families: [Family] = [
    // GitHub, GitLab.
    Family(container: "markdown-alert", title: "markdown-alert-title", kind: "markdown-alert-"),
    // Docutils, Sphinx, Python-Markdown, MkDocs.
    Family(container: "admonition", title: "admonition-title"),
    Family(container: "theme-admonition", title: "admonitionheading", kind: "theme-admonition-"),
    // VuePress, VitePress.
    Family(container: "custom-block", title: "custom-block-title"),
    Family(container: "starlight-aside", title: "starlight-aside__title", kind: "starlight-aside--"),
    // Quarto; Obsidian says the kind in an attribute.
    Family(container: "callout", title: "callout-title", kind: "callout-", icon: "callout-icon"),
    // mdBook.
    Family(container: "blockquote-tag", title: "blockquote-tag-title", kind: "blockquote-tag-"),
    Family(container: "admonitionblock", title: "title", icon: "icon"),
    // MDN.
    Family(container: "notecard", title: nil),
    // Microsoft Learn.
    Family(container: "alert", title: "alert-title", kind: "is-"),
    Family(
      container: "confluence-information-macro", title: "title", kind: "confluence-information-macro-",
      icon: "confluence-information-macro-icon"),
    Family(container: "ak-editor-panel", title: nil, icon: "ak-editor-panel__icon"),
  ]

  private static let containers = families.map(\.container)

  /// GitHub's kinds, and what else is called so.
  private static let kinds: [(kind: String, names: [String])] = [
    ("NOTE", ["note", "info", "information", "seealso", "abstract", "primary"]),
    ("TIP", ["tip", "hint", "success"]),
    ("IMPORTANT", ["important"]),
    ("WARNING", ["warning", "attention", "warn"]),
    ("CAUTION", ["caution", "danger", "error", "failure", "bug"]),
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
      guard tree.hasClass(among: containers, id), tree[id].name != .details,
        let family = families.first(where: { tree.hasClass($0.container, id) }), !isInCell(id, in: tree)
      else { return }
      let title = family.title.flatMap { name in
        tree.near(id) { tree.contains(class: $0) { $0.startsIgnoringCase(with: name) } }
      }
      if let name = tree.attribute(.dataCallout, of: id) {
        readCallout(id, named: Array(name), title: title, &tree)
      } else if let kind = declaredKind(of: id, family, title: title, in: tree) {
        read(id, kind: kind, title: title, icon: family.icon, &tree)
      }
    }
  }

  /// True within a table, whose cells hold no quotes in Markdown.
  private static func isInCell(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.ancestor(of: id) { tree[$0].name == .td || tree[$0].name == .th } != nil
  }

  /// The kind that an element says by a class or an attribute, or its title; nil if it may be something else.
  private static func declaredKind(
    of id: HTMLTree.NodeID, _ family: Family, title: HTMLTree.NodeID?, in tree: HTMLTree
  ) -> String? {
    if family.container == "alert", let title, let kind = kind(named: words(of: title, in: tree)) {
      return kind
    }
    if let type = tree.attribute(.dataPanelType, of: id) { return kind(named: type) ?? "NOTE" }
    var found: String?
    _ = tree.contains(class: id) { name in
      guard name.startsIgnoringCase(with: family.kind) else { return false }
      let rest = name.dropFirst(family.kind.utf8.count)
      found = kind(named: rest)
      if family.container == "confluence-information-macro", !rest.startsIgnoringCase(with: "info") {
        found = found.map(raised)
      }
      return found != nil
    }
    // A title of a kind that GitHub does not know says what it is.
    return found ?? (title == nil ? nil : "NOTE")
  }

  private static func words(of id: HTMLTree.NodeID, in tree: HTMLTree) -> ArraySlice<UInt8> {
    InlineStyle.trimmed(tree.innerText(of: id, limit: 1024)[...])
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
    let words = title.map { Array(Self.words(of: $0, in: tree)) } ?? []
    if let title { remove(title, of: id, &tree) }
    if let icon,
      let drawn = tree.near(id, where: { tree.contains(class: $0) { $0.startsIgnoringCase(with: icon) } })
    {
      remove(drawn, of: id, &tree)
    }
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
    guard tree[strong].name == .strong || tree[strong].name == .b else { return }
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
    tree.remove(part)
  }

  private static func begin(_ id: HTMLTree.NodeID, with line: [UInt8], _ tree: inout HTMLTree) {
    let paragraph = tree.addElement(.p)
    tree.append(tree.addText { $0.append(contentsOf: line) }, to: paragraph)
    tree.prepend(paragraph, to: id)
    tree.rename(id, .blockquote)
  }
}
