import UniformTypeIdentifiers

/// Several items as one value, for the backends whose pasteboards hold one: each part behind its length in bytes.
enum ItemBundle {
  /// The name that it goes by.
  static let name = "application/x-pasteboard-items"

  private static let mark = Array("pasteboard-items 1\n".utf8)
  /// More parts are none that a program meant.
  private static let mostParts = 1 << 16

  /// The items with all data that they have; what is promised is asked for now.
  static func encode(_ items: [PasteboardItem]) -> [UInt8] {
    var bytes = mark
    func append(_ part: some Collection<UInt8>) {
      bytes.append(contentsOf: "\(part.count) ".utf8)
      bytes.append(contentsOf: part)
    }
    for item in items {
      let parts = item.types.compactMap { type in item.data(forType: type).map { (type, $0) } }
      append("\(parts.count)".utf8)
      for (type, data) in parts {
        append(type.identifier.utf8)
        append(data)
      }
    }
    return bytes
  }

  /// Nil if the bytes are not what `encode` writes.
  static func decode(_ bytes: [UInt8]) -> [PasteboardItem]? {
    guard bytes.starts(with: mark) else { return nil }
    var rest = bytes[mark.count...]
    var partCount = 0
    func next() -> ArraySlice<UInt8>? {
      guard let space = rest.prefix(20).firstIndex(of: 0x20),
        let count = Int(String(decoding: rest[..<space], as: UTF8.self)), count >= 0
      else { return nil }
      rest = rest[(space + 1)...]
      guard count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    var items: [PasteboardItem] = []
    while !rest.isEmpty {
      guard let count = next().flatMap({ Int(String(decoding: $0, as: UTF8.self)) }), count >= 0 else {
        return nil
      }
      partCount += count + 1
      guard partCount <= mostParts else { return nil }
      var item = PasteboardItem()
      for _ in 0..<count {
        guard let identifier = next(), let data = next(),
          let type = UTType(identifier: String(decoding: identifier, as: UTF8.self), allowUndeclared: true)
        else { return nil }
        item.setData(Array(data), forType: type)
      }
      items.append(item)
    }
    return items
  }
}
