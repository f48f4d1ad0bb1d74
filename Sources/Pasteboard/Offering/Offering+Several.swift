import Exchange
import System
import UniformTypeIdentifiers

extension Offering {
  /// The offering of several items: the first under the usual names, the text and the files of all together, and all
  /// of them whole under a name of our own.
  package init(
    _ items: [PasteboardItem], _ terms: OfferingTerms = OfferingTerms(), names: NameTable = .shared
  ) {
    guard let first = items.first, items.count > 1 else {
      self.init(items.first ?? PasteboardItem(), terms, names: names)
      return
    }
    self.init(names: names)
    let single = items.map { Offering($0, terms, names: names) }
    let isSecret = items.contains(where: \.isSensitive)
    let areFiles = items.allSatisfy { $0.types == [.fileURL] }
    if areFiles {
      // Their list says all that there is.
      addFiles(Self.addresses(of: items), verb: terms.fileVerb, hasText: false)
      addMarker([.fileURL])
      isSensitive = isSecret
      if let only = terms.only { keepOnly(only) }
      return
    }
    add(ItemBundle.name, nil, keep(Rendering(payload: { ItemBundle.encode(items) })))
    if items.allSatisfy({ $0.types.contains(.fileURL) }) {
      addFiles(Self.addresses(of: items), verb: terms.fileVerb, hasText: true)
    }
    let textNames = names.names(of: .plainText)
    if let name = textNames.first, single.allSatisfy({ $0.forms.contains { $0.name == name } }) {
      let texts = single.map { $0.content(rules: nil) }
      let text = keep(
        Rendering(payload: {
          var text = Self.joined(texts.map { $0.render(name)?.payload })
          if isSecret { text?.conceal() }
          return text
        }))
      for name in textNames { add(name, names.type(of: name), text) }
    }
    add(first, terms)
    offerNothingToSome()
    isSensitive = isSecret
    if let only = terms.only { keepOnly(only) }
  }

  private static func addresses(of items: [PasteboardItem]) -> [Rendering] {
    items.map { item in Rendering(bytes: { item.data(forType: .fileURL) }) }
  }

  /// The texts with a line feed between them.
  private static func joined(_ texts: [Payload?]) -> Payload? {
    var joined: [UInt8] = []
    // At once, so that no secret is left where a smaller array was.
    joined.reserveCapacity(texts.reduce(0) { $0 + ($1?.count ?? 0) + 1 })
    for (index, text) in texts.enumerated() {
      guard let text else {
        joined.overwrite()
        return nil
      }
      if index > 0, joined.last != 0x0A { joined.append(0x0A) }
      text.append(to: &joined)
    }
    return .plain(joined)
  }
}
