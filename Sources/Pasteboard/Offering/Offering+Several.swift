import Exchange
import System
import UniformTypeIdentifiers

extension Offering {
  /// The offering of several items: the first under the usual names, the text and the files of all together, and all
  /// of them whole under a name of our own.
  package init(
    _ items: [PasteboardItem], _ terms: OfferingOptions = OfferingOptions(), names: NameTable = .shared
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
    dropRestricted()
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

/// Several items as one value, for the backends whose pasteboards hold one: each part behind its length in bytes.
enum ItemBundle {
  /// The name that it goes by.
  static let name = "application/x-pasteboard-items"

  private static let mark = Array("pasteboard-items 1\n".utf8)
  /// More parts are none that a program meant.
  private static let partLimit = 1 << 16

  /// The items with all data that they have; what is promised is asked for now.
  static func encode(_ items: [PasteboardItem]) -> Payload {
    let parts = items.map { item in
      item.types.compactMap { type in item.payload(forType: type).map { (type: type, data: $0) } }
    }
    var bytes: [UInt8] = []
    // At once, so that no secret is left where a smaller array was.
    bytes.reserveCapacity(
      parts.joined().reduce(mark.count + items.count * 2 * lengthLimit) { sum, part in
        sum + part.data.count + part.type.identifier.utf8.count + 2 * lengthLimit
      })
    bytes += mark
    for parts in parts {
      bytes.append(part: "\(parts.count)".utf8)
      for (type, data) in parts {
        bytes.append(part: type.identifier.utf8)
        bytes += Array("\(data.count) ".utf8)
        data.append(to: &bytes)
      }
    }
    var bundle = Payload.plain(bytes)
    bytes = []
    if items.contains(where: \.isSensitive) { bundle.conceal() }
    return bundle
  }

  /// The digits of the longest length, and what ends them.
  private static let lengthLimit = 20

  /// Nil if the bytes are not what `encode` writes.
  static func decode(_ bytes: [UInt8]) -> [PasteboardItem]? {
    guard bytes.starts(with: mark) else { return nil }
    var parts = PartReader(bytes[mark.count...])
    var partCount = 0
    var items: [PasteboardItem] = []
    while !parts.isAtEnd {
      guard let count = parts.nextText().flatMap({ Int($0) }), count >= 0 else {
        return nil
      }
      partCount += count + 1
      guard partCount <= partLimit else { return nil }
      var item = PasteboardItem()
      for _ in 0..<count {
        guard let identifier = parts.nextText(), let data = parts.next(),
          let type = UTType(identifier: identifier, allowUndeclared: true)
        else { return nil }
        item.setData(Array(data), forType: type)
      }
      items.append(item)
    }
    return items
  }
}
