import Exchange
import System

/// Reads one selection over a connection of its own.
final class X11Reader: Reader {
  private var requestor: SelectionRequestor
  private let selection: String

  init(display: String?, _ board: Board, _ terms: ReadTerms) throws(ExchangeError) {
    selection = board.selection
    requestor = try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in
      try SelectionRequestor(
        display: display, timeout: terms.timeout, byteLimit: terms.byteLimit,
        windowClass: terms.application.map {
          WindowClass(instanceName: Peer.standInInstance, className: $0)
        })
    }
  }

  var onProgress: (@Sendable (Int) -> Void)? {
    get { requestor.onProgress }
    set { requestor.onProgress = newValue }
  }

  func names() throws(ExchangeError) -> [String] {
    try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in try requestor.targets(of: selection)
    }
  }

  func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation {
    let property = try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in
      try requestor.property(name, of: selection)
    }
    return unchanged ? property : property.decodingCompoundText(under: name)
  }

  func beginning(of name: String, upTo count: Int) throws(ExchangeError) -> Beginning {
    var beginning = try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in
      try requestor.beginning(of: name, of: selection, upTo: count)
    }
    let isWhole = beginning.isWhole
    beginning.representation = beginning.representation.decodingCompoundText(under: name)
    // What came whole is whole in another encoding too, of another size.
    if isWhole { beginning.size = beginning.representation.bytes.count }
    return beginning
  }

  func allow(_ timeout: Duration) { requestor.timeout = timeout }

  func owner() -> Peer? { requestor.ownerDescription(of: selection) }
}
