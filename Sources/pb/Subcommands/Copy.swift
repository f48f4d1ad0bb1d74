import Conversions
import Exchange
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let copy = Subcommand(
    path: ["copy"], operands: "[FILE…|-]", operandCount: 0...1_000_000,
    summary: "copy files or standard input to the clipboard",
    options: [
      CopyOptions.type, CopyOptions.files, CopyOptions.only, CopyOptions.append, CopyOptions.trim,
      CopyOptions.saved,
      CopyOptions.sensitive, CopyOptions.once, CopyOptions.clearAfter, CopyOptions.restore, .pasteboard,
      CopyOptions.cut, CopyOptions.add, ConvertOptions.encoding, CopyOptions.tee,
      CopyOptions.plain, CopyOptions.rich, CopyOptions.highlight, Separator.option, MediaOptions.embedding,
      MediaOptions.base,
      .backend, CopyOptions.foreground, CopyOptions.explain, .quiet, .notify,
    ] + MarkdownOptions.all,
    notes: """
      pb copy publishes content unchanged under its own type, and converts it when programs ask. The
      type comes from the extension or the content; -t csv makes columns of comma-separated text. Several
      files or a folder are copied as files.

      A background process serves the clipboard until something else is copied. Without a display, as over
      SSH, the copy goes to the terminal ('pb help ssh'). 'pb help secrets' explains how to copy a password.
      """,
    manual: """
      Markdown is also offered as HTML and RTF. HTML is also offered as RTF, RTF as HTML, and both as
      plain text and as Markdown; comma-separated values as a table; a picture as PNG and as a bitmap.
      Plain text and program text stay as they are; --rich adds HTML and RTF that keep every space. Copied
      Markdown is offered unchanged, whatever the options for Markdown say.

      If text contains escape sequences of a terminal, --rich offers their colours, emphasis and links as
      HTML and RTF, and plain text without the sequences. Without --rich, pb copies the sequences
      unchanged. --highlight runs the first installed program of pygmentize, bat, highlight and
      source-highlight, and offers its colours beside the unchanged text. --separator names the separator
      of copied CSV.

      The content decides where it contradicts the extension: WebP named .jpg is copied as WebP. pb
      recognises pictures, PDF, archives, HTML and RTF on standard input by their first bytes, and Markdown
      by its structure. All other text is plain text. TYPE is an identifier, a MIME type, an extension, or
      target: and the name of an X11 target; it need not be declared. The setting 'type =' in the section
      [copy] of the configuration names the type of text on standard input.

      --add offers the same content in further types, each read from a file. With --add, pb reads standard
      input only if it is a file, or if --type or the operand '-' asks for it.

      Text that is not UTF-8 is decoded as UTF-16 or windows-1252 if its bytes show that, or as --encoding
      or the charset of a MIME type says. Plain text, and every format made from text, is offered in
      UTF-8; plain text is also offered in its original encoding, with its charset. On standard input,
      text that is neither UTF-8 nor marked as UTF-16 requires --encoding or --type.

      Several FILEs, a folder, and with --files one FILE are copied as files: file managers paste them,
      browsers and mail programs attach them, terminals paste their paths. With --cut a file manager moves
      them. --type files reads a list from standard input: addresses, or names as ls and find print them.

      pb embeds the pictures of a Markdown or HTML file into its HTML and RTF when a program asks for them:
      pictures in the folder of the file or below, 8 MiB each and 24 MiB in all. Other pictures are replaced
      by their alternative text, in a page by their address. --base DIR allows pictures from a folder around
      the document, such as a vault of notes. Addresses stay relative to the document; for standard input
      they start at DIR. --media link keeps addresses unchanged. public.html is always the unchanged page.

      pb copy returns as soon as the display confirms that pb owns the clipboard.
      """,
    examples: """
      pb copy notes.md
      git log -5 --format='- **%h** %s' | pb copy
      pb copy --only html,plain report.md
      pb copy picture.png
      pb copy --highlight main.c
      date | pb copy --append
      make 2>&1 | pb copy --tee
      hostname | pb copy -n
      pb copy --media link notes.md
      pb copy --saved letter.zip
      pb copy --files notes.md
      pb copy picture.png notes.md Documentation
      pb copy --type application/x-foo --add plain=notes.md picture.png
      pass show bank | pb copy -n --type plain --sensitive --clear-after 30
      pass show bank | pb copy -n --type plain --sensitive --once --restore
      """,
    run: CopyOptions.run
  )
}

