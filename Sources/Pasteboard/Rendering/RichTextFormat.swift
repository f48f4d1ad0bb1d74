package import RichText
package import UniformTypeIdentifiers

/// The formats between which content is converted.
package enum RichTextFormat: String, CaseIterable, Hashable, Sendable {
  case markdown
  case html
  case rtf
  case plainText

  /// Whom a conversion is for.
  package enum Audience: Sendable {
    /// A program that pastes: the markup says how things look, and holds nothing active.
    case pasteboard
    /// A file or a pipe: the markup is plain.
    case file
  }

  /// The format that content of this type is read as; nil if it is no text.
  package init?(_ type: UTType) {
    let match = RichTextFormat.allCases.first { type.conforms(to: $0.type) }
    if let match {
      self = match
    } else if type.conforms(to: .text) {
      self = .plainText
    } else {
      return nil
    }
  }

  package var type: UTType {
    switch self {
    case .markdown: .markdown
    case .html: .html
    case .rtf: .rtf
    case .plainText: .plainText
    }
  }

  /// The name that people know it by.
  package var name: String {
    switch self {
    case .markdown: "Markdown"
    case .html: "HTML"
    case .rtf: "RTF"
    case .plainText: "plain text"
    }
  }

  /// True unless the bytes show at once that they are of another format.
  ///
  /// Some owners answer every target with the same text.
  package func isPlausible(_ bytes: [UInt8]) -> Bool {
    guard self == .rtf else { return true }
    let mark = Array(#"{\rtf"#.utf8)
    return bytes.prefix(256).drop { $0 != mark[0] }.starts(with: mark)
  }

  package func read(_ bytes: [UInt8]) throws(RichTextError) -> Document {
    switch self {
    case .markdown: try MarkdownReader().read(bytes)
    case .html: try HTMLReader().read(bytes)
    case .rtf: try RTFReader().read(bytes)
    case .plainText: PlainTextReader().read(bytes)
    }
  }

  package func write(
    _ document: Document, for audience: Audience, style: MarkdownStyle = MarkdownStyle()
  ) -> [UInt8] {
    switch self {
    case .markdown: MarkdownWriter(style: style).write(document)
    case .html: HTMLWriter(style: audience == .pasteboard ? .clipboard : .commonMark).write(document)
    case .rtf: RTFWriter().write(document)
    case .plainText: PlainTextWriter().write(document)
    }
  }
}
