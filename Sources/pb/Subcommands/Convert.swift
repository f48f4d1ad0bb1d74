import CharacterSets
import Conversions
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let convert = Subcommand(
    path: ["convert"], operands: "[FILE|- [FILE]] | FILE… --into DIR", operandCount: 0...1_000_000,
    summary: "convert between Markdown, HTML, RTF, DOCX, ODT and plain text, or formats of pictures",
    options: ConvertOptions.all + [MediaOptions.both, MediaOptions.base] + MarkdownOptions.all,
    discussion: """
      FILE's type comes from its extension; standard input is Markdown unless its first bytes show HTML, RTF, an office
      document or a picture, or --from says otherwise. A second FILE that does not exist yet is where the result goes, as
      after --output; its extension says what it is to become, unless --to does. A second FILE that exists is
      taken for one more source, and nothing is written, unless --replace is given. No result is ever written over a
      source or a reference, whatever path leads to it; with --replace a source can be rewritten in its own type.

      Pictures are read as PNG, JPEG, WebP, GIF (the first picture), BMP and TIFF, and written as PNG, JPEG and BMP.
      No pasteboard and no display is needed.

      Tables of CSV, TSV, HTML, RTF, Markdown and office documents, and JSON arrays of objects, become each other.
      The separator and the encoding of CSV are found out. As JSON, CSV and TSV are an array of objects, one a row,
      and documents a tree (Documentation/document-json.md); --json rows takes the tables of a document alone.

      --into converts any number of files, and of folders the documents in them and below, and prints the paths of the
      results. What cannot be read is named, and the others are converted. Of sources of one name the first keeps it, and
      the others get a number behind it. Files of the same names are replaced, but what lies beside its source only with
      --replace.

      Of a document that was damaged or cut off what is left is converted, which is said, and the exit status is 1 then.

      HTML in a file is a page by itself: character set, title, language, a small style sheet, an identifier for each
      heading, and the front matter of Markdown as metadata. In a pipe it is the content alone. --fragment and
      --standalone say otherwise. In DOCX and ODT the front matter becomes the properties of the document: title, author,
      date, lang, keywords and description as the programs show them, other fields by name. From there it comes back.

      A link to a heading, as '#first-steps', leads there in HTML, RTF, DOCX and ODT too. The identifiers are GitHub's.

      Pictures of a Markdown or HTML file that lie in its folder or below, or in a folder around it that --base names,
      are put into DOCX, ODT and RTF, and with --media embed into HTML; --media link keeps their addresses, drop their
      alternative text.
      --media DIR saves those of HTML, RTF, DOCX and ODT into a folder and links them in Markdown, as 'pb paste' does,
      inline writes them into their addresses: Markdown itself holds none, so that embed is refused there, and without
      either their alternative text stands in for them, those of documents with a comment that names them
      (<!-- image: media/image1.png -->), and pb says how many they are. Among themselves these formats
      keep all pictures that they hold. Plain text whose lines all have the same number of tabs, or that is a table as
      psql, mysql and others draw it, is a table for whoever wants CSV, TSV or JSON.

      --reference gives DOCX, ODT and FODT the styles and the page of a document of yours in the same format: what its
      headings, quotes, code and links look like, its paper and its margins, in DOCX the numbers of its headings. Nothing
      else of it is taken, neither its text nor its headers. Styles are found by their names; what it has no style for
      looks as it does without it.

      Converters of your own, in pasteboard/converters.json under XDG_CONFIG_HOME, take part: each is a command that makes
      one type of another, run with bounds on its time and memory. --explain tells the way that is taken, 'pb type info'
      what a type can become, 'pb type check' mistakes in the file.

      \(MarkdownOptions.discussion)
      Markdown to Markdown is byte for byte the same, unless one of these options is given.
      """,
    examples: """
      pb convert --to rtf notes.md -o notes.rtf
      pb convert report.docx
      pb convert notes.md notes.docx
      pb convert notes.md report.docx --to html --into out
      pb convert --media img report.docx -o report.md
      pb convert --reference report.docx notes.md -o notes.docx
      pb convert --to markdown --wrap 80 --links reference notes.md
      pb convert picture.png picture.jpg
      pb convert data.json --to csv
      pb convert --to json --json rows page.html
      pb convert --media embed notes.md -o notes.html
      pb convert --media img report.rtf -o report.md
      curl -s https://example.org | pb convert --from html --to markdown
      """,
    run: ConvertOptions.run
  )
}

