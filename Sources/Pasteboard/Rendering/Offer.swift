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
  private static let secretHint = "x-kde-passwordManagerHint"

  package var content: SelectionContent {
    let targets = source.targets(only: only) + (isSensitive ? [Self.secretHint] : [])
    return SelectionContent(targets: targets) { [source] target in
      target == Self.secretHint
        ? SelectionProperty(type: target, bytes: Array("secret".utf8)) : source.property(for: target)
    }
  }
}
