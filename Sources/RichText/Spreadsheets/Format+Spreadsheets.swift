extension Format {
  /// Excel's format since 2007.
  public static let workbook = Format(
    name: "xlsx", title: "XLSX", isText: false, looksRight: { $0.starts(with: [0x50, 0x4B]) },
    read: { bytes throws(RichTextError) in try Spreadsheet(bytes).document() },
    remains: DamagedPackage.remains,
    write: { document, terms in
      WorkbookWriter.write(SheetDraft.drafts(document, readsDates: terms.readsDates))
    })

  /// Whether it is a spreadsheet, whose sheets are tables.
  package var isSpreadsheet: Bool { [Format.workbook].contains(self) }
}
