/// The empty anchor that marks a place which links of the same document lead to.
///
/// Markdown has no word for such places; HTML's says it in every dialect that lets HTML through.
enum AnchorMarkup {
  /// Longer names are none that a person made.
  static let nameLimit = 200

  static func html(_ name: String) -> String { "<a id=\"\(name)\"></a>" }

  /// True for a name that can stand in an attribute as it is.
  static func isSafe(_ name: some Collection<UInt8>) -> Bool {
    !name.isEmpty && name.count <= nameLimit
      && name.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"\"'<>&`\\".utf8.contains($0) }
  }
}
