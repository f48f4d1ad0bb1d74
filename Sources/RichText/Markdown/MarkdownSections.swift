/// Cuts a long Markdown text into sections that can be parsed one after the other.
///
/// The parser goes through its tree several times; over many megabytes it then mostly waits for memory. A
/// section ends before a line of text that follows a blank line and is not indented, outside of fenced code
/// and HTML: such a line closes all open blocks. Where it is not certain what is open, nothing is cut.
struct MarkdownSections {
  /// Where the sections begin; the first one at the beginning of the text.
  private(set) var starts: [Int]
  /// The lines of the text that define references, which each section needs.
  private(set) var definitions: [ArraySlice<UInt8>] = []

  /// What is open at the outermost level.
  private enum State {
    /// Nothing that reaches over blank lines.
    case text
    /// A list item whose content is indented by so many columns.
    case item(indent: Int)
    /// An item, or nothing: a line may have been its lazy continuation (CommonMark 5.1).
    case unclear
    case fence(UInt8, length: Int)
    case html(end: String)
  }

  private let length: Int
  private var state = State.text
  private var isAfterBlank = true
  private var isAfterDefinition = false
  /// True behind a line that may have begun a block of HTML, up to the next blank line.
  private var isMaybeHTML = false
  /// True behind an item without content, which a blank line ends.
  private var isAfterEmptyItem = false
  private var isUncertain = false

  /// Finds the sections of a text, each at least so many bytes long.
  init(_ text: ArraySlice<UInt8>, length: Int) {
    self.length = length
    starts = [text.startIndex]
    var lines = Lines(text)
    var start = lines.position
    while let line = lines.next(), !isUncertain {
      add(line, at: start)
      start = lines.position
    }
    if isUncertain { starts = [text.startIndex] }
  }

  private mutating func add(_ line: ArraySlice<UInt8>, at start: Int) {
    let indent = line.prefix { $0 == 0x20 }.count
    let content = line.dropFirst(indent)
    guard content.contains(where: { !Self.isSpace($0) }) else {
      if isAfterEmptyItem, case .item = state { state = .text }
      isAfterBlank = true
      isAfterDefinition = false
      isMaybeHTML = false
      isAfterEmptyItem = false
      return
    }
    isAfterEmptyItem = false
    defer { isAfterBlank = false }
    switch state {
    case .fence(let mark, let length):
      let run = content.prefix { $0 == mark }
      if indent < 4, run.count >= length, content.dropFirst(run.count).allSatisfy(Self.isSpace) {
        state = .text
      }
      return
    case .html(let end):
      if ByteSearch.contains(end, in: line) { state = .text }
      return
    case .item(let width):
      if content.first == 0x09, width > 4 { isUncertain = true }
      if indent >= width || content.first == 0x09 {
        isUncertain = isUncertain || beginsDefinition(content)
        return
      }
      if !continuesList(content, indent) { state = isAfterBlank ? .text : .unclear }
    case .unclear:
      // What is indented may belong to the item or not.
      if indent > 0 || content.first == 0x09 { isUncertain = opensBlock(content) }
    case .text:
      break
    }
    guard indent < 4, content.first != 0x09, !isUncertain else { return }
    addOutermost(content, indent: indent, at: start)
  }

