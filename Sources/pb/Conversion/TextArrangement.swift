import Conversions
import Exchange
import Pasteboard
import RichText
import UniformTypeIdentifiers

/// An arrangement of plain text that no type tells: --from and --separator name it.
enum TextArrangement: Equatable {
  /// Text as a terminal or a program on its screen shows it.
  case terminal
  /// A table whose columns are aligned by spaces.
  case columns
  /// A table with a separator between its values.
  case separated(by: UInt8)

  /// The arrangement that a name after --from is; nil for a type.
  init?(_ name: String?) {
    switch name?.lowercased() {
    case "terminal": self = .terminal
    case "columns": self = .columns
    default: return nil
    }
  }

  /// The arrangement that --from names where it names nothing else; throws `Failure` for other names.
  ///
  /// - Parameter names: the names that the command knows.
  static func named(_ name: String?, of names: [String]) throws(Failure) -> TextArrangement? {
    guard let name else { return nil }
    guard names.contains(name.lowercased()), let found = Self(name) else {
      throw Failure("--from must be \(names.joined(separator: " or ")), not '\(name)'")
    }
    return found
  }

  /// The text as what it is: Markdown or a table; text of a terminal that needs no change has the type that is wanted.
  ///
  /// Returns nil if the text is not arranged so.
  func read(_ text: [UInt8], for wanted: UTType) -> (type: UTType, bytes: [UInt8])? {
    let writer = DelimitedWriter(separator: UInt8(ascii: "\t"))
    switch self {
    case .terminal:
      if let markdown = TerminalTranscript.markdown(of: text) { return (.markdown, markdown) }
      return (Format(wanted) == .markdown ? .markdown : .utf8PlainText, text)
    case .columns: return SpacedColumns.rows(of: text).map { (.tabSeparatedText, writer.write($0)) }
    case .separated(let separator):
      guard text.contains(separator) else { return nil }
      return (.tabSeparatedText, writer.rewrite(text, separatedBy: separator))
    }
  }

  /// The reason why text is not arranged so.
  func problem(in name: String) -> String {
    switch self {
    case .terminal: "\(name) is not text"
    case .columns: "no columns aligned by spaces found in \(name)"
    case .separated(let byte): "\(name) does not contain the separator '\(Unicode.Scalar(byte))'"
    }
  }
}

extension ConversionSource {
  /// The source as what its arrangement tells.
  func arranged(_ arrangement: TextArrangement, for wanted: UTType) throws(Failure) -> ConversionSource {
    guard let content = arrangement.read(bytes, for: wanted) else {
      throw Failure(arrangement.problem(in: name))
    }
    return with(content)
  }
}

extension PasteboardReader {
  /// The plain text on a pasteboard as what its arrangement tells, converted as a paste of that would be.
  func paste(
    _ request: PasteRequest, arrangedAs arrangement: TextArrangement
  ) throws(PasteboardError) -> Choice {
    let text = try paste(PasteRequest(.utf8PlainText))
    guard let (type, bytes) = arrangement.read(text.bytes, for: request.type) else {
      throw PasteboardError(.notConvertible, arrangement.problem(in: "the copied text"))
    }
    guard type != request.type else {
      var choice = text
      choice.bytes = bytes
      return choice
    }
    let name = type.preferredMIMEType ?? "text/plain;charset=utf-8"
    return try paste(request, among: [name], known: [name: Representation(bytes: bytes)])
  }
}
