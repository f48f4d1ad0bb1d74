import Conversions
import Exchange
import Pasteboard
import RichText
import Terminal
import UniformTypeIdentifiers

/// The content of a copy in the history: for a preview, and for a search in all of its text.
enum PickContent {
  /// Text beyond this is not searched, in bytes.
  private static let textLimit = 4 << 20

  /// The formats of a copy, each once.
  static func targets(of copy: Snapshot) -> [ShownTarget] {
    var kinds: Set<ShownForm.Kind> = []
    return copy.names.compactMap { name in
      guard NameTable.shared.role(of: name) == .content, let value = copy.representations[name],
        kinds.insert(ShownForm.Kind(name)).inserted
      else { return nil }
      return ShownTarget(name, RepresentationPrefix(value, size: value.bytes.count))
    }
  }

  /// The text of a copy; of rich text alone, the text without its markup.
  static func text(of copy: Snapshot) -> String? {
    let plain = targets(of: copy).first { $0.format == .plainText && $0.property?.bytes.isEmpty == false }
    if let name = plain?.target, let value = copy.representations[name] {
      return NameTable.shared.plainText(of: value.beginning(textLimit), name: name)
    }
    guard copy.byteCount <= textLimit * 4, let reader = try? PasteboardReader(copy, helper: .forLiveView),
      let choice = try? reader.paste(PasteRequest(.utf8PlainText))
    else { return nil }
    return String(decoding: choice.bytes.prefix(textLimit), as: UTF8.self)
  }

  /// Whether the text in the list is not all of a copy's text.
  static func hasMoreText(_ item: HistoryItem) -> Bool {
    if item.text.isEmpty {
      return item.names.contains { NameTable.shared.type(of: $0).flatMap(Format.init) != nil }
    }
    // A character may have several bytes: at the limit there may be more.
    return item.text.count >= HistoryItem.textLimit
  }

  /// The lines of a preview: text as it stands, of a copy without text its first format.
  static func lines(of targets: [ShownTarget], columns: Int, _ maker: ContentPreview) -> [StyledLine] {
    let shown = targets.filter { $0.property != nil }
    let best = shown.first { $0.format == .plainText } ?? shown.first { $0.format != nil } ?? shown.first
    return best.map { maker.lines(of: $0, columns: columns) } ?? [StyledLine("(nothing to show)", .faint)]
  }
}