/// The options of `pb copy` and what they do.
enum CopyOptions {
  static let files = Option(
    "files", isPerInvocation: true, "treat FILE as a file, not as content")
  static let cut = Option(
    "cut", isPerInvocation: true, "copy as files that a file manager then moves")
  static let type = Option(
    "type", letter: "t", value: "TYPE", "read as this type (default: from name or content)")
  static let add = Option(
    "add", value: "TYPE=FILE", isPerInvocation: true,
    "offer the content of FILE as TYPE, too")
  static let only = Option("only", value: "TYPE,…", in: .form, "offer only these types")
  static let plain = Option(
    "text", synonyms: ["plain"], value: "source|rendered", in: .form,
    "offer Markdown source (default) or rendered text")
  static let rich = Option("rich", in: .form, "offer plain text as HTML and RTF, too")
  static let highlight = Option("highlight", in: .form, "offer code in colours, as HTML and RTF")
  static let sensitive = Option("sensitive", in: .safety, "mark the content as a secret")
  static let clearAfter = Option(
    "clear-after", value: "SECONDS", in: .safety, "remove the content after this time")
  static let once = Option(
    "once", isPerInvocation: true, in: .safety, "remove the content a moment after the first paste")
  static let restore = Option(
    "restore", in: .safety, "restore the previous content afterwards")
  static let append = Option("append", isPerInvocation: true, "append text to the text on the clipboard")
  static let tee = Option("tee", isPerInvocation: true, "write the content to standard output, too")
  static let saved = Option(
    "saved", value: "FILE", isPerInvocation: true, "copy what pb save wrote, in all its formats")
  static let trim = Option(
    "trim", letter: "n", isPerInvocation: true, "leave out the line break at the end of text")
  static let foreground = Option("foreground", in: .place, "serve in this process until the next copy")
  static let explain = Option("explain", in: .other, "print how the content was copied")

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    let pasteboard = try pasteboardName(arguments)
    let backend = try backend(arguments)
    let owning = try owningTerms(arguments, pasteboard, backend)
    if let saved = try SavedCopy.offering(arguments) {
      try own(saved, arguments, pasteboard, backend, owning)
      return .success
    }
    var terms = try terms(arguments)
    if arguments.has(cut) { terms.fileVerb = .cut }
    // A terminal does not ask pb again, and converters must not keep temporary content.
    if !backend.persistsContent, !owning.isForAWhile {
      terms.commands = CommandConverters.current.all.filter(\.servesCopies)
    }
    var items: [PasteboardItem]
    if let files = try CopiedFiles.items(arguments) {
      items = files
    } else {
      items = [try CopiedContent.item(arguments)]
      try ColouredText.colour(&items[0], arguments, &terms)
      if let separator = try Separator.named(arguments) {
        try Separator.prepare(&items[0], separator, &terms)
      }
    }
    try takePictures(besides: items, arguments, &terms)
    if let problem = CopyProblem.message(for: items) {
      terms.makesPictures = false
      Output.warn("\(problem); it was copied without conversions")
    }
    if arguments.has(sensitive) {
      for index in items.indices { items[index].isSensitive = true }
    }
    // Whoever puts something behind the same text meanwhile waits, so that nothing is lost.
    let turn = arguments.has(append) ? UserLock() : nil
    if arguments.has(append) {
      items = [
        try AppendedText.item(items, isTypeGiven: arguments.isGiven(type), to: pasteboard, on: backend)
      ]
    }
    let offering = Offering(items, terms)
    guard !offering.isEmpty else {
      let types = items[0].types.map(\.formatName).joined(separator: ", ")
      let advice =
        items[0].types.contains(.utf8PlainText) && !arguments.has(rich)
        ? ". To offer HTML and RTF, add --rich." : ""
      throw Failure("\(types) does not convert to a type that --only names\(advice)")
    }
    let lacking = offering.lacking(of: terms.only ?? []).map(\.formatName)
    if !lacking.isEmpty {
      Output.warn("the content does not convert to \(lacking.joined(separator: ", ")), which --only names")
    }
    try own(offering, arguments, pasteboard, backend, owning) { turn?.end() }
    turn?.end()
    return .success
  }

  /// - Parameter ready: called once the display has confirmed the ownership, where this process keeps it.
  private static func own(
    _ offering: Offering, _ arguments: Arguments, _ pasteboard: PasteboardName, _ backend: Backend,
    _ owning: OwnershipPlan, ready: () -> Void = {}
  ) throws(Failure) {
    var offering = offering
    if owning.isForAWhile { offering.isTransient = true }
    offering.isForOnePaste = owning.isForOnePaste
    if let problem = ApplicationRules.userProblem {
      Output.warn("\(problem). pb uses only the built-in rules for applications.")
    }
    if arguments.has(explain) { Output.warn("copying through \(backend.account)") }
    try Failure.wrapping { () throws(PasteboardError) in
      if arguments.has(foreground) {
        try PasteboardOwner.own(pasteboard, offering, on: backend, owning, ready: ready)
      } else {
        try PasteboardOwner.ownInBackground(pasteboard, offering, on: backend, owning)
      }
    }
  }

  /// The content of one document or of standard input, and what the options say of how it is offered.
  static func content(_ arguments: Arguments) throws(Failure) -> (PasteboardItem, OfferingOptions) {
    var terms = try terms(arguments)
    var item = try CopiedContent.item(arguments, isDragged: true)
    try ColouredText.colour(&item, arguments, &terms)
    try takePictures(besides: [item], arguments, &terms)
    if let problem = CopyProblem.message(for: [item]) {
      terms.makesPictures = false
      Output.warn("\(problem); it is dragged without conversions")
    }
    return (item, terms)
  }

  /// The lifetime of the content, and the content that follows.
  private static func owningTerms(
    _ arguments: Arguments, _ name: PasteboardName, _ backend: Backend
  ) throws(Failure) -> OwnershipPlan {
    var terms = OwnershipPlan()
    terms.lifetime = try seconds(arguments[clearAfter], option: "--clear-after")
    terms.isForOnePaste = arguments.has(once)
    terms.leftOut = { types in
      let names = types.map { $0.localizedDescription ?? $0.identifier }
      Output.warn("left out formats that the terminal cannot hold: \(names.joined(separator: ", "))")
    }
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
    besides items: [PasteboardItem], _ arguments: Arguments, _ terms: inout OfferingOptions
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
    MediaOptions.warn(ofLeftOut: pictures.problems(in: document))
  }

  private static func terms(_ arguments: Arguments) throws(Failure) -> OfferingOptions {
    var terms = OfferingOptions(helper: .forOwnCopies)
    if let value = arguments[plain] {
      guard let text = FormatTable.PlainText(rawValue: value) else {
        throw Failure(
          "--text must be source or rendered, not '\(value)'. To copy as plain text, use: --type plain")
      }
      terms.plainText = text
    }
    if let names = arguments[only] { terms.only = try TypeName.types(names) }
    terms.isRich = arguments.has(rich)
    terms.style = try MarkdownOptions.style(arguments) ?? MarkdownStyle()
    return terms
  }
}
