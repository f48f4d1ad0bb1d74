import Conversions
import RichText
import UniformTypeIdentifiers

/// What files are called that are made of content.
enum FileNames {
  /// A name by the type alone.
  static func name(for type: UTType) -> String {
    let stem = type.conforms(to: .image) ? "image" : Format(type) != nil ? "text" : "data"
    // Text in an encoding of its own has no other extension than text.
    let filenameExtension =
      type == .markdown
      ? "md" : type.preferredFilenameExtension ?? (Format(type) == .plainText ? "txt" : "bin")
    return "\(stem).\(filenameExtension)"
  }
}
