package import TypeDeclarations

/// A kind of tag by which systems other than this one name types.
///
/// Source-compatible with Apple's `UTTagClass`.
public struct UTTagClass: RawRepresentable, Hashable, Sendable, Codable {
  /// The type identifier that names the class.
  public let rawValue: String

  /// Creates a tag class from its identifier; types have no tags of a class that the registry does not know.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The part of a file name after its last period, without the period; upper and lower case are the same.
  public static let filenameExtension = UTTagClass(.filenameExtension)

  /// An Internet media type such as `text/plain`; upper and lower case are the same (RFC 2045, section 5.1).
  public static let mimeType = UTTagClass(.mimeType)

  /// A four-character type code of classic Mac OS; upper and lower case and spaces count.
  public static let osType = UTTagClass(.osType)

  /// A name that older programs use for a type on a pasteboard; upper and lower case count.
  public static let pasteboardType = UTTagClass(.pasteboardType)

  package init(_ tagClass: TagClass) {
    rawValue = tagClass.identifier
  }

  /// The class as the registry knows it, nil for one that it does not know.
  package var tagClass: TagClass? { TagClass(identifier: rawValue) }
}

extension UTTagClass: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier of the class.
  public var description: String { rawValue }

  /// The identifier of the class.
  public var debugDescription: String { rawValue }
}
