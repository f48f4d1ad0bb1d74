/// Turns what programs write into what they mean, before the tree becomes a document.
enum CleanUp {
  /// One thing that is taken away or turned into semantics.
  struct Rule: Sendable {
    let name: String
    /// The programs whose HTML it is for; nil for any.
    let producers: Set<HTMLProducer>?
    let apply: @Sendable (inout HTMLTree) -> Void

    init(
      _ name: String, for producers: Set<HTMLProducer>? = nil,
      _ apply: @escaping @Sendable (inout HTMLTree) -> Void
    ) {
      self.name = name
      self.producers = producers
      self.apply = apply
    }
  }

  /// All rules, in the order in which they are applied: the programs' own before those that they rely on.
  static let rules: [Rule] =
    SpreadsheetRules.all + ScientificArticleRules.first + CommonRules.first + WordRules.all
    + PowerPointRules.all + GoogleRules.all + LibreOfficeRules.all + AbiWordRules.all
    + CherryTreeRules.all + QtRules.all + EditorRules.all + WebRules.all + AlertRules.all
    + DocumentationRules.all + ScientificArticleRules.all + HeadingRules.all + LinkRules.all
    + FormulaRules.all + MailRules.all + CodeRules.all + ListRules.all

  static func apply(to tree: inout HTMLTree) {
    for rule in rules where rule.producers?.contains(tree.producer) ?? true {
      tree.steps.begin(nodeCount: tree.nodes.count)
      rule.apply(&tree)
    }
    tree.steps.lift()
  }
}

/// The program that wrote a piece of HTML, as far as its dialect needs rules of its own.
enum HTMLProducer: Hashable, Sendable {
  case word, wordOnline, excel, gnumeric
  case libreOffice, libreOfficeCalc
  case googleDocs, googleSheets
  case abiWord, qt, cherryTree, lyx
  case gmail, slack, teams, quill
  case other

  /// True for programs whose tables are data, however they look.
  var isSpreadsheet: Bool {
    [.excel, .gnumeric, .libreOfficeCalc, .googleSheets].contains(self)
  }

  /// What each program leaves in the first bytes of its HTML; the first in this order that is there decides.
  private static let signs: [(sign: String, producer: HTMLProducer)] = [
    ("docs-internal-guid", .googleDocs),
    ("google-sheets-html-origin", .googleSheets),
    ("urn:schemas-microsoft-com:office:excel", .excel),
    ("content=\"excel", .excel),
    ("content=\"gnumeric", .gnumeric),
    ("listcontainerwrapper", .wordOnline),
    ("scxw", .wordOnline),
    ("urn:schemas-microsoft-com:office:word", .word),
    ("content=\"microsoft word", .word),
    ("content=microsoft word", .word),
    ("mso-", .word),
    ("class=mso", .word),
    ("class=\"mso", .word),
    ("qrichtext", .qt),
    ("xhtml-awml", .abiWord),
    ("awml:style", .abiWord),
    ("content=\"libreoffice", .libreOffice),
    ("content=\"openoffice", .libreOffice),
    ("content=\"cherrytree", .cherryTree),
    ("content=\"lyx ", .lyx),
    ("gmail_", .gmail),
    ("data-stringify-", .slack),
    ("copy-paste-block", .teams),
    ("ql-indent-", .quill),
    ("data-list=\"bullet", .quill),
    ("data-list=\"ordered", .quill),
    ("data-list=\"checked", .quill),
    ("data-list=\"unchecked", .quill),
    ("lst-kix_", .googleDocs),
  ]

  /// What LibreOffice writes besides for cells: their values, and how notes on them look.
  private static let cellSigns = ["sdval=", "sdnum=", "a.comment-indicator"]

  private static let allSigns = PhraseSet(signs.map(\.sign) + cellSigns)

  /// The number of bytes that are looked through for a sign.
  private static let lookAhead = 16 * 1024

  static func detect(in source: [UInt8]) -> HTMLProducer {
    let found = allSigns.found(in: source.span.extracting(first: lookAhead))
    guard let first = found.first, first < signs.count else { return .other }
    let hasCells = found.contains { $0 >= signs.count }
    let producer = signs[first].producer
    return producer == .libreOffice && hasCells ? .libreOfficeCalc : producer
  }
}

/// Text that what is around it makes unseen, and what is within may make seen again: mails built with MJML have cells
/// without a text size whose content has one.
enum UnseenText {
  static func drop(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard let style = tree.style(of: id) else { return }
      if style.isVisible == false { drop(id, keepsPictures: false, in: &tree) { $0.isVisible != nil } }
      if style.textSize == .nothing { drop(id, keepsPictures: true, in: &tree) { $0.textSize != nil } }
    }
  }

  /// Drops what is seen of an element, but for what says itself that it is seen.
  private static func drop(
    _ id: HTMLTree.NodeID, keepsPictures: Bool, in tree: inout HTMLTree,
    unless isStated: (InlineStyle) -> Bool
  ) {
    var unseen: [HTMLTree.NodeID] = []
    var isNeeded = tree[id].name == .td || tree[id].name == .th
    var current = tree.following(id, within: id)
    while current != HTMLTree.none {
      if tree[current].style >= 0, isStated(tree.styles[Int(tree[current].style)]) {
        isNeeded = true
        current = tree.followingSkippingContent(of: current, within: id)
        continue
      }
      switch tree[current].name {
      case .text: if !tree.isBlank(current) { unseen.append(current) }
      case .img, .svg, .video, .audio, .object:
        if keepsPictures { isNeeded = true } else { unseen.append(current) }
      default: break
      }
      current = tree.following(current, within: id)
    }
    if isNeeded { unseen.forEach { tree.remove($0) } } else { tree.remove(id) }
  }
}
