public import Exchange

/// The name of a pasteboard.
public struct PasteboardName: Hashable, Sendable, CustomStringConvertible {
  /// The board of backends.
  public let board: Board

  /// The name for people.
  public var description: String { board.name }

  private init(_ board: Board) {
    self.board = board
  }

  /// The clipboard, which copy and paste use: under X11 `CLIPBOARD`.
  public static let general = PasteboardName(.general)
  /// The primary selection: selected text, pasted with the middle button: `PRIMARY`.
  public static let primary = PasteboardName(.primary)
  /// A second selection that few programs know: `SECONDARY`.
  public static let secondary = PasteboardName(.secondary)
  /// The text that was last searched for.
  public static let find = PasteboardName(.find)
  /// The content being dragged: `XdndSelection`.
  public static let drag = PasteboardName(.drag)

  private static let known = [general, primary, secondary, find, drag]
  /// The names of the five for people, and `CLIPBOARD`.
  package static var knownNames: [String] { known.map(\.description) + aliases.keys.sorted() }
  /// The names in other programs.
  private static let aliases = ["clipboard": general, "xdndselection": drag]

  /// The pasteboard of this name, one's own if it is none of the five.
  ///
  /// A name of one's own has 1 to 64 ASCII letters, digits, dots, hyphens or underscores: an X server
  /// never forgets an atom. Throws `PasteboardError` with `.badName`.
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
