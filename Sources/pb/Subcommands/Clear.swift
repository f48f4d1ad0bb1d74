import Exchange
import Pasteboard
import System

extension Subcommand {
  static let clear = Subcommand(
    path: ["clear"],
    summary: "empty the clipboard",
    options: [ClearOptions.hold, .pasteboard, .backend],
    notes: """
      A clipboard manager may restore the old content; pb then prints a warning. With --hold, a background
      process owns an empty clipboard until something else is copied, and no manager restores anything.
      """,
    examples: """
      pb clear
      pb clear --hold
      pb clear --pasteboard primary
      """
  ) { arguments throws(Failure) in
    let name = try pasteboardName(arguments)
    let backend = try backend(arguments)
    // A manager restores only what lost its owner.
    if arguments.has(ClearOptions.hold), !backend.persistsContent {
      try Failure.wrapping { () throws(PasteboardError) in
        try BackgroundProcess.start(keeping: backend.inheritedDescriptors()) {
          ready throws(PasteboardError) in
          try PasteboardOwner.ownNothing(name, on: backend, ready: ready)
        }
      }
      return .success
    }
    try Failure.wrapping { () throws(PasteboardError) in
      try PasteboardOwner.clear(name, on: backend)
      guard !backend.persistsContent else { return }
      if try PasteboardOwner.isOwned(name, on: backend, after: ClearOptions.patience) {
        Output.warn("a clipboard manager restored the old content. To prevent that, use 'pb clear --hold'.")
      }
    }
    return .success
  }
}

/// The options of `pb clear`.
enum ClearOptions {
  static let hold = Option("hold", isPerInvocation: true, "keep the clipboard empty until the next copy")

  /// Managers that bring something back do so at once.
  static let patience = Duration.milliseconds(150)
}
