public import Foundation
public import UniformTypeIdentifiers

/// File names for types, on URLs. Source: Apple's extensions of `URL` in UniformTypeIdentifiers.
extension URL {
  /// The URL with a last component added that has an extension of a type.
  ///
  /// An extension that the type, or a type below it, has is kept; else the preferred one is added:
  /// `puppy.jpg` as plain text becomes `puppy.jpg.txt`.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
    appending(
      path: partialName.appendingPathExtension(for: contentType), directoryHint: contentType.directoryHint)
  }

  /// Adds a last component that has an extension of a type, as ``appendingPathComponent(_:conformingTo:)`` does.
  public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
    self = appendingPathComponent(partialName, conformingTo: contentType)
  }

  /// The URL with the preferred extension of a type added, unless it has one that fits already.
  ///
  /// It is that of a directory if the type conforms to `directory`, and ends in a slash then (`NSURL+UTAdditions.h`).
  public func appendingPathExtension(for contentType: UTType) -> URL {
    let name = lastPathComponent
    let full = name.appendingPathExtension(for: contentType)
    guard !name.isEmpty, full != name else { return self }
    return deletingLastPathComponent().appending(path: full, directoryHint: contentType.directoryHint)
  }

  /// Adds the preferred extension of a type, unless the URL has one that fits already.
  public mutating func appendPathExtension(for contentType: UTType) {
    self = appendingPathExtension(for: contentType)
  }

  /// The type of the file at the URL, by its name and content; nil for other URLs, or if the type is unknown.
  ///
  /// It corresponds to Apple's `resourceValues(forKeys: [.contentTypeKey]).contentType`.
  public var contentType: UTType? { isFileURL ? UTType(contentsOfFile: path()) : nil }
}

extension UTType {
  /// The address of the format's description, if the declaration has one.
  public var referenceURL: URL? { referenceAddress.flatMap { URL(string: $0) } }

  fileprivate var directoryHint: URL.DirectoryHint { conforms(to: .directory) ? .isDirectory : .notDirectory }
}

/// File names for types, on paths. Source: Apple's extensions of `NSString` in UniformTypeIdentifiers.
extension NSString {
  /// The path with a last component added that has an extension of a type, as `String`'s.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> String {
    (self as String).appendingPathComponent(partialName, conformingTo: contentType)
  }

  /// The path with the preferred extension of a type added, unless it has one that fits already.
  public func appendingPathExtension(for contentType: UTType) -> String {
    (self as String).appendingPathExtension(for: contentType)
  }
}

/// The type of a file among its other resource values. Source: Apple's `URLResourceValues` in UniformTypeIdentifiers.
extension URLResourceKey {
  /// The key that makes `resourceValues(forKeys:)` fetch the file's path, which `contentType` needs.
  public static var contentTypeKey: URLResourceKey { .pathKey }
}

extension URLResourceValues {
  /// The type of the file, by its name and content; nil if `contentTypeKey` was not requested, or the type is
  /// unknown.
  public var contentType: UTType? { path.flatMap { UTType(contentsOfFile: $0) } }
}
