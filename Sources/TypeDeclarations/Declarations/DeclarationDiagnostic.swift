/// Something in a declaration file that its author should know.
package struct DeclarationDiagnostic: Hashable, Sendable, CustomStringConvertible {
  package enum Severity: String, Sendable {
    /// Part of the file, or all of it, was not taken.
    case error
    /// It was taken, but is probably not what the author means.
    case warning
    /// Nothing is wrong; it tells which of several declarations counts.
    case note
  }

  package let severity: Severity
  package let location: SourceLocation
  package let message: String

  package init(_ severity: Severity, _ location: SourceLocation, _ message: String) {
    self.severity = severity
    self.location = location
    self.message = message
  }

  /// The diagnostic in the form that editors recognise: file, line, severity, message.
  package var description: String { "\(location): \(severity.rawValue): \(message)" }
}
