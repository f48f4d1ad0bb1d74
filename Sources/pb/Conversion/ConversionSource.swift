import CharacterSets
import Conversions
import Pasteboard
import Pictures
import RichText
import System
import UniformTypeIdentifiers

/// The bytes to convert, with their type.
struct ConversionSource {
  /// The file; nil for standard input.
  let path: FilePath?
  private(set) var type: UTType
  /// Text is UTF-8, but where it goes out as it came in.
  private(set) var bytes: [UInt8]

  /// Whether bytes that are invalid in the encoding of its text became U+FFFD.
  private(set) var isLossy = false

  /// Its name in messages.
  var name: String { path?.description ?? "standard input" }

  /// Its name without folder and extension.
  var stem: String { path.map(Self.stem) ?? "pasteboard" }

  /// The name of a file without its extension.
  static func stem(of path: FilePath) -> String {
    let name = String(decoding: path.lastComponent, as: UTF8.self)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Reads a file or standard input; throws `Failure` if its type is not known, or what it holds is none of it.
  ///
  /// - Parameters:
  ///   - path: the file; nil for standard input, which is Markdown unless its first bytes tell.
  ///   - named: the type that the person says.
  ///   - encoding: the character set that the person says.
  ///   - typeOption: the option by which the person says a type here.
  ///   - unchanging: the type as which the bytes go out again as they are, whatever they are.
  init(
    _ path: FilePath?, as named: UTType?, by typeOption: String = "--from", encoding: String?,
    unchanging: UTType? = nil
  ) throws(Failure) {
    self.path = path
    let name = path?.description
    let bytes = try Output.read(name, at: path)
    let type = if let named { named } else { try Self.type(of: path, bytes) }
    self.type = type
    let label = name ?? "standard input"
    let format = Format(type)
    if let format, let type = Self.otherType(of: bytes, format) {
      let advice = named == nil ? ". Use \(typeOption) to name its type." : ""
      throw Failure("\(label) is not \(format.title) but \(type.formatName)\(advice)")
    }
    guard encoding != nil || type != unchanging else {
      if format?.isReadableAsItIs == true, !TextEncoding.isValid(bytes),
        [nil, .windowsLatin1].contains(CharacterSet.detected(in: bytes))
      {
        Output.warn("\(label) is not UTF-8 and stays as it is. To decode it, use --encoding.")
      }
      self.bytes = bytes
      return
    }
    let text = try SourceText(bytes, as: type, encoding: encoding, label: label)
    if format?.isReadableAsItIs == true, ByteSearch.contains(0, in: text.bytes[...]) {
      let advice =
        named == nil
        ? "Use \(typeOption) to name its type."
        : "If it is text, name its encoding, for example: --encoding utf-16le"
      throw Failure("\(label) is not text: it contains NUL bytes. \(advice)")
    }
    self.bytes = text.bytes
    isLossy = text.isLossy
    warnOfStrayQuote()
  }

  /// Values that a quote has swallowed are easily overlooked.
  private func warnOfStrayQuote() {
    guard let format = Format(type), format.isTableOfData else { return }
    guard let quote = StrayQuote.first(in: bytes, separator: format.delimitedReader.separator) else { return }
    let end =
      quote.closingLine.map { "closed only on line \($0)" }
      ?? "never closed"
    Output.warn("the quote on line \(quote.line) of \(name) is \(end): all text in it became one value")
  }

  /// The source with JSON Lines read as the array that its values make; JSON of several values is read so, too.
  func withLinesAsArray() throws(Failure) -> ConversionSource {
    guard JSONLines.isType(type) || type == .json && !JSONContent.isStructure(bytes) && JSONLines.areIn(bytes)
    else { return self }
    let array = try Failure.wrapping { () throws(ConversionError) in try JSONLines.array(of: bytes) }
    return with((.json, array))
  }

  /// The source with its content read as another type.
  func with(_ content: (type: UTType, bytes: [UInt8])) -> ConversionSource {
    var source = self
    (source.type, source.bytes) = content
    return source
  }

  /// The type of bytes that contradict a text format; nil if they may be in that format.
  private static func otherType(of bytes: [UInt8], _ format: Format) -> UTType? {
    guard format.isReadableAsItIs || format == .html,
      let type = ContentSignature.type(ofFirst: bytes), !type.conforms(to: .text)
    else { return nil }
    return type
  }

  /// The source with text in columns read as a table of at least this many lines, and with JSON read as JSON.
  func asColumns(lines: Int) -> ConversionSource {
    // Standard input is Markdown unless an option names its type.
    let isPlain = Format(type) == .plainText
    guard isPlain || path == nil && type == .markdown else { return self }
    var table = self
    if let columns = TextColumns.table(of: bytes, lines: lines, onlyTabs: !isPlain) {
      (table.type, table.bytes) = (columns.format.type, columns.bytes)
    } else if type == .markdown || JSONContent.isOrdinaryText(type), JSONContent.isStructure(bytes) {
      table.type = .json
    } else if JSONLines.areIn(bytes) {
      table.type = .jsonLines
    }
    return table
  }

  /// True for a document or a picture that ends too soon, and is read as far as it goes.
  var isCutOff: Bool {
    Format(type)?.isCutOff(bytes) == true || PictureCodec(type)?.isCutOff(bytes) == true
  }

  /// The readable part of a damaged or truncated document; nil for a whole one, or if no word is readable.
  var recovered: ConversionSource? {
    guard let format = Format(type), let left = format.recovered(bytes),
      let document = try? format.read(left), !document.isEmpty
    else { return nil }
    var recovered = self
    recovered.bytes = left
    return recovered
  }

  /// Warns of standard input that is read as Markdown because no option names its type, and that looks like another one.
  func warnOfUnnamedType(for wanted: UTType) {
    let isTable = FileConversion.isData(wanted) || wanted == .json || JSONLines.isType(wanted)
    let isRead = isTable && asColumns(lines: wanted == .json ? 2 : 1).type != type
    guard path == nil, type == .markdown, wanted != .markdown, !isRead,
      ContentDetection.type(ofInput: bytes) == .utf8PlainText, let likely = Self.likelyType(of: bytes)
    else { return }
    Output.warn("standard input was read as Markdown. Use --from \(likely.name) if it is \(likely.title).")
  }

  /// The format that text without marks of Markdown looks like; nil for prose.
  private static func likelyType(of bytes: [UInt8]) -> (title: String, name: String)? {
    if JSONContent.isStructure(bytes) { return ("JSON", "json") }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 20)
    guard lines.count > 1 else { return nil }
    for (separator, title, name) in [("\t", "TSV", "tsv"), (";", "CSV", "csv"), (",", "CSV", "csv")] {
      let byte = Array(separator.utf8)[0]
      let counts = Set(lines.prefix(20).map { line in line.count { $0 == byte } })
      // Prose has commas, but followed by spaces, and not the same number of them on each line.
      let isProse = lines.contains { ByteSearch.contains(separator + " ", in: $0) }
      if counts.count == 1, counts != [0], !isProse { return (title, name) }
    }
    return nil
  }

  private static func type(of path: FilePath?, _ bytes: [UInt8]) throws(Failure) -> UTType {
    guard let path else {
      guard let found = ContentDetection.signature(of: bytes) else { return .markdown }
      let isRead = Format(found) != nil || PictureCodec(found) != nil
      // What is not read is refused by its name: no text would come of its bytes.
      let isNamed = [UTType.spreadsheet, .presentation, .pdf].contains { found.conforms(to: $0) }
      return isRead || isNamed ? found : .markdown
    }
    if let type = TypeName.types(ofFile: path.description, holding: bytes).first { return type }
    let found = ContentDetection.type(ofInput: bytes)
    // Text is text whatever its file is called, as for 'pb copy'.
    if found.conforms(to: .text) || Format(found) != nil || PictureCodec(found) != nil { return found }
    throw Failure("the type of \(path) is unknown. Name it with --from.")
  }
}
