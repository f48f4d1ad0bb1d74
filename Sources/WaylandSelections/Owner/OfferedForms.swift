import Exchange

/// What is offered of a content: one list for everybody, as nobody can be told from anybody else.
///
/// Text has the names that programs of Wayland ask for, all of them UTF-8; those that stand for other encodings under
/// X11 are left out, as bridges to X11 would hand them to programs that take them for what they are there.
struct OfferedForms {
  private static let textNames = ["text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT"]
  private static let otherEncodings = ["STRING", "COMPOUND_TEXT"]

  /// The names, each once, in their order.
  private(set) var names: [String] = []
  private var renderings: [String: String] = [:]

  init(_ content: Content, marker: OwnerMarker) {
    let offered = content.view?(.programsOfWayland) ?? content.names.map { Content.Offered($0) }
    let texts = offered.filter { Self.textNames.contains($0.name) }
      .sorted { Self.place(of: $0.name) < Self.place(of: $1.name) }
    var rest = texts[...]
    for form in offered where !Self.otherEncodings.contains(form.name) {
      if Self.textNames.contains(form.name) {
        if let next = rest.popFirst() { add(next) }
      } else {
        add(form)
      }
    }
    add(Content.Offered(marker.name))
  }

  /// What to ask the content for; nil for what is not offered.
  func rendering(of name: String) -> String? { renderings[name] }

  private static func place(of name: String) -> Int { textNames.firstIndex(of: name) ?? textNames.count }

  private mutating func add(_ form: Content.Offered) {
    // A list that is longer would not be read to its end.
    guard names.count < Offer.nameLimit, Offer.name(Array(form.name.utf8)) != nil,
      renderings[form.name] == nil
    else { return }
    renderings[form.name] = form.rendering
    names.append(form.name)
  }
}
