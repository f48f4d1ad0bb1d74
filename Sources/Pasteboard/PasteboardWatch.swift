package import Exchange
import System

/// Tells of each change of a pasteboard, as it happens.
package struct PasteboardWatch {
  /// The state of a clipboard in the terms of `wl-paste --watch`, which programs under it know.
  package enum State: String, Sendable {
    case data
    /// There is an owner that offers nothing.
    case nothing = "nil"
    /// The pasteboard has no owner.
    case clear
    /// The owner marks its content as a secret, or as none that is to be kept.
    case sensitive
  }

  /// The content of a pasteboard at one time.
  package struct Change: Sendable {
    package let state: State
    /// The names of content that are offered; empty unless the state is `data`.
    package let targets: [String]
    /// Whether it was copied when what was told of before was, as far as the display tells.
    package var isSameTime = false
  }

  private let watch: any Watch
  private let name: PasteboardName
  private let backend: Backend
  private let timeout: Duration

  /// Begins to watch; throws `PasteboardError` if there is no display, or its server cannot tell.
  package init(
    _ name: PasteboardName, on backend: Backend = .current, timeout: Duration
  ) throws(PasteboardError) {
    watch = try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try backend.watch([name.board])
    }
    self.name = name
    self.backend = backend
    self.timeout = timeout
  }

  /// Waits, as long as it takes, and looks at what is there then.
  ///
  /// Changes within 50 ms of each other count as one.
  package func next() throws(PasteboardError) -> Change {
    let changes = try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try watch.next(until: nil)
    }
    var change = try look()
    change.isSameTime = changes.last?.isSameTime ?? false
    return change
  }

  /// The current content.
  package func look() throws(PasteboardError) -> Change {
    do {
      let reader = try PasteboardReader(name, on: backend, timeout: timeout)
      let targets = try reader.targets()
      if reader.mark(targets) != nil { return Change(state: .sensitive, targets: []) }
      let contents = targets.filter { NameTable.shared.role(of: $0) != .protocol }
      return Change(state: contents.isEmpty ? .nothing : .data, targets: contents)
    } catch {
      switch error.code {
      case .empty: return Change(state: .clear, targets: [])
      case .display, .system: throw error
      // An owner that does not answer has nothing to give; the next change is waited for.
      default: return Change(state: .nothing, targets: [])
      }
    }
  }
}
