import Conversions
import RichText
import UniformTypeIdentifiers

/// What files are called that are made of content.
enum FileNames {
  /// A name by the type alone.
  static func name(for type: UTType) -> String {
    let stem = type.conforms(to: .image) ? "image" : Format(type) != nil ? "text" : "data"
    return "\(stem).\(type.extensionForContent ?? "bin")"
  }
}
