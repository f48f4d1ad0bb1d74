import Conversions
import Pasteboard
import Pictures
import RichText
import UniformTypeIdentifiers

/// What a person should know of content that is not what its type says, or is offered as it is alone.
enum CopyProblem {
  /// Why nothing is made of what is copied; nil if all is well.
  static func words(for items: [PasteboardItem]) -> String? {
    for item in items {
      // Text may be anything.
      for type in item.types where Format(type)?.isReadableAsItIs != true {
        if let words = item.data(forType: type).flatMap({ words(for: $0, of: type) }) { return words }
      }
      if let type = item.types.first, type.conforms(to: .image), !type.conforms(to: .svg),
        PictureCodec(type) == nil
      {
        return "pictures of type \(type.identifier) are not converted"
      }
    }
    return nil
  }

  private static func words(for bytes: [UInt8], of type: UTType) -> String? {
    if let format = Format(type), !format.looksRight(bytes) {
      // Whoever names a type may mean what is to be made.
      return "this is not \(format.title), which 'pb convert' makes"
    }
    guard PictureCodec(type) != nil else { return nil }
    guard let header = PictureHeader(bytes) else { return "this is no picture of type \(type.identifier)" }
    if !header.isRead { return "\(header.codec.name) of this kind is not converted" }
    if header.isWithinBounds { return nil }
    return "a picture of \(header.width) × \(header.height) pixels is too large to be converted"
  }
}
