import Conversions
import Exchange
import Pasteboard
import UniformTypeIdentifiers

/// Text that is put behind what a pasteboard holds (`pb copy --append`).
enum AppendedText {
  /// The item that holds both: what is there as text of the same type, then what is copied.
  ///
  /// Lines stay lines, and paragraphs of Markdown paragraphs. Throws `Failure` if either is no text.
  static func item(
    _ items: [PasteboardItem], to name: PasteboardName, on backend: Backend
  ) throws(Failure) -> PasteboardItem {
    guard items.count == 1, var item = items.first, let type = item.types.first,
      [.markdown, .plainText, .utf8PlainText, .html].contains(type), let new = item.data(forType: type)
    else {
      throw Failure("--append joins plain text, Markdown and HTML: say which with --type, or copy without it")
    }
    guard let old = try present(as: type, name, backend), !old.bytes.isEmpty else { return item }
    item.setData(joined(old.bytes, new, type), forType: type)
    if old.isSecret { item.isSensitive = true }
    return item
  }

  /// What is there as a type, and whether its owner marks it; nil if there is nothing.
  private static func present(
    as type: UTType, _ name: PasteboardName, _ backend: Backend
  ) throws(Failure) -> (bytes: [UInt8], isSecret: Bool)? {
    do {
      let reader = try PasteboardReader(name, on: backend, timeout: .seconds(1))
      let isSecret = reader.mark(try reader.targets()) != nil
      return (try reader.paste(PasteRequest(type)).bytes, isSecret)
    } catch {
      if error.code == .empty { return nil }
      throw Failure("nothing can be put behind what is there: \(error)")
    }
  }

  static func joined(_ old: [UInt8], _ new: [UInt8], _ type: UTType) -> [UInt8] {
    let lineFeed = UInt8(ascii: "\n")
    var joined = old
    if joined.last != lineFeed { joined.append(lineFeed) }
    // Two texts of Markdown are paragraphs of their own.
    if type == .markdown, joined.suffix(2) != [lineFeed, lineFeed] { joined.append(lineFeed) }
    return joined + new
  }
}
