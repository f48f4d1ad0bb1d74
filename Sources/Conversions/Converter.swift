public import Pictures
public import RichText
public import UniformTypeIdentifiers

/// A conversion from one form of content to another.
public protocol Converter: Sendable {
  /// The input: this type, and types that conform to it and have no separate format.
  var from: Form { get }
  /// The output type.
  var to: Form { get }
  /// The loss, from 0 for none; `ConverterGraph` chooses the route with the least total loss.
  var loss: Int { get }
  /// Whether it also accepts types that conform to `from` and have a separate format, such as Markdown for plain
  /// text.
  var takesSubtypes: Bool { get }

  /// Converts a value of the form `from`.
  ///
  /// Throws `ConversionError` if the value does not have the form `from`.
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
/// Shared forms keep the number of converters small: each type needs a reader and a writer, not a converter for each
/// other type.
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

/// An error that a conversion throws.
public struct ConversionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable {
    enum Kind { case noRoute, unreadable, tooLarge, commandFailed }
    let kind: Kind

    /// No converters lead from one type to the other.
    public static let noRoute = Code(kind: .noRoute)
    /// The bytes do not have the declared type.
    public static let unreadable = Code(kind: .unreadable)
    /// The content exceeds a limit of its reader.
    public static let tooLarge = Code(kind: .tooLarge)
    /// The user's own converter failed, exceeded its time, or wrote another type.
    public static let commandFailed = Code(kind: .commandFailed)
  }

  /// The kind of failure.
  public let code: Code
  /// The description, in one line without a full stop.
  public let description: String

  /// Creates an error with a description.
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
    let format = Format(self)
    // SVG, code and TeX are read as plain text, and have names of their own.
    let isOther = format == .plainText && !isGeneralText
    let known = PictureCodec(self)?.name ?? (isOther ? nil : format?.title)
    return known ?? preferredFilenameExtension?.uppercased() ?? preferredMIMEType ?? identifier
  }

  /// True for the types of any text, which say nothing of what it means, as those of JSON and code do.
  package var isGeneralText: Bool {
    [.text, .plainText, .utf8PlainText, .utf16PlainText].contains(self)
  }
}
