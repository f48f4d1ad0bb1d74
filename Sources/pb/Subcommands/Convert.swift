import CharacterSets
import Conversions
import Pasteboard
import Pictures
import RichText
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let convert = Subcommand(
    path: ["convert"], operands: "[FILE|-] [RESULT] | [FILE|-] -o RESULT | FILE|FOLDER… --into DIR",
    operandCount: 0...1_000_000,
    summary: "convert documents, tables and pictures",
    options: ConvertOptions.all + [MediaOptions.both, MediaOptions.base] + MarkdownOptions.all,
    notes: """
      A file's type comes from its extension; standard input is Markdown. The result's type comes from
      --to or from its name, also in '> table.csv'; otherwise it is Markdown. RESULT must not exist yet,
      unless --replace is given; -o and --into replace files of the same name. pb overwrites a source only
      with --replace.

      HTML in a file is a complete page, in a pipe only its content. Decimal commas and dates stay text in
      XLSX and ODS; --dates turns ISO dates into dates. If a document is damaged or truncated, pb converts
      what it can read, warns and exits with status 1.
      """,
    manual: """
      The encoding latin1 means windows-1252, as in browsers (WHATWG Encoding Standard).

      Without RESULT, -o or --into, pb writes to standard output. If the shell redirects that to a file, its
      extension chooses a table: CSV, TSV, JSON or JSON Lines.

      Standard input is Markdown unless its first bytes show HTML, RTF, an office document or a picture,
      or --from names a type. If RESULT exists, pb writes nothing without --replace, because RESULT may be
      a second source that a shell pattern such as *.md added. For the same reason pb refuses a RESULT
      whose name has another type than --to; after -o it only warns. No result overwrites a source or a
      reference, also through a link; with --replace a source can be rewritten in its own type. No display
      is needed.

      Tables of CSV, TSV, XLSX, ODS, HTML, RTF, Markdown and office documents, and JSON arrays of objects,
      convert to each other. pb detects the separator and the encoding of CSV. CSV, Markdown and HTML get
      the text that the cells of a spreadsheet show, JSON gets their values. CSV and TSV hold the first
      sheet, or the one that --sheet names; --into writes a file for each sheet. In XLSX and ODS, text
      becomes a number only if no digit is lost, and each table becomes a sheet named by its caption or
      heading.

      --from terminal restores text that was copied out of a terminal, as pb paste does. --from columns reads
      a table aligned by spaces, as df, ps, ls -l and kubectl print it. --separator names the separator of
      CSV: of the result if that is CSV, otherwise of the source. JSON Lines (jsonl, ndjson) have a row on
      each line.

      CSV and TSV become JSON as an array of objects, one for each row; documents become a tree
      (Documentation/document-json.md); --json rows takes only the tables of a document. Plain text is
      read as a table for CSV, TSV and JSON if all its lines have the same number of tabs, or if it is a
      table as psql, mysql and others draw it.

      --into converts files, and the documents in folders and below, and prints the paths of the results.
      pb names files that it cannot read and converts the others. If several sources have the same name,
      the first keeps it, and the others get a number. Results replace files of the same name, but beside
      their sources only with --replace.

      HTML in a file has a character set, title, language, a small style sheet, an identifier for each
      heading, and the front matter of Markdown as metadata; --fragment and --standalone override this. In
      DOCX and ODT the front matter becomes document properties: title, author, date, lang, keywords and
      description as the programs show them, other fields by name. Reading this document restores it. A
      link to a heading, such as #first-steps, works in HTML, RTF, DOCX and ODT. The identifiers are those
      of GitHub.

      Pictures of a Markdown or HTML file in its folder or below, or in a folder around it that --base
      names, are embedded in DOCX, ODT and RTF, and with --media embed in HTML. --media link keeps their
      addresses, and --media drop their alternative text. --media DIR saves the pictures of HTML, RTF,
      DOCX and ODT into a folder and links them in Markdown, as pb paste does; --media inline writes them
      into their addresses. Plain Markdown cannot hold pictures, so pb refuses --media embed there.
      Without --media DIR or inline, alternative text replaces the pictures, and pb prints how many there
      are; for an office document, a comment also names each one (<!-- image: media/image1.png -->).
      Conversions between the other formats keep all pictures.

      --reference gives DOCX, ODT and FODT the styles and the page of your own document in the same
      format: its headings, quotes, code and links, paper and margins, and in DOCX the numbering of
      headings. pb does not use its text and headers. It finds styles by name, and uses its own style if
      none matches.

      pb also uses your own converters in pasteboard/converters.json under XDG_CONFIG_HOME. Each is a
      command that converts one type to another, with limits on time and memory. --explain prints the
      route of a conversion, 'pb type info' prints the types that a type converts to, and 'pb type check'
      reports mistakes in the file.

      Markdown to Markdown is unchanged, byte for byte, unless an option for Markdown is given.
      """,
    examples: """
      pb convert report.docx
      pb convert notes.md notes.docx
      pb convert --to rtf notes.md -o notes.rtf
      pb convert notes.md report.docx --to html --into out
      pb convert --media img report.docx -o report.md
      pb convert --reference report.docx notes.md -o notes.docx
      pb convert --to markdown --wrap 80 --links reference notes.md
      pb convert picture.png picture.jpg
      pb convert data.json --to csv
      pb convert data.csv -o data.xlsx
      df -h | pb convert --from columns --to json
      pb convert book.xlsx --sheet Sales --to csv
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
    "from", letter: "f", value: "TYPE", isPerInvocation: true,
    "read as TYPE, terminal or columns (default: by name)"
  )
  static let to = Option(
    "to", letter: "t", synonyms: ["type"], value: "TYPE",
    "write this type (default: from the result's name)")
  static let into = Option(
    "into", value: "DIR", isPerInvocation: true, in: .place, "convert all FILEs and folders into DIR")
  static let explain = Option("explain", in: .other, "print the route of the conversion")
  static let replace = Option(
    "replace", isPerInvocation: true, in: .safety, "replace an existing result, even the source")
  static let fragment = Option("fragment", in: .form, "write HTML without the page around it")
  static let standalone = Option(
    "standalone", letter: "s", in: .form, "write a complete HTML page, also to a pipe")
  static let language = Option(
    "language", value: "CODE", in: .form, "set the page's language (default: front matter)")
  static let encoding = Option(
    "encoding", value: "NAME", isPerInvocation: true, "decode text (see 'pb help encodings')")

  static let reference = Option(
    "reference", value: "FILE", in: .form, "use the styles and page of this document")

  static let sheet = Option(
    "sheet", value: "NAME|N", isPerInvocation: true, "convert this sheet of a spreadsheet")
  static let dates = Option("dates", in: .form, "write ISO dates as dates in XLSX and ODS")

  static let json = Option(
    "json", value: "rows|document", in: .form,
    "write rows (default for CSV, TSV) or the document")

  static let all = [
    to, from, .output, into, replace, reference, standalone, fragment, encoding, language, json, sheet, dates,
    Separator.option,
    explain, .quiet,
  ]

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    guard !arguments.isGiven(fragment) || !arguments.isGiven(standalone) else {
      throw Failure("--fragment cannot be combined with --standalone")
    }
    let paths = CopiedFiles.paths(of: arguments)
    let encoding = try encoding(arguments, ofType: arguments[from])
    let from: UTType? =
      if TextArrangement(arguments[from]) != nil { .utf8PlainText } else if let name = arguments[from] {
        try TypeName.type(name)
      } else { nil }
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
      throw Failure("'\(source)' is a folder. To convert its documents, use --into DIR.")
    }
    let output = try outputFile(arguments, paths)
    let redirected = redirectedTable(arguments, output)
    let wanted = if let redirected { redirected } else { try wantedType(arguments, output?.description) }
    try requireFittingName(output, for: wanted, arguments)
    let conversion = try conversion(arguments, to: wanted)
    let progress = Progress("converting")
    defer { progress?.end() }
    let path = paths.first.flatMap { $0 == FilePath("-") ? nil : $0 }
    try CopiedContent.requireNoAddress(path) { "To convert the page: curl '\($0)' | pb convert --from html" }
    let source = try conversion.source(path, as: from, encoding: encoding)
    if !arguments.has(Self.from) { source.warnOfUnnamedType(for: wanted) }
    let file = output.flatMap { $0 == FilePath("-") ? nil : $0 }
    try ConversionInputs([path], reference: arguments.path(reference)).requireOther(
      than: path, at: file, rewrites: arguments.has(replace), sameType: source.type == conversion.wanted)
    progress?.report(bytes: source.bytes.count)
    let outcome: FileConversion.Outcome
    do {
      outcome = try conversion.convert(source, into: file?.folder)
    } catch {
      guard redirected != nil, let markdown = try? Self.conversion(arguments, to: .markdown),
        let text = try? markdown.convert(source, into: nil)
      else { throw error.naming(source.name) }
      Output.warn("\(error.message); pb wrote Markdown")
      outcome = text
    }
    progress?.end()
    if file == nil, arguments.isGiven(replace), let path {
      Output.warn("nothing was replaced. To rewrite the file, name it again: -o '\(path)' --replace")
    }
    try Output.deliver(
      outcome.bytes, isText: Format(conversion.wanted)?.isText ?? false, to: file,
      mustBeNew: paths.count > 1 && !arguments.has(replace))
    return outcome.status
  }

  /// The type of table that the file behind `> table.csv` is named for; nil where the person names a type or a result.
  private static func redirectedTable(_ arguments: Arguments, _ output: FilePath?) -> UTType? {
    guard [nil, FilePath("-")].contains(output), !arguments.isGiven(to),
      !arguments.operands.isEmpty || arguments.isGiven(from)
    else { return nil }
    return TypeName.redirectedTable
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
      "unknown encoding '\(name)'. See 'pb help encodings'; for example: latin1, cp437, utf-16le")
  }

  /// The advice for types that people ask for and pb does not write, by their extensions.
  private static let writtenInstead = [
    "pdf": "Write ODT or DOCX, and export that as PDF.", "doc": "Write DOCX instead.",
    "xls": "Write XLSX instead.",
  ]

  private static func conversion(_ arguments: Arguments, to wanted: UTType) throws(Failure) -> FileConversion
  {
    for problem in CommandConverters.current.problems {
      Output.warn("\(problem). pb ignores the whole file.")
    }
    let isMade = CommandConverters.current.all.contains { $0.result == wanted }
    let isFormat =
      FormatTable.shared.format(writing: wanted) != nil || wanted == .json || JSONLines.isType(wanted)
    guard isMade || isFormat || wanted.conforms(to: .image) else {
      let advice = writtenInstead[wanted.preferredFilenameExtension ?? ""].map { " \($0)" } ?? ""
      throw Failure("pb cannot write \(wanted.formatName).\(advice) See 'pb help formats'.")
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
        "plain Markdown cannot hold pictures. Use --media inline, or --media DIR to save them."
      )
    }
    return FileConversion(
      wanted: wanted, style: try MarkdownOptions.style(arguments), media: arguments[MediaOptions.both],
      reference: try referenceDocument(arguments, for: wanted), shape: shape, arguments: arguments,
      arrangement: TextArrangement(arguments[from]), separator: try Separator.named(arguments))
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

  /// The output file, named by --output or as the second operand; nil for standard output.
  ///
  /// Throws `Failure` if the second file exists: the files of a shell's pattern are sources, all of them.
  private static func outputFile(_ arguments: Arguments, _ paths: [FilePath]) throws(Failure) -> FilePath? {
    guard paths.count > 1 else {
      let file = arguments.path(.output)
      if let file, file != FilePath("-") { try requireNoFolder(file) }
      return file
    }
    guard paths.count == 2, !arguments.has(.output) else {
      let problem = arguments.has(.output) ? "-o names one result. " : ""
      throw Failure(problem + "To convert \(paths.count) files, use --into DIR.")
    }
    let second = paths[1]
    try requireNoFolder(second)
    guard second != FilePath("-"), second.exists, !arguments.has(replace) else { return second }
    throw Failure(
      "\(second) already exists. To replace it, use --replace. To convert both files, use --into DIR.")
  }

  /// Throws `Failure` for a result that is a folder, or would be one.
  private static func requireNoFolder(_ result: FilePath) throws(Failure) {
    if result.isFolder { throw Failure("'\(result)' is a folder. To write into it, use: --into '\(result)'") }
    guard result.bytes.last == UInt8(ascii: "/") else { return }
    throw Failure("the folder '\(result)' does not exist. To create it, use: --into '\(result)'")
  }

  /// Refuses a second operand whose name contradicts --to, as it may have been meant as a source; warns of such a name
  /// after -o, which cannot.
  private static func requireFittingName(
    _ output: FilePath?, for wanted: UTType, _ arguments: Arguments
  ) throws(Failure) {
    guard let output, arguments.isGiven(to), let named = TypeName.type(ofFile: output.description),
      !named.conforms(to: wanted), !wanted.conforms(to: named), isWritten(named),
      // Files for text hold text of any kind.
      Format(named) != .plainText || Format(wanted)?.isText == false
    else { return }
    guard arguments.has(.output) else {
      throw Failure(
        "\(output) is not a name for \(wanted.formatName). To write it anyway, use: -o '\(output)'")
    }
    Output.warn("\(output) is named as \(named.formatName), but holds \(wanted.formatName)")
  }

  private static func isWritten(_ type: UTType) -> Bool {
    FormatTable.shared.format(writing: type) != nil || type == .json || PictureCodec(type)?.writes == true
  }

  private static func wantedType(_ arguments: Arguments, _ output: String?) throws(Failure) -> UTType {
    if let name = arguments[to] { return try TypeName.type(name) }
    if let output, output != "-" {
      if let type = TypeName.type(ofFile: output) { return type }
      throw Failure("the type of \(output) is unknown. Name it, for example: --to html")
    }
    guard !arguments.operands.isEmpty || arguments.isGiven(from) || arguments.isGiven(into) else {
      throw Failure("name a file, or - for standard input, such as: pb convert - --to html")
    }
    // As a paste is Markdown where nothing else is asked for.
    return .markdown
  }
}
