/// The events of the machine, and its actions.
extension OwnerMachine {
  enum Event {
    case request(SelectionRequest)
    /// The reply to `describePeer`.
    case peerDescribed(XWindow, View)
    /// The reply to `readPairs`: what the property of a `MULTIPLE` request holds.
    case pairsRead(ticket: Int, PropertyValue?)
    /// The reply to `render`; nil: it cannot be had.
    case rendered(Int, PropertyValue?)
    /// `after` tells which requests the server had carried out before; nil if that is not known.
    case propertyDeleted(Transfer, after: XSequence? = nil)
    case windowDestroyed(XWindow)
    case ownershipLost
    /// Time has passed; sent at `nextDeadline` or later.
    case clock
  }

  enum Action: Hashable {
    case write(PropertyValue, range: Range<Int>, to: Transfer)
    /// Tells the requestor; the property `.none` refuses.
    case notify(SelectionRequest, property: XAtom)
    case readPairs(ticket: Int, Transfer)
    case describePeer(XWindow)
    case render(Int)
    case watch(XWindow)
    case unwatch(XWindow)
  }

  /// The destination of an answer. A window can have several under way, and several windows the same
  /// property.
  struct Transfer: Hashable {
    var window: XWindow
    var property: XAtom
  }

  /// The view of a requestor: which targets there are, and which rendering serves each.
  struct View: Hashable {
    /// The answer to `TARGETS`.
    var list: PropertyValue
    /// Indices of renderings; several targets may share one.
    var renderings: [XAtom: Int]
    /// Those of them that are asked for each time.
    var changing: [Int] = []
  }

  /// The atoms of the targets and types that the protocol itself defines.
  struct Names {
    var targets, multiple, timestamp, saveTargets, incremental, null: XAtom

    init(_ atoms: AtomTable) {
      targets = atoms[.targets]
      multiple = atoms[.multiple]
      timestamp = atoms[.timestamp]
      saveTargets = atoms[.saveTargets]
      incremental = atoms[.incremental]
      null = atoms[.null]
    }
  }

  struct Limits {
    /// Larger values go by INCR, in pieces of this size; a multiple of four.
    var chunkSize = 1 << 20
    /// Whether they go by INCR at all; Chromium takes its announcement for what was dragged.
    var sendsPieces = true
    /// Whether requests from before the ownership are refused; PCManFM has times of its own.
    var checksTimes = true
    /// The least patient requestors wait for half a second.
    var answerTime = Duration.milliseconds(450)
    /// The times within which a requestor must fetch one piece, and all of them.
    var pieceTime = Duration.seconds(10)
    var transferTime = Duration.seconds(600)
    /// Pairs accepted in one `MULTIPLE` request.
    var pairs = 256
    /// The numbers of requests, of one window and of all, that may wait for a rendering, a list or a name; more are
    /// refused.
    var pendingOfPeer = 1024
    var pending = 4096
    /// Peers remembered, so that fifteen `TARGETS` in a row cost one look; forgotten after `peerTime`.
    var peers = 64
    var peerTime = Duration.seconds(2)
  }
}

/// Reads the list of a `MULTIPLE` request: first its pairs, then which of their properties can be written.
///
/// The server refuses a property that is no atom, of which the owner hears only when the answer is out.
struct PairReading {
  private let pairLimit: Int
  private let list: ReplyTicket<PropertyValue?>
  private var pairs: PropertyValue?
  private var words: [UInt32] = []
  /// The names of the properties, with their places in the list.
  private var names: [(place: Int, reply: ReplyTicket<String>)] = []

  /// - Parameter pairLimit: a longer list is not looked into; the machine refuses it as it is.
  init(_ source: OwnerMachine.Transfer, pairLimit: Int, on connection: inout XConnection) {
    self.pairLimit = pairLimit
    list = connection.readProperty(source.property, of: source.window, limit: 1 << 16, delete: false)
  }

  /// The value of the property, when all has arrived; a pair that cannot be written has lost its property.
  mutating func advance(on connection: inout XConnection) -> Reply<PropertyValue?> {
    if pairs == nil {
      switch connection.reply(to: list) {
      case .pending: return .pending
      case .failed: return .failed
      case .value(let read):
        guard let value = read, value.format == 32, value.bytesAfter == 0 else { return .value(read) }
        words = value.words
        guard words.count / 2 <= pairLimit else { return .value(value) }
        pairs = value
        for place in stride(from: 1, to: words.count, by: 2) where words[place] != XAtom.none.rawValue {
          names.append((place, connection.atomName(XAtom(rawValue: words[place]))))
        }
      }
    }
    while let name = names.last {
      switch connection.reply(to: name.reply) {
      case .pending: return .pending
      case .failed: words[name.place] = XAtom.none.rawValue
      case .value: break
      }
      names.removeLast()
    }
    return .value(pairs.map { PropertyValue(type: $0.type, words: words) })
  }
}

/// A value that goes to a requestor piece by piece, each when the one before has been taken (ICCCM 2.7.2).
///
/// Keeps the value it began with, whatever becomes of the selection meanwhile.
struct OutgoingTransfer {
  let value: PropertyValue
  private let chunkSize: Int
  private var sent = 0
  private(set) var isFinished = false

  /// `chunkSize` must be a multiple of four, so that no item is split.
  init(_ value: PropertyValue, chunkSize: Int) {
    self.value = value
    self.chunkSize = chunkSize
  }

  /// The number in the announcement: a lower bound of the value's bytes.
  func announcement(type incremental: XAtom) -> PropertyValue {
    PropertyValue(type: incremental, words: [UInt32(clamping: value.byteCount)])
  }

  /// The bytes to send now that the requestor has deleted the property; empty for the end.
  mutating func next() -> Range<Int> {
    let chunk = sent..<min(sent + chunkSize, value.byteCount)
    sent = chunk.upperBound
    isFinished = chunk.isEmpty
    return chunk
  }
}
