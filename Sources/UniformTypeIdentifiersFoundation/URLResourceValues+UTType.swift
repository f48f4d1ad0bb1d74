public import Foundation
public import UniformTypeIdentifiers

/// The type of a file among its other resource values. Source: Apple's `URLResourceValues` in UniformTypeIdentifiers.
extension URLResourceKey {
  /// The key by which `resourceValues(forKeys:)` finds out what `contentType` is made of: the file's path.
  public static var contentTypeKey: URLResourceKey { .pathKey }
}

extension URLResourceValues {
  /// The type of the file, by its name and its content; nil if it was not asked for with `contentTypeKey`, or none is known.
  public var contentType: UTType? { path.flatMap { UTType(contentsOfFile: $0) } }
}
