public import Exchange

/// The name of a pasteboard.
public struct PasteboardName: Hashable, Sendable, CustomStringConvertible {
  /// The board that backends use for this pasteboard.
  public let board: Board

  /// The name, as options and messages spell it.
  public var description: String { board.name }

  private init(_ board: Board) {
    self.board = board
  }

  /// The clipboard, which copy and paste use; on X11 the selection `CLIPBOARD`.
  public static let general = PasteboardName(.general)
  /// The primary selection: the selected text, which the middle button pastes; on X11 the selection `PRIMARY`.
  public static let primary = PasteboardName(.primary)
  /// The secondary selection, which few programs use; on X11 the selection `SECONDARY`.
  public static let secondary = PasteboardName(.secondary)
  /// The text that was last searched for.
  public static let find = PasteboardName(.find)
  /// The content of a drag in progress; on X11 the selection `XdndSelection`.
  public static let drag = PasteboardName(.drag)

  private static let known = [general, primary, secondary, find, drag]
  /// The names of the five for people, and `CLIPBOARD`.
  package static var knownNames: [String] { known.map(\.description) + aliases.keys.sorted() }
  /// The names in other programs.
  private static let aliases = ["clipboard": general, "xdndselection": drag]

  /// Creates the name of a pasteboard: one of the five above, or your own.
  ///
  /// Your own name has 1 to 64 ASCII letters, digits, dots, hyphens or underscores. An X server keeps each name until
  /// it exits. Throws `PasteboardError` with `.badName`.
  public init(_ name: String) throws(PasteboardError) {
    let lowercased = name.lowercased()
    if let known = Self.known.first(where: { $0.description == lowercased }) ?? Self.aliases[lowercased] {
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
        "'\(name)' is not a pasteboard name. Use general, primary, secondary, find, drag, or letters and digits."
      )
    }
    self.init(Board(name))
  }
}
