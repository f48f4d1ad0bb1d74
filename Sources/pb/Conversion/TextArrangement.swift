import Conversions
import Exchange
import Pasteboard
import RichText
import UniformTypeIdentifiers

/// An arrangement of plain text that --from names, and that no type tells.
enum TextArrangement: String, CaseIterable {
  /// Text as a terminal or a program on its screen shows it.
  case terminal
  /// A table whose columns are aligned by spaces.
  case columns

  /// The arrangement that a name after --from is; nil for a type.
  init?(_ name: String?) {
    guard let name, let found = Self(rawValue: name.lowercased()) else { return nil }
    self = found
  }

  /// The arrangement that --from names where it names nothing else; throws `Failure` for other names.
  ///
  /// - Parameter allowed: the arrangements that the command reads.
  static func named(_ name: String?, of allowed: [TextArrangement]) throws(Failure) -> TextArrangement? {
    guard let name else { return nil }
    guard let found = Self(name), allowed.contains(found) else {
      let names = allowed.map(\.rawValue).joined(separator: " or ")
      throw Failure("--from must be \(names), not '\(name)'")
    }
    return found
  }

  /// The text as what it is: Markdown or a table; text of a terminal that needs no change has the type that is wanted.
  ///
  /// Returns nil if the text is not arranged so.
  func read(_ text: [UInt8], for wanted: UTType) -> (type: UTType, bytes: [UInt8])? {
    switch self {
    case .terminal:
      if let markdown = TerminalTranscript.markdown(of: text) { return (.markdown, markdown) }
      return (Format(wanted) == .markdown ? .markdown : .utf8PlainText, text)
    case .columns:
      return SpacedColumns.rows(of: text).map { rows in
        (.tabSeparatedText, DelimitedWriter(separator: UInt8(ascii: "\t")).write(rows))
      }
    }
  }
}

extension ConversionSource {
  /// The source as what its arrangement tells.
  func arranged(_ arrangement: TextArrangement, for wanted: UTType) throws(Failure) -> ConversionSource {
    guard let content = arrangement.read(bytes, for: wanted) else {
      throw Failure("no columns aligned by spaces found in \(name)")
    }
    return with(content)
  }
}

extension PasteboardReader {
  /// The plain text on a pasteboard as what its arrangement tells, converted as a paste of that would be.
  func paste(_ request: PasteRequest, arrangedAs arrangement: TextArrangement) throws(PasteboardError)
    -> Choice
  {
    let text = try paste(PasteRequest(.utf8PlainText))
    guard let (type, bytes) = arrangement.read(text.bytes, for: request.type) else {
      throw PasteboardError(.notConvertible, "no columns aligned by spaces found in the copied text")
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
