extension Format {
  /// Comma-separated values (RFC 4180), or those that a spreadsheet separates by another character.
  public static let commaSeparated = Format(
    name: "csv", title: "CSV",
    read: { bytes throws(RichTextError) in try DelimitedReader().document(of: bytes) },
    write: { document, _ in DelimitedWriter(separator: UInt8(ascii: ",")).write(document) })

  /// Values separated by tabs, as spreadsheets exchange them.
  public static let tabSeparated = Format(
    name: "tsv", title: "TSV",
    read: { bytes throws(RichTextError) in
      try DelimitedReader(separator: UInt8(ascii: "\t")).document(of: bytes)
    },
    write: { document, _ in DelimitedWriter(separator: UInt8(ascii: "\t")).write(document) })
}

extension Format {
  /// True if tables of data are all that it holds.
  package var isTableOfData: Bool { self == .commaSeparated || self == .tabSeparated }
}
