import Exchange
import Pasteboard
import System
import Terminal

/// Has a person choose a remembered copy on the terminal.
enum HistoryScreen {
  /// The one that was chosen; nil if the person leaves.
  static func run(on backend: Backend) throws(Failure) -> HistoryItem? {
    let (chosen, signal) = try choose(backend)
    // The terminal is the shell's again.
    if let signal { FullScreen.end(by: signal) }
    return chosen
  }

  private static func choose(_ backend: Backend) throws(Failure) -> (HistoryItem?, signal: Int32?) {
    let history = try Failure.wrapping { () throws(PasteboardError) in try HistoryReader(on: backend) }
    guard !history.items.isEmpty else { throw Failure("the history is empty", status: .nothing) }
    guard var screen = FullScreen() else { throw Failure("standard input is not a terminal") }
    let isColored = ColorChoice.auto.isOn(isTerminal: true, variable: Environment.value)
    var view = HistoryView(history.items, size: screen.size, now: WallClock.seconds)
    while true {
      screen.show(view.frame(), color: isColored)
      switch screen.next() {
      case .ended(let signal): return (nil, signal)
      case .woken: break
      case .resized: view.size = screen.size
      case .keys(let keys):
        for key in keys {
          switch view.handle(key) {
          case .leave: return (nil, nil)
          case .take(let number): return (view.items[number], nil)
          case .suspend:
            screen.suspend()
            view.size = screen.size
          case .forget(let number):
            let item = view.items[number]
            try Failure.wrapping { () throws(PasteboardError) in
              // What others have copied meanwhile has made a new list.
              try HistoryReader(on: backend).drop(item)
            }
            view.remove(number)
            if view.items.isEmpty { return (nil, nil) }
          case nil: break
          }
        }
      }
    }
  }
}
