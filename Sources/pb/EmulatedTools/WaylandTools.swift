import Exchange
import Pasteboard
import System
import UniformTypeIdentifiers

/// Code that wl-copy and wl-paste share.
enum WaylandTools {
  /// Desktops have one seat, whose name is one of these.
  static func requireSeat(_ name: String?) throws(ToolFailure) {
    guard let name, !["seat0", "default"].contains(name) else { return }
    throw ToolFailure("No such seat: \(name)")
  }

  /// Whether content of a type is text: only to text a line feed is added.
  static func isText(_ type: String) -> Bool {
    type.hasPrefix("text/") || legacyTextNames.contains(type) || type.contains("json")
      || textSuffixes.contains(where: type.hasSuffix)
  }

  private static let legacyTextNames = ["TEXT", "STRING", "UTF8_STRING"]
  private static let textSuffixes = ["script", "xml", "yaml", "csv", "ini", "pgp-keys"]

  static func failure(_ error: PasteboardError) -> ToolFailure {
    switch error.code {
    case .empty: ToolFailure("Nothing is copied")
    case .display: ToolFailure("Failed to connect to a Wayland server: \(error)")
    default: ToolFailure("\(error)")
    }
  }
}
