package import RichText
import Synchronization
package import UniformTypeIdentifiers
package import X11Selections

/// What was copied, and everything that can be made of it, each rendered when first asked for.
package final class SourceRepresentation: Sendable {
  /// What stands for plain text.
  package enum PlainText: Sendable {
    /// The bytes that were copied, as every Markdown editor does.
    case source
    /// The text as it is read by people.
    case rendered
  }

  private struct Made {
    var document: Document?
    var formats: [RichTextFormat: [UInt8]] = [:]
  }

  package let bytes: [UInt8]
  package let type: UTType
  private let format: RichTextFormat?
  let style: MarkdownStyle
  let plainText: PlainText
  let table: TargetTable
  private let made = Mutex(Made())

  /// - Parameter plainText: nil for the source where that is text for people (Markdown, plain text), else
  ///   the rendered text.
  /// - Parameter style: how Markdown is written that is made of another format.
  package init(
    _ bytes: [UInt8], type: UTType, plainText: PlainText? = nil, style: MarkdownStyle = MarkdownStyle(),
    table: TargetTable = .shared
  ) {
    self.bytes = bytes
    self.type = type
    self.style = style
    self.table = table
    format = RichTextFormat(type)
    let isReadable = format == .markdown || format == .plainText
    self.plainText = plainText ?? (isReadable ? .source : .rendered)
  }

  /// True if the bytes are well-formed UTF-8.
  package var isValidText: Bool { TextEncoding.isValid(bytes) }

  /// The targets to offer, in order, for the types in `only` or for all.
  package func targets(only: [UTType]? = nil) -> [String] {
    let all = format == nil ? table.offering(type) : richTextTargets
    guard let only else { return all }
    return all.filter { target in
      guard let offered = offeredType(of: target) else { return false }
      return only.contains { wanted in
        // Markdown conforms to plain text, yet whoever wants plain text alone does not want Markdown.
        if let format = RichTextFormat(wanted), format.type == wanted || format == .plainText {
          return RichTextFormat(offered) == format
        }
        return offered.conforms(to: wanted)
      }
    }
  }

  /// The fixed targets of rich text, after the source's own where they do not have those.
  private var richTextTargets: [String] {
    guard format == .plainText else { return table.offered }
    let isSpecial = type != .plainText && type != .utf8PlainText && type.isDeclared
    let own = isSpecial ? table.offering(type).filter { !table.offered.contains($0) } : []
    return own + table.offered + [Self.sourceTarget]
  }

  /// The property for a target; nil if it is not offered or cannot be made.
  package func property(for target: String) -> SelectionProperty? {
    guard let offered = offeredType(of: target) else { return nil }
    if target == Self.sourceTarget {
      return SelectionProperty(type: target, bytes: Array(type.identifier.utf8))
    }
    guard let format else {
      return table.offering(type).contains(target) ? SelectionProperty(type: target, bytes: bytes) : nil
    }
    guard table.offered.contains(target) else {
      return SelectionProperty(type: target, bytes: bytes)
    }
    guard let wanted = RichTextFormat(offered) else { return nil }
    guard wanted == .plainText else {
      return SelectionProperty(type: target, bytes: wanted == format ? asCopied(wanted) : rendering(wanted))
    }
    return text(plainTextBytes, under: target)
  }

  /// The marker under which the type of the source can be asked for, where it is not Markdown.
  package static let sourceTarget = "application/x-pasteboard-source"

  private func offeredType(of target: String) -> UTType? {
    target == Self.sourceTarget ? .utf8PlainText : table.type(of: target)
  }

  private var plainTextBytes: [UInt8] {
    plainText == .source || format == .plainText
      ? TextEncoding.repaired(bytes) : rendering(.plainText)
  }

  /// The source under a target of its own format.
  ///
  /// Browsers guess the character set of HTML that does not tell it, so HTML is written anew for them.
  private func asCopied(_ format: RichTextFormat) -> [UInt8] {
    format == .html ? rendering(.html) : bytes
  }

  private func text(_ utf8: [UInt8], under target: String) -> SelectionProperty? {
    switch (table.encoding(of: target), target) {
    case (.latin1, _):
      return SelectionProperty(type: target, bytes: TextEncoding.latin1(utf8))
    case (.compoundText, _) where TextEncoding.fitsLatin1(utf8):
      // Latin-1 is what compound text begins in (Compound Text Encoding, 5).
      return SelectionProperty(type: target, bytes: TextEncoding.latin1(utf8))
    case (.compoundText, _):
      return CompoundText.encode(utf8).map { SelectionProperty(type: target, bytes: $0) }
    case (_, "TEXT"):
      // The owner's choice of encoding (ICCCM 2.6.2): the oldest readers know these two.
      return text(utf8, under: TextEncoding.fitsLatin1(utf8) ? "STRING" : "COMPOUND_TEXT")
    default:
      return SelectionProperty(type: target, bytes: utf8)
    }
  }

  /// The source in another format, made once.
  private func rendering(_ wanted: RichTextFormat) -> [UInt8] {
    guard let format else { return bytes }
    return made.withLock { made in
      if let ready = made.formats[wanted] { return ready }
      let document = made.document ?? ((try? format.read(bytes)) ?? Document())
      made.document = document
      let rendered = wanted.write(document, for: .pasteboard, style: style)
      made.formats[wanted] = rendered
      return rendered
    }
  }
}
