import Conversions
import Exchange
import Pasteboard
import System
import Terminal
import UniformTypeIdentifiers

/// Has a person pick a format or an earlier copy on the terminal.
struct PickScreen {
  /// The outcome for the command.
  private enum End {
    case left
    case signal(Int32)
    case chosen(PickView.Action)
  }

  let backend: Backend
  /// The option that other calls of this program need to use the same backend.
  let backendOption: [String]
  let timeout: Duration
  let isColored: Bool

  /// Shows the screen until something is chosen, and puts that on the clipboard.
  func run() throws(Failure) -> ExitStatus {
    switch try pick() {
    case .left: return .nothing
    case .signal(let number):
      // The terminal is the shell's again.
      FullScreen.end(by: number)
      return .nothing
    case .chosen(let action): return perform(action)
    }
  }

  private func pick() throws(Failure) -> End {
    guard var screen = FullScreen() else { throw Failure("standard input is not a terminal") }
    let clipboard = LiveFeed { FullScreen.wake() }
    let history = PickFeed(on: backend) { FullScreen.wake() }
    let readers = PictureText.readers
    let pictures = PictureTextFeed(readers) { FullScreen.wake() }
    pictures.start()
    try Failure.wrapping { () throws(PasteboardError) in
      try clipboard.start(.general, on: backend, timeout: timeout)
      try history.start()
    }
    let blocks = isColored ? HalfBlocks(depth: HalfBlocks.Depth(variable: Environment.value)) : nil
    var view = PickView(size: screen.size, blocks: blocks, readKinds: readers.map(\.kind))
    var asked: Int?
    var askedPicture: PickRow.Identity?
    while true {
      if let number = view.lackingContent, number != asked {
        history.ask(.content(number))
        asked = number
      }
      if let (row, picture) = view.lackingPictureText {
        if row != askedPicture { pictures.ask(row, picture) }
        askedPicture = row
      } else {
        askedPicture = nil
      }
      screen.show(view.frame(), color: isColored)
      switch screen.next() {
      case .ended(let signal): return .signal(signal)
      case .resized: view.size = screen.size
      case .woken:
        if try take(clipboard, history, &view) { askedPicture = nil }
        for (row, text) in pictures.take() { view.show(text, in: row) }
        // A copy that was forgotten for others is asked for again when it is selected again.
        asked = nil
      case .keys(let keys):
        for key in keys {
          switch view.handle(key) {
          case .leave: return .left
          case .suspend:
            screen.suspend()
            view.size = screen.size
          case .pin(let number):
            view.message = change(number, view, history) { reader, item throws(PasteboardError) in
              try reader.togglePin(item)
            }
          case .drop(let number):
            view.message = change(number, view, history) { reader, item throws(PasteboardError) in
              try reader.drop(item)
            }
          case let action?: return .chosen(action)
          case nil: break
          }
        }
      }
    }
  }

  /// Takes what was read; true if the clipboard has changed.
  private func take(
    _ clipboard: LiveFeed, _ history: PickFeed, _ view: inout PickView
  ) throws(Failure) -> Bool {
    var hasChanged = false
    for update in clipboard.take() {
      switch update {
      case .listing(let listing, let state, let isReading):
        view.show(listing, state, isReading: isReading)
        hasChanged = true
        if !isReading { history.ask(.history) }
      case .failed(let error): throw Failure(error)
      }
    }
    // Texts come one by one, and many of them: the list is made once for all that have come.
    var texts: [Int: String] = [:]
    for update in history.take() {
      switch update {
      case .history(let items): view.show(items)
      case .text(let text, let number): texts[number] = text
      case .content(let targets, let number): view.show(targets, of: number)
      }
    }
    view.show(texts: texts)
    return hasChanged
  }

  /// Has the service change a copy; returns the reason why it does not, in words.
  private func change(
    _ number: Int, _ view: PickView, _ feed: PickFeed,
    _ work: (HistoryReader, HistoryItem) throws(PasteboardError) -> Void
  ) -> String? {
    guard let item = view.item(number) else { return nil }
    do throws(PasteboardError) {
      // Copies by other programs have changed the list meanwhile.
      try work(try HistoryReader(on: backend), item)
      feed.ask(.history)
      return nil
    } catch {
      return error.description
    }
  }

  // MARK: After the screen

  /// Does what was chosen, as another call of this program: threads of this one may still read.
  private func perform(_ action: PickView.Action) -> ExitStatus {
    switch action {
    case .restore(let number, let type):
      call(
        ["pick", "--restore"] + (type.map { ["--type", $0.identifier] } ?? []),
        input: Array("\(number)\n".utf8))
    case .copy(let bytes, let type): call(["copy", "--type", type], input: bytes)
    case .recast(let type): call(["recast", "--type", type.identifier])
    case .leave, .suspend, .pin, .drop: .success
    }
  }

  private func call(_ words: [String], input: [UInt8] = []) -> ExitStatus {
    let command = [ThisProcess.executablePath ?? "pb"] + words + backendOption
    let status = try? Subprocess.run(command, input: input)
    return status.flatMap(ExitStatus.init) ?? .failure
  }
}
