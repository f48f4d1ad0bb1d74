public import Pictures
public import RichText
public import UniformTypeIdentifiers

/// Makes content of one form out of another.
public protocol Converter: Sendable {
  /// The input: this type, and those that conform to it and have no format of their own.
  var from: Form { get }
  /// The output type.
  var to: Form { get }
  /// The loss, from 0 for none; of several ways the one with the least loss is taken.
  var loss: Int { get }
  /// Whether it takes what conforms to `from` and has a format of its own too, as Markdown where it takes plain text.
  var takesSubtypes: Bool { get }

  /// Converts a value of the form `from`.
  ///
  /// Throws `ConversionError` if the value is not what it was said to be.
  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value
}

extension Converter {
  public var takesSubtypes: Bool { false }
}

/// Content on its way through converters.
public enum Value: Sendable {
  /// Bytes as they are exchanged.
  case bytes([UInt8])
  /// A document, as readers of rich text make it and writers take it.
  case document(Document)
  /// Files of this machine, and addresses elsewhere.
  case files(FileList)
  /// Pixels.
  case picture(Picture)
}

/// The form of content between converters: bytes of a type, or a value that several types share.
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

/// The reason why content could not be converted.
public struct ConversionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable {
    enum Kind { case noRoute, unreadable, tooLarge, commandFailed }
    let kind: Kind

    /// No converters lead from one type to the other.
    public static let noRoute = Code(kind: .noRoute)
    /// The bytes are not of the type that they were said to be.
    public static let unreadable = Code(kind: .unreadable)
    /// There is more than a reader takes.
    public static let tooLarge = Code(kind: .tooLarge)
    /// A converter of the person's own failed, took too long or made something else.
    public static let commandFailed = Code(kind: .commandFailed)
  }

  /// The kind of failure.
  public let code: Code
  /// The description, in one line without a full stop.
  public let description: String

  /// Creates an error of these words.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  static func noRoute(from source: UTType, to wanted: UTType) -> ConversionError {
    ConversionError(.noRoute, "cannot make \(wanted.formatName) from \(source.formatName)")
  }

  /// The reason why bytes could not be read as a document of a format.
  package init(_ error: RichTextError, reading format: Format) {
    if error.code == .tooLarge {
      self.init(.tooLarge, "the \(format.title) is too large to convert: \(error)")
    } else {
      // Some errors say just that.
      let reason = error.description.hasSuffix(format.title) ? "" : ": \(error)"
      self.init(.unreadable, "not \(format.title)\(reason)")
    }
  }
}

extension UTType {
  /// The extension for files of content of this type, where there is one: text in an encoding of its own has that of text.
  package var extensionForContent: String? {
    preferredFilenameExtension ?? (Format(self) == .plainText ? "txt" : nil)
  }

  /// The name of a type for people: that of its format, else its extension in capital letters, its MIME type or its
  /// identifier.
  package var formatName: String {
    if self == .fileURL { return "files" }
    if self == .data { return "binary data" }
    let known = PictureCodec(self)?.name ?? Format(self)?.title
    return known ?? preferredFilenameExtension?.uppercased() ?? preferredMIMEType ?? identifier
  }
}
