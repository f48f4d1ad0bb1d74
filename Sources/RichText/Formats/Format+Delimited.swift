extension Format {
  /// Comma-separated values (RFC 4180), or those that a spreadsheet separates by another character.
  public static let commaSeparated = Format(
    name: "csv", title: "CSV",
    read: { bytes throws(RichTextError) in try DelimitedReader().document(of: bytes) },
    write: { document, _ in DelimitedWriter(separator: comma).write(document) })

  /// Values separated by tabs, as spreadsheets exchange them.
  public static let tabSeparated = Format(
    name: "tsv", title: "TSV",
    read: { bytes throws(RichTextError) in try DelimitedReader(separator: tab).document(of: bytes) },
    write: { document, _ in DelimitedWriter(separator: tab).write(document) })

  private static let comma = UInt8(ascii: ",")
  private static let tab = UInt8(ascii: "\t")
}

extension Format {
  /// True if tables of data are all that it holds.
  package var isTableOfData: Bool { Self.tablesOfData.contains(self) }

  package static let tablesOfData: [Format] = [.commaSeparated, .tabSeparated]

  /// Reads a table of data; of comma-separated values the text tells what separates them.
  package var delimitedReader: DelimitedReader {
    DelimitedReader(separator: self == .tabSeparated ? Self.tab : nil)
  }

  /// Writes a table of data.
  package var delimitedWriter: DelimitedWriter {
    DelimitedWriter(separator: self == .tabSeparated ? Self.tab : Self.comma)
  }
}
