package import Exchange

/// The content of a clipboard in a file: every form byte for byte, in the owner's order.
///
/// The file is a zip archive. Its entries are the bytes; `manifest.json` has the names, the order and the rest.
package struct SavedClipboard: Hashable, Sendable {
  /// The forms, with the owner's names.
  package var snapshot: Snapshot
  /// The mark on the content; nil for none.
  package var mark: PrivacyMarker.Meaning?
  /// The program that the content comes from; nil if unknown.
  package var program: String?
  /// The action that a file manager performs with the files; nil if the content has none.
  package var operation: Operation?
  /// Whether letters and digits were replaced.
  package var isAnonymous = false
  /// The forms that the file lacks, in the owner's order.
  package var missing: [MissingForm] = []

  package init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// The action that a file manager performs with pasted files.
  package enum Operation: String, Sendable {
    case copy, cut
  }

  /// A form that was offered and is not in the file.
  package struct MissingForm: Hashable, Sendable {
    package let name: String
    /// The reason in a few words.
    package let reason: String

    package init(name: String, reason: String) {
      (self.name, self.reason) = (name, reason)
    }
  }
}

extension SavedClipboard {
  /// The entry that describes the others.
  static let manifestName = "manifest.json"
  static let formatName = "pasteboard"
  /// The version of the manifest that this program writes, and the newest that it reads.
  static let version = 1

  /// The bounds of a file.
  enum Limits {
    static let forms = 1024
    /// The bytes of a form's name, or of a declared type.
    static let name = 1024
    /// The bytes of all forms together.
    static let content = 512 << 20
    static let manifest = 4 << 20
  }

  /// The largest size of all forms together, in bytes.
  package static var contentLimit: Int { Limits.content }
  /// The largest size of a file, in bytes.
  package static var fileLimit: Int { Limits.content + (32 << 20) }
}

/// The reason why a saved clipboard cannot be read or written, in one sentence without a full stop.
package struct SavedClipboardError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
