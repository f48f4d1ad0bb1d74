import Exchange
import System

/// A board that was asked for, from the request to the compositor's word on it.
struct WaylandClaim: ~Copyable {
  let board: Board
  let content: Content
  let forms: OfferedForms
  let source: UInt32
  /// Tells this copy from all others.
  let marker: OwnerMarker
  var connection: WaylandConnection
  /// What came while the compositor confirmed the ownership.
  private(set) var early: [ClientMachine.Event] = []

  /// Sends the request.
  init(_ board: Board, _ content: Content, on display: WaylandDisplay) throws(ExchangeError) {
    let slot = try Slot.required(board)
    var connection = try display.open()
    try connection.requireControl(of: slot)
    let marker = OwnerMarker()
    let forms = OfferedForms(content, marker: marker)
    guard let source = connection.machine.select(forms.names, slot) else {
      throw ExchangeError(.unavailable, "the compositor has no data control")
    }
    (self.board, self.content, self.forms, self.source, self.marker) = (board, content, forms, source, marker)
    self.connection = connection
  }

  /// Returns when the compositor has confirmed it.
  mutating func confirm() throws(ExchangeError) {
    let (source, board) = (source, board)
    var early: [ClientMachine.Event] = []
    try connection.update { (event) throws(ExchangeError) in
      if case .cancelled(source) = event {
        throw ExchangeError(.overtaken, "another program took the \(board) pasteboard first")
      }
      early.append(event)
    }
    self.early = early
  }
}

/// A claim that the compositor has confirmed, for whoever serves it.
final class WaylandTakenBoard: TakenBoard {
  private var claim: WaylandClaim?
  let descriptors: [Int32]

  init(_ claim: consuming WaylandClaim) {
    // Managers ask at once: what they ask through came with the compositor's word.
    let pipes = claim.early.compactMap { event in
      if case .asked(_, _, let pipe) = event { pipe.number } else { nil }
    }
    descriptors = claim.connection.descriptors + pipes
    self.claim = consume claim
  }

  func serve(_ terms: OwnTerms) throws(ExchangeError) {
    guard let claim = claim.take() else { return }
    var owner = WaylandOwner(claim, limits: SourceMachine.Limits(), lends: true)
    try owner.serve(for: terms.lifetime, until: terms.stop)
  }
}
