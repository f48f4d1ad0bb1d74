import Conversions
import Exchange
import Pasteboard
import Pictures
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
      CopyOptions.foreground, CopyOptions.explain,
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

      The pictures of a Markdown file that lie in its folder or below are put into the HTML and the RTF when a program
      asks for them: 8 MiB each, 24 MiB in all. Of others their alternative text is left. --media link leaves
      addresses as they are; for standard input, --base names the folder.

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
      --explain says which; --backend osc52 sends text to a terminal that does not tell what it takes. Secrets go
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
    "plain", value: "source|rendered",
    "what plain text is: the Markdown source (default) or the rendered text")
  static let rich = Option("rich", "offer plain text as HTML and RTF too, every space kept")
  static let sensitive = Option("sensitive", "mark the content as a secret, so that managers do not keep it")
  static let clearAfter = Option("clear-after", value: "SECONDS", "take the content back after this time")
  static let once = Option("once", isOfOneCall: true, "take the content back after the first paste")
  static let restore = Option(
    "restore", "with --once or --clear-after: then put back what was there before")
  static let append = Option("append", isOfOneCall: true, "put text behind the text that is there")
  static let tee = Option("tee", isOfOneCall: true, "write what is copied to standard output too")
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
    if let files = try CopiedFiles.items(arguments) { items = files } else { items = [try item(arguments)] }
    try takePictures(besides: items, arguments, &terms)
    if let problem = CopyProblem.words(for: items) {
      terms.makesPictures = false
      Output.say("\(problem); it is offered as it is")
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
    guard !offering.isEmpty else {
      let types = items[0].types.map(\.identifier).joined(separator: ", ")
      throw Failure("\(types) cannot be offered as what --only names")
    }
    let lacking = offering.lacking(of: terms.only ?? []).map(\.identifier)
    if !lacking.isEmpty {
      Output.say("--only names \(lacking.joined(separator: ", ")), as which this is not offered")
    }
    if let problem = ApplicationRules.userProblem {
      Output.say("\(problem); only the built-in rules for applications are used")
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
    let item = try item(arguments)
    try takePictures(besides: [item], arguments, &terms)
    if let problem = CopyProblem.words(for: [item]) {
      terms.makesPictures = false
      Output.say("\(problem); it is offered as it is")
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
      if arguments.isGiven(restore) { throw Failure("--restore goes with --once or --clear-after") }
      return terms
    }
    // What cannot be read was not to be kept, or cannot be put back.
    let reader = try? PasteboardReader(name, on: backend)
    terms.next = reader.flatMap(Snapshot.init(toRestoreFrom:))
    return terms
  }

  /// Has the pictures beside a document of Markdown put into what is made of it.
  private static func takePictures(
    besides items: [PasteboardItem], _ arguments: Arguments, _ terms: inout OfferingTerms
  ) throws(Failure) {
    guard let item = items.first(where: { $0.types.contains(.markdown) }),
      let markdown = item.data(forType: .markdown)
    else { return }
    let file = arguments.operands.first.flatMap { name in
      name == "-" ? nil : CopiedFiles.paths(of: arguments).first
    }
    let treatment = arguments[MediaOptions.embedding] ?? LocalPictures.Treatment.embed.rawValue
    terms.localPictures = try MediaOptions.localPictures(treatment, of: file, arguments)
    guard let pictures = terms.localPictures, Format.markdown.mayHoldPictures(markdown),
      let document = try? Format.markdown.read(markdown)
    else { return }
    MediaOptions.tell(of: pictures.problems(in: document))
  }

  private static func terms(_ arguments: Arguments) throws(Failure) -> OfferingTerms {
    var terms = OfferingTerms(helper: .forOwnCopies)
    if let value = arguments[plain] {
      guard let text = FormatTable.PlainText(rawValue: value), text != .tabSeparated else {
        throw Failure("--plain is 'source' or 'rendered', not '\(value)'")
      }
      terms.plainText = text
    }
    if let names = arguments[only] { terms.only = try TypeName.types(names) }
    terms.isRich = arguments.has(rich)
    terms.style = try MarkdownOptions.style(arguments) ?? MarkdownStyle()
    return terms
  }
}

