extension Format {
  /// Markdown as GitHub reads it, written in the dialect of `MarkdownStyle`.
  public static let markdown = markdown(MarkdownReader())

  /// Markdown that has definition lists.
  private static let markdownWithDefinitions = markdown(MarkdownReader(readsDefinitions: true))

  /// The format as a style says that it is read: Markdown of a dialect that has definition lists, with these.
  package func reading(_ style: MarkdownStyle) -> Format {
    self == .markdown && style.dialect == .extra ? .markdownWithDefinitions : self
  }

  private static func markdown(_ reader: MarkdownReader) -> Format {
    Format(
      name: "markdown", title: "Markdown",
      read: { bytes throws(RichTextError) in
        let text = TerminalSequences.removed(from: bytes)
        var document = try reader.read(text)
        document.properties = FrontMatter.fields(of: text).properties
        return document
      },
      writeDirectly: { bytes, wanted, terms throws(RichTextError) in
        switch wanted {
        case .html where terms.audience == .file:
          return try reader.html(TerminalSequences.removed(from: bytes))
        case .rtf:
          let blocks = try reader.blocks(of: TerminalSequences.removed(from: bytes))
          var writer = RTFWriter()
          writer.keepsTextOfCells = terms.audience == .pasteboard
          return blocks.flatMap { writer.write($0) }
        default:
          return nil
        }
      },
      mayHoldPictures: { bytes in
        ByteSearch.contains("![", in: bytes[...]) || ImageTags.mayStand(in: bytes)
      },
      localLinkCount: { bytes in
        // Letters of a scheme may be spelt as references: whoever writes one so is told of nothing.
        guard ByteSearch.contains("file:", in: bytes[...]) else { return 0 }
        return (try? MarkdownReader().read(bytes))?.localLinkCount ?? 0
      },
      write: { document, terms in
        // What a program is given of a rich document is text that people read.
        let shown = terms.audience == .pasteboard ? document.leavingPictures() : document
        let written = MarkdownWriter(style: terms.style).write(shown)
        guard terms.writesFrontMatter, !document.properties.isEmpty else { return written }
        return FrontMatter.text(of: document.properties) + (written.isEmpty ? [] : [0x0A]) + written
      })
  }
}

extension Format {
  /// HTML.
  public static let html = Format(
    name: "html", title: "HTML", pictureTypes: LinkPolicy.pictureTypes,
    read: { bytes throws(RichTextError) in try HTMLReader().read(bytes) },
    readWithPictures: { bytes throws(RichTextError) in
      var reader = HTMLReader()
      reader.keepsPictures = true
      return try reader.read(bytes)
    },
    mayHoldPictures: { bytes in
      // With zeros it is UTF-16.
      ByteSearch.contains(0, in: bytes[...]) || ImageTags.mayStand(in: bytes)
    },
    localLinkCount: HTMLReader.localLinkCount,
    unreadableCharacterSet: HTMLEnvelope.unreadableCharacterSet,
    write: { document, terms in
      var writer = HTMLWriter(style: terms.audience == .pasteboard ? .clipboard : .commonMark)
      writer.identified = .linked
      return writer.write(document)
    })
}

extension Format {
  /// Rich Text Format.
  public static let rtf = Format(
    name: "rtf", title: "RTF", pictureTypes: RTFPictureData.types,
    matchesSignature: RTFReader.matchesSignature,
    read: { bytes throws(RichTextError) in try RTFReader().read(bytes) },
    readWithPictures: { bytes throws(RichTextError) in
      var reader = RTFReader()
      reader.pictureSizeLimit = RTFReader.largestPicture
      return try reader.read(bytes)
    },
    commentCount: { ByteSearch.count(of: #"*\annotation"#, in: $0[...]) },
    localLinkCount: RTFReader().localLinkCount,
    unreadableCharacterSet: CodePage.unreadable,
    write: { document, terms in
      var writer = RTFWriter()
      writer.keepsTextOfCells = terms.audience == .pasteboard
      return writer.write(document)
    })
}

extension Format {
  /// Word's format since 2007.
  public static let wordProcessing = Format(
    name: "docx", title: "DOCX", isText: false, pictureTypes: OfficePicture.types,
    matchesSignature: { $0.starts(with: [0x50, 0x4B]) },
    read: { bytes throws(RichTextError) in try WordProcessingReader().read(bytes) },
    readBeginning: { bytes throws(RichTextError) in try WordProcessingReader().readBeginning(bytes) },
    commentCount: WordPackage.commentCount,
    localLinkCount: WordProcessingReader().localLinkCount,
    recovered: DamagedPackage.recovered,
    write: { document, terms in WordProcessingWriter(reference: terms.reference).write(document) })
}

extension Format {
  /// OpenDocument text, a package of files.
  public static let openDocument = Format(
    name: "odt", title: "ODT", isText: false, pictureTypes: OfficePicture.types + OfficePicture.drawings,
    matchesSignature: { $0.starts(with: [0x50, 0x4B]) },
    read: { bytes throws(RichTextError) in try OpenDocumentReader().read(bytes) },
    readBeginning: { bytes throws(RichTextError) in try OpenDocumentReader().readBeginning(bytes) },
    commentCount: OpenDocumentPackage.commentCount,
    recovered: DamagedPackage.recovered,
    write: { document, terms in
      var writer = OpenDocumentWriter(reference: terms.reference)
      writer.isInserted = terms.audience == .pasteboard
      return writer.write(document)
    })

  /// OpenDocument text in one file of XML.
  public static let flatOpenDocument = Format(
    name: "fodt", title: "FODT", pictureTypes: OfficePicture.types + OfficePicture.drawings,
    matchesSignature: { OpenDocumentPackage.isXML($0) },
    read: { bytes throws(RichTextError) in try OpenDocumentReader().read(bytes) },
    commentCount: OpenDocumentPackage.commentCount,
    isCutOff: OpenDocumentPackage.isCutOff,
    write: { document, terms in
      OpenDocumentWriter(isFlat: true, reference: terms.reference).write(document)
    })
}

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

extension Format {
  /// Text without markup.
  public static let plainText = Format(
    name: "plain", title: "plain text",
    read: { PlainTextReader().read(TerminalSequences.removed(from: $0)) },
    write: { document, terms in
      // A picture that is lost on the clipboard leaves its description, as in Markdown.
      PlainTextWriter().write(terms.audience == .pasteboard ? document.leavingPictures() : document)
    })

  /// Text without markup that means something by its spaces, as program text does: all of it is code.
  ///
  /// - Parameter language: what the code is written in, as the info string of a code block says it; empty for nothing.
  package static func spacedText(language: String = "") -> Format {
    Format(
      name: plainText.name, title: plainText.title, isSpaced: true,
      read: { Document(linesOf: TerminalSequences.removed(from: $0), language: language) },
      write: plainText.write)
  }
}

extension Document {
  /// Text without markup, in lines that keep every space.
  package init(linesOf bytes: [UInt8], language: String = "") {
    let text = String(
      decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
    let lines = text.hasSuffix("\n") || text.isEmpty ? text : text + "\n"
    self.init([.codeBlock(CodeBlock(info: language, code: lines))])
  }
}
