import Conversions
public import Exchange
import System
public import UniformTypeIdentifiers

/// A pasteboard of the desktop: what programs copy to and paste from.
///
/// The names follow Apple's `NSPasteboard`. Calls may come from any thread. A call that needs the display, or the
/// program that owns the pasteboard, blocks until the answer arrives, for `timeout` at most. Every call reads or
/// changes the state that other programs see; the library keeps no copy of it.
public struct Pasteboard: Sendable, Hashable {
  /// The name of the pasteboard.
  public let name: PasteboardName

  /// The time to wait for each answer of the program that owns the pasteboard; one second by default.
  public var timeout: Duration = .seconds(1)

  /// The backend: a display system, or memory for tests.
  public let backend: Backend

  /// Creates a pasteboard with a name, by default on the desktop that this program runs on.
  public init(name: PasteboardName, backend: Backend = .current) {
    self.name = name
    self.backend = backend
  }

  /// The clipboard, which copy and paste use.
  public static var general: Pasteboard { Pasteboard(name: .general) }
  /// The primary selection: the selected text, which the middle button pastes.
  public static var primary: Pasteboard { Pasteboard(name: .primary) }
  /// The secondary selection, which few programs use.
  public static var secondary: Pasteboard { Pasteboard(name: .secondary) }
  /// The text that was last searched for.
  public static var find: Pasteboard { Pasteboard(name: .find) }
  /// The content of a drag in progress; on Wayland only drags of Xwayland.
  ///
  /// The source may refuse every program except the one under the pointer, as programs with Qt do.
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
  /// The types that the owner offers, in its order; empty if the pasteboard is empty.
  ///
  /// An X11 target without a declared type becomes a dynamic type. Throws `PasteboardError`: `.timedOut`,
  /// `.ownerVanished` or `.display`.
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

  /// The first of `wanted` that is available: offered types come before types that need a conversion.
  ///
  /// Nil if none is available. The method tries the conversion, because text may, for example, contain no table.
  /// Throws `PasteboardError` as `data(forType:)` does.
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

  /// The content as `type`: unchanged if the owner offers that type, otherwise converted.
  ///
  /// Nil if the content is not available in that type. Markdown is what `pb paste` writes: declared Markdown, and
  /// plain text that is the source of the rich text beside it, are returned byte for byte. Throws `PasteboardError`:
  /// `.timedOut`, `.ownerVanished`, `.tooLarge` or `.display`.
  public func data(forType type: UTType) throws(PasteboardError) -> [UInt8]? {
    let found: [UInt8]?? = try offered { reader, targets throws(PasteboardError) in
      try reader.paste(PasteRequest(type), among: targets).bytes
    }
    return found ?? nil
  }

  /// The content as text of `type`, decoded from the owner's encoding. Nil if the content is not available in that
  /// type. Throws `PasteboardError` as `data(forType:)` does.
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
  /// Replaces the pasteboard's content with items; returns when the display has confirmed the ownership.
  ///
  /// Programs that support only one item get the first item, and the text of all items. Throws `PasteboardError` with
  /// `.display` if there is no display, or `.overtaken` if another program took it first.
  public func write(_ items: [PasteboardItem]) throws(PasteboardError) {
    try PasteboardServer.shared.own(place) { _ in items }
  }

  /// The content as items: those that a program with this library wrote, otherwise one item for each copied file,
  /// otherwise one item with all offered types.
  ///
  /// An item requests the data of a type when it is used, and returns nil if the owner no longer returns it. Empty if
  /// the pasteboard is empty. Throws `PasteboardError` as `types` does.
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

  /// For each item, the first of `types` that it has, with its data.
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
  /// Replaces the pasteboard's content with an item; returns when the display has confirmed the ownership.
  ///
  /// Throws `PasteboardError` with `.display` if there is no display, or `.overtaken` if another program took it first.
  public func write(_ item: PasteboardItem) throws(PasteboardError) {
    try write([item])
  }

  /// Adds the data of a type to the content that this program has written since it last cleared the pasteboard.
  ///
  /// If another program has copied meanwhile, this replaces its content. Each call takes the pasteboard again, and
  /// other programs see each as a new copy; use `write` to publish several types at once. Throws `PasteboardError` as
  /// `write` does.
  public func setData(_ data: [UInt8], forType type: UTType) throws(PasteboardError) {
    try PasteboardServer.shared.own(place) { present in
      var items = present.isEmpty ? [PasteboardItem()] : present
      items[0].setData(data, forType: type)
      return items
    }
  }

  /// Adds the text of a type, as `setData(_:forType:)` adds data.
  public func setString(_ string: String, forType type: UTType) throws(PasteboardError) {
    try setData(TextEncoding.encoded(string, as: type), forType: type)
  }

  /// Replaces the pasteboard's content with promised types: `provider` returns the data of a type when a program
  /// requests it.
  ///
  /// Throws `PasteboardError` as `write` does.
  public func declareTypes(
    _ types: [UTType], provider: @escaping PasteboardItem.DataProvider
  ) throws(PasteboardError) {
    var item = PasteboardItem()
    item.setDataProvider(forTypes: types, provider)
    try write(item)
  }

  /// Empties the pasteboard, also if another program owns it; returns the change count afterwards.
  ///
  /// Throws `PasteboardError` with `.display`.
  @discardableResult
  public func clearContents() throws(PasteboardError) -> Int {
    try PasteboardOwner.clear(name, on: backend)
    return try changeCount
  }

  /// Replaces the pasteboard's content with an item that a background process serves until another program copies.
  ///
  /// This program may then exit. The process is a fork, so the program must have only one thread: call this before
  /// any other method that writes. Throws `PasteboardError`: `.system` if there are other threads, `.display` as
  /// `write` does.
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