  /// Takes a line that is within no item, unless it lazily continues a paragraph of one.
  private mutating func addOutermost(_ content: ArraySlice<UInt8>, indent: Int, at start: Int) {
    guard let first = content.first else { return }
    if isAfterBlank, indent == 0, Self.isLetter(first) || first == UInt8(ascii: "#") || first >= 0x80 {
      state = .text
      if start - starts[starts.count - 1] >= length { starts.append(start) }
      return
    }
    if isMaybeHTML, first != UInt8(ascii: "<"), opensBlock(content) { isUncertain = true }
    let isBehindDefinition = isAfterDefinition
    isAfterDefinition = false
    // What follows a definition at once may be its title, or make something else of it.
    if isBehindDefinition, first != UInt8(ascii: "[") { isUncertain = true }
    switch first {
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      if opensFence(content) { state = .fence(first, length: content.prefix { $0 == first }.count) }
    case UInt8(ascii: "<"):
      guard let end = htmlEnd(content) else {
        isMaybeHTML = true
        break
      }
      if end.isEmpty || isMaybeHTML { isUncertain = true }
      // The mark that ends the block may be part of the one that begins it: `<!-->`.
      state = ByteSearch.contains(end, in: content.dropFirst(2)) ? .text : .html(end: end)
      if content.starts(with: "<!-->".utf8) || content.starts(with: "<!--->".utf8) { isUncertain = true }
    case UInt8(ascii: ">"):
      isUncertain = beginsDefinition(content)
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), 0x30...0x39:
      addMarker(content, indent)
    case UInt8(ascii: "["):
      guard beginsDefinition(content) else {
        isUncertain = isBehindDefinition
        break
      }
      guard case .text = state, isAfterBlank || isBehindDefinition, indent == 0, isDefinition(content) else {
        isUncertain = true
        break
      }
      definitions.append(content)
      isAfterDefinition = true
    default:
      break
    }
  }

  private mutating func addMarker(_ content: ArraySlice<UInt8>, _ indent: Int) {
    if Self.isRule(content) {
      state = .text
      return
    }
    guard let width = itemIndent(content) else { return }
    // Behind text only some markers begin a list (CommonMark 5.2).
    if case .text = state, !isAfterBlank {
      let isEmpty = content.dropFirst().allSatisfy(Self.isSpace)
      if isEmpty {
        state = .unclear
        return
      }
      if (0x30...0x39).contains(content[content.startIndex]) { isUncertain = true }
    }
    if case .unclear = state, !isAfterBlank { isUncertain = true }
    isUncertain = isUncertain || beginsDefinition(content)
    state = .item(indent: indent + width)
    isAfterEmptyItem = content.drop { !Self.isSpace($0) }.allSatisfy(Self.isSpace)
  }

  // MARK: Lines

  private func continuesList(_ content: ArraySlice<UInt8>, _ indent: Int) -> Bool {
    indent < 4 && itemIndent(content) != nil && !Self.isRule(content)
  }

  /// True if the line may begin a block that its indentation makes part of one thing or another.
  private func opensBlock(_ content: ArraySlice<UInt8>) -> Bool {
    let text = content.drop(while: Self.isSpace)
    return opensFence(text) || text.first == UInt8(ascii: "<") || itemIndent(text) != nil
      || beginsDefinition(text)
  }

  private func opensFence(_ content: ArraySlice<UInt8>) -> Bool {
    guard let mark = content.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
      return false
    }
    let run = content.prefix { $0 == mark }
    guard run.count >= 3 else { return false }
    return mark == UInt8(ascii: "~") || !content.dropFirst(run.count).contains(mark)
  }

  /// What ends a block of HTML that reaches over blank lines (CommonMark 4.6); nil for other lines, nothing for
  /// tags, whose ends are too many to tell.
  private func htmlEnd(_ content: ArraySlice<UInt8>) -> String? {
    if content.starts(with: "<!--".utf8) { return "-->" }
    if content.starts(with: "<?".utf8) { return "?>" }
    if content.starts(with: "<![CDATA[".utf8) { return "]]>" }
    if content.starts(with: "<!".utf8) { return ">" }
    let name = String(decoding: content.dropFirst().prefix(8), as: UTF8.self).lowercased()
    return ["pre", "script", "style", "textarea"].contains { name.hasPrefix($0) } ? "" : nil
  }

  /// How far the content of a list item is indented from its marker; nil if there is no marker.
  private func itemIndent(_ content: ArraySlice<UInt8>) -> Int? {
    guard let first = content.first else { return nil }
    var width = 1
    if (0x30...0x39).contains(first) {
      let digits = content.prefix { (0x30...0x39).contains($0) }.count
      guard digits <= 9, let mark = content.dropFirst(digits).first, ".)".utf8.contains(mark) else {
        return nil
      }
      width = digits + 1
    } else if !"-+*".utf8.contains(first) {
      return nil
    }
    let rest = content.dropFirst(width)
    guard rest.isEmpty || rest.first.map(Self.isSpace) == true else { return nil }
    let spaces = rest.prefix { $0 == 0x20 }.count
    // A tab is as wide as where it stands makes it: one column is the least that the content is indented by.
    return width + (spaces < 1 || spaces > 4 || spaces == rest.count ? 1 : spaces)
  }

  /// True if the line, behind the marks of containers, begins with what may be a definition's label.
  private func beginsDefinition(_ content: ArraySlice<UInt8>) -> Bool {
    let text = content.drop { Self.isSpace($0) || ">-+*.)".utf8.contains($0) || (0x30...0x39).contains($0) }
    guard text.first == UInt8(ascii: "[") else { return false }
    return ByteSearch.contains("]:", in: text) || !text.contains(UInt8(ascii: "]"))
  }

  /// True for a definition in one line, without a title (CommonMark 4.7).
  private func isDefinition(_ line: ArraySlice<UInt8>) -> Bool {
    guard let end = line.firstIndex(of: UInt8(ascii: "]")), line[(end + 1)...].first == UInt8(ascii: ":")
    else {
      return false
    }
    let label = line[(line.startIndex + 1)..<end]
    let destination = line[(end + 2)...].drop { $0 == 0x20 }
    return label.count < 900 && label.contains { $0 > 0x20 }
      && label.allSatisfy { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "\\") }
      && !destination.isEmpty && destination.allSatisfy { $0 > 0x20 && !"<>()\\".utf8.contains($0) }
  }

  private static func isRule(_ content: ArraySlice<UInt8>) -> Bool {
    let marks = content.filter { !isSpace($0) }
    return marks.count >= 3 && "-*_".utf8.contains(marks[0]) && marks.allSatisfy { $0 == marks[0] }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}
