public import Foundation
public import UniformTypeIdentifiers

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
