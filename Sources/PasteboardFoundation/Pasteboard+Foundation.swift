public import FoundationEssentials
public import Pasteboard
public import UniformTypeIdentifiers

/// Pasteboards in terms of `Data` and URLs, for programs that have Foundation anyway.
extension Pasteboard {
  /// Sets the data of a type, as `setData(_:forType:)` does with bytes.
  public func setData(_ data: Data, forType type: UTType) throws(PasteboardError) {
    try setData(Array(data), forType: type)
  }

  /// The content as `type`, like `data(forType:)` with bytes; nil if the content is not available in that type.
  ///
  /// Swift selects this method if the result is declared as `Data` (`let data: Data? = …`), otherwise the array.
  @_disfavoredOverload
  public func data(forType type: UTType) throws(PasteboardError) -> Data? {
    let bytes: [UInt8]? = try data(forType: type)
    return bytes.map { Data($0) }
  }

  /// Replaces the pasteboard's content with files or web addresses.
  ///
  /// Throws `PasteboardError` as `write(_:)` does with items.
  public func write(_ urls: [URL]) throws(PasteboardError) {
    try write(urls.map { PasteboardItem($0) })
  }

  /// The copied files and addresses; empty if the pasteboard holds none.
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

  /// Creates an item for a file or a web address; programs that accept neither paste it as text.
  public init(_ url: URL) {
    self.init(url.absoluteString, type: url.isFileURL ? .fileURL : .url)
  }

  /// Sets or replaces the data of a type.
  public mutating func setData(_ data: Data, forType type: UTType) {
    setData(Array(data), forType: type)
  }

  /// The data that was set for a type; nil if the item does not have the type.
  ///
  /// Swift selects this method if the result is declared as `Data` (`let data: Data? = …`), otherwise the array.
  @_disfavoredOverload
  public func data(forType type: UTType) -> Data? {
    let bytes: [UInt8]? = data(forType: type)
    return bytes.map { Data($0) }
  }
}
