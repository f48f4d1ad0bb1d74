/// What a text would cost the Markdown parser beyond what its length explains.
///
/// libcmark-gfm 0.29.0.gfm.6 visits every open container for each line, fills short rows of tables up to the
/// number of columns, copies a reference's destination wherever it is used, and goes back and forth over long
/// addresses and paragraphs: a few kilobytes can cost it minutes or gigabytes. The estimate looks at the beginnings of lines,
/// is linear, and meant to be never too low.
struct MarkdownCost {
  /// True if nested containers or references would make parsing take far too long, or far too much memory.
  let isParsingExcessive: Bool
  /// True if tables would.
  let isTableExcessive: Bool
  /// True if bare addresses would.
  let isAddressExcessive: Bool
  /// What is not explained by the length, in steps of about a nanosecond.
  let steps: Int

  init(of text: ArraySlice<UInt8>) {
    var containers = ContainerCost()
    var tables = TableCost()
    var references = ReferenceCost()
    var addresses = AddressCost()
    var paragraphs = ParagraphCost(of: text)
    var lines = Lines(text)
    while let line = lines.next() {
      let start = LineStart(of: line)
      containers.add(start, line)
      tables.add(start, line)
      references.add(start, line, in: text)
      addresses.add(line)
      paragraphs.add(line, isBlank: start.isBlank)
    }
    paragraphs.end(at: text.endIndex)
    isParsingExcessive =
      containers.steps > 64 * text.count + 1_000_000
      || references.copiedBytes(in: text) > 16 * text.count + 16_000_000 || paragraphs.steps > 400_000_000
    isTableExcessive = tables.completedCells > text.count / 8 + 100_000 || tables.steps > 400_000_000
    isAddressExcessive = addresses.steps > 300_000_000
    steps = containers.steps + paragraphs.steps + tables.steps + addresses.steps
  }
}

/// What the beginning of a line says about the blocks that the line may open.
private struct LineStart {
  var isBlank = true
  /// The most containers that can be open behind the line's beginning.
  var depth = 0
  /// Where the text begins behind the marks of containers.
  var text: Int

  init(of line: ArraySlice<UInt8>) {
    var columns = 0
    var digits = 0
    text = line.startIndex
    scan: while text < line.endIndex {
      switch line[text] {
      case UInt8(ascii: " "): columns += 1
      case UInt8(ascii: "\t"): columns += 4
      case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."),
        UInt8(ascii: ")"):
        depth += 1
        isBlank = false
      case UInt8(ascii: "0")...UInt8(ascii: "9") where digits < 9:
        digits += 1
        isBlank = false
        text += 1
        continue scan
      case UInt8(ascii: "["):
        isBlank = false
        // The label of a footnote's definition, which is a container too.
        guard line[text...].starts(with: "[^".utf8),
          let end = line[text...].firstIndex(of: UInt8(ascii: "]")), line[end...].starts(with: "]:".utf8)
        else { break scan }
        depth += 1
        text = end + 1
      default:
        isBlank = false
        break scan
      }
      digits = 0
      text += 1
    }
    // Each list item takes two columns of indentation or more.
    depth += (columns + 1) / 2
  }
}

/// Containers that the parser visits.
private struct ContainerCost {
  private(set) var steps = 0
  private var depth = 0
  private var isAfterBlank = true

  mutating func add(_ start: LineStart, _ line: ArraySlice<UInt8>) {
    if !start.isBlank {
      // Text that is not indented closes every container after a blank line; else it may continue them.
      depth = isAfterBlank ? start.depth : max(depth, start.depth)
      // For each marker the parser looks whether the rest of the marks is a thematic break.
      steps += start.depth * (start.text - line.startIndex) / 32
    }
    isAfterBlank = start.isBlank
    steps += depth
  }
}

/// Cells that the parser makes up, and paragraphs that it takes apart to find a table's header.
private struct TableCost {
  private(set) var completedCells = 0
  private(set) var steps = 0
  private var columns = 0
  private var isTable = false
  private var paragraphLength = 0
  private var columnsBefore = 0

  mutating func add(_ start: LineStart, _ line: ArraySlice<UInt8>) {
    guard !start.isBlank else {
      self = TableCost(completedCells: completedCells, steps: steps)
      return
    }
    if line.count > Self.longRow { steps += Self.splitting(line) }
    let first = start.text < line.endIndex ? line[start.text] : UInt8(ascii: "-")
    let mayDelimit = first == UInt8(ascii: "|") || first == UInt8(ascii: ":") || first == UInt8(ascii: "-")
    if mayDelimit, Self.isDelimiterRow(line) {
      let delimited = Self.columns(of: line)
      if !isTable { steps += paragraphLength * paragraphLength }
      isTable = isTable || delimited == columnsBefore
      columns = max(columns, delimited)
    } else if columns > 0 {
      completedCells += max(0, columns - Self.columns(of: line))
    }
    if !isTable {
      paragraphLength += line.count + 1
      if columns == 0 { columnsBefore = Self.columns(of: line) }
    }
  }

  init() {}

  private init(completedCells: Int, steps: Int) {
    self.completedCells = completedCells
    self.steps = steps
  }

