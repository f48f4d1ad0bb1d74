/// The locator of a type's description.
///
/// Stands where Apple's API has a Foundation `URL`, which this module does not depend on.
public struct UTReferenceURL: Hashable, Sendable, CustomStringConvertible {
  /// The locator as a string.
  public let absoluteString: String

  /// The address itself.
  public var description: String { absoluteString }
}
