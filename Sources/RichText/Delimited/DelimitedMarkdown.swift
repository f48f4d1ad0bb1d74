/// Writes separated values as a table of Markdown, without a document in between: what a document of the same values
/// becomes, in a fraction of its time and memory.
package struct DelimitedMarkdown {
  private let text: DelimitedText
  private let style: MarkdownStyle
  private var columns: [Column] = []
  private var rowCount = 0
  private var headerCount = 0
  /// Values whose Markdown is not what stands in the text, in order.
  private var rewritten = RewrittenValues()
  private var isRewritten = Bits()
  /// The number of bytes that all values take as Markdown, and how many of them are beyond the columns that they take.
  private var textBytes = 0
  private var bytesBeyondWidth = 0

  private struct Column {
    var width = 3
    var hasNumber = false
    var hasOther = false

    var isRight: Bool { hasNumber && !hasOther }
  }

  /// Truth values, eight in a byte.
  private struct Bits {
    private(set) var count = 0
    private var bytes: [UInt8] = []

    subscript(index: Int) -> Bool { bytes[index >> 3] >> UInt8(index & 7) & 1 == 1 }

    mutating func append(_ value: Bool) {
      if count & 7 == 0 { bytes.append(0) }
      if value { bytes[count >> 3] |= 1 << UInt8(count & 7) }
      count += 1
    }
  }

  /// Markdown of values, and how wide it is.
  private struct RewrittenValues {
    private(set) var lines = MarkdownLines()
    private(set) var places: [(end: Int, width: UInt32)] = []

    mutating func append(_ write: (inout MarkdownLines) -> Void) -> (count: Int, width: Int) {
      let start = lines.bytes.count
      write(&lines)
      let width = DisplayWidth.of(lines.bytes[start...])
      places.append((lines.bytes.count, UInt32(clamping: width)))
      return (lines.bytes.count - start, width)
    }

    func value(_ index: Int) -> (range: Range<Int>, width: Int) {
      let start = index == 0 ? 0 : places[index - 1].end
      return (start..<places[index].end, Int(places[index].width))
    }
  }

  /// True if a style writes tables of data in their own header and in pipes.
  package static func canWrite(in style: MarkdownStyle) -> Bool {
    style.dialect == .gfm && style.tableHeader != .none
  }

  /// The Markdown of a text of separated values; empty if there are none.
  ///
  /// Throws `RichTextError` (`tooLarge`) where most cells would be empty.
  package static func write(
    _ bytes: [UInt8], separator: UInt8? = nil, style: MarkdownStyle = MarkdownStyle()
  ) throws(RichTextError) -> [UInt8] {
    var writer = DelimitedMarkdown(text: DelimitedText(bytes, separator: separator), style: style)
    writer.measure()
    try DelimitedReader.check(
      rows: writer.rowCount, columns: writer.columns.count, values: writer.isRewritten.count)
    return writer.written()
  }

  private init(text: DelimitedText, style: MarkdownStyle) {
    self.text = text
    self.style = style
  }

  // MARK: Measuring

  private mutating func measure() {
    var inlines = MarkdownInlineWriter(style: style, hasFootnotes: false)
    let text = text
    let bytes = text.bytes.span
    var values = text.values
    var column = 0
    while let field = values.next(in: bytes) {
      defer { column = field.endsRow ? 0 : column + 1 }
      if column == 0 {
        if Self.isEmptyRow(field) { continue }
        rowCount += 1
      }
      if rowCount == 1 { headerCount += 1 }
      if column == columns.count { columns.append(Column()) }
      if rowCount > 1, !columns[column].hasOther { noteNumber(field, in: bytes, column) }
      let size = size(of: field, in: bytes, &inlines)
      textBytes += size.count
      bytesBeyondWidth += size.count
      guard size.width <= MarkdownTable.widestPadded else { continue }
      bytesBeyondWidth -= size.width
      if size.width > columns[column].width { columns[column].width = size.width }
    }
  }

  private static func isEmptyRow(_ field: FieldScanner.Field) -> Bool {
    field.endsRow && field.range.isEmpty && !field.isQuoted
  }

  private mutating func noteNumber(_ field: FieldScanner.Field, in bytes: Span<UInt8>, _ column: Int) {
    let value = bytes.extracting(field.range)
    if field.isPieced ? NumberColumn.isNumber(text.value(field).span) : NumberColumn.isNumber(value) {
      columns[column].hasNumber = true
    } else if field.isPieced || value.contains(where: { $0 != 0x20 }) {
      columns[column].hasOther = true
    }
  }

  /// The number of bytes that a value takes as Markdown, and how many columns.
  private mutating func size(
    of field: FieldScanner.Field, in bytes: Span<UInt8>, _ inlines: inout MarkdownInlineWriter
  ) -> (count: Int, width: Int) {
    let traits = field.isPieced ? .unlike : MarkdownCell.traits(of: bytes.extracting(field.range))
    isRewritten.append(traits != .asItIs)
    switch traits {
    case .asItIs: return (field.range.count, field.range.count)
    case .text:
      let value = text.bytes[field.range]
      return rewritten.append { inlines.write(text: value, to: &$0) }
    case .unlike:
      let content = DelimitedReader.cell(text.value(field)).inlines
      let normal = InlineNormalizer.normalize(content, in: .cell)
      return rewritten.append { inlines.write(normal, as: .cell, to: &$0) }
    }
  }

  // MARK: Writing

  /// The widths that columns are filled up to; nil if they are not.
  private var widths: [Int]? {
    guard style.tables != .compact else { return nil }
    let widths = columns.map(\.width)
    let isWorthIt = MarkdownTable.isPaddingWorthIt(
      widths, rows: rowCount, textBytes: textBytes, cells: rowCount * columns.count)
    return isWorthIt ? widths : nil
  }

  private func written() -> [UInt8] {
    guard rowCount > 0 else { return [] }
    let padded = widths
    let widths = padded ?? columns.map { _ in 0 }
    let areRight = columns.map(\.isRight)
    var output: [UInt8] = []
    output.reserveCapacity(
      max(padded.map { $0.reduce(0, +) * rowCount + bytesBeyondWidth } ?? 0, textBytes)
        + (rowCount + 1) * (3 * columns.count + 2))
    let (bytes, rewrittenBytes) = (text.bytes.span, rewritten.lines.bytes.span)
    var values = text.values
    var (column, valueIndex, rewrittenIndex) = (0, 0, 0)
    while let field = values.next(in: bytes) {
      if column == 0, Self.isEmptyRow(field) { continue }
      if isRewritten[valueIndex] {
        let (range, width) = rewritten.value(rewrittenIndex)
        rewrittenIndex += 1
        Self.append(
          rewrittenBytes.extracting(range), width, in: widths[column], isRight: areRight[column], to: &output)
      } else {
        let value = bytes.extracting(field.range)
        Self.append(value, value.count, in: widths[column], isRight: areRight[column], to: &output)
      }
      valueIndex += 1
      column += 1
      guard field.endsRow else { continue }
      for missing in column..<columns.count {
        Self.append(bytes.extracting(0..<0), 0, in: widths[missing], isRight: false, to: &output)
      }
      output += "|\n".utf8
      if valueIndex == headerCount { appendDelimiters(padded, to: &output) }
      column = 0
    }
    return output
  }

  private static func append(
    _ value: Span<UInt8>, _ width: Int, in columnWidth: Int, isRight: Bool, to output: inout [UInt8]
  ) {
    let room = max(0, columnWidth - width)
    output.append(addingCapacity: value.count + room + 3) { (cell: inout OutputSpan<UInt8>) in
      cell.append(UInt8(ascii: "|"))
      cell.append(repeating: 0x20, count: 1 + (isRight ? room : 0))
      for index in value.indices { cell.append(value[index]) }
      cell.append(repeating: 0x20, count: 1 + (isRight ? 0 : room))
    }
  }

  private func appendDelimiters(_ widths: [Int]?, to output: inout [UInt8]) {
    for (index, column) in columns.enumerated() {
      let width = widths?[index] ?? 3
      output += "| ".utf8
      output += repeatElement(UInt8(ascii: "-"), count: width - (column.isRight ? 1 : 0))
      output += (column.isRight ? ": " : " ").utf8
    }
    output += "|\n".utf8
  }
}

