import Conversions
public import Exchange
import System
public import UniformTypeIdentifiers

/// A pasteboard of the desktop: what programs copy to and paste from.
///
/// The names follow Apple's `NSPasteboard`. Every call that talks to the display or to the program that owns
/// the pasteboard blocks until it has an answer, for `timeout` at most; any thread may call. What is read and
/// written is also what other programs see: there is no copy in between.
public struct Pasteboard: Sendable, Hashable {
  /// The name of the pasteboard.
  public let name: PasteboardName

  /// The time to wait for the program that owns the pasteboard, for each question.
  public var timeout: Duration = .seconds(1)

  /// The backend: a display system, or memory for tests.
  public let backend: Backend

  /// The pasteboard of a name, on the desktop that this program runs on unless told otherwise.
  public init(name: PasteboardName, backend: Backend = .current) {
    self.name = name
    self.backend = backend
  }

  /// The clipboard, which copy and paste use.
  public static var general: Pasteboard { Pasteboard(name: .general) }
  /// The primary selection: selected text, pasted with the middle button.
  public static var primary: Pasteboard { Pasteboard(name: .primary) }
  /// A second selection that few programs know.
  public static var secondary: Pasteboard { Pasteboard(name: .secondary) }
  /// The text that was last searched for.
  public static var find: Pasteboard { Pasteboard(name: .find) }
  /// The content being dragged, during a drag: where there is drag and drop, so under Wayland what Xwayland
  /// has.
  ///
  /// Its source may refuse all but the program that it is over, as programs of Qt do.
  public static var drag: Pasteboard { Pasteboard(name: .drag, backend: .presentForDragging ?? .current) }
}

extension Pasteboard {
  /// The place of a pasteboard, whatever its timeout.
  struct Place: Hashable, Sendable {
    let backend: Backend
    let board: Board
  }

  var place: Place { Place(backend: backend, board: name.board) }
}

// MARK: Reading

extension Pasteboard {
  /// The types that are offered, in the owner's order; empty if nothing is there.
  ///
  /// A target of X11 that no declared type has is given as a dynamic type. Throws `PasteboardError`:
  /// `.timedOut`, `.ownerVanished` or `.display`.
  public var types: [UTType] {
    get throws(PasteboardError) {
      try offered { _, targets in Self.types(of: targets) } ?? []
    }
  }

  /// The types that content under these names has, each once.
  static func types(of names: [String]) -> [UTType] {
    var seen: Set<UTType> = []
    return names.compactMap(NameTable.shared.typeOrUndeclared).filter { seen.insert($0).inserted }
  }

  /// The first of `wanted` that can be had: one that is offered as it is before one that has to be converted.
  ///
  /// Nil if none can. Whether one can be made is tried out: text may hold no table. Throws `PasteboardError` as
  /// `data(forType:)` does.
  public func availableType(from wanted: [UTType]) throws(PasteboardError) -> UTType? {
    let types = try types
    if let offered = wanted.first(where: { type in types.contains { $0.conforms(to: type) } }) {
      return offered
    }
    for type in wanted where types.contains(where: { ConverterGraph.shared.route(from: $0, to: type) != nil })
    {
      if try data(forType: type) != nil { return type }
    }
    return nil
  }

  /// The content as `type`: as it was offered, else converted between Markdown, HTML, RTF and plain text.
  ///
  /// Nil if it cannot be had. Markdown comes as `pb paste` gives it: declared Markdown, or plain text that is
  /// the source of the rich text beside it, byte for byte. Throws `PasteboardError`: `.timedOut`,
  /// `.ownerVanished`, `.tooLarge` or `.display`.
  public func data(forType type: UTType) throws(PasteboardError) -> [UInt8]? {
    let found: [UInt8]?? = try offered { reader, targets throws(PasteboardError) in
      try reader.paste(PasteRequest(type), among: targets).bytes
    }
    return found ?? nil
  }

  /// The content as text of `type`, whatever encoding its owner gives it in.
  ///
  /// Nil if it cannot be had. Throws `PasteboardError` as `data(forType:)` does.
  public func string(forType type: UTType) throws(PasteboardError) -> String? {
    try data(forType: type).map { TextEncoding.text($0, of: type) }
  }

  /// Nil if nobody owns the pasteboard, or its owner does not offer what is asked for.
  func offered<Result>(
    _ body: (PasteboardReader, _ targets: [String]) throws(PasteboardError) -> Result
  ) throws(PasteboardError) -> Result? {
    try PasteboardError.nilIfAbsent { () throws(PasteboardError) in
      let reader = try PasteboardReader(name, on: backend, timeout: timeout)
      let targets = try reader.targets()
      return try body(reader, targets)
    }
  }
}

/// Several items at once, as `NSPasteboard` has them.
extension Pasteboard {
  /// Puts items on the pasteboard, in place of what is there; returns when the display has confirmed it.
  ///
  /// Programs that know no more than one item see the first, and the text of all. Throws `PasteboardError` with
  /// `.display` if there is no display, or `.overtaken` if another program took it first.
  public func write(_ items: [PasteboardItem]) throws(PasteboardError) {
    try PasteboardServer.shared.own(place) { _ in items }
  }

  /// The content, item by item: all that a program of this library put there, else an item
  /// for each of several files, else one item of what is offered.
  ///
  /// Types only: the data of each is asked for when it is wanted, and is nil if it cannot be had then. Empty if
  /// nothing is there. Throws `PasteboardError` as `types` does.
  public var pasteboardItems: [PasteboardItem] {
    get throws(PasteboardError) {
      try offered { reader, names throws(PasteboardError) in
        if names.contains(ItemBundle.name), let bundle = try? reader.property(ItemBundle.name),
          let items = ItemBundle.decode(bundle.bytes)
        {
          return items
        }
        let types = Self.types(of: names)
        guard !types.isEmpty else { return [] }
        let pasteboard = self
        if types.contains(.fileURL),
          let files = try? reader.paste(PasteRequest(.fileURL), among: names).files,
          files.entries.count > 1
        {
          return files.entries.map { PasteboardItem($0.address, type: .fileURL) }
        }
        var item = PasteboardItem()
        item.setDataProvider(forTypes: types) { try? pasteboard.data(forType: $0) }
        return [item]
      } ?? []
    }
  }

  /// The first of `types` that each item has, with its data.
  ///
  /// Items that have none of them are left out. Throws `PasteboardError` as `types` does.
  public func read(_ types: [UTType]) throws(PasteboardError) -> [(type: UTType, data: [UInt8])] {
    var found: [(type: UTType, data: [UInt8])] = []
    for item in try pasteboardItems {
      for wanted in types {
        guard
          let type = item.types.first(where: { $0 == wanted })
            ?? item.types.first(where: { $0.conforms(to: wanted) }),
          let data = item.data(forType: type)
        else { continue }
        found.append((type, data))
        break
      }
    }
    return found
  }
}

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
      throw PasteboardError(.system, "a process with several threads cannot start a background owner")
    }
    let content = Offering(item).content()
    try BackgroundProcess.start { ready throws(PasteboardError) in
      try PasteboardOwner.own(name, content, on: backend, lifetime: nil, ready: ready)
    }
  }
}
