/// The value that a cell of a spreadsheet holds, however the cell shows it.
public enum CellValue: Hashable, Sendable {
  /// A number, spelled with digits, a point and an exponent.
  case number(String)
  /// A day, a time of day, or both, as ISO 8601 spells them: `2024-03-01`, `12:30:00`, `2024-03-01T12:30:00`.
  case date(String)
  /// A truth value.
  case boolean(Bool)
}
