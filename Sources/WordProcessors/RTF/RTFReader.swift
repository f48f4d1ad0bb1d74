import CharacterSets

/// Reads RTF, as Word, WordPad, TextEdit, LibreOffice, AbiWord, Google Docs and others write it.
///
/// Follows the Rich Text Format Specification 1.9.1. The reader skips what it does not understand and keeps the text.
/// Bytes that are not RTF are read as plain text if they are text.
public struct RTFReader: DocumentReader {
  /// Whether bold paragraphs that are larger than the text become headings if the document names no heading styles.
  public var readsHeadingsBySize = false

  /// The largest picture, in bytes, that becomes an image with a `data:` URL.
  ///
  /// A larger picture becomes its alternative text.
  public var pictureSizeLimit = LinkPolicy.dataLimit * 3 / 4

  /// The largest picture of a document, in bytes.
  package static let largestPicture = 64 << 20

  /// The largest input, in bytes.
  public var sizeLimit = 512 * 1024 * 1024

  /// The reader of the HTML that RTF was made of.
  let htmlReader: any EmbeddedHTMLReader.Type

  package init(readingHTMLBy htmlReader: any EmbeddedHTMLReader.Type) { self.htmlReader = htmlReader }

  /// Reads RTF, as word processors put it on a clipboard.
  public func read(_ bytes: [UInt8]) throws(RichTextError) -> Document {
    guard bytes.count <= sizeLimit else {
      throw RichTextError(.tooLarge, "the RTF is larger than \(sizeLimit >> 20) MiB")
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

  /// The number of links of RTF that lead to files of the machine that it was written on.
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
  package static func matchesSignature(_ bytes: [UInt8]) -> Bool {
    let mark = Array(#"{\rtf"#.utf8)
    return bytes.prefix(256).drop { $0 != mark[0] }.starts(with: mark) || CompressedRTF.isCompressed(bytes)
  }

  /// The position of `{\rtf`, after a byte order mark and white space.
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

/// RTF as Outlook and Exchange keep it in messages, compressed (MS-OXRTFCP).
private enum CompressedRTF {
  private static let headerSize = 16
  private static let dictionarySize = 4_096
  /// The initial content of the dictionary (MS-OXRTFCP, 2.1.2.1).
  private static let beginning = Array(
    (#"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor "#
      + "MS Sans SerifSymbolArialTimes New RomanCourier" + #"{\colortbl\red0\green0\blue0"# + "\r\n"
      + #"\par \pard\plain\f0\fs20\b\i\u\tab\tx"#).utf8)

  /// True for bytes whose header says that they are such RTF, compressed or not.
  static func isCompressed(_ bytes: [UInt8]) -> Bool {
    bytes.count > headerSize && ["LZFu", "MELA"].contains { bytes[8..<12].elementsEqual($0.utf8) }
  }

  /// The RTF that was compressed, as far as it is there and fits; nil for other bytes.
  static func text(of bytes: [UInt8], limit: Int) -> [UInt8]? {
    guard isCompressed(bytes) else { return nil }
    let size = min(limit, bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) })
    let content = bytes[headerSize...]
    return bytes[8] == UInt8(ascii: "M") ? Array(content.prefix(size)) : expanded(content, size: size)
  }

  /// Each bit of every ninth byte, the lowest first, says of what follows whether it is a byte or a place in what came before.
  private static func expanded(_ content: ArraySlice<UInt8>, size: Int) -> [UInt8] {
    var dictionary = beginning + repeatElement(0x20, count: dictionarySize - beginning.count)
    var place = beginning.count
    var text: [UInt8] = []
    var rest = content
    func write(_ byte: UInt8) {
      text.append(byte)
      dictionary[place] = byte
      place = (place + 1) % dictionarySize
    }
    while let flags = rest.popFirst() {
      for bit in 0..<8 {
        guard text.count < size, let first = rest.popFirst() else { return text }
        guard flags >> bit & 1 == 1 else {
          write(first)
          continue
        }
        guard let second = rest.popFirst() else { return text }
        let start = Int(first) << 4 | Int(second) >> 4
        guard start != place else { return text }
        for offset in 0..<min(Int(second & 0x0F) + 2, size - text.count) {
          write(dictionary[(start + offset) % dictionarySize])
        }
      }
    }
    return text
  }
}

extension CodePage {
  /// True for the number of a code page that there is, be it one that cannot be read. Any other one means nothing, and the
  /// text is in the page that the document would have without it.
  static func isNamed(_ number: Int) -> Bool {
    number == utf8 || CharacterSet(codePage: number) != nil
      || CharacterSet.indicScript(ofCodePage: number) != nil
  }

  /// The code page that RTF names and that cannot be read, in words; nil if all of them can.
  ///
  /// Text of such a page that is written as Unicode is read all the same.
  package static func unreadable(in rtf: [UInt8]) -> String? {
    for word in [#"\ansicpg"#, #"\cpg"#] {
      var rest = rtf.prefix(headerBytes)
      while let position = ByteSearch.position(of: word, in: rest) {
        rest = rest[(position + word.utf8.count)...]
        let digits = String(decoding: rest.prefix(6).prefix(while: \.isASCIIDigit), as: UTF8.self)
        guard let number = Int(digits), number > 0, CharacterSet(codePage: number) == nil else { continue }
        let script = CharacterSet.indicScript(ofCodePage: number)
        return "code page \(number)" + (script.map { " (\($0))" } ?? "")
      }
    }
    return nil
  }

  /// Fonts are declared within them, also in documents of word processors that have hundreds.
  private static let headerBytes = 32 << 10
}
