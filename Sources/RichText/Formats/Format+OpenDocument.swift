extension Format {
  /// OpenDocument text, a package of files.
  public static let openDocument = Format(
    name: "odt", title: "ODT", isText: false, pictureTypes: OfficePicture.types + OfficePicture.drawings,
    looksRight: { $0.starts(with: [0x50, 0x4B]) },
    read: { bytes throws(RichTextError) in try OpenDocumentReader().read(bytes) },
    readBeginning: { bytes throws(RichTextError) in try OpenDocumentReader().readBeginning(bytes) },
    commentCount: OpenDocumentPackage.commentCount,
    remains: DamagedPackage.remains,
    write: { document, terms in
      var writer = OpenDocumentWriter(reference: terms.reference)
      writer.isInserted = terms.audience == .pasteboard
      return writer.write(document)
    })

  /// OpenDocument text in one file of XML.
  public static let flatOpenDocument = Format(
    name: "fodt", title: "FODT", pictureTypes: OfficePicture.types + OfficePicture.drawings,
    looksRight: { OpenDocumentPackage.isXML($0) },
    read: { bytes throws(RichTextError) in try OpenDocumentReader().read(bytes) },
    commentCount: OpenDocumentPackage.commentCount,
    isCutOff: OpenDocumentPackage.isCutOff,
    write: { document, terms in
      OpenDocumentWriter(isFlat: true, reference: terms.reference).write(document)
    })
}
