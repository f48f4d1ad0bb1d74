public import RichText

/// Makes content of one form out of another.
public protocol Converter: Sendable {
  /// What it takes: this type, and those that conform to it and have no format of their own.
  var from: Form { get }
  /// What it makes.
  var to: Form { get }
  /// How much is lost, from 0 for nothing; of several ways the one with the least loss is taken.
  var loss: Int { get }
  /// Whether it takes what conforms to `from` and has a format of its own too, as Markdown where it takes plain text.
  var takesSubtypes: Bool { get }

  /// Converts a value of the form `from`.
  ///
  /// Throws `ConversionError` if the value is not what it was said to be.
  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value
}

extension Converter {
  public var takesSubtypes: Bool { false }
}
