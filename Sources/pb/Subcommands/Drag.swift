import Conversions
import Exchange
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let drag = Subcommand(
    path: ["drag"], operands: "[FILE…|-]", operandCount: 0...1_000_000,
    summary: "drag a document or files into other programs: the pointer carries them, a click drops them",
    options: [
      CopyOptions.files, CopyOptions.type, CopyOptions.only, CopyOptions.plain, CopyOptions.rich,
      MediaOptions.embedding, MediaOptions.base, DragOptions.window, DragOptions.all, DragOptions.exit,
      DragOptions.move, .frameless, DragOptions.timeout,
    ] + MarkdownOptions.all,
    discussion: """
      Without a window the pointer carries what is dragged from the moment on: the next click drops it, Escape or the
      right button gives up. --window opens a small window with a row for each file, pictures with a thumbnail; press a
      button there and drag.
      It closes after the first drop, or as --exit says: when all rows are dropped, or never by itself; --all drags
      all of them from every row.

      A document, and what comes through standard input, is dragged as content: in all the forms that pb copy offers,
      so that a word processor gets it with its structure, a terminal its Markdown, and a file manager makes a file of
      it. Several files, folders, files of other types, and with --files documents too, are dragged as files: file
      managers copy them, browsers and mail programs attach them.

      Programs are offered a copy. --move lets file managers move the files.

      pb goes on answering for three seconds after a drop, for programs that ask late, and returns then. Exit status
      1 means that nothing was dropped, or that the program refused the drop. It works through X: under
      Wayland with Xwayland, where compositors carry a drag to other windows than those of X only from --window, if
      at all.
      """,
    examples: """
      pb drag notes.md
      pb drag --window picture.png notes.md Documentation
      pb drag --files notes.md
      git log -5 --format='- **%h** %s' | pb drag
      pb drag --window --exit all *.md
      """,
    run: DragOptions.run
  )
}

/// The options of `pb drag` and what they do.
enum DragOptions {
  static let window = Option("window", letter: "w", "drag from a small window with a row for each file")
  static let all = Option("all", letter: "a", isOfOneCall: true, "with --window: each row drags all files")
  static let exit = Option(
    "exit", value: "first|all|never", "when the window closes: after the first drop (default), all, or never")
  static let move = Option("move", isOfOneCall: true, "let file managers move the files")
  static let timeout = Option(
    "timeout", value: "SECONDS", isOfOneCall: true, "how long to wait for a drop (default: without end)")

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    var terms = DragTerms(title: "pb drag")
    let hasWindow = arguments.has(window)
    terms.start = hasWindow ? .window : .atOnce
    terms.mayMove = arguments.has(move)
    terms.isFrameless = arguments.has(.frameless)
    terms.limit = try seconds(arguments[timeout], option: "--timeout")
    if let word = arguments[exit] {
      guard let ending = DragTerms.Ending(rawValue: word) else {
        throw Failure("--exit must be one of first, all, never, not '\(word)'")
      }
      terms.ending = ending
    }
    let things = try DraggedOperands.things(arguments, areTogether: !hasWindow || arguments.has(all))
    if arguments.has(move), things.contains(where: { $0.fileName != nil }) {
      throw Failure("--move applies to files. To drag a document as a file, use --files.")
    }
    if let problem = ApplicationRules.userProblem {
      Output.say("\(problem). pb uses only the built-in rules for applications.")
    }
    terms.stop = StopSignal.onTermination()
    let end = try Failure.wrapping { () throws(PasteboardError) in try DraggedThings.drag(things, terms) }
    switch end {
    case .dropped: return .success
    case .cancelled: return .nothing
    case .nowhere: throw Failure("no window accepted the drop there", status: .nothing)
    case .refused: throw Failure("the program refused the drop", status: .nothing)
    case .timedOut: throw Failure("nothing was dropped in time", status: .nothing)
    }
  }
}
