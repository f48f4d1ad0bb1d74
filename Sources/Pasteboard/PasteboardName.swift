public import Exchange

/// The name of a pasteboard.
public struct PasteboardName: Hashable, Sendable, CustomStringConvertible {
  /// What backends know it by.
  public let board: Board

  /// What people call it.
  public var description: String { board.name }

  private init(_ board: Board) {
    self.board = board
  }

  /// What copy and paste use: under X11 `CLIPBOARD`.
  public static let general = PasteboardName(.general)
  /// What is selected, and pasted with the middle button: `PRIMARY`.
  public static let primary = PasteboardName(.primary)
  /// A second selection that few programs know: `SECONDARY`.
  public static let secondary = PasteboardName(.secondary)
  /// What was last searched for.
  public static let find = PasteboardName(.find)
  /// What is being dragged: `XdndSelection`.
  public static let drag = PasteboardName(.drag)

  private static let known = [general, primary, secondary, find, drag]
  /// What other programs call them.
  private static let aliases = ["clipboard": general, "xdndselection": drag]

  /// The pasteboard that a name is a slip of the fingers for; nil if it is one of them, or one's own.
  package static func misspelled(_ name: String) -> String? {
    let word = name.lowercased()
    let names = known.map(\.description) + ["clipboard"]
    guard word.utf8.count > 3, !names.contains(word), aliases[word] == nil else { return nil }
    return names.first { isSlip(Array(word.utf8), of: Array($0.utf8)) }
  }

  /// True if one letter is missing, doubled or another one, or two have changed places.
  private static func isSlip(_ word: [UInt8], of name: [UInt8]) -> Bool {
    guard word.allSatisfy({ 0x61...0x7A ~= $0 }), abs(word.count - name.count) <= 1 else { return false }
    let start = zip(word, name).prefix { $0 == $1 }.count
    let end = zip(word.dropFirst(start).reversed(), name.dropFirst(start).reversed()).prefix { $0 == $1 }
      .count
    let (differs, meant) = (word.count - start - end, name.count - start - end)
    if differs <= 1, meant <= 1 { return true }
    return differs == 2 && meant == 2 && word[start] == name[start + 1] && word[start + 1] == name[start]
  }

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
        "a pasteboard cannot be called '\(name)': use general, primary, secondary, find, drag, or letters, "
          + "digits, '.', '-' and '_'")
    }
    self.init(Board(name))
  }
}
