extension Format {
  /// Excel's format since 2007.
  public static let workbook = Format(
    name: "xlsx", title: "XLSX", isText: false, matchesSignature: { $0.starts(with: [0x50, 0x4B]) },
    read: { bytes throws(RichTextError) in try Spreadsheet(bytes).document(isPasted: true) },
    recovered: DamagedPackage.recovered,
    write: { document, terms in
      WorkbookWriter.write(SheetDraft.drafts(document, readsDates: terms.readsDates))
    })

  /// OpenDocument's spreadsheet, a package of files.
  public static let openSpreadsheet = Format(
    name: "ods", title: "ODS", isText: false, matchesSignature: { $0.starts(with: [0x50, 0x4B]) },
    read: { bytes throws(RichTextError) in try Spreadsheet(bytes).document(isPasted: true) },
    recovered: DamagedPackage.recovered,
    write: { document, terms in
      OpenDocumentSheetWriter.write(SheetDraft.drafts(document, readsDates: terms.readsDates), isFlat: false)
    })

  /// OpenDocument's spreadsheet in one file of XML.
  public static let flatOpenSpreadsheet = Format(
    name: "fods", title: "FODS", matchesSignature: { OpenDocumentPackage.isXML($0) },
    read: { bytes throws(RichTextError) in try Spreadsheet(bytes).document(isPasted: true) },
    isCutOff: OpenDocumentPackage.isCutOff,
    write: { document, terms in
      OpenDocumentSheetWriter.write(SheetDraft.drafts(document, readsDates: terms.readsDates), isFlat: true)
    })

  /// Whether it is a spreadsheet, whose sheets are tables.
  package var isSpreadsheet: Bool { Self.spreadsheets.contains(self) }

  package static let spreadsheets: [Format] = [.workbook, .openSpreadsheet, .flatOpenSpreadsheet]

  /// Whether tables are all that it holds.
  package var holdsTablesAlone: Bool { isTableOfData || isSpreadsheet }

  /// Writes rows of values as a table of data, or as a spreadsheet whose first row is the header.
  package func write(rows: [[ArraySlice<UInt8>]], _ terms: Options) -> [UInt8] {
    guard isSpreadsheet else { return delimitedWriter.write(rows) }
    let drafts = SheetDraft.drafts(
      rows, readsDates: terms.readsDates, headerRows: terms.style.tableHeader == .none ? 0 : nil)
    return self == .workbook
      ? WorkbookWriter.write(drafts)
      : OpenDocumentSheetWriter.write(drafts, isFlat: self == .flatOpenSpreadsheet)
  }
}
