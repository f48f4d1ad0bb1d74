/// The markup of a place that links of the same document lead to.
///
/// Markdown has no word for such places; an empty anchor of HTML says it in every dialect that lets HTML through.
package enum AnchorMarkup {
  /// Longer names are none that a person made.
  static let nameLimit = 200

  /// The empty anchor of a name that is safe.
  package static func html(_ name: String) -> String { prefix + name + suffix }

  private static let prefix = "<a id=\""
  private static let suffix = "\"></a>"

  /// True for a name that can stand in an attribute as it is.
  package static func isSafe(_ name: some Collection<UInt8>) -> Bool {
    !name.isEmpty && name.count <= nameLimit
      && name.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"\"'<>&`\\".utf8.contains($0) }
  }

  /// The name of an empty anchor as `html` spells it; nil for other markup.
  package static func name(of markup: String) -> String? {
    guard markup.utf8.starts(with: prefix.utf8), markup.hasSuffix(suffix) else { return nil }
    let name = markup.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return isSafe(name) ? String(Substring(name)) : nil
  }
}
