import Conversions
public import Exchange
public import UniformTypeIdentifiers

/// A pasteboard of the desktop: what programs copy to and paste from.
///
/// The names follow Apple's `NSPasteboard`. Every call that talks to the display or to the program that owns
/// the pasteboard blocks until it has an answer, for `timeout` at most; any thread may call. What is read and
/// written is also what other programs see: there is no copy in between.
public struct Pasteboard: Sendable, Hashable {
  /// The name of the pasteboard.
  public let name: PasteboardName

  /// How long to wait for the program that owns the pasteboard, for each question.
  public var timeout: Duration = .seconds(1)

  /// Where it is: a display system, or a backend in memory for tests.
  public let backend: Backend

  /// The pasteboard of a name, on the desktop that this program runs on unless told otherwise.
  public init(name: PasteboardName, backend: Backend = .current) {
    self.name = name
    self.backend = backend
  }

  /// What copy and paste use.
  public static var general: Pasteboard { Pasteboard(name: .general) }
  /// What is selected, and pasted with the middle button.
  public static var primary: Pasteboard { Pasteboard(name: .primary) }
  /// A second selection that few programs know.
  public static var secondary: Pasteboard { Pasteboard(name: .secondary) }
  /// What was last searched for.
  public static var find: Pasteboard { Pasteboard(name: .find) }
  /// What is being dragged, while it is: where there is drag and drop, so under Wayland what Xwayland has.
  ///
  /// Its source may refuse all but the program that it is over, as programs of Qt do.
  public static var drag: Pasteboard { Pasteboard(name: .drag, backend: .presentForDragging ?? .current) }
}

extension Pasteboard {
  /// Where a pasteboard is, however long one waits for it.
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

  /// What is there as `type`: as it was offered, else converted between Markdown, HTML, RTF and plain text.
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

  /// What is there as text of `type`, whatever encoding its owner gives it in.
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