// MARK: What is copied

extension CopyOptions {
  /// What is copied, and what --add gives beside it.
  private static func item(_ arguments: Arguments) throws(Failure) -> PasteboardItem {
    var item = PasteboardItem()
    let additions = arguments.all(add)
    if !arguments.operands.isEmpty || additions.isEmpty || readsInput(beside: arguments) {
      let file = arguments.operands.first
      try requireFile(arguments)
      var content = try Output.read(file, at: CopiedFiles.paths(of: arguments).first)
      if arguments.has(tee) { try Output.write(content) }
      for type in try contentTypes(of: file, content, arguments) {
        if type == .fileURL, let addresses = CopiedFiles.addresses(ofNames: content) { content = addresses }
        guard type != .fileURL || Self.isListOfFiles(content) else {
          throw Failure(
            "\(file ?? "standard input") is no list of files that are there, or of addresses, one a line; "
              + "--files copies files themselves"
          )
        }
        let typeName = arguments.isGiven(Self.type) ? arguments[Self.type] : nil
        try set(content, type: type, typeName, from: file, arguments, in: &item)
      }
    }
    for addition in additions {
      // A MIME type has signs of its own before its parameters' values.
      let end = addition.indices.first { index in
        let before = addition[..<index]
        return addition[index] == "=" && before.count { $0 == ";" } == before.count { $0 == "=" }
      }
      guard let end, end > addition.startIndex, addition.index(after: end) < addition.endIndex else {
        throw Failure("--add is TYPE=FILE, not '\(addition)'")
      }
      let (typeName, file) = (String(addition[..<end]), String(addition[addition.index(after: end)...]))
      try set(
        try Output.read(file), type: try copiedType(typeName), typeName, from: file, arguments, in: &item)
    }
    return item
  }

