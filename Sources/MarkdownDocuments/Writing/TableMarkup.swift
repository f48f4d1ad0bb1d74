/// Tables as blocks of HTML within Markdown.
enum TableMarkup {
  /// The table in lines of which none is blank: a blank line would end the block (CommonMark 4.6).
  static func html(of table: Block) -> String {
    let written = HTMLWriter().write(Document([table]))
    return String(decoding: withoutBlankLines(written.dropLast()), as: UTF8.self)
  }

  /// Spells the line feeds before blank lines, which only code has, as references.
  private static func withoutBlankLines(_ html: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(html.count)
    for line in html.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        result += "&#10;".utf8
      } else if !result.isEmpty {
        result.append(0x0A)
      }
      result += line
    }
    return result
  }

  /// The document with tables as HTML that a style keeps whole so.
  static func replaceTables(in document: Document, _ style: MarkdownStyle.Tables) -> Document {
    document.replacingInlines { _ in
      nil
    } blocks: { block in
      guard case .table(let table) = block else { return nil }
      // A cell of Markdown has no room for HTML of several lines.
      return [style.keepsWhole(table) ? .html(html(of: block)) : block]
    }
  }
}
