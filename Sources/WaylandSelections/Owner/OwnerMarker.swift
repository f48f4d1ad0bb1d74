/// The name that tells a program of this project, and which of its copies it is.
///
/// Managers bring back all that was offered, and others read it: that the name is there says where the content comes
/// from; the number in it says which copy it is. It is listed, and nothing is under it.
package struct OwnerMarker: Hashable, Sendable {
  private static let prefix = "application/x-pasteboard-owner;id="
  /// The name.
  package let name: String

  /// A marker that no other copy has.
  package init() {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    name = Self.prefix + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// True if a name is such a marker.
  package static func isMarker(_ name: String) -> Bool { name.hasPrefix(prefix) }
}