  /// True if each line is a path from the root, an address, a comment or the verb that file managers put first.
  private static func isListOfFiles(_ content: [UInt8]) -> Bool {
    content.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }).allSatisfy { line in
      if [UInt8(ascii: "/"), UInt8(ascii: "#")].contains(line[line.startIndex]) { return true }
      if line.elementsEqual("copy".utf8) || line.elementsEqual("cut".utf8) { return true }
      return FileAddress.entry(line, host: "") != nil && line.dropLast().contains(UInt8(ascii: ":"))
        && !line.contains { $0 <= 0x20 }
    }
  }

  /// True if --add gives more of what standard input has: with --add alone nobody waits for an end of it, which in
  /// scripts may not come.
  private static func readsInput(beside arguments: Arguments) -> Bool {
    let input = FileDescriptor.standardInput
    if arguments.isGiven(type) || input.isRegularFile { return true }
    if input.isPipeOrFile {
      Output.say("what --add names is copied alone: '-' reads standard input too")
    }
    return false
  }

  /// Text instead of a file's name is a common slip.
  private static func requireFile(_ arguments: Arguments) throws(Failure) {
    guard let name = arguments.operands.first, name != "-", !name.contains("/"),
      let path = CopiedFiles.paths(of: arguments).first, !path.exists
    else { return }
    throw Failure("there is no file '\(name)'; to copy text: printf %s '\(name)' | pb copy")
  }

  /// Content goes out as it is under the names of its type; where those mean UTF-8, and it is none, under one that
  /// says what it is.
  private static func set(
    _ content: [UInt8], type: UTType, _ typeName: String?, from file: String?, _ arguments: Arguments,
    in item: inout PasteboardItem
  ) throws(Failure) {
    let named = try ConvertOptions.encoding(arguments, ofType: typeName)
    let text = try SourceText(content, as: type, encoding: named, label: file ?? "standard input")
    let isPlain = FormatTable.shared.format(writing: type) == .plainText
    item.setData(named != nil || isPlain ? text.bytes : content, forType: type)
    if isPlain, text.isDamaged { item.setData(content, forType: .data) }
    guard isPlain || named != nil, let encoding = text.encoding,
      let name = type.preferredMIMEType?.split(separator: ";").first,
      let own = UTType(
        tag: "\(name);charset=\(encoding.lowercased())", tagClass: .pasteboardType, conformingTo: nil)
    else { return }
    item.setData(content, forType: own)
  }

  /// What the person says it is; for a file what its extension says, and text where it is that too; else what is in it.
  ///
  /// The configuration speaks of text on standard input alone: a picture is one whatever it says.
  private static func contentTypes(
    of file: String?, _ bytes: [UInt8], _ arguments: Arguments
  ) throws(Failure) -> [UTType] {
    if arguments.isGiven(type), let name = arguments[type] { return [try copiedType(name)] }
    if let file, file != "-" {
      var types = TypeName.types(ofFile: file, holding: bytes)
      let found = ContentDetection.signature(of: bytes)
      let isDocument = types.first.map { !$0.conforms(to: .text) } ?? false
      if let found, !isDocument, found.conforms(to: .archive), let type = TypeName.packedType(ofFile: file) {
        return [type]
      }
      if let type = types.first, type.conforms(to: .text), type != .webArchive, let found,
        !found.conforms(to: .text)
      {
        types = [found]
      }
      if let found, types == [found], TypeName.type(ofFile: file) != found {
        let name = found.preferredMIMEType ?? found.identifier
        Output.say("\(file) is \(name), whatever its name says, and is offered as that")
      }
      if !types.isEmpty { return types }
    }
    let named = try ConvertOptions.encoding(arguments, ofType: nil)
    let text = named.flatMap { CharacterSet.utf8(bytes, from: $0) }
    let found = ContentDetection.type(ofInput: text ?? bytes)
    if found == .data {
      // The desktop may know its name all the same: a drawing of GIMP, a scene of Blender.
      if let file, file != "-", let type = TypeName.packedType(ofFile: file) { return [type] }
      Output.say(
        "\(file ?? "standard input") is neither UTF-8 text nor of a type that shows, and is offered as bytes alone; "
          + "--type says what it is, --encoding in which encoding text is")
    }
    if file == nil || file == "-", let name = arguments[type], [.markdown, .utf8PlainText].contains(found) {
      return [try copiedType(name)]
    }
    return [found]
  }

  /// The type that content is to have, whether anybody declares it or not.
  private static func copiedType(_ name: String) throws(Failure) -> UTType {
    if let target = TypeName.target(name), NameTable.shared.role(of: target) == .protocol {
      throw Failure("\(target) belongs to the protocol of X11: nothing can be copied under it")
    }
    return try TypeName.contentType(name)
  }
}

/// The backend that the options name, or the one that is there.
func backend(_ arguments: Arguments) throws(Failure) -> Backend {
  let backend = try namedBackend(arguments)
  guard let hidden = arguments[BackendSection.Key(hiddenOn: backend.name)] else { return backend }
  return backend.hiding(try TypeName.types(hidden))
}

private func namedBackend(_ arguments: Arguments) throws(Failure) -> Backend {
  guard let name = arguments[.backend], name != "auto" else { return .current }
  guard let backend = Backend.all.first(where: { $0.name == name }) else {
    let names = Backend.all.map(\.name).joined(separator: ", ")
    throw Failure("--backend is auto or one of \(names), not '\(name)'")
  }
  return backend
}

/// The pasteboard that the options name.
func pasteboardName(_ arguments: Arguments) throws(Failure) -> PasteboardName {
  guard let name = arguments[.pasteboard] else { return .general }
  if let meant = Suggestion.slip(name, of: PasteboardName.knownNames) {
    throw Failure(
      "there is no pasteboard '\(name)'; did you mean \(meant)? One of your own needs another name")
  }
  return try Failure.wrapping { () throws(PasteboardError) in try PasteboardName(name) }
}

/// A time that an option gives in seconds; nil if it was not given.
func seconds(_ value: String?, option: String) throws(Failure) -> Duration? {
  guard let value else { return nil }
  guard let number = Double(value), number > 0 else {
    throw Failure("\(option) is a number of seconds above 0, not '\(value)'")
  }
  guard number <= 86_400_000 else {
    throw Failure("\(option) is at most 86400000 seconds, which are 1000 days, not '\(value)'")
  }
  return .seconds(number)
}
