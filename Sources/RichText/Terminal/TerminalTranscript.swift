/// Text that was copied out of a terminal, as what it was: paragraphs, lists, tables, and code with commands and their
/// output.
///
/// Ordinary text, code and logs stay as they are, byte for byte: only what shows that a terminal or a program on its screen
/// arranged it is read anew.
package enum TerminalTranscript {
  /// The largest text whose lines are looked at, in bytes: more than scrollback that people copy. Of a larger one only
  /// escape sequences are removed.
  package static let sizeLimit = 4 << 20

  /// The Markdown of what was copied; nil for ordinary text.
  package static func markdown(of bytes: [UInt8]) -> [UInt8]? { markdown(of: bytes, LineWork()) }

  /// - Parameter work: counts the lines that are looked at.
  static func markdown(of bytes: [UInt8], _ work: LineWork) -> [UInt8]? {
    guard bytes.count <= sizeLimit else {
      let text = TerminalSequences.removed(from: bytes)
      return text.count == bytes.count ? nil : text
    }
    guard let screen = ScreenText(bytes) else { return nil }
    let lines = PagerFrame.withoutStatus(screen.lines)
    let endsLine = bytes.last == 0x0A || lines.count > 1
    guard let restored = restored(lines, screen, work) else {
      guard screen.isResolved else { return nil }
      return ended(screen.lines, endsLine: bytes.last == 0x0A)
    }
    let text = ended(restored, endsLine: endsLine)
    return text == bytes ? nil : text
  }

  private static func ended(_ lines: [ScreenText.Line], endsLine: Bool) -> [UInt8] {
    let text = ScreenText.bytes(of: lines)
    return endsLine ? text : Array(text.dropLast())
  }

  /// The lines of the Markdown; nil if nothing shows that they are a terminal's.
  private static func restored(
    _ lines: [ScreenText.Line], _ screen: ScreenText, _ work: LineWork
  ) -> [ScreenText.Line]? {
    let isPaged = lines.count < screen.lines.count
    if let page = ManualPage(lines, work) { return TranscriptBlock.markdown(of: page.blocks()) }
    let indentation = HangingText.indentation(of: lines)
    let text = HangingText.dedented(lines, indentation)
    guard text.contains(where: { !$0.isEmpty }) else { return nil }
    let reader = TranscriptReader(wrapping: wrapping(of: text, screen.paddedWidth, indentation), work: work)
    if let agent = AgentTranscript(text, work) { return TranscriptBlock.markdown(of: agent.blocks(reader)) }
    if let session = ConsoleSession(text) { return TranscriptBlock.markdown(of: session.blocks) }
    if let table = DrawnTable.blocks(of: text) { return TranscriptBlock.markdown(of: table) }
    let isDrawn = DrawnScreen.isDrawn(text, work)
    guard isDrawn || isPaged || screen.paddedWidth != nil || indentation != nil else { return nil }
    // Code by itself needs no fence.
    if !isDrawn, text.split(whereSeparator: \.isEmpty).allSatisfy({ CodeDetection.areCode(Array($0)) }) {
      return text
    }
    if let language = VersionControl.language(of: text) {
      return TranscriptBlock.markdown(of: [.code(language: language, text)])
    }
    return TranscriptBlock.markdown(of: reader.blocks(text))
  }

  /// The width that lines of text show: that of the screen if one of them fills it.
  private static func wrapping(
    of lines: [ScreenText.Line], _ paddedWidth: Int?, _ indentation: Int?
  ) -> LineWrapping {
    let shown = LineWrapping(of: lines.lazy.filter { !CodeDetection.isCode($0) })
    guard let paddedWidth else { return shown }
    let width = paddedWidth - (indentation ?? 0)
    return lines.contains { DisplayWidth.of($0) == width } ? LineWrapping(known: width) : shown
  }
}

/// Text that stands further to the right, as programs on a terminal's whole screen show it.
private enum HangingText {
  /// The number of lines that people copy of a screen and what has just left it.
  private static let lineLimit = 100

  /// The columns before all lines, or before all but the first, at whose text the copy began; nil for none.
  static func indentation(of lines: [ScreenText.Line]) -> Int? {
    let filled = lines.filter { !$0.isEmpty }
    let common = filled.commonIndentation
    // A long text that is all indented is written so, as licences are, and of one line nothing shows a margin.
    if common > 0 { return (2...lineLimit).contains(filled.count) && !hasGaps(lines) ? common : nil }
    guard let first = filled.first, filled.count > 1, first.indentation == 0, goesOn(lines) else {
      return nil
    }
    let below = filled.dropFirst().commonIndentation
    // Only text that goes on shows that its first line is not where it was.
    guard (1...8).contains(below), !CodeDetection.isCode(first), TerminalListItem(first) == nil,
      DisplayWidth.of(first) >= 40, !CodeDetection.areCode(filled.dropFirst().dedented(by: below)),
      LineWrapping(of: filled.dropFirst().map { $0.dropFirst(below) } + [first]).wraps(
        first, before: filled[1])
    else { return nil }
    return below
  }

