public import Pictures
public import RichText
public import UniformTypeIdentifiers

/// Content on its way through converters.
public enum Value: Sendable {
  /// As it is exchanged.
  case bytes([UInt8])
  /// As readers of rich text leave it, and writers take it.
  case document(Document)
  /// Files of this machine, and addresses elsewhere.
  case files(FileList)
  /// Pixels.
  case picture(Picture)
}

/// What content is between converters: bytes of a type, or a value that several types share.
///
/// The shared ones keep the number of converters small: a reader and a writer for each type, none for each pair.
public enum Form: Hashable, Sendable {
  /// Bytes of a type.
  case type(UTType)
  /// A document of rich text.
  case document
  /// Files that were copied or cut.
  case files
  /// A picture as pixels.
  case picture
}
