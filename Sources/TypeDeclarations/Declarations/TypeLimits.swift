/// What declarations may hold at most, so that a file from anywhere costs a bounded amount of work.
package enum TypeLimits {
  /// Bytes of an identifier or a tag.
  package static let stringBytes = 255
  /// Bytes of a description or a locator.
  package static let textBytes = 1024
  /// Tags of one class, and direct supertypes, of one declaration.
  package static let listCount = 256
  /// Types above one type, direct and indirect.
  package static let supertypes = 64
  /// Declarations in all files of a machine.
  package static let declarations = 50_000
  /// Bytes of a declaration file.
  package static let fileBytes = JSONLimits.declarations.bytes
  /// Bytes of all declaration files of a machine together.
  package static let totalBytes = 4 * fileBytes
  /// Diagnostics kept for one file.
  package static let diagnostics = 100
}
