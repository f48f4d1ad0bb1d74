extension Format {
  /// Word's format since 2007.
  public static let wordProcessing = Format(
    name: "docx", title: "DOCX", isText: false, pictureTypes: OfficePicture.types,
    looksRight: { $0.starts(with: [0x50, 0x4B]) },
    read: { bytes throws(RichTextError) in try WordProcessingReader().read(bytes) },
    readBeginning: { bytes throws(RichTextError) in try WordProcessingReader().readBeginning(bytes) },
    commentCount: WordPackage.commentCount,
    localLinkCount: WordProcessingReader().localLinkCount,
    remains: DamagedPackage.remains,
    write: { document, terms in WordProcessingWriter(reference: terms.reference).write(document) })
}
