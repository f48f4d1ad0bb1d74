import Conversions
import Exchange
import Pasteboard
import RichText
import System
import TypeDeclarations
import UniformTypeIdentifiers

extension Subcommand {
  static let paste = Subcommand(
    path: ["paste"],
    summary: "write the clipboard as Markdown or another type",
    options: [
      PasteOptions.wanted, PasteOptions.plain, PasteOptions.from, .output, PasteOptions.into,
      MediaOptions.saving,
      PasteOptions.trim, PasteOptions.back, PasteOptions.wait, PasteOptions.explain, .pasteboard,
      PasteOptions.prefer, PasteOptions.raw, Separator.option, PasteOptions.move, PasteOptions.null,
      PasteOptions.json, PasteOptions.sensitive,
      .backend, .timeout, .quiet, .notify,
    ] + MarkdownOptions.all,
    notes: """
      pb paste writes copied Markdown unchanged, also with --plain. Otherwise it reads HTML if it is
      offered, else other rich text (RTF, ODT), else plain text, and converts it. Copied files become a
      list of links. Content that is not text goes to a file or a pipe unchanged.

      Without --type, the name after --output sets the type: report.docx, table.csv, picture.png. Without
      --media, alternative text replaces embedded pictures. Pictures on the web stay links. If a format
      does not arrive in time, pb uses the next best one and prints a warning.
      """,
    manual: """
      A rule for a program can prefer another format to HTML and RTF. Plain text that is the source of the
      rich text beside it is written unchanged, too. pb prints the type of content that is not text, and
      does not write such content to a terminal.

      If the shell redirects the output to a file such as '> table.csv', '> table.tsv' or '> table.json',
      a table is written in that format. A picture is converted to the format of the file's name (PNG,
      JPEG or BMP); under any other name it is written as it was copied.

      --media DIR saves the pictures of rich text into a folder, each once, and links them in the Markdown;
      a picture alone becomes a link to its file. --media inline stores pictures in the Markdown itself;
      --media drop keeps their alternative text. Without --media their alternative text replaces them, and
      pb prints how many there are. pb fetches nothing from the web: such pictures stay links. HTML, RTF,
      DOCX and ODT keep their pictures.

      --type files prints the paths of copied files, one a line, and the addresses of files elsewhere. With
      -0 a NUL ends each path. With --json pb also prints whether the files were copied or cut, and whether
      they exist.

      --type path prints the paths of copied files, too. It writes any other content to a file and prints
      its path: a picture as PNG, JPEG, GIF, WebP or SVG, rich text as Markdown, text, or the content
      itself. The file is in $XDG_RUNTIME_DIR/pasteboard/files, where only you can read it; without that
      variable in /tmp/pasteboard-UID/files. The same content is written once. When pb writes another
      file, it removes those older than a day, and keeps at most 128 MiB. Your session removes all of them
      when you log out. A secret is written only with --sensitive.

      --type csv, tsv and json write tables. pb finds them in a spreadsheet, a web page or a document, in
      text whose lines have the same number of values between tabs, commas or semicolons, and in text as
      psql and mysql draw tables. JSON has an object for each row if the columns have names, otherwise an
      array. Text that is JSON is read as JSON.

      --from terminal restores text that was copied out of a terminal: it joins lines that a program wrapped,
      and removes margins, boxes, bars and line numbers; drawn tables become tables, and prompts with their
      commands and output become code. Ordinary text, code and logs are written unchanged. --from columns
      reads a table aligned by spaces, as df and ps print it. --separator names the separator of CSV: of the
      result if that is CSV, otherwise of the copied text.

      --into DIR creates the folder, writes the content into it, and prints the paths. Copied files and
      folders keep their modes and times. Other content becomes one file: a picture, rich text as
      Markdown, text, or the unchanged content. pb overwrites nothing: it adds a number to a name that
      exists. --move moves files that were cut; the clipboard then no longer lists them.

      Without a display, as over SSH, pb reads the clipboard of the terminal if the terminal allows it; the
      terminal may ask you first. --explain prints how pb reads; 'pb config' prints why it cannot.

      --timeout limits the whole command, including conversion. With --wait it limits the wait: pb exits with status 1 if
      nothing is copied in that time. Without --timeout, the owner has one second for each answer, and
      conversion takes as long as it needs.

      The options for Markdown change only Markdown that pb makes, not Markdown or text that was copied.
      """,
    examples: """
      pb paste > notes.md
      pb paste --type html | less
      pb paste -o picture.png
      pb paste --type image/png | wc -c
      pb paste --prefer rtf --explain
      pb paste --plain --trim
      pb paste --type files -0 | xargs -0 ls -ld
      pb paste --type json | jq '.[].name'
      pb paste --from terminal > answer.md
      pb paste --type path
      pb paste --media img > notes.md
      pb paste --into Downloads
      pb paste --back 1
      pb paste --raw text/_moz_htmlcontext | iconv -f utf-16le
      """,
    run: PasteOptions.run
  )
}

