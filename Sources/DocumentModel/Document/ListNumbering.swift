/// How the numbers of a list's level are shown.
package enum ListNumbering: UInt8 {
  case decimal
  case upperRoman
  case lowerRoman
  case upperLetter
  case lowerLetter
  /// 01, 02 … 10.
  case paddedDecimal
  case bullet
  /// Without a marker.
  case none

  package var isNumbered: Bool { self != .bullet && self != .none }
}
