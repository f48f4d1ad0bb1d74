import System
public import UniformTypeIdentifiers

/// Owning a pasteboard from within a program: a thread answers those who paste, until somebody else copies.
///
/// When the program ends by returning from `main` or by calling `exit`, what it has put on the general
/// pasteboard is handed to the clipboard manager of the session, if there is one: `pb serve`, or that of the
/// desktop (`SAVE_TARGETS`, freedesktop ClipboardManager). That takes three seconds at most. Without a manager,
/// after a signal, and on the other pasteboards it ends with the program; `writeInBackground` leaves a process
/// behind, as `pb copy` does.
extension Pasteboard {
  /// Puts an item on the pasteboard, in place of what is there; returns when the display has confirmed it.
  ///
  /// Throws `PasteboardError` with `.display` if there is no display, or `.overtaken` if another program took it first.
  public func write(_ item: PasteboardItem) throws(PasteboardError) {
    try write([item])
  }

  /// Sets the data of a type, beside what this program has put on the pasteboard since it last cleared it.
  ///
  /// Begins anew if another program has copied meanwhile. Each call takes the pasteboard anew, which other
  /// programs notice: `write` puts several types there at once. Throws `PasteboardError` as `write` does.
  public func setData(_ data: [UInt8], forType type: UTType) throws(PasteboardError) {
    try PasteboardServer.shared.own(place) { present in
      var items = present.isEmpty ? [PasteboardItem()] : present
      items[0].setData(data, forType: type)
      return items
    }
  }

  /// Sets the text of a type, as `setData(_:forType:)` sets its data.
  public func setString(_ string: String, forType type: UTType) throws(PasteboardError) {
    try setData(TextEncoding.encoded(string, as: type), forType: type)
  }

  /// Promises types in place of what is there: `provider` gives the data of each when somebody pastes it.
  ///
  /// Throws `PasteboardError` as `write` does.
  public func declareTypes(
    _ types: [UTType], provider: @escaping PasteboardItem.DataProvider
  ) throws(PasteboardError) {
    var item = PasteboardItem()
    item.setDataProvider(forTypes: types, provider)
    try write(item)
  }

  /// Takes what is there off the pasteboard, whoever put it there; returns the change count after it.
  ///
  /// Throws `PasteboardError` with `.display`.
  @discardableResult
  public func clearContents() throws(PasteboardError) -> Int {
    try PasteboardOwner.clear(name, on: backend)
    return try changeCount
  }

  /// Puts an item on the pasteboard and leaves a process behind that serves it until somebody else copies.
  ///
  /// This program may end at once. Only a program that has no second thread can do so, and so before any other
  /// call that writes: the process is a fork. Throws `PasteboardError`: `.system` if there are other threads,
  /// `.display` as `write` does.
  public func writeInBackground(_ item: PasteboardItem) throws(PasteboardError) {
    guard BackgroundProcess.canStart else {
      throw PasteboardError(.system, "a process of several threads cannot leave one behind in the background")
    }
    let content = Offering(item).content()
    try BackgroundProcess.start { ready throws(PasteboardError) in
      try PasteboardOwner.own(name, content, on: backend, lifetime: nil, ready: ready)
    }
  }
}
