import RichText
package import UniformTypeIdentifiers

/// The programs that colour code, in the order in which they are tried.
///
/// Each writes for a terminal: pb makes HTML and RTF of its sequences, and trusts no markup that the program writes.
package struct CodeHighlighter: Sendable {
  /// The name of the program.
  package let program: String
  private let options: [String]

  /// All programs; Debian has `bat` under another name.
  package static let all = [
    CodeHighlighter(
      program: "pygmentize",
      options: ["-f", "terminal16m", "-O", "style=default,stripnl=False,ensurenl=False"]),
    CodeHighlighter(program: "bat", options: batOptions),
    CodeHighlighter(program: "batcat", options: batOptions),
    CodeHighlighter(program: "highlight", options: ["--out-format=truecolor", "--style=edit-kwrite"]),
    CodeHighlighter(program: "source-highlight", options: ["-f", "esc256", "-o", "STDOUT", "-i"]),
  ]

  private static let batOptions = [
    "--color=always", "--style=plain", "--paging=never", "--wrap=never", "--tabs=0", "--theme=GitHub",
    "--no-config",
  ]

  /// The text with sequences for colours; throws `ConversionError` if the program fails.
  ///
  /// - Parameter filenameExtension: tells the language; nil for that of the type.
  package func highlight(
    _ code: [UInt8], of type: UTType, filenameExtension: String?
  ) throws(ConversionError) -> [UInt8] {
    var converter = CommandConverter(
      name: program, source: type, result: .utf8PlainText, command: [program] + options + ["{input}"],
      seconds: 20, mebibytes: 1024, loss: 0, servesPastes: false, servesCopies: false)
    converter.inputExtension = filenameExtension
    guard case .bytes(let coloured) = try converter.convert(.bytes(code), Format.Options()) else {
      return code
    }
    return coloured
  }
}
