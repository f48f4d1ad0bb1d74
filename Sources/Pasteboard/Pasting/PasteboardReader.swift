package import Exchange
import System
import UniformTypeIdentifiers

/// Reads one pasteboard over a connection of its own.
package struct PasteboardReader {
  private let reader: any Reader
  private let name: PasteboardName
  private let table: NameTable
  private let helper: ConversionHelper?
  private let timeout: Duration
  /// Whether all questions of a paste have no more time than one.
  private let sharesTime: Bool

  /// Connects to the display.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for the owner, in all, for each question.
  ///   - sharesTime: true where a paste ends after that time: a form that another can stand for has three quarters
  ///     of it.
  ///   - byteLimit: the bytes accepted for one representation.
  ///   - helper: converts for a process that lives on; nil to convert in this one.
  ///   - application: the rule of the program to ask as; nil to ask as oneself.
  ///   - isLooking: true to show the content only, which does not use up a copy for one paste.
  package init(
    _ name: PasteboardName = .general, on backend: Backend = .current, timeout: Duration = .seconds(1),
    sharesTime: Bool = false, byteLimit: Int = 1 << 30, helper: ConversionHelper? = nil,
    as application: ApplicationRule? = nil, isLooking: Bool = false,
    table: NameTable = .shared
  ) throws(PasteboardError) {
    let terms = ReadOptions(timeout: timeout, byteLimit: byteLimit, application: application?.name)
    let reader = try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try backend.read(name.board, terms)
    }
    self.reader = isLooking ? LookingReader(reader) : reader
    self.name = name
    self.table = table
    self.helper = helper
    self.timeout = timeout
    self.sharesTime = sharesTime
  }

  /// Reads through somebody else's connection: what was dropped.
  package init(_ reader: any Reader, of name: PasteboardName) {
    (self.reader, self.name, table, helper) = (reader, name, .shared, nil)
    (timeout, sharesTime) = (.seconds(1), false)
  }

  /// Has `report` told the bytes that came so far of what is asked for, as they come.
  package func reportProgress(to report: @escaping @Sendable (Int) -> Void) {
    reader.onProgress = report
  }

  /// The names that the owner offers, in its order.
  package func targets() throws(PasteboardError) -> [String] {
    do {
      return try reader.names()
    } catch {
      guard error.code == .empty else { throw PasteboardError(error) }
      throw nothing
    }
  }

  /// Throws `.empty` where marks are all that is offered, as of what was taken back.
  package func requireContent(among targets: [String]) throws(PasteboardError) {
    guard targets.contains(where: { table.role(of: $0) == .content }) else { throw nothing }
  }

  private var nothing: PasteboardError {
    PasteboardError(.empty, "\(name.board.noun) is empty")
  }

  /// The owner's mark on its content, if there is one; doubt counts as a secret.
  package func mark(_ targets: [String]) -> PrivacyMarker.Meaning? {
    PrivacyMarker.meaning(among: targets) { try? reader.representation($0, unchanged: true).bytes }
  }

  /// Throws `PasteboardError` where a new copy of what is there would stay, which its owner will take away.
  package func requireToStay(_ targets: [String]) throws(PasteboardError) {
    guard PrivacyMarker.isTransient(among: targets), ownerFollowsRules() else { return }
    throw PasteboardError(
      .notConvertible,
      "nothing was changed: the content is temporary (--once or --clear-after)")
  }

  /// The program that owns the content; nil if there is none, or the display does not tell.
  package func owner() -> Peer? { reader.owner() }

  /// True if the owner is a program of this project, which answers each program by its rule.
  package func ownerFollowsRules() -> Bool {
    reader.owner()?.isOurs ?? false
  }

  /// Everything that the owner offers, byte for byte and with its marks, to be owned again after something else.
  ///
  /// The bounds are those of a clipboard manager. Throws `PasteboardError` where they leave something out.
  package func exactCopy(of targets: [String]) throws(PasteboardError) -> Snapshot {
    let bounds = SnapshotPolicy { [table] in table.role(of: $0) != .protocol && !Offering.isPassing($0) }
    reader.allow(max(timeout, Capture.patience))
    defer { reader.allow(timeout) }
    let owner = reader.owner()
    var isWhole = true
    var copy = Snapshot(of: targets, within: bounds, isWhole: &isWhole) { (name, _) throws(ExchangeError) in
      try reader.representation(name, unchanged: true)
    }
    guard isWhole, !copy.names.isEmpty else {
      throw PasteboardError(
        .tooLarge,
        "nothing was changed: pb could not read all formats to restore them (limit 64 MiB, 5 seconds)")
    }
    guard try self.targets() == targets, reader.owner() == owner else {
      throw PasteboardError(.overtaken, "nothing was changed: another program copied meanwhile")
    }
    copy.isExact = true
    return copy
  }

  /// The content that comes back after the paste that `pb recast --once` made its content for; nil if there is none.
  package func copyBeforeRecast(_ targets: [String]) -> Snapshot? {
    guard targets.contains(Offering.recastMarker), ownerFollowsRules(),
      let value = try? property(Offering.previousMarker, unchanged: true)
    else { return nil }
    return ServiceContentFile.decode(value.bytes)
  }

  /// The content that the owner gives under a name.
  ///
  /// - Parameter unchanged: true for text in the display system's own encoding as it comes, which is made UTF-8
  ///   otherwise.
  package func property(_ target: String, unchanged: Bool = false) throws(PasteboardError) -> Representation {
    try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try reader.representation(target, unchanged: unchanged)
    }
  }

  /// Passes what the owner gives under a name on to an open file as it comes, unchanged; false where that cannot be done, and
  /// nothing was written.
  package func pass(_ target: String, on file: Int32) throws(PasteboardError) -> Bool {
    try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try reader.pass(target, on: file) != nil
    }
  }

  /// The first bytes of what the owner gives under a name, which costs it no more than these.
  package func beginning(of target: String, upTo count: Int) throws(PasteboardError) -> RepresentationPrefix {
    try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try reader.beginning(of: target, upTo: count)
    }
  }

  /// Chooses among what is offered and gives it as what was asked for.
  ///
  /// - Parameters:
  ///   - targets: what is offered, if it has been asked for already.
  ///   - known: what came for targets that have been asked for already.
  package func paste(
    _ request: PasteRequest, among targets: [String]? = nil, known: [String: Representation] = [:]
  ) throws(PasteboardError) -> Choice {
    let offered = if let targets { targets } else { try self.targets() }
    let paste = Paste(table: table, helper: helper)
    let owner = paste.rules.lookAtOwners ? reader.owner() : nil
    let fetch: Paste.Fetch = { target throws(ExchangeError) in
      if let representation = known[target] { return representation }
      return try patiently(target, within: timeout)
    }
    let briefly: Paste.BriefFetch = { target, isAfterLateOne throws(ExchangeError) in
      let limit =
        switch (isAfterLateOne, sharesTime) {
        case (true, true): timeout / 8
        case (true, false): timeout / 4
        case (false, true): timeout * 3 / 4
        case (false, false): timeout
        }
      reader.allow(limit)
      defer { reader.allow(timeout) }
      if let representation = known[target] { return representation }
      return try patiently(target, within: limit)
    }
    return try paste.choose(request, among: offered, of: owner, briefly: briefly, fetch: fetch)
  }

  /// The content under a name; an owner of this project is asked again where it refuses late: it
  /// gives up for the least patient of programs, and goes on making it meanwhile.
  private func patiently(
    _ target: String, within limit: Duration
  ) throws(ExchangeError) -> Representation {
    let deadline = MonotonicTime.now + limit
    var refusal: ExchangeError?
    defer { if refusal != nil { reader.allow(timeout) } }
    while true {
      let start = MonotonicTime.now
      do throws(ExchangeError) {
        return try reader.representation(target, unchanged: false)
      } catch {
        // A second timeout is reported like the first.
        guard error.code == .refused else { throw refusal ?? error }
        let now = MonotonicTime.now
        guard start + Self.lateRefusal < now, now < deadline, refusal != nil || ownerFollowsRules() else {
          throw error
        }
        refusal = error
        reader.allow(.nanoseconds(deadline.nanoseconds - now.nanoseconds))
      }
    }
  }

  /// The time before which a refusal means that the owner does not have it.
  private static let lateRefusal = Duration.milliseconds(300)
}

/// Takes apart bytes in which each part stands behind its length in digits and a space.
struct PartReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The next part; nil if there is none, or it is not all there.
  mutating func next() -> ArraySlice<UInt8>? {
    guard let space = rest.prefix(12).firstIndex(of: 0x20),
      let count = Int(String(decoding: rest[..<space], as: UTF8.self)), count >= 0
    else { return nil }
    rest = rest[(space + 1)...]
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func nextText() -> String? { next().map { String(decoding: $0, as: UTF8.self) } }
}

extension [UInt8] {
  /// Appends a part behind its length.
  mutating func append(part: some Collection<UInt8>) {
    append(contentsOf: "\(part.count) ".utf8)
    append(contentsOf: part)
  }
}