/// The options of `pb convert` and what they do.
enum ConvertOptions {
  static let from = Option(
    "from", letter: "f", value: "TYPE", isOfOneCall: true, "what FILE is (default: by its extension)")
  static let to = Option(
    "to", letter: "t", synonyms: ["type"], value: "TYPE",
    "what to make of it (default: as the result is named, or Markdown)")
  static let into = Option(
    "into", value: "DIR", isOfOneCall: true, "write a file for each FILE into this folder")
  static let explain = Option("explain", "say on standard error which way it goes")
  static let replace = Option(
    "replace", isOfOneCall: true, "replace a second FILE, files beside their sources, or the source itself")
  static let fragment = Option("fragment", "HTML in a file without the page around it")
  static let standalone = Option("standalone", letter: "s", "HTML with the page around it, in a pipe too")
  static let language = Option(
    "language", value: "CODE", "the language of a page, as de (default: front matter)")
  static let encoding = Option(
    "encoding", value: "NAME", isOfOneCall: true, "the encoding of text that is not UTF-8, as iso-8859-1")

  static let reference = Option(
    "reference", value: "FILE", "give DOCX and ODT the styles and the page of this one")

  static let json = Option(
    "json", value: "rows|document",
    "with --to json: a table's rows (default for CSV, TSV) or the document")

