import Pasteboard

/// A row that a person can choose: a format of the clipboard, or a copy of the history.
enum PickRow: Sendable {
  case form(LiveRow)
  case copy(HistoryItem)

  /// The name of a row, which stays when others come and go.
  enum Identity: Hashable, Sendable {
    case form(String)
    case copy(Int)
  }

  var identity: Identity {
    switch self {
    case .form(let row): .form(row.target.name)
    case .copy(let item): .copy(item.number)
    }
  }

  var item: HistoryItem? { if case .copy(let item) = self { item } else { nil } }
  var form: LiveRow? { if case .form(let row) = self { row } else { nil } }

  /// The text that is searched, as far as the lists have it.
  var text: String {
    switch self {
    case .form(let row): "\(row.target.title) \(row.target.name)\n\(row.target.beginning)"
    case .copy(let item): item.text.isEmpty ? HistoryEntries.forms(of: item) : item.text
    }
  }
}
