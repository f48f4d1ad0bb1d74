import Conversions
import Exchange
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let copy = Subcommand(
    path: ["copy"], operands: "[FILE…|-]", operandCount: 0...1_000_000,
    summary:
      "put files or standard input on a pasteboard, as they are and in the formats that help whoever pastes",
    options: [
      CopyOptions.files, CopyOptions.cut, CopyOptions.type, ConvertOptions.encoding, CopyOptions.add,
      CopyOptions.only, CopyOptions.plain, CopyOptions.rich, MediaOptions.embedding, MediaOptions.base,
      .pasteboard,
      .backend, CopyOptions.append, CopyOptions.tee, CopyOptions.sensitive, CopyOptions.once,
      CopyOptions.clearAfter,
      CopyOptions.restore,
      CopyOptions.trim, CopyOptions.foreground, CopyOptions.explain, .quiet, .notify,
    ] + MarkdownOptions.all,
    discussion: """
      What is copied is offered byte for byte under the names of its type, whatever type that is. Markdown is offered
      as HTML and RTF too, HTML and RTF as each other, as text and as Markdown, a table of comma-separated values as
      columns, a picture as PNG and as a bitmap, each made when a program asks for it. Plain text and program text
      stay what they are; --rich adds HTML and RTF in which every space is kept.

      FILE's type comes from its extension, else from what is in it; WebP called .jpg or a page called .doc is what
      it is. Standard input is looked at: pictures, PDF, archives, HTML and RTF by their first bytes, Markdown by
      its structure, all other text as plain text. --type says otherwise: TYPE is an identifier, a MIME type, an
      extension, or target: and the name of an X11 target; nobody need have declared it. 'type =' in the section
      [copy] of the configuration says what text on standard input is. --add gives the same content in further
      types, each from a file; beside it standard input is read where it is a file, or -t or '-' asks for it.

      Text that is not UTF-8 is read as what its bytes show, UTF-16 or windows-1252, or as --encoding says, or the
      charset of a MIME type: plain text, and what is made of any other, is UTF-8. The bytes of plain text stand
      beside it with their charset. On standard input only --encoding or --type tells that such bytes are text, unless
      they are marked as UTF-16.

      Several FILEs, a folder, and with --files one FILE are copied as files: file managers paste them, browsers
      and mail programs attach them, terminals get their paths. With --cut a file manager moves them. -t files takes
      a list of them on standard input: addresses, or names as ls and find print them.

      The pictures of a Markdown or HTML file that lie in its folder or below are put into the HTML and the RTF when a
      program asks for them: 8 MiB each, 24 MiB in all. Of others their alternative text is left, in a page their
      address. --base DIR lets them come from a folder around the document, as of a vault of notes; addresses stay
      relative to the document, and for standard input they begin there. --media link leaves addresses as they are;
      public.html is the page as it was.

      --sensitive marks the content as a secret; known clipboard managers are shown the mark and nothing else. What
      --once and --clear-after take back is not kept by them either, and is replaced by nothing that is owned until
      something else is copied, as managers bring back what merely vanishes; --restore puts back what was there before,
      before the first of several such copies too.
      One paste may be several requests: --once answers those of the second that follows the first.
      A manager that reads through a command such as xsel cannot be told from the person who pastes:
      Documentation/applications.md says which ones were tried, and what each kept.

      pb returns as soon as the display has confirmed the ownership. A background process answers until
      something else is copied. Where there is no display, as over SSH, what is copied goes to the terminal, which
      keeps it: in every form where it knows OSC 5522 (kitty), else its text (OSC 52; within tmux by tmux).
      --explain says which; --backend osc52 sends text to a terminal that does not tell what it takes, and reads
      nothing of it. So does any copy while what was typed ahead waits there and could not be put back. Secrets go
      there only with their mark, and nothing can be taken back after a while.

      \(MarkdownOptions.discussion)
      Copied Markdown is offered as it is.
      """,
    examples: """
      pb copy notes.md
      git log -5 --format='- **%h** %s' | pb copy
      pb copy --only html,plain report.md
      pb copy picture.png
      date | pb copy --append
      make 2>&1 | pb copy --tee
      hostname | pb copy -n
      pb copy --media link notes.md
      pb copy --files notes.md
      pb copy picture.png notes.md Documentation
      pb copy --type application/x-foo --add plain=notes.md picture.png
      pass show bank | pb copy --type plain --sensitive --clear-after 30
      pass show bank | pb copy --type plain --sensitive --once --restore
      """,
    run: CopyOptions.run
  )
}

