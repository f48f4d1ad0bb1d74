import Exchange
import Pasteboard
import System

/// xsel: text in, text out; the selections kept, exchanged or deleted.
struct Xsel {
  private let arguments: ToolArguments

  init(_ arguments: ToolArguments) { self.arguments = arguments }

  func run() throws(ToolFailure) {
    for (stream, name) in [(0, "-"), (1, "stdout")] as [(Int32, String)]
    where FileDescriptor(number: stream).isFolder {
      throw ToolFailure("xsel: \(name): Is a directory")
    }
    if arguments.has(.keep) || arguments.has(.exchange) {
      return try hold(exchanged: !arguments.has(.keep))
    }
    let board = try ToolBoard(pasteboard, as: .copy, display: arguments[.display])
    let (reads, writes) = directions
    var old: [UInt8] = []
    if writes || arguments.has(.append) {
      old = try exchanging { () throws(PasteboardError) in try text(of: board) }
    }
    if writes { try print(old) }
    if arguments.has(.delete) {
      try exchanging { () throws(PasteboardError) in try delete(board) }
    } else if arguments.has(.clear) {
      try exchanging { () throws(PasteboardError) in try PasteboardOwner.clear(board.name, on: board.backend)
      }
    } else if reads {
      try copy(to: board, behind: arguments.has(.append) ? old : [])
    }
  }

  /// The last of the options that name one, but CLIPBOARD before the others.
  private var pasteboard: PasteboardName {
    if arguments.has(.clipboard) { return .general }
    return arguments.last(of: [.primary, .secondary]) == .secondary ? .secondary : .primary
  }

  /// Whether to paste and to copy. Without an option the standard streams decide: xsel copies from an input that is not
  /// a terminal, and pastes to an output that is not a terminal, or if there is no input.
  private var directions: (reads: Bool, writes: Bool) {
    let reads = arguments.last(of: [.input, .append, .follow, .zeroFlush]) != nil
    let writes = arguments.has(.output)
    let acts = arguments.has(.clear) || arguments.has(.delete)
    if reads || writes || acts { return (reads, writes) }
    let isInput = !FileDescriptor.standardInput.isTerminal
    return (isInput, !isInput || !FileDescriptor.standardOutput.isTerminal)
  }

  /// True if nobody has said that standard input is to be copied.
  private var isImplied: Bool { arguments.last(of: [.input, .append, .follow, .zeroFlush]) == nil }

  private var timeout: Duration? {
    arguments[.timeout].flatMap { Int($0) }.flatMap { $0 > 0 ? .milliseconds(min($0, 1 << 40)) : nil }
  }

  private func exchanging<Result>(
    _ work: () throws(PasteboardError) -> Result
  ) throws(ToolFailure) -> Result {
    do throws(PasteboardError) {
      return try work()
    } catch {
      guard error.code == .display else { throw ToolFailure("xsel: \(error)") }
      let name = arguments[.display] ?? Environment.value("DISPLAY") ?? "(null)"
      throw ToolFailure("xsel: Can't open display: \(name)\npb: \(error)")
    }
  }
}

// MARK: Pasting

extension Xsel {
  /// The text there; nothing where there is none, or its owner does not give it.
  private func text(of board: ToolBoard) throws(PasteboardError) -> [UInt8] {
    do throws(PasteboardError) {
      let reader = try ToolReader(board, timeout: min(timeout ?? ToolReader.timeout, .seconds(86_400)))
      guard let form = reader.text else {
        throw PasteboardError(byte: 2, description: "the selection holds no text")
      }
      return try reader.bytes(of: form)
    } catch {
      guard [.empty, .notOffered, .notConvertible, .timedOut, .ownerVanished].contains(error.code) else {
        throw error
      }
      if arguments.has(.verbose) { EmulatedTool.tell("xsel: \(error)") }
      // Text that is late is not the same as none: it would be lost by what puts something behind it.
      if [.timedOut, .ownerVanished].contains(error.code) { throw error }
      return []
    }
  }

  private func print(_ text: [UInt8]) throws(ToolFailure) {
    let output = FileDescriptor.standardOutput
    do throws(SystemError) {
      try EmulatedTool.write(text)
    } catch {
      throw ToolFailure("xsel: \(error)")
    }
    guard let last = text.last, last != 0x0A, output.isTerminal, !arguments.has(.append) else { return }
    EmulatedTool.tell("\n\\ No newline at end of selection")
  }

  /// Asks the owner to delete what is there; one that cannot loses it all the same.
  private func delete(_ board: ToolBoard) throws(PasteboardError) {
    let reader = try? PasteboardReader(board.name, on: board.backend, timeout: timeout ?? ToolReader.timeout)
    _ = try? reader?.property("DELETE", unchanged: true)
    try PasteboardOwner.clear(board.name, on: board.backend)
  }
}

// MARK: Copying

extension Xsel {
  private var isFollowing: Bool { arguments.has(.follow) || arguments.has(.zeroFlush) }

  private func copy(to board: ToolBoard, behind old: [UInt8]) throws(ToolFailure) {
    if isFollowing {
      return try exchanging { () throws(PasteboardError) in
        try FollowedInput.own(
          board, beginning: old, restartsAtNUL: arguments.has(.zeroFlush),
          isInForeground: arguments.has(.foreground), lifetime: timeout)
      }
    }
    let input: [UInt8]
    do throws(SystemError) { input = try ToolCopy.input() } catch { throw ToolFailure("xsel: \(error)") }
    let bytes = old + input
    guard !bytes.isEmpty else {
      // A script that only pastes has an empty input too.
      if isImplied { return }
      return try exchanging { () throws(PasteboardError) in
        try PasteboardOwner.clear(board.name, on: board.backend)
      }
    }
    try exchanging { () throws(PasteboardError) in try own(bytes, board) }
  }

  private func own(_ bytes: [UInt8], _ board: ToolBoard) throws(PasteboardError) {
    var copy = ToolCopy(bytes: bytes)
    copy.isInForeground = arguments.has(.foreground)
    copy.terms.lifetime = timeout
    copy.terms.hasSuccessor = false
    try copy.own(board)
  }

  /// Owns the texts of both selections, each where it was or in place of the other; a selection without text stays.
  private func hold(exchanged: Bool) throws(ToolFailure) {
    let boards = [
      try ToolBoard(.primary, as: .copy, display: arguments[.display]),
      try ToolBoard(.secondary, as: .copy, display: arguments[.display]),
    ]
    try exchanging { () throws(PasteboardError) in
      let texts = [try text(of: boards[0]), try text(of: boards[1])]
      for (board, bytes) in zip(boards, exchanged ? texts.reversed() : texts) {
        if !bytes.isEmpty {
          try hold(bytes, board)
        } else if exchanged {
          try PasteboardOwner.clear(board.name, on: board.backend)
        }
      }
    }
  }

  private func hold(_ bytes: [UInt8], _ board: ToolBoard) throws(PasteboardError) {
    guard !board.backend.persistsContent else { return try own(bytes, board) }
    let offering = ToolCopy(bytes: bytes).offering()
    // This process has a second selection to see to.
    try BackgroundProcess.start(keeping: board.backend.inheritedDescriptors()) {
      ready throws(PasteboardError) in
      try PasteboardOwner.own(board.name, offering, on: board.backend, OwnershipPlan(), ready: ready)
    }
  }
}