  /// Shorter lines have no row that is worth a look.
  private static let longRow = 512

  /// What it takes to split a row into its cells, which are kept in a list that is gone through for each: a few
  /// thousand lie near each other in memory, more do not.
  private static func splitting(_ line: ArraySlice<UInt8>) -> Int {
    let columns = columns(of: line)
    guard columns > 256 else { return 0 }
    return columns * columns * (columns > 4096 ? 16 : 2)
  }

  private static func isDelimiterRow(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: ">"), 0x20, 0x09, 0x0B, 0x0C:
        true
      default: false
      }
    }
  }

  private static func columns(of line: ArraySlice<UInt8>) -> Int {
    let pipe = UInt8(ascii: "|")
    let text = line.drop { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
    var columns = text.first == pipe ? 0 : 1
    var position = ByteSearch.position(of: pipe, in: text, from: text.startIndex)
    while position < text.endIndex {
      let isEscaped = position > text.startIndex && text[position - 1] == UInt8(ascii: "\\")
      let isLast = text[(position + 1)...].allSatisfy { $0 <= 0x20 }
      if !isEscaped, !isLast { columns += 1 }
      position = ByteSearch.position(of: pipe, in: text, from: position + 1)
    }
    return columns
  }
}

/// The destinations of references, which are copied wherever a reference is used.
private struct ReferenceCost {
  private var longest = 0
  /// Where the definition began that may go on in the next line.
  private var definition: Int?
  /// True if only a blank line is sure to end the definition: a title was begun.
  private var isOpen = false

  mutating func add(_ start: LineStart, _ line: ArraySlice<UInt8>, in text: ArraySlice<UInt8>) {
    guard !start.isBlank else {
      definition = nil
      isOpen = false
      return
    }
    if let begun = definition, isOpen || !beginsDefinition(start, line, in: text) {
      longest = max(longest, line.endIndex - begun)
      let first = start.text < line.endIndex ? line[start.text] : 0
      isOpen = isOpen || "\"'(<".utf8.contains(first) || line.count > 256
      return
    }
    guard beginsDefinition(start, line, in: text) else { return }
    definition = start.text
    longest = max(longest, line.endIndex - start.text)
    isOpen = line[start.text...].contains { "\"'(".utf8.contains($0) } && !Self.endsTitle(line)
  }

  /// How many bytes at most the parser copies for references.
  func copiedBytes(in text: ArraySlice<UInt8>) -> Int {
    guard longest > 64 else { return 0 }
    var uses = 0
    var position = ByteSearch.position(of: UInt8(ascii: "]"), in: text, from: text.startIndex)
    while position < text.endIndex {
      uses += 1
      position = ByteSearch.position(of: UInt8(ascii: "]"), in: text, from: position + 1)
    }
    return uses * longest
  }

  /// True if a label begins the line's text, and a colon follows it; labels may span lines.
  private func beginsDefinition(_ start: LineStart, _ line: ArraySlice<UInt8>, in text: ArraySlice<UInt8>)
    -> Bool
  {
    guard start.text < line.endIndex, line[start.text] == UInt8(ascii: "[") else { return false }
    var position = start.text + 1
    while position < min(start.text + 1100, text.endIndex) {
      switch text[position] {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "["): return false
      case UInt8(ascii: "]"): return text[(position + 1)...].first == UInt8(ascii: ":")
      default: break
      }
      position += 1
    }
    return false
  }

  private static func endsTitle(_ line: ArraySlice<UInt8>) -> Bool {
    guard let last = line.last(where: { $0 > 0x20 }) else { return false }
    return "\"')".utf8.contains(last)
  }
}

/// Long words in which addresses begin or end again and again.
private struct AddressCost {
  private(set) var steps = 0

  mutating func add(_ line: ArraySlice<UInt8>) {
    guard line.count > 256, Self.hasMarks(line) else { return }
    for word in line.split(whereSeparator: { $0 <= 0x20 }) where word.count > 256 {
      steps += word.count * Self.marks(in: word)
    }
  }

  /// True if there are more marks than the addresses of a line of prose have.
  private static func hasMarks(_ line: ArraySlice<UInt8>) -> Bool {
    var count = 0
    for mark in "@):.".utf8 {
      var position = ByteSearch.position(of: mark, in: line, from: line.startIndex)
      while position < line.endIndex {
        count += 1
        if count > 64 { return true }
        position = ByteSearch.position(of: mark, in: line, from: position + 1)
      }
    }
    return false
  }

  /// The beginnings and ends of addresses: `www.`, a scheme's colon, `@` and closing parentheses.
  private static func marks(in word: ArraySlice<UInt8>) -> Int {
    var marks = 0
    for position in word.indices {
      switch word[position] {
      case UInt8(ascii: "@"), UInt8(ascii: ")"): marks += 1
      case UInt8(ascii: ":"): if word[position...].starts(with: "://".utf8) { marks += 1 }
      case UInt8(ascii: "."): if word[..<position].last.map({ $0 | 0x20 }) == UInt8(ascii: "w") { marks += 1 }
      default: break
      }
    }
    return marks
  }
}