  /// Whether empty lines follow each other between others: people write so, and programs on a screen do not.
  private static func hasGaps(_ lines: [ScreenText.Line]) -> Bool {
    let trimmed = lines.trimmed
    return zip(trimmed, trimmed.dropFirst()).contains { $0.isEmpty && $1.isEmpty }
  }

  /// Whether the first line of words is followed by another at once, as a line is that goes on.
  private static func goesOn(_ lines: [ScreenText.Line]) -> Bool {
    guard let start = lines.firstIndex(where: { !$0.isEmpty }), start + 1 < lines.count else { return false }
    return !lines[start + 1].isEmpty
  }

  static func dedented(_ lines: [ScreenText.Line], _ indentation: Int?) -> [ScreenText.Line] {
    guard let indentation else { return lines }
    return lines.dedented(by: indentation)
  }
}

/// The status lines that pagers and editors show below a text.
private enum PagerFrame {
  private static let modes = [
    "-- INSERT --", "-- VISUAL --", "-- VISUAL LINE --", "-- REPLACE --", "(END)", ":",
  ]

  /// The lines without the status of a pager or an editor, and without marks for lines that are not there.
  static func withoutStatus(_ lines: [ScreenText.Line]) -> [ScreenText.Line] {
    var rest = lines[...]
    var isPaged = false
    if let last = rest.last?.unindented,
      modes.contains(where: { last.elementsEqual($0.utf8) }) || isPosition(last)
    {
      rest.removeLast()
      isPaged = true
    }
    if let last = rest.last?.unindented, isPosition(last) {
      rest.removeLast()
      isPaged = true
    }
    let tildes = rest.reversed().prefix { $0.unindented.elementsEqual("~".utf8) }.count
    if tildes > 1 || isPaged { rest.removeLast(tildes) }
    while rest.last?.isEmpty == true { rest.removeLast() }
    return Array(rest)
  }

  /// `lines 1-20/100 (END)`, `"main.c" 12L, 345B   1,1   All`.
  private static func isPosition(_ line: ScreenText.Line) -> Bool {
    if line.hasPrefix("lines "), line.dropFirst(6).first?.isASCIIDigit == true { return line.count < 40 }
    guard line.count < 300 else { return false }
    let place = ["All", "Top", "Bot"].contains { line.hasSuffix("  " + $0) } || line.hasSuffix("%")
    return line.first == UInt8(ascii: "\"") && (place || ByteSearch.contains("L, ", in: line))
      || place
        && line.split(separator: 0x20).suffix(2).first.map {
          $0.contains(UInt8(ascii: ",")) && $0.first?.isASCIIDigit == true
        }
          == true
  }
}

/// Whether a whole text is drawn: it begins or ends with a frame, a bar or a column of numbers.
private enum DrawnScreen {
  static func isDrawn(_ lines: [ScreenText.Line], _ work: LineWork) -> Bool {
    guard let start = lines.firstIndex(where: { !$0.isEmpty }) else { return false }
    let filled = lines.filter { !$0.isEmpty }
    var failure = 0
    if let (_, count) = Gutters.numbered(lines[start...], work), count + start == lines.count { return true }
    if Gutters.framedFile(lines[start...], work) != nil || ScreenFrame(lines[start...], work) != nil {
      return true
    }
    if DrawnTable.first(of: lines[start...], &failure, work) != nil { return true }
    // A bar before nearly all lines.
    failure = 0
    if let (_, count) = Gutters.barred(filled[...], &failure, work), 10 * count >= 8 * filled.count {
      return true
    }
    return filled.last.map { ["╰", "└", "┗", "╚"].contains(where: $0.unindented.hasPrefix) } == true
      && filled.contains { ["╭", "┌", "┏", "╔"].contains(where: $0.unindented.hasPrefix) }
  }
}

/// The output of `git log`, `git show` and `git diff`.
private enum VersionControl {
  /// The language of lines that one of them printed, as fenced code names it; nil for other lines.
  static func language(of lines: [ScreenText.Line]) -> String? {
    guard let first = lines.first(where: { !$0.isEmpty }) else { return nil }
    if first.hasPrefix("diff --git ") { return "diff" }
    guard first.hasPrefix("commit "), lines.contains(where: { $0.hasPrefix("Author: ") }) else { return nil }
    return lines.contains { $0.hasPrefix("diff --git ") } ? "diff" : ""
  }
}
