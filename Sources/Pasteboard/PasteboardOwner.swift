import Exchange
import System
import X11Selections

/// Owns pasteboards for other programs to read.
package enum PasteboardOwner {
  /// Offers content until something else is copied, or for as long as `lifetime` says.
  ///
  /// When the process is told to end, the content is handed to the clipboard manager, if there is one and it
  /// is no secret. Calls `ready` once the X server has confirmed the ownership. Throws `PasteboardError` if
  /// there is no display, or another program took the selection first.
  package static func own(
    _ name: PasteboardName, _ offering: Offering, lifetime: Duration?, ready: () -> Void
  ) throws(PasteboardError) {
    try own(name, offering.content(), lifetime: lifetime, ready: ready)
  }

  static func own(
    _ name: PasteboardName, _ content: Content, lifetime: Duration?, ready: () -> Void
  ) throws(PasteboardError) {
    if content.isSensitive { ThisProcess.withholdCoreDumps() }
    let stop = StopSignal.onTermination()
    do {
      var owner = try SelectionOwner(selection: name.selection, content: content)
      ready()
      try owner.serve(for: lifetime, until: stop)
    } catch {
      throw PasteboardError(error)
    }
  }

  /// Makes nobody the owner.
  package static func clear(_ name: PasteboardName) throws(PasteboardError) {
    do {
      try clearSelection(name.selection)
    } catch {
      throw PasteboardError(error)
    }
  }
}
