/// Reads RTF, as Word, WordPad, TextEdit, LibreOffice, AbiWord, Google Docs and others write it.
///
/// Follows the Rich Text Format Specification 1.9.1. What cannot be understood is passed over, the text of the
/// document survives: bytes that are not RTF at all are read as plain text, unless they are no text either.
public struct RTFReader: DocumentReader {
  /// Takes bold paragraphs that are larger than the text for headings where no style tells.
  public var readsHeadingsBySize = false

  /// The largest picture, in bytes, that becomes an image with a `data:` URL.
  ///
  /// Of a larger one its alternative text is left.
  public var pictureSizeLimit = LinkPolicy.dataLimit * 3 / 4

  /// More than this is no picture of a document.
  package static let largestPicture = 64 << 20

  /// The largest input, in bytes.
  public var sizeLimit = 512 * 1024 * 1024

  /// What reads the HTML that RTF was made of.
  let htmlReader: any EmbeddedHTMLReader.Type

  package init(readingHTMLBy htmlReader: any EmbeddedHTMLReader.Type) { self.htmlReader = htmlReader }

  /// Reads RTF, as word processors put it on a clipboard.
  public func read(_ bytes: [UInt8]) throws(RichTextError) -> Document {
    guard bytes.count <= sizeLimit else {
      throw RichTextError(.tooLarge, "the RTF has more than \(sizeLimit) bytes")
    }
    let bytes = CompressedRTF.text(of: bytes, limit: sizeLimit) ?? bytes
    guard let start = Self.start(of: bytes[...]) else { return try readPlainText(bytes) }
    var interpreter = RTFInterpreter(bytes, position: start, options: self)
    interpreter.run()
    if interpreter.isEncapsulatedText { return PlainTextReader().read(interpreter.html) }
    if !interpreter.html.isEmpty {
      // The mark says that this is UTF-8, whatever the HTML says it was.
      var reader = htmlReader.init()
      reader.keepsPictures = pictureSizeLimit == Self.largestPicture
      return try reader.read([0xEF, 0xBB, 0xBF] + interpreter.html)
    }
    return FlowStructure(interpreter.content, readsHeadingsBySize: readsHeadingsBySize).document()
  }

  /// How many links of RTF lead to files of the machine that it was written on.
  package func localLinkCount(in bytes: [UInt8]) -> Int {
    let bytes = CompressedRTF.text(of: bytes, limit: sizeLimit) ?? bytes
    guard bytes.count <= sizeLimit, ByteSearch.contains("file:", in: bytes[...]),
      let start = Self.start(of: bytes[...])
    else { return 0 }
    var interpreter = RTFInterpreter(bytes, position: start, options: self)
    interpreter.run()
    if interpreter.isEncapsulatedText { return 0 }
    guard interpreter.html.isEmpty else { return htmlReader.localLinkCount(in: interpreter.html) }
    return interpreter.localLinkCount
  }

  /// Whether bytes begin as RTF does, compressed or not.
  package static func looksRight(_ bytes: [UInt8]) -> Bool {
    let mark = Array(#"{\rtf"#.utf8)
    return bytes.prefix(256).drop { $0 != mark[0] }.starts(with: mark) || CompressedRTF.isCompressed(bytes)
  }

  /// Where `{\rtf` stands, after a byte order mark and white space.
  static func start(of bytes: ArraySlice<UInt8>) -> Int? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var start = bytes.startIndex + (bytes.starts(with: mark) ? mark.count : 0)
    while start < bytes.endIndex, bytes[start] <= 0x20 { start += 1 }
    return bytes[start...].starts(with: Array("{\\rtf".utf8)) ? start : nil
  }

  private func readPlainText(_ bytes: [UInt8]) throws(RichTextError) -> Document {
    guard !bytes.contains(where: { $0 < 0x09 }) else {
      throw RichTextError(.notThisFormat, "the bytes are not RTF")
    }
    let lines = bytes.split(omittingEmptySubsequences: true) { $0 == 0x0A || $0 == 0x0D }
    return Document(
      lines.compactMap { line in
        let text = String(decoding: line, as: UTF8.self)[...].droppingLeadingBlanks.droppingTrailingBlanks
        return text.isEmpty ? nil : .paragraph([.text(String(text))])
      })
  }
}