  static let all = [
    from, to, .output, explain, into, replace, fragment, standalone, language, encoding, reference, json,
    .quiet,
  ]

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let paths = CopiedFiles.paths(of: arguments)
    let encoding = try encoding(arguments, ofType: arguments[from])
    let from: UTType? = if let name = arguments[from] { try TypeName.type(name) } else { nil }
    if let folder = arguments.path(into) {
      guard !arguments.has(.output) else { throw Failure("--into and --output cannot be used together") }
      guard !paths.isEmpty else { throw Failure("name the files to convert into \(folder)") }
      let conversion = try conversion(arguments, to: try wantedType(arguments, nil))
      return try FolderConversion(
        conversion: conversion, folder: folder, from: from, encoding: encoding,
        replaces: arguments.has(replace)
      ).run(paths)
    }
    if let source = paths.first, source.isFolder {
      throw Failure("\(source) is a folder. To convert its documents, use --into DIR.")
    }
    let output = try outputFile(arguments, paths)
    let wanted = try wantedType(arguments, output?.description)
    let conversion = try conversion(arguments, to: wanted)
    let progress = Progress("converting")
    defer { progress?.end() }
    let path = paths.first.flatMap { $0 == FilePath("-") ? nil : $0 }
    let source = try conversion.source(path, as: from, encoding: encoding)
    let file = output.flatMap { $0 == FilePath("-") ? nil : $0 }
    try ConversionInputs([path], reference: arguments.path(reference)).requireOther(
      than: path, at: file, rewrites: arguments.has(replace), sameType: source.type == conversion.wanted)
    progress?.report(bytes: source.bytes.count)
    let outcome: FileConversion.Outcome
    do {
      outcome = try conversion.convert(source, into: file?.folder)
    } catch {
      throw path.map(error.naming) ?? error
    }
    progress?.end()
    try Output.deliver(
      outcome.bytes, isText: Format(conversion.wanted)?.isText ?? false, to: file,
      mustBeNew: paths.count > 1 && !arguments.has(replace))
    return outcome.status
  }

  /// The character set that the person says, by itself or with the MIME type of text; throws `Failure` if there is none
  /// of this name.
  static func encoding(_ arguments: Arguments, ofType typeName: String?) throws(Failure) -> String? {
    guard let name = arguments[encoding] ?? typeName.flatMap(TypeName.characterSet) else { return nil }
    guard CharacterSet(named: name) != nil else { throw unknownEncoding(name) }
    return name
  }

  static func unknownEncoding(_ name: String) -> Failure {
    Failure(
      "unknown encoding '\(name)'. Examples: utf-16, windows-1252, cp437, shift_jis, gb18030")
  }

  private static func conversion(_ arguments: Arguments, to wanted: UTType) throws(Failure) -> FileConversion
  {
    for problem in CommandConverters.current.problems { Output.say("\(problem). pb ignores the whole file.") }
    let isMade = CommandConverters.current.all.contains { $0.result == wanted }
    let isFormat = FormatTable.shared.format(writing: wanted) != nil || wanted == .json
    guard isMade || isFormat || wanted.conforms(to: .image) else {
      let name =
        wanted.preferredFilenameExtension?.uppercased() ?? wanted.preferredMIMEType ?? wanted.identifier
      throw Failure(
        "cannot write \(name). pb writes Markdown, HTML, RTF, DOCX, ODT, text, CSV, TSV, JSON and pictures; "
          + "see converters.md to add a format.")
    }
    let shape = try arguments[json].flatMap { word throws(Failure) -> JSONShape? in
      // The configuration speaks of what other commands print, too.
      guard arguments.isGiven(json) else { return wanted == .json ? JSONShape(rawValue: word) : nil }
      guard let shape = JSONShape(rawValue: word) else {
        throw Failure("--json must be one of rows, document, not '\(word)'")
      }
      guard wanted == .json else { throw Failure("--json requires --to json") }
      return shape
    }
    if wanted == .markdown, arguments.isGiven(MediaOptions.both),
      arguments[MediaOptions.both] == LocalPictures.Treatment.embed.rawValue
    {
      throw Failure(
        "plain Markdown cannot hold pictures. Use --media DIR to save them, or --media inline."
      )
    }
    return FileConversion(
      wanted: wanted, style: try MarkdownOptions.style(arguments), media: arguments[MediaOptions.both],
      reference: try referenceDocument(arguments, for: wanted), shape: shape, arguments: arguments)
  }

  /// The document whose styles and page the result gets; nil for none.
  private static func referenceDocument(_ arguments: Arguments, for wanted: UTType) throws(Failure)
    -> ReferenceDocument?
  {
    guard let name = arguments[reference] else { return nil }
    let fitting: [Format] = [.wordProcessing, .openDocument, .flatOpenDocument]
    // One for good is for the documents that it fits.
    let isForThisCall = arguments.isGiven(reference)
    guard let writing = FormatTable.shared.format(writing: wanted), fitting.contains(writing) else {
      if isForThisCall { throw Failure("--reference applies to DOCX, ODT and FODT") }
      return nil
    }
    let bytes = try Output.read(name, at: FilePath(name))
    let document: ReferenceDocument
    do {
      document = try ReferenceDocument(bytes)
    } catch {
      throw Failure("could not read styles from \(name): \(error)")
    }
    guard document.fits(writing) else {
      if !isForThisCall { return nil }
      throw Failure("\(name) is not \(writing); a reference must have the format of the result")
    }
    return document
  }

  /// Where the result goes, after --output or as the second file; nil for standard output.
  ///
  /// Throws `Failure` if the second file exists: the files of a shell's pattern are sources, all of them.
  private static func outputFile(_ arguments: Arguments, _ paths: [FilePath]) throws(Failure) -> FilePath? {
    guard paths.count > 1 else { return arguments.path(.output) }
    guard paths.count == 2, !arguments.has(.output) else {
      throw Failure("-o names one result. To convert \(paths.count) files, use --into DIR.")
    }
    let second = paths[1]
    guard second != FilePath("-"), second.exists, !arguments.has(replace) || second.isFolder else {
      return second
    }
    throw Failure(
      second.isFolder
        ? "\(second) is a folder. To write the result there, use --into \(second)."
        : "\(second) already exists. To convert several files, use --into DIR.")
  }

  private static func wantedType(_ arguments: Arguments, _ output: String?) throws(Failure) -> UTType {
    if let name = arguments[to] { return try TypeName.type(name) }
    if let output, output != "-" {
      if let type = TypeName.type(ofFile: output) { return type }
      throw Failure("the type of \(output) is unknown. Name it with --to.")
    }
    guard !arguments.operands.isEmpty || arguments.isGiven(from) || arguments.isGiven(into) else {
      throw Failure("name a file to convert. To convert standard input, use --to, such as --to html.")
    }
    // As a paste is Markdown where nothing else is asked for.
    return .markdown
  }
}
