import Terminal
import TextWidths

/// What a terminal shows of the bytes that it got; strict, so that a sequence that nobody meant to send fails a
/// test.
struct TerminalScreen: Sendable {
  let columns: Int
  let rows: Int
  /// Sequences that a full-screen view has no use for, and control characters.
  private(set) var surprises: [String] = []
  private(set) var isAlternate = false
  private(set) var isCursorShown = true
  private(set) var wraps = true
  /// True between the marks that hold a picture back.
  private(set) var isUpdating = false
  /// How many pictures were completed.
  private(set) var updates = 0

  /// All that came, as text.
  private(set) var transcript = ""

  /// A cell holds a character; the second cell of a wide one is empty.
  private var cells: [[String]]
  private var row = 0
  private var column = 0
  private var pending: [UInt8] = []

  init(columns: Int, rows: Int, continuing other: TerminalScreen? = nil) {
    self.columns = columns
    self.rows = rows
    cells = Self.empty(columns, rows)
    guard let other else { return }
    (surprises, isAlternate, isCursorShown) = (other.surprises, other.isAlternate, other.isCursorShown)
    (wraps, isUpdating, updates) = (other.wraps, other.isUpdating, other.updates)
    pending = other.pending
  }

  private static func empty(_ columns: Int, _ rows: Int) -> [[String]] {
    [[String]](repeating: [String](repeating: " ", count: columns), count: rows)
  }

  /// The lines without spaces at their ends.
  var lines: [String] {
    cells.map { row in
      var line = row.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  mutating func receive(_ bytes: some Collection<UInt8>) {
    pending += bytes
    // What may be cut off at its end waits for the rest.
    var end = pending.count
    if let escape = pending.lastIndex(of: 0x1B),
      !pending[escape...].dropFirst(2).contains(where: { 0x40...0x7E ~= $0 })
    {
      end = escape
    } else {
      while end > 0, pending[end - 1] & 0xC0 == 0x80 { end -= 1 }
      if end > 0, pending[end - 1] >= 0xC0 { end -= 1 } else { end = pending.count }
    }
    let text = String(decoding: pending[..<end], as: UTF8.self)
    pending.removeFirst(end)
    transcript += text
    var rest = text.unicodeScalars[...]
    var run = ""
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" {
        put(&run)
        sequence(&rest)
      } else if scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value {
        put(&run)
        // Before and after the view the shell's own terminal line ends lines.
        if isAlternate { surprises.append("control character \(scalar.value)") }
      } else {
        run.unicodeScalars.append(scalar)
      }
    }
    put(&run)
  }

  private mutating func put(_ run: inout String) {
    for character in run {
      let width = TextWidth.of(character)
      guard row < rows, column + width <= columns else {
        if isAlternate { surprises.append("text beyond the edge at \(row), \(column)") }
        continue
      }
      cells[row][column] = String(character)
      for place in (column + 1)..<max(column + 1, column + width) { cells[row][place] = "" }
      column += width
    }
    run = ""
  }

  private mutating func sequence(_ rest: inout Substring.UnicodeScalarView) {
    guard rest.popFirst() == "[" else {
      surprises.append("an escape that begins no CSI")
      return
    }
    var parameters = ""
    while let scalar = rest.first, 0x20...0x3F ~= scalar.value {
      parameters.unicodeScalars.append(scalar)
      rest.removeFirst()
    }
    let final = rest.popFirst().map(String.init) ?? ""
    switch (parameters, final) {
    case (_, "m"): break
    case ("2", "J"): cells = Self.empty(columns, rows)
    case ("", "K"): break
    case ("2", "K"): if row < rows { cells[row] = [String](repeating: " ", count: columns) }
    case (_, "H"):
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      guard numbers.count == 2 else { return surprises.append("CSI \(parameters)H") }
      (row, column) = (numbers[0] - 1, numbers[1] - 1)
    case ("?1049", "h"):
      isAlternate = true
      cells = Self.empty(columns, rows)
    case ("?1049", "l"): isAlternate = false
    case ("?25", "h"): isCursorShown = true
    case ("?25", "l"): isCursorShown = false
    case ("?7", "h"): wraps = true
    case ("?7", "l"): wraps = false
    case ("?2026", "h"): isUpdating = true
    case ("?2026", "l"):
      if isUpdating { updates += 1 }
      isUpdating = false
    default: surprises.append("CSI \(parameters)\(final)")
    }
  }
}
