package import Exchange
import System

/// Owns pasteboards for other programs to read.
package enum PasteboardOwner {
  /// Offers content until something else is copied, or for as long as `lifetime` says.
  ///
  /// When the process is told to end, the content is handed to the clipboard manager, if there is one and it
  /// is no secret. Calls `ready` once the display has confirmed the ownership. Throws `PasteboardError` if
  /// there is no display, or another program took the pasteboard first.
  package static func own(
    _ name: PasteboardName, _ offering: Offering, on backend: Backend = .current, lifetime: Duration?,
    ready: () -> Void
  ) throws(PasteboardError) {
    try own(name, offering.content(), on: backend, lifetime: lifetime, ready: ready)
  }

  static func own(
    _ name: PasteboardName, _ content: Content, on backend: Backend, lifetime: Duration?, ready: () -> Void
  ) throws(PasteboardError) {
    ThisProcess.withholdCoreDumps()
    try requireMeans()
    let terms = OwnTerms(lifetime: lifetime, stop: StopSignal.onTermination())
    try PasteboardError.wrapping { () throws(ExchangeError) in
      try backend.own(name.board, content, terms, ready)
    }
  }

  /// Throws `PasteboardError` where nothing could be served: that is not owned.
  static func requireMeans() throws(PasteboardError) {
    guard !ThisProcess.canServe else { return }
    throw PasteboardError(
      .system, "there is too little memory, or no further thread, to serve what is copied")
  }

  /// Makes nobody the owner.
  package static func clear(_ name: PasteboardName, on backend: Backend = .current) throws(PasteboardError) {
    try PasteboardError.wrapping { () throws(ExchangeError) in try backend.clear(name.board) }
  }
}
