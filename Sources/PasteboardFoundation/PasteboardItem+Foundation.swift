public import FoundationEssentials
public import Pasteboard
public import UniformTypeIdentifiers

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