/// The traits of a value's bytes as a cell of Markdown.
private enum MarkdownCell {
  enum Traits {
    /// ASCII that is written as it stands, each byte a column wide.
    case asItIs
    /// One line of text, of which something may need an escape.
    case text
    /// Text with lines, spaces around it, or characters that are not shown.
    case unlike
  }

  /// The characters that stand for themselves wherever they are in a cell, as sets of bits.
  private static let plain = bits(
    of: Array(" ,-/%+#@'\"?{};>".utf8) + (0x20...0x7E).filter(\.isASCIIAlphanumeric))

  private static func bits(of bytes: [UInt8]) -> (low: UInt64, high: UInt64) {
    bytes.reduce(into: (0, 0)) { bits, byte in
      if byte < 0x40 { bits.low |= 1 << UInt64(byte) } else { bits.high |= 1 << UInt64(byte & 0x3F) }
    }
  }

  private static let shownLow: UInt64 = ~0 << 0x20
  private static let shownHigh: UInt64 = ~0 >> 1

  static func traits(of value: Span<UInt8>) -> Traits {
    guard !value.isEmpty else { return .asItIs }
    // Which bytes there are: those below 0x40 and those up to 0x7F, without a branch.
    var (low, high, all): (UInt64, UInt64, UInt8) = (0, 0, 0)
    for index in value.indices {
      let byte = value[index]
      let bit: UInt64 = 1 << UInt64(byte & 0x3F)
      let isHigh = 0 &- UInt64(byte >> 6 & 1)
      low |= bit & ~isHigh
      high |= bit & isHigh
      all |= byte
    }
    if value[0] == 0x20 || value[value.count - 1] == 0x20 { return .unlike }
    if all < 0x80 {
      if low & ~plain.low | high & ~plain.high == 0 { return .asItIs }
      return low & ~shownLow | high & ~shownHigh == 0 ? .text : .unlike
    }
    return isOneLine(value) ? .text : .unlike
  }

  /// False if there are control characters, or what ends lines in Unicode: U+0085, U+2028, U+2029.
  private static func isOneLine(_ value: Span<UInt8>) -> Bool {
    for index in value.indices {
      switch value[index] {
      case 0..<0x20, 0x7F: return false
      case 0xC2 where index + 1 < value.count && value[index + 1] == 0x85: return false
      case 0xE2 where index + 2 < value.count && value[index + 1] == 0x80:
        if value[index + 2] | 1 == 0xA9 { return false }
      default: break
      }
    }
    return true
  }
}
