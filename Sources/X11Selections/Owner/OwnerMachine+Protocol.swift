/// What the machine is told and what it asks for.
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

  /// Where an answer goes. A window can have several under way, and several windows the same property.
  struct Transfer: Hashable {
    var window: XWindow
    var property: XAtom
  }

  /// What a requestor gets to see: which targets there are, and which rendering serves each.
  struct View: Hashable {
    /// The answer to `TARGETS`.
    var list: PropertyValue
    /// Indices of renderings; several targets may share one.
    var renderings: [XAtom: Int]
    /// Those of them that are asked for each time.
    var changing: Set<Int> = []
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
    /// How long a requestor may take to fetch one piece, and all of them.
    var pieceTime = Duration.seconds(10)
    var transferTime = Duration.seconds(600)
    /// Pairs accepted in one `MULTIPLE` request.
    var pairs = 256
    /// Peers remembered, so that fifteen `TARGETS` in a row cost one look; forgotten after `peerTime`.
    var peers = 64
    var peerTime = Duration.seconds(2)
  }
}
