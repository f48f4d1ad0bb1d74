import Conversions
import RichText
import System
import UniformTypeIdentifiers

/// A form that an owner gave, on its way to the type that was wanted.
struct FetchedForm {
  private(set) var bytes: [UInt8]
  private(set) var type: UTType
  let request: PasteRequest
  /// The type as which the form reads, where that was looked at already.
  let document: Document?
  /// Saves the pictures; nil where their addresses stay as they are.
  let pictures: PastedPictures?
  /// Reads and converts for a process that lives on; nil to do that in this one.
  let helper: ConversionHelper?

  /// The result of a form.
  struct Conversion {
    var bytes: [UInt8]
    /// The number of pictures were left out.
    var leftPictures = 0
    /// The reason why a picture could not be saved.
    var failure: SystemError?
  }

  /// The reason why no table can be made of it.
  private var noTable: String {
    guard format == .plainText else { return "no table found in the copied text" }
    if bytes.contains(UInt8(ascii: "\t")) {
      return "no table found: its lines have different numbers of tabs"
    }
    return SpacedColumns.rows(of: bytes) == nil
      ? "no table found in the copied text"
      : "no table found in the copied text. Use --from columns to read columns aligned by spaces."
  }

  /// Whether a reason is that there is no table: it concerns the content, whatever its form.
  static func isLackOfTable(_ reason: String) -> Bool { reason.hasPrefix("no table found") }

  private var format: Format? { Format(type)?.reading(request.style) }
  private var wanted: Format? { FormatTable.shared.format(writing: request.type) }
  private var wantsRows: Bool { request.type == .json }
  /// A converter of the person's own comes before ours.
  private var runsCommand: Bool { ConverterGraph.forPastes.runsCommand(from: type, to: request.type) }
  private var terms: Format.Options {
    let style = request.style.suiting(format)
    // Text of a picture that is lost stays, as on the clipboard.
    return wanted == .plainText
      ? Format.Options(for: .pasteboard, style: style) : Format.Options(style: style)
  }

  /// True if it is the answer as it is: text without markup is to whoever wants Markdown or text.
  var isWanted: Bool {
    type.conforms(to: request.type) && format == Format(request.type)
      || format == .plainText && (wanted == .markdown || wanted == .plainText)
  }

  /// Takes text in columns as a table, and JSON as what it is, where tables are wanted.
  mutating func readColumns() {
    guard format == .plainText, wantsRows || wanted?.holdsTablesAlone == true else { return }
    // The names of columns alone are no rows.
    if let table = TextColumns.table(of: bytes, lines: wantsRows ? 2 : 1) {
      (type, bytes) = (table.format.type, table.bytes)
    } else if JSONContent.isOrdinaryText(type), JSONContent.isStructure(bytes) {
      type = .json
    } else if JSONLines.isType(type) || JSONContent.isOrdinaryText(type) && JSONLines.areIn(bytes),
      let array = try? JSONLines.array(of: bytes)
    {
      (type, bytes) = (.json, array)
    }
  }

  /// Takes text in another encoding than UTF-8 for what its bytes show, before something is made of it.
  mutating func decodeText() {
    guard format?.isReadableAsItIs == true, !TextEncoding.isValid(bytes) else { return }
    bytes = TextEncoding.decoded(bytes)
  }

  /// The reason why nothing can be made of it; nil if something may.
  func reasonAgainst(_ reason: Choice.Reason) -> String? {
    if format == .plainText, type != .json, wantsRows, reason == .onlyText { return noTable }
    if let format, !format.matchesSignature(bytes) { return "it is not \(format.title)" }
    return nil
  }

  /// Makes what was wanted of it.
  ///
  /// Throws `ConversionError`, also where nothing is left of what was there.
  func converted() throws(ConversionError) -> Conversion {
    let conversion = try madeOfIt()
    if conversion.failure == nil, conversion.bytes.isEmpty, !bytes.isEmpty {
      throw ConversionError(
        .unreadable, wanted?.holdsTablesAlone == true ? noTable : "it holds no text")
    }
    return conversion
  }

  private func madeOfIt() throws(ConversionError) -> Conversion {
    if let cell = onlyCell, !runsCommand {
      if wantsRows { return Conversion(bytes: JSONRows.write([.init(values: [[cell]], hasHeader: false)])) }
      if let wanted, wanted.holdsTablesAlone { return Conversion(bytes: wanted.write(rows: [[cell]], terms)) }
    }
    if wantsRows, let format, format != .plainText, !runsCommand {
      guard let rows = try rows(of: format) else { throw ConversionError(.unreadable, noTable) }
      return Conversion(bytes: rows)
    }
    guard let format, let wanted else { return try byGraph() }
    if let helper {
      guard let result = helper.perform(.convert(from: format, to: wanted, terms), on: [bytes]) else {
        throw ConversionError(.unreadable, "the conversion failed")
      }
      return Conversion(bytes: result)
    }
    if var pictures, format.mayHoldPictures(bytes),
      let whole = try? document ?? format.readWithPictures(bytes)
    {
      let result = wanted.write(pictures.placed(in: whole), terms)
      return Conversion(bytes: result, leftPictures: pictures.leftCount, failure: pictures.failure)
    }
    if format.holdsPictures, wanted.holdsPictures, !runsCommand {
      let held = try withPictures(format, for: wanted)
      return Conversion(bytes: wanted.write(held.document, terms), leftPictures: held.leftCount)
    }
    if let document, !document.holdsPictures { return Conversion(bytes: wanted.write(document, terms)) }
    return try byGraph()
  }

  /// The text of a table of one cell, as spreadsheets copy one: rich text has a paragraph of it, and no table.
  private var onlyCell: ArraySlice<UInt8>? {
    guard wantsRows || wanted?.holdsTablesAlone == true, format == .html, helper == nil,
      ByteSearch.count(of: "<td", in: bytes[...]) == 1,
      let document = try? document ?? Format.html.read(bytes), document.blocks.count == 1,
      case .paragraph? = document.blocks.first
    else { return nil }
    let text = Format.plainText.write(document, Format.Options())
    return text.last == 0x0A ? text.dropLast() : text[...]
  }

  private func byGraph() throws(ConversionError) -> Conversion {
    Conversion(bytes: try ConverterGraph.forPastes.convert(bytes, from: type, to: request.type, terms))
  }

  private func withPictures(
    _ format: Format, for wanted: Format
  ) throws(ConversionError) -> (document: Document, leftCount: Int) {
    do {
      return try format.read(bytes, for: wanted)
    } catch {
      throw ConversionError(error, reading: format)
    }
  }

  /// The rows of tables as JSON; nil if there are none.
  private func rows(of format: Format) throws(ConversionError) -> [UInt8]? {
    if let helper { return helper.perform(.rows(of: format), on: [bytes]) }
    return try JSONRows.write(tablesOf: bytes, in: format, header: request.style.tableHeader)
  }
}
