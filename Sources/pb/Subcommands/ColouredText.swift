import Conversions
import DesktopPrograms
import Pasteboard
import RichText
import UniformTypeIdentifiers

/// Colours of copied text: those of escape sequences, and those that a program for code gives it.
enum ColouredText {
  /// Offers the colours of an item as HTML and RTF beside its text, where the options ask for them.
  static func colour(
    _ item: inout PasteboardItem, _ arguments: Arguments, _ terms: inout OfferingOptions
  ) throws(Failure) {
    let isHighlighted = arguments.has(CopyOptions.highlight)
    guard isHighlighted || arguments.has(CopyOptions.rich), let type = textType(of: item),
      let bytes = item.data(forType: type)
    else {
      if isHighlighted { throw Failure("--highlight applies to text, but the content is not text") }
      return
    }
    if isHighlighted {
      // A page is shown as its source.
      if Format(type)?.isReadableAsItIs != true, Format(type) != nil {
        item = PasteboardItem()
        item.setData(bytes, forType: .utf8PlainText)
      }
      terms.prepared = forms(of: try highlighted(bytes, type, arguments))
    } else if StyledTerminalText.isStyled(bytes), FormatTable.shared.format(writing: type) == .plainText,
      let text = StyledTerminalText(bytes)
    {
      // A terminal would follow the sequences that are pasted into it.
      item.setData(StyledTerminalText.plain(bytes), forType: type)
      terms.prepared = forms(of: text)
    }
  }

  private static func textType(of item: PasteboardItem) -> UTType? {
    item.types.first { Format($0)?.isReadableAsItIs == true || $0.conforms(to: .text) }
  }

  private static func forms(of text: StyledTerminalText) -> [Format: [UInt8]] {
    [.html: text.html, .rtf: text.rtf]
  }

  /// The code in the colours of the first program that is there.
  private static func highlighted(
    _ code: [UInt8], _ type: UTType, _ arguments: Arguments
  ) throws(Failure) -> StyledTerminalText {
    let installed = CodeHighlighter.all.first { DesktopFolders.current.hasProgram($0.program) }
    guard let installed else {
      throw Failure(
        "--highlight needs a program that colours code. Install python3-pygments, bat, highlight or source-highlight."
      )
    }
    let coloured = try Failure.wrapping { () throws(ConversionError) in
      try installed.highlight(code, of: type, filenameExtension: filenameExtension(arguments))
    }
    guard let text = StyledTerminalText(coloured) else {
      throw Failure("the text is too large to highlight (\(StyledTerminalText.sizeLimit >> 20) MiB at most)")
    }
    guard withoutLineEnds(StyledTerminalText.plain(coloured)) == withoutLineEnds(code) else {
      throw Failure(
        "\(installed.program) changed the text, so nothing was copied. Copy it without --highlight.")
    }
    return text
  }

  /// The extension by which programs know the language: that of --type before that of the file.
  private static func filenameExtension(_ arguments: Arguments) -> String? {
    if arguments.isGiven(CopyOptions.type) {
      return arguments[CopyOptions.type].flatMap { name in name.contains { "/.:".contains($0) } ? nil : name }
    }
    let name = arguments.operands.first?.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let word = name[name.index(after: dot)...]
    let isPlain = (1...16).contains(word.utf8.count) && word.utf8.allSatisfy(\.isASCIIAlphanumeric)
    return isPlain ? String(word) : nil
  }

  /// Line ends at the end are the program's, and carriage returns are left out of what terminals show.
  private static func withoutLineEnds(_ text: [UInt8]) -> ArraySlice<UInt8> {
    var text = text.filter { $0 != 0x0D }[...]
    while text.last == 0x0A { text.removeLast() }
    while text.first == 0x0A { text.removeFirst() }
    return text
  }
}
