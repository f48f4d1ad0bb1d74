extension Format {
  /// Text without markup.
  public static let plainText = Format(
    name: "plain", title: "plain text",
    read: { PlainTextReader().read(TerminalSequences.removed(from: $0)) },
    write: { document, terms in
      // A picture that is lost on the clipboard leaves its description, as in Markdown.
      PlainTextWriter().write(terms.audience == .pasteboard ? document.leavingPictures() : document)
    })

  /// Text without markup that means something by its spaces, as program text does: all of it is code.
  ///
  /// - Parameter language: what the code is written in, as the info string of a code block says it; empty for nothing.
  package static func spacedText(language: String = "") -> Format {
    Format(
      name: plainText.name, title: plainText.title, isSpaced: true,
      read: { Document(linesOf: TerminalSequences.removed(from: $0), language: language) },
      write: plainText.write)
  }
}

extension Document {
  /// Text without markup, in lines that keep every space.
  package init(linesOf bytes: [UInt8], language: String = "") {
    let text = String(
      decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
    let lines = text.hasSuffix("\n") || text.isEmpty ? text : text + "\n"
    self.init([.codeBlock(CodeBlock(info: language, code: lines))])
  }
}
