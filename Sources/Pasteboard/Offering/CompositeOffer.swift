import UniformTypeIdentifiers
import X11Selections

/// Several representations that are offered together, and beside them what is made of one of them.
struct CompositeOffer: Sendable {
  /// Gives the value of a target that is offered as it is.
  typealias Value = @Sendable (_ target: String) -> SelectionProperty?

  private(set) var targets: [String] = []
  private var values: [String: Value] = [:]
  /// What the targets without a value of their own are made of.
  private let source: PromisedSource?
  private let isSensitive: Bool

  /// - Parameter source: what the targets that are added without a value are made of.
  init(madeOf source: PromisedSource?, isSensitive: Bool = false) {
    self.source = source
    self.isSensitive = isSensitive
  }

  /// Offers a target that is not offered yet; without a value it is made of the source.
  mutating func add(_ target: String, value: Value? = nil) {
    guard !targets.contains(target) else { return }
    targets.append(target)
    values[target] = value
  }

  /// Offers all that the source can be given as and that is not offered yet.
  mutating func addConversions() {
    for target in source?.outline.targets() ?? [] { add(target) }
  }

  /// What the owner answers with.
  ///
  /// - Parameter rules: gives the rules by which some programs are shown less; asked whenever one is looked
  ///   up, and never if it is nil.
  func content(rules: (@Sendable () -> ApplicationRules)?) -> SelectionContent {
    let targets = targets + (isSensitive ? [Offer.secretHint] : [])
    var offers: (@Sendable (PeerDescription) -> [SelectionContent.Offer])?
    if let rules {
      let outline = source?.outline ?? SourceRepresentation([], type: .data)
      offers = { [values] peer in
        // What has a value of its own is given as it is, whatever text a rule prefers.
        outline.offers(targets, under: rules().requestor(peer)).map { offer in
          values[offer.target] == nil ? offer : SelectionContent.Offer(offer.target)
        }
      }
    }
    return SelectionContent(targets: targets, isSensitive: isSensitive, offers: offers) { [values, source] in
      if $0 == Offer.secretHint { return SelectionProperty(type: $0, bytes: Array("secret".utf8)) }
      if let value = values[$0] { return value($0) }
      return source?.representation?.property(forRendering: $0)
    }
  }
}

extension CompositeOffer {
  /// What an item is offered as: each type under its own targets, and the formats that it lacks.
  init(_ item: PasteboardItem) {
    let sources = item.representations.map { representation in
      PromisedSource(representation.type) { representation.provide(representation.type) }
    }
    let richest = RichTextFormat.allCases.lazy.compactMap { format in
      sources.first { $0.format == format }
    }.first
    self.init(madeOf: item.offersConversions ? richest : nil, isSensitive: item.isSensitive)
    var own: [String: Value] = [:]
    for source in sources {
      for target in source.ownTargets where own[target] == nil {
        own[target] = { source.representation?.property(for: $0) }
      }
    }
    for source in sources {
      // Text in all its formats stands in one place, in the order that programs expect.
      if source.format != nil {
        for target in TargetTable.shared.offered where own[target] != nil || self.source != nil {
          add(target, value: own[target])
        }
      }
      for target in source.ownTargets { add(target, value: own[target]) }
    }
    addConversions()
  }
}
