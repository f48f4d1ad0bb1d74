public import FoundationEssentials
public import Pasteboard
public import UniformTypeIdentifiers

/// Pasteboards in terms of `Data` and URLs, for programs that have Foundation anyway.
extension Pasteboard {
  /// Sets the data of a type, as `setData(_:forType:)` does with bytes.
  public func setData(_ data: Data, forType type: UTType) throws(PasteboardError) {
    try setData(Array(data), forType: type)
  }

  /// The content as `type`, as `data(forType:)` gives it in bytes; nil if it cannot be had.
  ///
  /// It is taken where a type says so (`let data: Data? = …`): bytes come as an array otherwise.
  @_disfavoredOverload
  public func data(forType type: UTType) throws(PasteboardError) -> Data? {
    let bytes: [UInt8]? = try data(forType: type)
    return bytes.map { Data($0) }
  }

  /// Puts files, or addresses on the web, on the pasteboard, in place of what is there.
  ///
  /// Throws `PasteboardError` as `write(_:)` does with items.
  public func write(_ urls: [URL]) throws(PasteboardError) {
    try write(urls.map { PasteboardItem($0) })
  }

  /// The files that are there, and the addresses that were copied as such; empty if there are none.
  ///
  /// Throws `PasteboardError` as `data(forType:)` does.
  public var urls: [URL] {
    get throws(PasteboardError) {
      try pasteboardItems.compactMap { item in
        for type in [UTType.fileURL, .url] {
          guard let address = item.string(forType: type)?.split(whereSeparator: \.isNewline).first else {
            continue
          }
          return URL(string: String(address))
        }
        return nil
      }
    }
  }
}

/// Items of `Data` and of URLs, for programs that have Foundation anyway.
extension PasteboardItem {
  /// An item of one type.
  public init(_ data: Data, type: UTType) {
    self.init()
    setData(data, forType: type)
  }

  /// An item that stands for a file, or for an address on the web, which programs without either paste as text.
  public init(_ url: URL) {
    self.init(url.absoluteString, type: url.isFileURL ? .fileURL : .url)
  }

  /// Sets the data of a type, in place of what it had.
  public mutating func setData(_ data: Data, forType type: UTType) {
    setData(Array(data), forType: type)
  }

  /// The data of a type that the item was given; nil if it has no such type.
  ///
  /// It is taken where a type says so (`let data: Data? = …`): bytes come as an array otherwise.
  @_disfavoredOverload
  public func data(forType type: UTType) -> Data? {
    let bytes: [UInt8]? = data(forType: type)
    return bytes.map { Data($0) }
  }
}
