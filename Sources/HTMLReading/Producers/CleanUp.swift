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
    SpreadsheetRules.all + PaperRules.first + CommonRules.first + WordRules.all + SlideRules.all
    + GoogleRules.all
    + LibreOfficeRules.all + AbiWordRules.all + CherryTreeRules.all + QtRules.all + EditorRules.all
    + WebRules.all + AlertRules.all
    + ManualRules.all + PaperRules.all + HeadingRules.all + LinkRules.all + FormulaRules.all + MailRules.all
    + CodeRules.all + ListRules.all

  static func apply(to tree: inout HTMLTree) {
    for rule in rules where rule.producers?.contains(tree.producer) ?? true {
      tree.steps.begin(nodeCount: tree.nodes.count)
      rule.apply(&tree)
    }
    tree.steps.lift()
  }
}
