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

  /// The document with tables as HTML that GFM has no words for: with blocks or spans in their cells, or with
  /// a header of several rows.
  ///
  /// Tables with references to notes, which HTML has none for, stay as they are.
  static func replaceTables(in document: Document) -> Document {
    var result = document
    result.blocks = replaceTables(in: document.blocks)
    result.footnotes = document.footnotes.map {
      Footnote(label: $0.label, blocks: replaceTables(in: $0.blocks))
    }
    return result
  }

  private static func replaceTables(in blocks: [Block]) -> [Block] {
    blocks.map { block in
      guard case .table(let table) = block else {
        return block.mapContent(inlines: { $0 }, blocks: replaceTables)
      }
      guard table.exceedsGFM, !holdsNotes([block]) else { return block }
      return .html(html(of: block))
    }
  }

  private static func holdsNotes(_ blocks: [Block]) -> Bool {
    blocks.contains { $0.inlines.contains(where: isNote) || $0.children.contains(where: holdsNotes) }
  }

  private static func isNote(_ inline: Inline) -> Bool {
    if case .footnoteReference = inline { return true }
    return inline.content?.contains(where: isNote) ?? false
  }
}

extension Table {
  fileprivate var exceedsGFM: Bool {
    headerRows > 1 || rows.contains { $0.contains { $0.isSpanning || $0.paragraph == nil } }
  }
}
