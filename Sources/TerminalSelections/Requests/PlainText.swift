import Exchange

/// The names of plain text, for terminals that carry nothing else.
enum PlainText {
  static let names = ["text/plain;charset=utf-8", "text/plain"]
  /// X11's name for the same, in UTF-8.
  static let nameOfX11 = "UTF8_STRING"

  /// The text of a content; nil if it has none.
  static func of(_ content: Content) -> [UInt8]? {
    let offered = content.view?(Peer()) ?? content.names.map { Content.Offered($0) }
    for name in names + [nameOfX11] {
      if let form = offered.first(where: { $0.name == name }), let value = content.render(form.rendering) {
        return value.bytes
      }
    }
    return nil
  }
}
