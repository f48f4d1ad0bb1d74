import Conversions
import Exchange
import Pasteboard
import RichText
import System
import TypeDeclarations
import UniformTypeIdentifiers

// The choice of a format where the name of a file asks for one.
extension PasteOptions {
  /// The choice for the type that a filename requests. If the clipboard cannot give it, plain text is written unchanged:
  /// extensions have several meanings, and the text may be the source of that type.
  ///
  /// - Parameter mayBeOther: whether rich text without a table is written as usual, too.
  static func chosen(
    _ named: UTType, or usual: PasteRequest, from reader: PasteboardReader, mayBeOther: Bool = false
  ) throws(PasteboardError) -> Choice {
    var request = usual
    request.type = named
    do throws(PasteboardError) {
      return try reader.paste(request)
    } catch {
      guard [.notOffered, .notConvertible].contains(error.code), !named.isBinary,
        let text = try? reader.paste(usual),
        mayBeOther || text.convertedTo == nil && Format(text.type) == .plainText
      else { throw error }
      if text.convertedTo != nil || !isSource(text.bytes, of: named) {
        let what = named == .json ? "JSON or a table" : "a table"
        let written = text.convertedTo.map { Format($0)?.title ?? $0.identifier }
        Output.warn("the clipboard does not hold \(what); pb wrote \(written ?? "the text unchanged")")
      }
      return text
    }
  }

  /// Bytes of unknown type, if the clipboard holds nothing else: a file for them may have any name.
  static func bytesAlone(from reader: PasteboardReader) throws(PasteboardError) -> Choice? {
    let targets = try reader.targets()
    let contents = targets.filter { NameTable.shared.role(of: $0) == .content }
    guard !contents.isEmpty, contents.allSatisfy({ NameTable.shared.type(of: $0) == .data }) else {
      return nil
    }
    return try reader.paste(PasteRequest(.data), among: targets)
  }

  /// Whether text may be what the name of a file says.
  static func isSource(_ text: [UInt8], of named: UTType) -> Bool {
    if named == .json { return (try? JSONValue.parse(text)) != nil }
    guard let format = Format(named), format.isTableOfData else { return true }
    return format.delimitedReader.separator.map(text.contains) ?? true
  }
}

extension UTType {
  /// True for what no text can be the source of: pictures, sound, films, archives and PDF. Typescript has the name of
  /// a transport stream.
  fileprivate var isBinary: Bool {
    !conforms(to: .text) && !conforms(to: .mpeg2TransportStream)
      && [UTType.image, .audio, .movie, .archive, .pdf].contains { conforms(to: $0) }
  }
}
