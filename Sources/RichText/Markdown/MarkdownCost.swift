/// What a text would cost the Markdown parser, estimated from its lines' beginnings before it is parsed.
///
/// The parser visits every open container for each line, and fills each short row of a table up to the number
/// of columns: a few kilobytes can cost minutes or gigabytes. The estimate is linear and never too low.
struct MarkdownCost {
  /// True if nested quotes and lists would make parsing take far longer than the text's length explains.
  let isNestingExcessive: Bool
  /// True if completing the rows of tables would take far more memory than the text's length explains.
  let isTableExcessive: Bool

  init(of text: ArraySlice<UInt8>) {
    var steps = 0
    var depth = 0
    var afterBlank = true
    var cells = 0
    var columns = 0
    var lines = Lines(text)
    while let line = lines.next() {
      let start = LineStart(of: line)
      if start.isBlank {
        columns = 0
      } else {
        // Text that is not indented closes every container after a blank line; else it may continue them.
        depth = afterBlank ? start.depth : max(depth, start.depth)
        if let delimited = start.delimiterColumns { columns = max(columns, delimited) }
        cells += columns
      }
      afterBlank = start.isBlank
      steps += depth
    }
    isNestingExcessive = steps > 64 * text.count + 1_000_000
    isTableExcessive = cells > 16 * text.count + 500_000
  }
}

/// What the beginning of a line says about the blocks that the line may open.
private struct LineStart {
  var isBlank = true
  /// The most containers that can be open behind the line's beginning.
  var depth = 0
  /// How many columns the line gives a table if it is a delimiter row; nil if it cannot be one.
  var delimiterColumns: Int?

  init(of line: ArraySlice<UInt8>) {
    var columns = 0
    var digits = 0
    var index = line.startIndex
    scan: while index < line.endIndex {
      switch line[index] {
      case UInt8(ascii: " "): columns += 1
      case UInt8(ascii: "\t"): columns += 4
      case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."),
        UInt8(ascii: ")"):
        depth += 1
        isBlank = false
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        isBlank = false
        if digits > 9 { break scan }
        index += 1
        continue scan
      default:
        isBlank = false
        break scan
      }
      digits = 0
      index += 1
    }
    // Each list item takes two columns of indentation or more.
    depth += (columns + 1) / 2
    delimiterColumns = Self.delimiterColumns(of: line)
  }

  private static func delimiterColumns(of line: ArraySlice<UInt8>) -> Int? {
    var pipes = 0
    var hasDash = false
    for byte in line {
      switch byte {
      case UInt8(ascii: "|"): pipes += 1
      case UInt8(ascii: "-"): hasDash = true
      case UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">"), 0x0B, 0x0C: break
      default: return nil
      }
    }
    return hasDash ? pipes + 1 : nil
  }
}
