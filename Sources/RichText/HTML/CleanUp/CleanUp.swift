/// Turns what programs write into what they mean, before the tree becomes a document.
enum CleanUp {
  /// One thing that is taken away or turned into semantics.
  struct Rule: Sendable {
    let name: String
    /// The programs whose HTML it is for; nil for any.
    let producers: Set<HTMLProducer>?
    let apply: @Sendable (inout HTMLTree) -> Void

    init(
      _ name: String, for producers: Set<HTMLProducer>? = nil, _ apply: @escaping @Sendable (inout HTMLTree) -> Void
    ) {
      self.name = name
      self.producers = producers
      self.apply = apply
    }
  }

  /// All rules, in the order in which they are applied.
  static let rules: [Rule] = CommonRules.all

  static func apply(to tree: inout HTMLTree) {
    let producer = HTMLProducer.detect(in: tree)
    for rule in rules where rule.producers?.contains(producer) ?? true { rule.apply(&tree) }
  }
}
