import Conversions
import Pasteboard
import RichText
import UniformTypeIdentifiers

/// The character between the values of comma-separated values, where the person names it.
enum Separator {
  static let option = Option(
    "separator", value: "CHAR", isPerInvocation: true, in: .form,
    "separate the values of CSV by CHAR, or: tab")

  /// The separator that the option names; nil without it.
  static func named(_ arguments: Arguments) throws(Failure) -> UInt8? {
    guard let name = arguments[option] else { return nil }
    if ["tab", "\\t", "\t"].contains(name.lowercased()) { return UInt8(ascii: "\t") }
    guard name.utf8.count == 1, let byte = name.utf8.first, byte > 0x20 && byte < 0x7F || byte == 0x20,
      !byte.isASCIIAlphanumeric, byte != UInt8(ascii: "\"")
    else { throw Failure("--separator must be one sign such as ',', ';' or '|', or tab, not '\(name)'") }
    return byte
  }

  /// Whether a result has the separator: comma-separated values alone may have another one.
  static func isWritten(in type: UTType) -> Bool { Format(type) == .commaSeparated }

  /// Comma-separated values with this separator.
  static func rewrite(_ values: [UInt8], by separator: UInt8) -> [UInt8] {
    DelimitedWriter(separator: separator).rewrite(values)
  }

  /// Has a copied table read by its separator: what is made of it is made at once, and the text stays as it is.
  static func prepare(
    _ item: inout PasteboardItem, _ separator: UInt8, _ terms: inout OfferingOptions
  ) throws(Failure) {
    let type = item.types.first { Format($0)?.isTableOfData == true || Format($0) == .plainText }
    guard let type, let bytes = item.data(forType: type) else {
      throw Failure("--separator applies to CSV, but the content is neither CSV nor plain text")
    }
    let reader = DelimitedReader(separator: separator)
    let document = try Failure.wrapping { () throws(RichTextError) in try reader.document(of: bytes) }
    let written = Format.Options(for: .pasteboard, style: terms.style)
    for format in [Format.html, .rtf, .markdown, .tabSeparated] {
      terms.prepared[format] = format.write(document, written)
    }
    guard Format(type) != .commaSeparated else { return }
    var table = PasteboardItem()
    table.setData(bytes, forType: .commaSeparatedText)
    item = table
  }
}

/// A paste whose text is arranged as a person says, or whose rows are written as one says.
struct TableWish {
  /// The arrangement of the copied text; nil for what its types tell.
  let arrangement: TextArrangement?
  /// The type to paste.
  let requested: UTType
  /// Whether the rows of JSON that are pasted go out one a line.
  let isOfLines: Bool
  /// The separator of the result; nil for the usual one.
  private let separator: UInt8?

  init(_ type: UTType, _ reader: PasteboardReader, _ arguments: Arguments) throws(Failure) {
    let separator = try Separator.named(arguments)
    let isSeparated = separator != nil && Separator.isWritten(in: type)
    self.separator = isSeparated ? separator : nil
    arrangement =
      try TextArrangement.named(arguments[PasteOptions.from], of: ["terminal", "columns"])
      ?? (isSeparated ? nil : separator.map { .separated(by: $0) })
    var isOfLines = JSONLines.isType(type)
    if isOfLines, arrangement == nil {
      // JSON Lines on the clipboard are written unchanged.
      let names = try Failure.wrapping { () throws(PasteboardError) in try reader.targets() }
      isOfLines = !names.contains { NameTable.shared.type(of: $0).map(JSONLines.isType) == true }
    }
    self.isOfLines = isOfLines
    requested = isOfLines ? .json : type
  }

  /// The pasted bytes as they are to be written.
  func written(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    if isOfLines {
      return try Failure.wrapping { () throws(ConversionError) in try JSONLines.lines(of: bytes) }
    }
    return separator.map { Separator.rewrite(bytes, by: $0) } ?? bytes
  }
}