/// The options of `pb copy` and what they do.
enum CopyOptions {
  static let files = Option(
    "files", isOfOneCall: true, "copy FILE as a file, for file managers, and not what is in it")
  static let cut = Option(
    "cut", isOfOneCall: true, "as --files, and a file manager that pastes them moves the files")
  static let type = Option(
    "type", letter: "t", value: "TYPE", "what the content is (default: by its name or by what is in it)")
  static let add = Option(
    "add", value: "TYPE=FILE", isOfOneCall: true,
    "the same content in another type; may be given several times")
  static let only = Option("only", value: "TYPE,…", "offer these types and no others")
  static let plain = Option(
    "text", synonyms: ["plain"], value: "source|rendered",
    "what plain text is: the Markdown source (default) or the rendered text")
  static let rich = Option("rich", "offer plain text as HTML and RTF too, every space kept")
  static let sensitive = Option("sensitive", "mark the content as a secret, so that managers do not keep it")
  static let clearAfter = Option("clear-after", value: "SECONDS", "take the content back after this time")
  static let once = Option("once", isOfOneCall: true, "take the content back after the first paste")
  static let restore = Option(
    "restore", "with --once or --clear-after: then put back what was there before")
  static let append = Option("append", isOfOneCall: true, "put text behind the text that is there")
  static let tee = Option("tee", isOfOneCall: true, "write what is copied to standard output too")
  static let trim = Option(
    "trim", letter: "n", isOfOneCall: true, "leave out the end of the last line of text")
  static let foreground = Option("foreground", "serve in this process until something else is copied")
  static let explain = Option("explain", "say on standard error which way it went")

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let pasteboard = try pasteboardName(arguments)
    let backend = try backend(arguments)
    let owning = try owningTerms(arguments, pasteboard, backend)
    var terms = try terms(arguments)
    if arguments.has(cut) { terms.fileVerb = .cut }
    // A terminal asks nobody later, and what is to be gone soon is nobody else's.
    if !backend.outlivesProcesses, !owning.isForAWhile {
      terms.commands = CommandConverters.current.all.filter(\.servesCopies)
    }
    var items: [PasteboardItem]
    if let files = try CopiedFiles.items(arguments) {
      items = files
    } else {
      items = [try CopiedContent.item(arguments)]
    }
    try takePictures(besides: items, arguments, &terms)
    if let problem = CopyProblem.words(for: items) {
      terms.makesPictures = false
      Output.say("\(problem); it was copied without conversions")
    }
    if arguments.has(sensitive) {
      for index in items.indices { items[index].isSensitive = true }
    }
    // Whoever puts something behind the same text meanwhile waits, so that nothing is lost.
    let turn = arguments.has(append) ? Turn() : nil
    if arguments.has(append) {
      items = [
        try AppendedText.item(items, isTypeGiven: arguments.isGiven(type), to: pasteboard, on: backend)
      ]
    }
    var offering = Offering(items, terms)
    offering.isTransient = owning.isForAWhile
    offering.isForOnePaste = owning.isForOnePaste
    guard !offering.isEmpty else {
      let types = items[0].types.map(\.identifier).joined(separator: ", ")
      throw Failure("--only names no type that \(types) converts to")
    }
    let lacking = offering.lacking(of: terms.only ?? []).map(\.identifier)
    if !lacking.isEmpty {
      Output.say("the content does not convert to \(lacking.joined(separator: ", ")), which --only names")
    }
    if let problem = ApplicationRules.userProblem {
      Output.say("\(problem). pb uses only the built-in rules for applications.")
    }
    if arguments.has(explain) { Output.say("copying through \(backend.account)") }
    try Failure.wrapping { () throws(PasteboardError) in
      if arguments.has(foreground) {
        try PasteboardOwner.own(pasteboard, offering, on: backend, owning) { turn?.end() }
      } else {
        try PasteboardOwner.ownInBackground(pasteboard, offering, on: backend, owning)
      }
    }
    turn?.end()
    return .success
  }

  /// The content of one document or of standard input, and what the options say of how it is offered.
  static func content(_ arguments: Arguments) throws(Failure) -> (PasteboardItem, OfferingTerms) {
    var terms = try terms(arguments)
    let item = try CopiedContent.item(arguments)
    try takePictures(besides: [item], arguments, &terms)
    if let problem = CopyProblem.words(for: [item]) {
      terms.makesPictures = false
      Output.say("\(problem); it was copied without conversions")
    }
    return (item, terms)
  }

  /// How long it is there, and what comes afterwards.
  private static func owningTerms(
    _ arguments: Arguments, _ name: PasteboardName, _ backend: Backend
  ) throws(Failure) -> OwningTerms {
    var terms = OwningTerms()
    terms.lifetime = try seconds(arguments[clearAfter], option: "--clear-after")
    terms.isForOnePaste = arguments.has(once)
    guard arguments.has(restore) else { return terms }
    guard terms.isForAWhile else {
      if arguments.isGiven(restore) { throw Failure("--restore requires --once or --clear-after") }
      return terms
    }
    // What cannot be read was not to be kept, or cannot be put back.
    let reader = try? PasteboardReader(name, on: backend)
    terms.next = reader.flatMap(Snapshot.init(toRestoreFrom:))
    return terms
  }

  /// Has the pictures beside a document of Markdown put into what is made of it, and those beside a page into the page.
  private static func takePictures(
    besides items: [PasteboardItem], _ arguments: Arguments, _ terms: inout OfferingTerms
  ) throws(Failure) {
    func isShowingFiles(_ type: UTType) -> Bool { Format(type) == .markdown || Format(type) == .html }
    guard let item = items.first(where: { $0.types.contains(where: isShowingFiles) }),
      let type = item.types.first(where: isShowingFiles), let format = Format(type),
      let bytes = item.data(forType: type)
    else { return }
    let file = arguments.operands.first.flatMap { name in
      name == "-" ? nil : CopiedFiles.paths(of: arguments).first
    }
    let treatment = arguments[MediaOptions.embedding] ?? LocalPictures.Treatment.embed.rawValue
    terms.localPictures = try MediaOptions.localPictures(treatment, of: file, arguments)
    guard let pictures = terms.localPictures, format.mayHoldPictures(bytes),
      let document = try? format.read(bytes)
    else { return }
    MediaOptions.tell(of: pictures.problems(in: document))
  }

  private static func terms(_ arguments: Arguments) throws(Failure) -> OfferingTerms {
    var terms = OfferingTerms(helper: .forOwnCopies)
    if let value = arguments[plain] {
      guard let text = FormatTable.PlainText(rawValue: value) else {
        throw Failure("--text must be one of source, rendered, not '\(value)'")
      }
      terms.plainText = text
    }
    if let names = arguments[only] { terms.only = try TypeName.types(names) }
    terms.isRich = arguments.has(rich)
    terms.style = try MarkdownOptions.style(arguments) ?? MarkdownStyle()
    return terms
  }
}
