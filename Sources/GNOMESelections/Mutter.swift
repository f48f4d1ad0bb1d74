import DBus

/// The names of Mutter on the bus, and what people are told of its refusals.
enum Mutter {
  static let name = "org.gnome.Mutter.RemoteDesktop"
  static let path = "/org/gnome/Mutter/RemoteDesktop"
  static let session = "org.gnome.Mutter.RemoteDesktop.Session"

  static let absence = "no program owns \(name) on the session bus; this is not a GNOME session"

  private static let errorPrefix = "org.freedesktop.DBus.Error."

  /// Whether Mutter refuses a session that it may give later: as long as the screen is locked it says that the creation of
  /// sessions is inhibited (GNOME Shell 48).
  static func isForbidden(_ message: BusMessage) -> Bool {
    message.errorName == errorPrefix + "AccessDenied"
      || message.errorName == errorPrefix + "Failed" && message.errorText.contains("inhibited")
  }

  /// Why Mutter does not hand out the clipboard, in one line without a full stop.
  static func refusal(_ message: BusMessage) -> String {
    let reason = printable(message.errorText)
    if isForbidden(message) {
      return "GNOME does not share its clipboard while the screen is locked or a policy forbids it: \(reason)"
    }
    switch message.errorName {
    case errorPrefix + "UnknownMethod", errorPrefix + "UnknownInterface":
      return "this version of GNOME does not share its clipboard: \(reason)"
    case nil: return "GNOME gave an unexpected answer when it was asked for its clipboard"
    default: return "GNOME does not share its clipboard: \(reason)"
    }
  }

  /// Without control characters, which a terminal would obey.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(200).map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