/// The options of `pb paste` and what they do.
enum PasteOptions {
  static let wanted = Option(
    "type", letter: "t", synonyms: ["as", "a"], value: "TYPE", defaultValue: "markdown",
    "write this type (default Markdown)")
  static let plain = Option("plain", isPerInvocation: true, "write plain text, like --type plain")
  static let prefer = Option("prefer", value: "TYPE,…", "read these types before any other")
  static let raw = Option("raw", value: "TARGET", "write one X11 target unchanged")
  static let from = Option(
    "from", letter: "f", value: "terminal|columns", placeholder: "FORM", isPerInvocation: true,
    "read as terminal output or as aligned columns")
  static let into = Option(
    "into", value: "DIR", isPerInvocation: true, in: .place, "write the content as files into DIR")
  static let move = Option(
    "move", isPerInvocation: true, in: .place, "move files that were cut (with --into)")
  static let null = Option(
    "null", letter: "0", isPerInvocation: true, in: .form, "end each path with NUL, not a line feed")
  static let back = Option(
    "back", value: "N", isPerInvocation: true, "paste copy N of 'pb history' (0 is the last copy)")
  static let wait = Option("wait", isPerInvocation: true, "wait for the next copy and paste that")
  static let sensitive = Option(
    "sensitive", isPerInvocation: true, in: .safety, "write a secret to a file, too (--type path)")
  static let trim = Option("trim", in: .form, "remove spaces and line breaks at both ends of text")
  static let json = Option("json", isPerInvocation: true, in: .form, "print files as JSON")
  static let explain = Option("explain", in: .other, "print which format was chosen, and why")

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let name = try pasteboardName(arguments)
    let limit = try seconds(arguments[.timeout], option: "--timeout")
    // Waiting for a copy to come has a deadline by itself.
    if let limit, !arguments.has(wait) { CommandDeadline.set(.now + limit) }
    let begin = arguments.has(wait) ? nil : MonotonicTime.now
    let backend = try backend(arguments)
    let request = try request(arguments)
    if arguments.has(from) {
      for option in [raw, into, prefer] where arguments.isGiven(option) {
        throw Failure("--from and --\(option.name) cannot be used together")
      }
    }
    for option in [Option.json, null] where arguments.isGiven(option) {
      guard request.type == .fileURL || isPathWanted(arguments) || arguments.isGiven(into) else {
        throw Failure(
          "--\(option.name) requires --type files, --type path or --into. For tables as JSON, use: --type json"
        )
      }
    }
    if arguments.has(sensitive), !isPathWanted(arguments) {
      throw Failure("--sensitive requires --type path")
    }
    if arguments.has(move), !arguments.isGiven(into) {
      throw Failure("--move requires --into DIR")
    }
    if arguments.has(wait) {
      let deadline = limit.map { limit in
        Deadline(limit, failure: Failure("nothing was copied within \(limit)", status: .nothing)) {}
      }
      defer { deadline?.meet() }
      try waitForCopy(name, backend)
    }
    // The terminal shows its own line while it asks the person.
    let progress = backend.persistsContent ? nil : Progress("reading the clipboard")
    defer { progress?.end() }
    let deadline = limit.map { limit in
      // What a terminal still sends is read before it is given back.
      Deadline(
        backend.persistsContent ? limit + terminalTime : limit, from: begin,
        failure: Failure("not finished within \(limit)")
      ) { progress?.end() }
    }
    defer { deadline?.meet() }
    let back = arguments[back]
    if let back, Int(back).map({ $0 < 0 }) ?? true {
      throw Failure(
        "--back must be a number from 'pb history list'; 0 is the last copy")
    }
    let reader = try Failure.wrapping { () throws(PasteboardError) in
      if let back { return try HistoryEntries.reader(back, on: backend) }
      return try PasteboardReader(name, on: backend, timeout: limit ?? .seconds(1), sharesTime: limit != nil)
    }
    if let progress { reader.reportProgress { progress.report(bytes: $0) } }
    try give(request, from: reader, arguments, through: backend.account) {
      progress?.end()
      deadline?.meet()
    }
    return .success
  }

  /// The extra time for a terminal, longer than it may take to discard pending output.
  private static let terminalTime = Duration.seconds(35)

  /// The request that the options describe.
  static func request(_ arguments: Arguments) throws(Failure) -> PasteRequest {
    let preferred: [UTType] = if let names = arguments[prefer] { try TypeName.types(names) } else { [] }
    let named = try wantedType(arguments)
    if arguments.has(plain), arguments.isGiven(wanted), Format(named) != .plainText {
      throw Failure("--plain cannot be combined with --type \(named.formatName)")
    }
    var request = PasteRequest(arguments.has(plain) ? .plainText : named, preferred: preferred)
    if let style = try MarkdownOptions.style(arguments) { request.style = style }
    let output = arguments.path(.output).flatMap { $0 == FilePath("-") ? nil : $0.folder }
    request.pictures = try MediaOptions.treatment(
      arguments[MediaOptions.saving], linkedFrom: arguments.path(into) ?? output)
    return request
  }

  /// Gives what a reader has, to where the person wants it.
  ///
  /// - Parameters:
  ///   - way: how the reader gets it, for --explain.
  ///   - takesBytes: whether content that is not text is written, too, if no type is requested.
  ///   - whenRead: called when nothing more is asked of the owner.
  static func give(
    _ wish: PasteRequest, from reader: PasteboardReader, _ arguments: Arguments,
    through way: @autoclosure () -> String,
    takesBytes: Bool = true,
    whenRead: () -> Void
  ) throws(Failure) {
    var request = wish
    if let target = arguments[raw] ?? arguments[wanted].flatMap(TypeName.target) {
      if [nil, "-"].contains(arguments[.output]), !FileDescriptor.standardOutput.isTerminal,
        try Failure.wrapping({ () throws(PasteboardError) in
          try reader.pass(target, on: FileDescriptor.standardOutput.number)
        })
      {
        return whenRead()
      }
      let property = try propertyAsItIs(target, of: reader)
      whenRead()
      return try Output.deliver(
        property.bytes, isText: NameTable.shared.isText(target), to: arguments.path(.output))
    }
    if isPathWanted(arguments) {
      return try PastedFiles.printPath(request, from: reader, arguments, whenRead: whenRead)
    }
    if let folder = arguments.path(into) {
      // What is written into a folder finds its pictures beside it.
      if !arguments.has(MediaOptions.saving) {
        request.pictures = .save(
          MediaFolder(folder.appending(Array("media".utf8)), linkedAs: "media"))
      }
      return try PastedFiles.write(
        from: reader, into: folder, request, arguments, whenRead: whenRead)
    }
    let named = namedType(arguments)
    let table = try TableWish(
      named ?? redirectedTableType(arguments) ?? request.type, reader, arguments)
    let arrangement = table.arrangement
    let offered =
      try takesBytes && arrangement == nil && named == nil && mayBeAsItIs(request, arguments)
      ? targets(of: reader) : nil
    if let offered, let content = try contentBesideText(among: offered, from: reader, request, arguments) {
      whenRead()
      let name = content.type.preferredMIMEType ?? content.type.identifier
      Output.warn("the clipboard holds no text; pb wrote its \(name) unchanged")
      return try Output.deliver(content.bytes, isText: false, to: arguments.path(.output))
    }
    let choice = try Failure.wrapping { () throws(PasteboardError) in
      if let arrangement {
        request.type = table.requested
        return try reader.paste(request, arrangedAs: arrangement)
      }
      if table.isOfLines {
        request.type = table.requested
        return try reader.paste(request)
      }
      if !arguments.isGiven(wanted), !arguments.has(plain), arguments[.output] != nil,
        named.map({ FormatTable.shared.format(writing: $0) == nil && !$0.conforms(to: .image) }) ?? true,
        let bytes = try bytesAlone(from: reader)
      {
        return bytes
      }
      if let named { return try chosen(named, or: request, from: reader) }
      guard let table = redirectedTableType(arguments) else {
        return try reader.paste(request, among: offered)
      }
      return try chosen(table, or: request, from: reader, mayBeOther: true)
    }
    whenRead()
    if arguments.has(explain) { explain(choice, way()) }
    Output.warnAboutTimeout(of: choice.lateForm)
    MediaOptions.warn(ofReplaced: choice.leftPictures, in: request.type)
    warnOfReplacedBytes(choice)
    if request.type == .fileURL, let files = choice.files { return try PastedFiles.list(files, arguments) }
    let isText = Format(choice.convertedTo ?? choice.type)?.isText ?? false
    let written = try table.written(choice.bytes)
    let bytes = isText && arguments.has(trim) ? trimmed(written) : written
    try Output.deliver(bytes, isText: isText, to: arguments.path(.output))
    warnOfUnknownExtension(choice, arguments)
  }

  /// One target as it is; tells a name that is not listed from one whose owner does not give it.
  private static func propertyAsItIs(
    _ target: String, of reader: PasteboardReader
  ) throws(Failure) -> Representation {
    do {
      return try reader.property(target, unchanged: true)
    } catch {
      guard error.code == .notOffered, let listed = try? reader.targets(), !listed.contains(target) else {
        throw Failure(error)
      }
      throw Failure("the clipboard does not offer '\(target)'. See 'pb show --targets'.", status: .nothing)
    }
  }

  private static func targets(of reader: PasteboardReader) throws(Failure) -> [String] {
    try Failure.wrapping { () throws(PasteboardError) in try reader.targets() }
  }

  /// Whether what is no text goes out as it is: into a file or a pipe, where the person asked for no type and no
  /// pictures in Markdown.
  private static func mayBeAsItIs(_ request: PasteRequest, _ arguments: Arguments) -> Bool {
    let isToFile = ![nil, "-"].contains(arguments[.output])
    return (isToFile || !FileDescriptor.standardOutput.isTerminal) && request.type == .markdown
      && ![wanted, MediaOptions.saving, prefer].contains { arguments.isGiven($0) }
  }

  /// Content that is written unchanged because it is not text; nil if there is text.
  private static func contentBesideText(
    among targets: [String], from reader: PasteboardReader, _ request: PasteRequest, _ arguments: Arguments
  ) throws(Failure) -> PastedContent? {
    let isToFile = ![nil, "-"].contains(arguments[.output])
    // In a file for text the page around a picture says where it is.
    let file = isToFile ? nil : FileDescriptor.standardOutput.regularFilePath
    let isForText =
      file.flatMap { TypeName.type(ofFile: $0.description) }.flatMap { Format($0) }?.isText == true
    return try Failure.wrapping { () throws(PasteboardError) in
      try PastedContent(
        besideText: targets, from: reader, request, orAlone: !isToFile && !isForText)
    }
  }

  /// Waits until a program has copied something.
  private static func waitForCopy(_ name: PasteboardName, _ backend: Backend) throws(Failure) {
    if FileDescriptor.standardError.isTerminal { Output.warn("waiting for the next copy") }
    try Failure.wrapping { () throws(PasteboardError) in
      let watch = try PasteboardWatch(name, on: backend, timeout: .seconds(1))
      while [.clear, .nothing].contains(try watch.next().state) {}
    }
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return Array(bytes[first...last])
  }

  /// Whether the path of a file with the content is wanted.
  private static func isPathWanted(_ arguments: Arguments) -> Bool {
    arguments[wanted]?.lowercased() == RecastForm.pathName
  }

  private static func wantedType(_ arguments: Arguments) throws(Failure) -> UTType {
    if isPathWanted(arguments) { return .markdown }
    return try arguments[wanted].map { name throws(Failure) in try TypeName.contentType(name) } ?? .markdown
  }

  /// The type that the output file's name requests; nil if it requests none, or an option does.
  private static func namedType(_ arguments: Arguments) -> UTType? {
    guard let file = arguments[.output], !arguments.isGiven(wanted), !arguments.has(plain),
      let type = TypeName.type(ofFile: file)
    else { return nil }
    let isWritten =
      FormatTable.shared.format(writing: type) != nil || type == .json || JSONLines.isType(type)
    let isMade = CommandConverters.current.all.contains { $0.result == type && $0.servesPastes }
    // Program text and settings are text, in which Markdown's marks have no business.
    return isWritten || isMade || !type.conforms(to: .text) ? type : .utf8PlainText
  }

  /// The type of table that the file behind `> table.csv` is named for; nil for other names, and where the person asked
  /// for a type.
  private static func redirectedTableType(_ arguments: Arguments) -> UTType? {
    guard [nil, "-"].contains(arguments[.output]), !arguments.isGiven(wanted), !arguments.has(plain) else {
      return nil
    }
    return TypeName.redirectedTable
  }
}
