import Exchange
import Pasteboard
import Synchronization
import System

/// Standard input as it grows, which `xsel --follow` offers: each paste gets what has come so far.
final class FollowedInput: Sendable {
  /// The most that is held; what comes later is left unread.
  private static let byteLimit = 1 << 30

  private let text: Mutex<[UInt8]>
  private let restartsAtNUL: Bool

  private init(beginning: [UInt8], restartsAtNUL: Bool) {
    text = Mutex(beginning)
    self.restartsAtNUL = restartsAtNUL
  }

  /// Offers text and what standard input adds to it, also after its end; in the background unless told otherwise.
  static func own(
    _ board: ToolBoard, beginning: [UInt8], restartsAtNUL: Bool, isInForeground: Bool, lifetime: Duration?
  ) throws(PasteboardError) {
    let follower = FollowedInput(beginning: beginning, restartsAtNUL: restartsAtNUL)
    if isInForeground {
      return try follower.own(board, reading: 0, lifetime) {}
    }
    // A background process has no standard streams of its caller's.
    let input = try rethrowing(as: PasteboardError.init) { () throws(SystemError) in
      try FileDescriptor.standardInput.duplicate(name: "standard input")
    }
    try BackgroundProcess.start(keeping: board.backend.inheritedDescriptors() + [input]) {
      ready throws(PasteboardError) in
      try follower.own(board, reading: input, lifetime, ready)
    }
  }

  private func own(
    _ board: ToolBoard, reading input: Int32, _ lifetime: Duration?, _ ready: () -> Void
  ) throws(PasteboardError) {
    var content = Content(names: ToolCopy.textNames) { _ in
      Representation(bytes: self.text.withLock { $0 })
    }
    content.changingNames = Set(content.names)
    try PasteboardOwner.own(board.name, content, on: board.backend, lifetime: lifetime) {
      _ = startThread { self.read(input) }
      ready()
    }
  }

  private func read(_ input: Int32) {
    let descriptor = FileDescriptor(number: input)
    var isAtStart = false
    while let piece = try? descriptor.readSome(name: "standard input"), !piece.isEmpty {
      let isFull = text.withLock { text in
        for byte in piece {
          if restartsAtNUL, byte == 0 {
            isAtStart = true
            continue
          }
          if isAtStart { text = [] }
          isAtStart = false
          text.append(byte)
        }
        return text.count > Self.byteLimit
      }
      if isFull { return }
    }
  }
}
