import Conversions
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let convert = Subcommand(
    path: ["convert"], operands: "[FILE|- [FILE]]", operandCount: 0...2,
    summary: "convert between Markdown, HTML, RTF, DOCX, ODT and plain text, or formats of pictures",
    options: [ConvertOptions.from, ConvertOptions.to, .output, MediaOptions.both, MediaOptions.base]
      + MarkdownOptions.all,
    discussion: """
      FILE's type comes from its extension; standard input is Markdown unless --from says otherwise. A second FILE is
      where the result goes, as after --output; its extension says what it is to become, unless --to does. Pictures are
      read as PNG, JPEG, WebP, GIF (the first picture), BMP and TIFF (not compressed), and written as PNG, JPEG and BMP.
      No pasteboard and no display is needed.

      --media embed puts the pictures of a Markdown or HTML file that lie in its folder or below into HTML and RTF.
      --media DIR saves those of HTML and RTF into a folder and links them in Markdown, as 'pb paste' does.

      \(MarkdownOptions.discussion)
      Markdown to Markdown is byte for byte the same, unless one of these options is given.
      """,
    examples: [
      "pb convert --to rtf notes.md -o notes.rtf",
      "pb convert notes.md notes.docx",
      "pb convert --media img report.docx -o report.md",
      "pb convert --to markdown --wrap 80 --links reference notes.md",
      "pb convert picture.png picture.jpg",
      "pb convert --media embed --to rtf notes.md -o notes.rtf",
      "pb convert --media img report.rtf -o report.md",
      "curl -s https://example.org | pb convert --from html --to markdown",
    ]
  ) { arguments throws(Failure) in
    try ConvertOptions.run(arguments)
  }
}

/// The options of `pb convert` and what they do.
enum ConvertOptions {
  static let from = Option(
    "from", letter: "f", value: "TYPE", isOfOneCall: true, "what FILE is (default: by its extension)")
  static let to = Option("to", letter: "t", value: "TYPE", "what it is to become")

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let file = arguments.operands.first
    let output = try outputFile(arguments)
    let wanted = try wantedType(arguments, output)
    let source = try sourceType(arguments[from], of: file)
    let bytes = TextEncoding.fromFile(try Output.read(file), as: source)
    let style = try MarkdownOptions.style(arguments)
    let progress = Progress("converting")
    defer { progress?.end() }
    progress?.report(bytes: bytes.count)
    let converted =
      if let whole = try withPictures(bytes, from: source, to: wanted, arguments, style ?? MarkdownStyle()) {
        whole
      } else {
        try Failure.wrapping { () throws(ConversionError) in
          try ConverterGraph.shared.convert(
            bytes, from: source, to: wanted, Format.Terms(style: style ?? MarkdownStyle()),
            rewriting: style != nil)
        }
      }
    progress?.end()
    try Output.deliver(converted, isText: Format(wanted)?.isText ?? false, to: output)
    return .success
  }

  /// The document with its pictures where the person wants them; nil if there is nothing to do about them.
  private static func withPictures(
    _ bytes: [UInt8], from source: UTType, to wanted: UTType, _ arguments: Arguments, _ style: MarkdownStyle
  ) throws(Failure) -> [UInt8]? {
    guard let reading = Format(source), let writing = FormatTable.shared.format(writing: wanted),
      reading != writing
    else { return nil }
    let terms = Format.Terms(style: style)
    if [.html, .rtf].contains(writing), let treatment = arguments[MediaOptions.both],
      [.markdown, .html].contains(reading)
    {
      let file = CopiedFiles.paths(of: arguments).first.flatMap { $0 == FilePath("-") ? nil : $0 }
      guard let pictures = try MediaOptions.localPictures(treatment, of: file, arguments) else { return nil }
      let document = try read(bytes, as: reading)
      MediaOptions.tell(of: pictures.problems(in: document))
      return writing.write(pictures.embedded(in: document, for: writing), terms)
    }
    guard writing == .markdown, ![.plainText, .commaSeparated, .tabSeparated].contains(reading) else {
      return nil
    }
    var pictures = PastedPictures(MediaOptions.treatment(arguments[MediaOptions.both]))
    let document = pictures.placed(in: try read(bytes, as: reading))
    if let failure = pictures.failure { throw Failure(failure.description) }
    MediaOptions.tell(ofLeft: pictures.leftCount)
    return writing.write(document, terms)
  }

  private static func read(_ bytes: [UInt8], as format: Format) throws(Failure) -> Document {
    do {
      return try format.readWithPictures(bytes)
    } catch {
      throw Failure("this is not \(format.title): \(error)")
    }
  }

  private static func outputFile(_ arguments: Arguments) throws(Failure) -> String? {
    guard arguments.operands.count > 1 else { return arguments[.output] }
    guard !arguments.has(.output) else {
      throw Failure("name the result once, with --output or as the second file")
    }
    return arguments.operands[1]
  }

  private static func wantedType(_ arguments: Arguments, _ output: String?) throws(Failure) -> UTType {
    if let name = arguments[to] { return try TypeName.type(name) }
    if let output, output != "-" {
      if let type = TypeName.type(ofFile: output) { return type }
      throw Failure("what \(output) is to be is not known by its name; say it with --to")
    }
    throw Failure("say what to convert to, with --to markdown, html, rtf, docx, odt or plain")
  }

  private static func sourceType(_ name: String?, of file: String?) throws(Failure) -> UTType {
    if let name { return try TypeName.type(name) }
    guard let file, file != "-" else { return .markdown }
    guard let type = TypeName.type(ofFile: file) else {
      throw Failure("the type of \(file) is not known by its name; say what it is with --from")
    }
    return type
  }
}
