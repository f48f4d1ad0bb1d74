import Conversions
import Exchange
public import UniformTypeIdentifiers

/// Several items at once, as `NSPasteboard` has them.
extension Pasteboard {
  /// Puts items on the pasteboard, in place of what is there; returns when the display has confirmed it.
  ///
  /// Programs that know no more than one item see the first, and the text of all. Throws `PasteboardError` with
  /// `.display` if there is no display, or `.overtaken` if another program took it first.
  public func write(_ items: [PasteboardItem]) throws(PasteboardError) {
    try PasteboardServer.shared.own(place) { _ in items }
  }

  /// What is there, item by item: all that a program of this library put there, else an item
  /// for each of several files, else one item of what is offered.
  ///
  /// Types only: the data of each is asked for when it is wanted, and is nil if it cannot be had then. Empty if
  /// nothing is there. Throws `PasteboardError` as `types` does.
  public var pasteboardItems: [PasteboardItem] {
    get throws(PasteboardError) {
      try offered { reader, names throws(PasteboardError) in
        if names.contains(ItemBundle.name), let bundle = try? reader.property(ItemBundle.name),
          let items = ItemBundle.decode(bundle.bytes)
        {
          return items
        }
        let types = Self.types(of: names)
        guard !types.isEmpty else { return [] }
        let pasteboard = self
        if types.contains(.fileURL),
          let files = try? reader.paste(PasteRequest(.fileURL), among: names).files,
          files.entries.count > 1
        {
          return files.entries.map { PasteboardItem($0.address, type: .fileURL) }
        }
        var item = PasteboardItem()
        item.setDataProvider(forTypes: types) { try? pasteboard.data(forType: $0) }
        return [item]
      } ?? []
    }
  }

  /// For each item that is there, the first of `types` that it has, with its data.
  ///
  /// Items that have none of them are left out. Throws `PasteboardError` as `types` does.
  public func read(_ types: [UTType]) throws(PasteboardError) -> [(type: UTType, data: [UInt8])] {
    var found: [(type: UTType, data: [UInt8])] = []
    for item in try pasteboardItems {
      for wanted in types {
        guard
          let type = item.types.first(where: { $0 == wanted })
            ?? item.types.first(where: { $0.conforms(to: wanted) }),
          let data = item.data(forType: type)
        else { continue }
        found.append((type, data))
        break
      }
    }
    return found
  }
}
