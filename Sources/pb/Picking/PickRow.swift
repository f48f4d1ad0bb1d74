import Conversions
import Pasteboard

/// A row that a person can choose: a format of the clipboard, text in its picture, or a copy of the history.
enum PickRow: Sendable {
  case form(LiveRow)
  case text(PictureTextReader.Kind)
  case copy(HistoryItem)

  /// The name of a row, which stays when others come and go.
  enum Identity: Hashable, Sendable {
    case form(String)
    case text(PictureTextReader.Kind)
    case copy(Int)
  }

  var identity: Identity {
    switch self {
    case .form(let row): .form(row.target.name)
    case .text(let kind): .text(kind)
    case .copy(let item): .copy(item.number)
    }
  }

  /// The title of the text of a kind that programs find in a picture.
  static func title(_ kind: PictureTextReader.Kind) -> String { "\(kind.rawValue) in the picture" }

  var item: HistoryItem? { if case .copy(let item) = self { item } else { nil } }
  var form: LiveRow? { if case .form(let row) = self { row } else { nil } }

  /// The text that is searched, as far as the lists have it.
  var text: String {
    switch self {
    case .text(let kind): Self.title(kind)
    case .form(let row): "\(row.target.title) \(row.target.name)\n\(row.target.beginning)"
    case .copy(let item): item.text.isEmpty ? HistoryEntries.forms(of: item) : item.text
    }
  }
}
