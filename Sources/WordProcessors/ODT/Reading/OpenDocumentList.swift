import Containers

/// A style of lists: what its levels look like (ODF 1.3, 16.30).
struct OpenDocumentList {
  struct Level {
    var numbering = ListNumbering.bullet
    var prefix = ""
    var suffix = ""
    /// The box that the bullet is.
    var checkbox: ListItem.Checkbox?
    var start = 1
    /// How many levels the marker shows.
    var shownLevels = 1
    /// Where the text begins, in twips.
    var left: Int?
  }

  private var levels: [Int: Level] = [:]

  init() {}

  /// Reads `text:list-style`, which began.
  init(_ reader: inout XMLReader) {
    reader.forEachChild { reader in
      guard let number = reader.number(OpenDocumentName.text_level), (1...64).contains(number) else { return }
      var level = Level()
      switch reader.documentName {
      case .text_listLevelStyleNumber:
        level.numbering = Self.numbering(reader.value(.style_numFormat) ?? "")
        level.prefix = reader.value(.style_numPrefix) ?? ""
        level.suffix = reader.value(.style_numSuffix) ?? ""
        level.start = max(0, reader.number(OpenDocumentName.text_startValue) ?? 1)
        level.shownLevels = min(max(1, reader.number(OpenDocumentName.text_displayLevels) ?? 1), number)
      case .text_listLevelStyleBullet:
        let bullet = reader.value(.text_bulletChar)
        if bullet?.allSatisfy(\.isWhitespace) ?? false { level.numbering = .none }
        level.checkbox = bullet.flatMap(ListMarker.box)
      case .text_listLevelStyleImage: break
      default: return
      }
      reader.forEachChild { reader in
        guard reader.documentName == .style_listLevelProperties else { return }
        level.left = Self.left(reader)
        reader.forEachChild { reader in
          guard reader.documentName == .style_listLevelLabelAlignment else { return }
          level.left = reader.twips(.fo_marginLeft) ?? level.left
        }
      }
      levels[number - 1] = level
    }
  }

  private static func left(_ reader: XMLReader) -> Int? {
    guard let space = reader.twips(.text_spaceBefore) else { return reader.twips(.text_minLabelWidth) }
    return space + (reader.twips(.text_minLabelWidth) ?? 0)
  }

  private static func numbering(_ format: String) -> ListNumbering {
    switch format {
    case "": .none
    case "I": .upperRoman
    case "i": .lowerRoman
    case "A": .upperLetter
    case "a": .lowerLetter
    default: .decimal
    }
  }

  /// What a level looks like: as the deepest one above it where nothing is said, as Pandoc leaves it.
  subscript(level: Int) -> Level? {
    levels[level] ?? levels.filter { $0.key < level }.max { $0.key < $1.key }?.value
  }

  /// The marker of an item, nil if a decimal number or a bullet says as much.
  func label(level: Int, numbers: [Int]) -> String? {
    guard let format = self[level], format.numbering.isNumbered else { return nil }
    let shown = max(0, level + 1 - format.shownLevels)...level
    let parts = shown.map { place in
      ListMarker.numeral(
        place < numbers.count ? numbers[place] : 1, numbering: self[place]?.numbering ?? .decimal)
    }
    return ListMarker(format.prefix + parts.joined(separator: ".") + format.suffix)?.label
  }
}
