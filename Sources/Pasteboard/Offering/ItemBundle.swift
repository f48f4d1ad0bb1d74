import Exchange
import UniformTypeIdentifiers

/// Several items as one value, for the backends whose pasteboards hold one: each part behind its length in bytes.
enum ItemBundle {
  /// The name that it goes by.
  static let name = "application/x-pasteboard-items"

  private static let mark = Array("pasteboard-items 1\n".utf8)
  /// More parts are none that a program meant.
  private static let mostParts = 1 << 16

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
      guard partCount <= mostParts else { return nil }
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
