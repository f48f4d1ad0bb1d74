import RichText
package import UniformTypeIdentifiers

extension UTType {
  /// The extension for files of content of this type, where there is one: text in an encoding of its own has that of text.
  package var extensionForContent: String? {
    preferredFilenameExtension ?? (Format(self) == .plainText ? "txt" : nil)
  }
}
