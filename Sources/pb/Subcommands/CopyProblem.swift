import Conversions
import Pasteboard
import Pictures
import RichText
import UniformTypeIdentifiers

/// Finds problems with copied content: it contradicts its type, or pb does not convert it.
enum CopyProblem {
  /// The reason why content is copied without conversions; nil if there is none.
  static func message(for items: [PasteboardItem]) -> String? {
    for item in items {
      // Text may be anything.
      for type in item.types where Format(type)?.isReadableAsItIs != true {
        if let message = item.data(forType: type).flatMap({ message(for: $0, of: type) }) { return message }
      }
      if let type = item.types.first, type.conforms(to: .image), !type.conforms(to: .svg),
        PictureCodec(type) == nil
      {
        return "pb does not convert pictures of type \(type.identifier)"
      }
    }
    return nil
  }

  private static func message(for bytes: [UInt8], of type: UTType) -> String? {
    if let format = Format(type), !format.matchesSignature(bytes) {
      // Whoever names a type may mean what is to be made.
      return "the content is not \(format.title) (to convert it, use 'pb convert')"
    }
    guard PictureCodec(type) != nil else { return nil }
    guard let header = PictureHeader(bytes) else {
      return "the content is not a picture of type \(type.identifier)"
    }
    if !header.isRead { return "pb does not convert this kind of \(header.codec.name)" }
    if header.isWithinBounds { return nil }
    return "the picture of \(header.width) × \(header.height) pixels is too large to convert"
  }
}
