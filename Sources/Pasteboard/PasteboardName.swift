/// The name of a pasteboard, and the X11 selection that it is.
public struct PasteboardName: Hashable, Sendable, CustomStringConvertible {
  /// What people call it.
  public let description: String
  /// The name of the selection's atom (ICCCM 2.6.1).
  package let selection: String

  private init(_ description: String, selection: String) {
    self.description = description
    self.selection = selection
  }

  /// What copy and paste use: `CLIPBOARD`.
  public static let general = PasteboardName("general", selection: "CLIPBOARD")
  /// What is selected, and pasted with the middle button: `PRIMARY`.
  public static let primary = PasteboardName("primary", selection: "PRIMARY")
  /// A second selection that few programs know: `SECONDARY`.
  public static let secondary = PasteboardName("secondary", selection: "SECONDARY")
  /// What was last searched for.
  public static let find = PasteboardName("find", selection: "_PASTEBOARD_find")
  /// What is being dragged: `XdndSelection`.
  public static let drag = PasteboardName("drag", selection: "XdndSelection")

  private static let known = [general, primary, secondary, find, drag]

  /// The pasteboard of this name, one's own if it is none of the five.
  ///
  /// A name of one's own has 1 to 64 ASCII letters, digits, dots, hyphens or underscores: an X server
  /// never forgets an atom. Throws `PasteboardError` with `.badName`.
  public init(_ name: String) throws(PasteboardError) {
    if let known = Self.known.first(where: { $0.description == name.lowercased() || $0.selection == name }) {
      self = known
      return
    }
    let isAllowed = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
    guard isAllowed, (1...64).contains(name.utf8.count) else {
      throw PasteboardError(
        .badName,
        "a pasteboard cannot be called '\(name)': use general, primary, secondary, find, drag, or letters, "
          + "digits, '.', '-' and '_'")
    }
    self.init(name, selection: "_PASTEBOARD_" + name)
  }
}
