package import UniformTypeIdentifiers
package import X11Selections

/// What a copy offers: a source, the targets that it is offered under, and how it is to be treated.
package struct Offer: Sendable {
  package var source: SourceRepresentation
  /// The types to offer; nil for all that the source can be given as.
  package var only: [UTType]?
  /// True if managers are told not to keep the content.
  package var isSensitive: Bool

  package init(_ source: SourceRepresentation, only: [UTType]? = nil, isSensitive: Bool = false) {
    self.source = source
    self.only = only
    self.isSensitive = isSensitive
  }

  /// The target by which KDE's programs, and many after them, mark secrets.
  static let secretHint = "x-kde-passwordManagerHint"

  /// What the owner answers with; under rules, some programs are shown less, or another plain text.
  package func content(rules: ApplicationRules = .current) -> SelectionContent {
    let targets = source.targets(only: only) + (isSensitive ? [Self.secretHint] : [])
    var offers: (@Sendable (PeerDescription) -> [SelectionContent.Offer])?
    if rules.areForRequestors {
      offers = { [source] peer in source.offers(targets, under: rules.requestor(peer)) }
    }
    return SelectionContent(targets: targets, isSensitive: isSensitive, offers: offers) { [source] name in
      name == Self.secretHint
        ? SelectionProperty(type: name, bytes: Array("secret".utf8)) : source.property(forRendering: name)
    }
  }
}

extension SourceRepresentation {
  /// What is put before a target's name to ask for another plain text than the copy's own.
  private static let otherPlainText = "other:"

  /// The offers that a program under a rule is shown.
  func offers(_ targets: [String], under rule: ApplicationRule?) -> [SelectionContent.Offer] {
    guard let rule else { return targets.map { SelectionContent.Offer($0) } }
    return shown(targets, under: rule).map { target in
      let isOther = rule.plainText != nil && rule.plainText != plainText && isPlainText(target)
      return SelectionContent.Offer(target, rendering: isOther ? Self.otherPlainText + target : target)
    }
  }

  func property(forRendering name: String) -> SelectionProperty? {
    guard name.hasPrefix(Self.otherPlainText) else { return property(for: name) }
    let other = SourceRepresentation(
      bytes, type: type, plainText: plainText == .source ? .rendered : .source, style: style, table: table)
    return other.property(for: String(name.dropFirst(Self.otherPlainText.count)))
  }

  /// Those of `targets` that a program under a rule is shown.
  func shown(_ targets: [String], under rule: ApplicationRule) -> [String] {
    targets.filter { target in
      guard let type = table.type(of: target) else { return true }
      return !rule.hidden.contains { type.conforms(to: $0) }
    }
  }

  private func isPlainText(_ target: String) -> Bool {
    table.type(of: target).flatMap(RichTextFormat.init) == .plainText
  }
}
