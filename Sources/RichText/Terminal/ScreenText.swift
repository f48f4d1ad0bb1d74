/// Text as a terminal shows it: escape sequences, carriage returns and backspaces have taken effect, and lines have no
/// white space at their ends.
struct ScreenText {
  /// A line of UTF-8 without its end.
  typealias Line = ArraySlice<UInt8>

  /// The lines, without empty ones at the end.
  private(set) var lines: [Line]
  /// Whether sequences, overprinted text or control characters were resolved.
  let isResolved: Bool
  /// The columns that spaces at the ends of the lines fill up to; nil if they do not.
  let paddedWidth: Int?

  /// The screen that a text makes; nil for bytes that are not UTF-8.
  init?(_ bytes: [UInt8]) {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var isResolved = false
    var lines: [Line] = []
    var room = OverprintedLine.movementLimit
    for line in Self.split(bytes) {
      if line.contains(where: \.isUnprinted) {
        isResolved = isResolved || line.contains(where: \.movesCursor)
        var printed = OverprintedLine(room: room)
        printed.print(line)
        room = printed.room
        lines.append(printed.bytes[...])
      } else {
        lines.append(line)
      }
    }
    paddedWidth = Self.paddedWidth(of: lines)
    self.lines = lines.map(\.withoutTrailingSpace)
    while self.lines.last?.isEmpty == true { self.lines.removeLast() }
    self.isResolved = isResolved
  }

  static func bytes(of lines: [Line]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      bytes += line
      bytes.append(0x0A)
    }
    return bytes
  }

  /// The lines; a carriage return before a line feed belongs to the line's end. Where there is no line feed, carriage
  /// returns end the lines, as in old files of the Mac: nothing is printed over another line that is lost.
  private static func split(_ bytes: [UInt8]) -> [Line] {
    let end: UInt8 = bytes.contains(0x0A) ? 0x0A : 0x0D
    return bytes.split(separator: end, omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == 0x0D { line.removeLast() }
      return line
    }
  }

  /// The width that most lines are filled up to with spaces.
  private static func paddedWidth(of lines: [Line]) -> Int? {
    var widths: [Int: Int] = [:]
    var (padded, filled) = (0, 0)
    for line in lines where !line.isEmpty {
      filled += 1
      guard line.last == 0x20 else { continue }
      padded += 1
      widths[DisplayWidth.of(line), default: 0] += 1
    }
    guard let (width, count) = widths.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return nil }
    // A line that the text fills has no padding; the last one is often selected in part.
    return width >= 20 && count >= 2 && 10 * count >= 9 * padded && 2 * padded >= filled ? width : nil
  }
}

/// A line that is printed over itself, as progress bars and typewriters do.
private struct OverprintedLine {
  /// The number of spaces that cursor movements may make, in all lines.
  static let movementLimit = 1 << 20
  private static let columnLimit = 4096

  private var cells: [Character] = []
  private var column = 0
  /// The number of spaces that movements may still make.
  private(set) var room: Int

