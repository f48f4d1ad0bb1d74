import Conversions
import Exchange
import Pictures
import System
import UniformTypeIdentifiers

/// Thumbnails of what is dragged, where it is a picture that can be read.
enum PictureThumbnail {
  /// A larger file takes longer to read than people wait for its row.
  private static let byteLimit = 64 << 20

  /// Nil if the item is neither a picture nor the file of one, as far as its type or its name tells.
  static func maker(of item: PasteboardItem) -> Thumbnail.Maker? {
    if item.types.first == .fileURL { return maker(ofFile: item) }
    guard let type = item.types.first, PictureCodec(type) != nil else { return nil }
    return { width, height in item.data(forType: type).flatMap { thumbnail($0, width, height) } }
  }

  private static func maker(ofFile item: PasteboardItem) -> Thumbnail.Maker? {
    guard let address = item.data(forType: .fileURL),
      case .path(let path)? = FileAddress.entry(address, host: ThisProcess.hostName ?? "")
    else { return nil }
    let file = FilePath(path)
    let name = String(decoding: file.lastComponent, as: UTF8.self)
    guard let dot = name.lastIndex(of: "."),
      let type = UTType(filenameExtension: String(name[name.index(after: dot)...])), PictureCodec(type) != nil
    else { return nil }
    return { width, height in
      (try? RegularFile.bytes(of: file, limit: byteLimit)).flatMap { thumbnail($0, width, height) }
    }
  }

  private static func thumbnail(_ bytes: [UInt8], _ width: Int, _ height: Int) -> Thumbnail? {
    guard let picture = (try? Picture(bytes))?.fitting(width: width, height: height) else { return nil }
    let bytes = picture.opaqueBytes
    let colors = stride(from: 0, to: bytes.count, by: 3).map { place in
      bytes[place..<place + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    return Thumbnail(width: picture.width, height: picture.height, colors: colors)
  }
}
