import Conversions
import Exchange
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let drag = Subcommand(
    path: ["drag"], operands: "[FILE…|-]", operandCount: 0...1_000_000,
    summary: "drag a document or files into another program",
    options: [
      DragOptions.window, DragOptions.exit, DragOptions.all, CopyOptions.files, CopyOptions.type,
      CopyOptions.only, DragOptions.move, DragOptions.timeout, CopyOptions.plain, CopyOptions.rich,
      MediaOptions.embedding, MediaOptions.base, .frameless,
    ] + MarkdownOptions.all,
    notes: """
      The pointer carries the content: the next click drops it, Escape or the right button cancels. --window
      opens a small window with a row for each file instead; press a button there and drag.

      A document, and standard input, is dragged as content in all formats that pb copy offers. Several
      files, folders and other files are dragged as files. Exit status 1 means that nothing was dropped, or
      that the program refused it.
      """,
    manual: """
      With --window, pictures have a thumbnail. The window closes after the first drop; with --exit all,
      after every row was dropped; with --exit never, only when you close it. With --all every row drags
      all files.

      A word processor gets a document with its structure, a terminal gets its Markdown, and a file
      manager creates a file from it. --files drags a document as a file: file managers copy it, browsers
      and mail programs attach it. Programs are offered a copy; --move lets file managers move the files.

      pb keeps answering for three seconds after a drop, for programs that ask late. Dragging uses X11; on
      Wayland it needs Xwayland. Some compositors carry a drag on to Wayland windows, but only from
      --window.
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
  static let window = Option("window", letter: "w", in: .place, "drag from a window with a row for each file")
  static let all = Option(
    "all", letter: "a", isPerInvocation: true, in: .place, "drag all files at once from any row")
  static let exit = Option(
    "exit", value: "first|all|never", in: .place, "close the window after a drop (default first)")
  static let move = Option(
    "move", isPerInvocation: true, in: .safety, "let file managers move the files (default: copy)")
  static let timeout = Option(
    "timeout", value: "SECONDS", isPerInvocation: true, in: .place,
    "wait this long for a drop (default: no limit)")

  static func run(_ arguments: Arguments) throws(Failure) -> ExitStatus {
    var terms = DragSourceOptions(title: "pb drag")
    let hasWindow = arguments.has(window)
    terms.start = hasWindow ? .window : .atOnce
    terms.mayMove = arguments.has(move)
    terms.isFrameless = arguments.has(.frameless)
    terms.limit = try seconds(arguments[timeout], option: "--timeout")
    if let word = arguments[exit] {
      guard let ending = DragSourceOptions.Ending(rawValue: word) else {
        throw Failure("--exit must be one of first, all, never, not '\(word)'")
      }
      terms.ending = ending
    }
    let things = try DraggedOperands.things(arguments, areTogether: !hasWindow || arguments.has(all))
    if arguments.has(move), things.contains(where: { $0.fileName != nil }) {
      throw Failure("--move applies to files. To drag a document as a file, use --files.")
    }
    if let problem = ApplicationRules.userProblem {
      Output.warn("\(problem). pb uses only the built-in rules for applications.")
    }
    terms.stop = StopSignal.onTermination()
    let end = try Failure.wrapping { () throws(PasteboardError) in try DragItems.drag(things, terms) }
    switch end {
    case .dropped: return .success
    case .cancelled: return .nothing
    case .nowhere: throw Failure("no window accepted the drop there", status: .nothing)
    case .refused: throw Failure("the program refused the drop", status: .nothing)
    case .timedOut: throw Failure("nothing was dropped in time", status: .nothing)
    }
  }
}