  init(room: Int) { self.room = room }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for cell in cells { bytes += cell.utf8 }
    return bytes
  }

  mutating func print(_ line: ScreenText.Line) {
    let bytes = Array(line)
    var start = 0
    while start < bytes.count {
      switch bytes[start] {
      case 0x1B:
        let end = TerminalSequences.end(ofSequenceAt: start, in: bytes)
        follow(bytes[start..<end])
        start = end
      case 0x0D:
        column = 0
        start += 1
      case 0x08:
        column = max(0, column - 1)
        start += 1
      case 0x09: put("\t", at: &start)
      case 0..<0x20, 0x7F: start += 1
      default:
        let end = bytes[start...].firstIndex { $0 < 0x20 || $0 == 0x7F } ?? bytes.count
        for character in String(decoding: bytes[start..<end], as: UTF8.self) { put(character) }
        start = end
      }
    }
  }

  private mutating func put(_ character: Character, at start: inout Int) {
    put(character)
    start += 1
  }

  private mutating func put(_ character: Character) {
    if column < cells.count {
      // A typewriter underlines with what stands below a letter.
      if character != "_" || cells[column] == " " { cells[column] = character }
    } else {
      cells.append(character)
    }
    column += 1
  }

  /// Follows movements within the line, and what erases to its end.
  private mutating func follow(_ sequence: ArraySlice<UInt8>) {
    guard sequence.count > 2, sequence.dropFirst().first == UInt8(ascii: "["), let final = sequence.last
    else {
      return
    }
    let digits = sequence.dropFirst(2).dropLast()
    let count = digits.allSatisfy(\.isASCIIDigit) ? Int(String(decoding: digits, as: UTF8.self)) : nil
    switch final {
    case UInt8(ascii: "K") where digits.isEmpty || count == 0:
      cells.removeSubrange(min(column, cells.count)...)
    case UInt8(ascii: "K") where count == 2: cells.removeAll()
    case UInt8(ascii: "C"): move(to: column + min(count ?? 1, Self.columnLimit))
    case UInt8(ascii: "D"): column = max(0, column - min(count ?? 1, Self.columnLimit))
    case UInt8(ascii: "G"): move(to: min(count ?? 1, Self.columnLimit) - 1)
    default: break
    }
  }

  private mutating func move(to target: Int) {
    let missing = target - cells.count
    guard missing <= 0 || target <= Self.columnLimit && missing <= room else { return }
    if missing > 0 {
      room -= missing
      cells += repeatElement(" ", count: missing)
    }
    column = max(0, target)
  }
}

extension UInt8 {
  /// True for control characters that no line of text holds; a form feed parts the pages of texts.
  fileprivate var isUnprinted: Bool { self < 0x20 && self != 0x09 && self != 0x0C || self == 0x7F }

  /// True for what makes a terminal print elsewhere: an escape, a carriage return, a backspace.
  fileprivate var movesCursor: Bool { self == 0x1B || self == 0x0D || self == 0x08 }
}

extension ArraySlice where Element == UInt8 {
  /// The bytes without spaces, tabs and no-break spaces at their end.
  var withoutTrailingSpace: ArraySlice<UInt8> {
    var line = self
    while let last = line.last {
      if last == 0x20 || last == 0x09 {
        line.removeLast()
      } else if last == 0xA0, line.dropLast().last == 0xC2 {
        line.removeLast(2)
      } else {
        break
      }
    }
    return line
  }

  /// The bytes with one space where several stand between words.
  var singleSpaced: ArraySlice<UInt8> {
    guard ByteSearch.contains("  ", in: self) else { return self }
    return ArraySlice(split(separator: 0x20).joined(separator: [0x20]))
  }

  /// The number of spaces before the text.
  var indentation: Int { prefix { $0 == 0x20 }.count }

  /// The bytes without the spaces before them.
  var unindented: ArraySlice<UInt8> { drop { $0 == 0x20 } }

  func hasPrefix(_ text: String) -> Bool { starts(with: text.utf8) }
  func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }

  /// The text of the bytes.
  var string: String { String(decoding: self, as: UTF8.self) }
}

extension Collection where Element == ScreenText.Line {
  /// The number of spaces that all lines begin with, but for empty ones.
  var commonIndentation: Int { lazy.filter { !$0.isEmpty }.map(\.indentation).min() ?? 0 }

  /// The lines without so many spaces before them.
  func dedented(by count: Int) -> [ScreenText.Line] { map { $0.dropFirst(Swift.min(count, $0.indentation)) } }

  /// The lines without their common indentation.
  var dedented: [ScreenText.Line] { dedented(by: commonIndentation) }

  /// The lines without empty ones at both ends.
  var trimmed: [ScreenText.Line] {
    let lines = Array(self)
    guard let first = lines.firstIndex(where: { !$0.isEmpty }),
      let last = lines.lastIndex(where: { !$0.isEmpty })
    else { return [] }
    return Array(lines[first...last])
  }
}
