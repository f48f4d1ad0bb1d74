package import Exchange
import System

/// The clipboard manager of a session: keeps what was copied when the program that copied it exits, and
/// offers Markdown that was copied in every format.
package enum ClipboardService {
  /// The way in which the service ended.
  package enum End: Sendable {
    case stopped
    /// Another clipboard manager has taken over.
    case replaced
    /// There was another one, which was not to be replaced.
    case occupied
  }

  /// Serves until the process is told to end, or another manager takes over.
  ///
  /// Every copy is read at once, within bounds, for programs that exit without a word; what is marked as a
  /// secret is not read at all. Tells the service manager what goes on (`sd_notify`), and reads the rules for
  /// applications anew on `SIGHUP`. Throws `PasteboardError` if there is a manager already, or no display, or
  /// when the X server goes away.
  ///
  /// - Parameters:
  ///   - backend: where the pasteboards are.
  ///   - replacesManager: whether to take the place of a manager that is there already.
  ///   - helper: converts what is kept.
  ///   - enriches: whether plain text that is Markdown is offered as rich text, too.
  ///   - history: takes note of each copy; nil to remember none but the last.
  ///   - sharing: shares the clipboard at a socket, too, also where another manager keeps it; nil to share nothing.
  ///   - say: is given a line for people when the service begins, and when rules are read anew.
  package static func run(
    on backend: Backend = .current, replacesManager: Bool, helper: ConversionHelper? = nil,
    enriches: Bool = false, history: CopyHistory? = nil, sharing: ClipboardSharing? = nil,
    say: @escaping @Sendable (String) -> Void
  ) throws(PasteboardError) -> End {
    ThisProcess.withholdCoreDumps()
    ThisProcess.returnLargeMemoryAtOnce()
    try PasteboardOwner.requireMeans()
    let notifier = ServiceNotifier(backend)
    let rules = ReloadableRules()
    let stop = StopSignal.onTermination {
      notifier.reloading()
      say(rules.reload())
      notifier.ready()
    }
    let shared = try sharing?.start(on: backend, rules: rules, say: say)
    defer { shared?.stop() }
    if let problem = ApplicationRules.userProblem { say("\(problem). pb uses only the built-in rules") }
    let kept = ServiceContentFile(backend)
    let terms = ManagerOptions(
      policy: ServiceManagerPolicy(rules: rules, helper: helper, history: history, enriches: enriches),
      replacesManager: replacesManager,
      held: kept.read(), stop: stop
    ) {
      // A start that fails leaves it for the next one.
      kept.remove()
      shared?.restoreCopies()
      if let problem = history?.open(say: say) { say(problem) }
      let place = sharing.map { ", shared at '\($0.path)'" } ?? ""
      let end = ThisProcess.isInForeground ? " (Ctrl+C ends it)" : ""
      say("keeping the clipboard of this display\(place)\(end)")
      notifier.ready()
    }
    do {
      let end = try keepOrShare(terms, on: backend, shared, say: say)
      history?.close()
      notifier.stopping()
      switch end {
      case .replaced: return .replaced
      case .occupied: return .occupied
      case .stopped(let held):
        // What another machine copied is owned by this process, too.
        if let held = held ?? shared?.kept(on: .general) { kept.leave(held) }
        shared?.leaveCopies()
        return .stopped
      }
    } catch {
      notifier.failed(error.description)
      throw PasteboardError(error)
    }
  }

  /// Works as the manager; where that cannot be and something is shared, only shares that until it is stopped.
  private static func keepOrShare(
    _ terms: ManagerOptions, on backend: Backend, _ shared: SharedClipboard?, say: @Sendable (String) -> Void
  ) throws(ExchangeError) -> ManagerExit {
    do throws(ExchangeError) {
      let end = try backend.keep(terms)
      guard shared != nil, case .occupied = end else { return end }
      say("another clipboard manager is running; pb serve only shares the clipboard")
    } catch {
      guard shared != nil else { throw error }
      say("\(error); pb serve only shares the clipboard")
    }
    terms.ready()
    _ = terms.stop.wakeUp.wait(until: .never)
    return .stopped(nil)
  }
}

/// Tells the service manager how the service is doing (sd_notify(3)); does nothing without one.
struct ServiceNotifier: Sendable {
  private let address: Socket.Address?
  private let place: String

  /// Takes the socket's name from `NOTIFY_SOCKET`: a path, or an abstract name after `@`.
  init(_ backend: Backend) {
    place = backend.place
    address = Environment.value("NOTIFY_SOCKET").flatMap { name in
      switch name.utf8.first {
      case UInt8(ascii: "/"): Socket.Address(path: name)
      case UInt8(ascii: "@"): Socket.Address(path: String(name.dropFirst()), isAbstract: true)
      default: nil
      }
    }
  }

  func ready() {
    send("READY=1\nSTATUS=Keeping the clipboard of \(place.isEmpty ? "this display" : place)")
  }

  /// Begins a reload, which `ready` ends. The time tells it from earlier ones.
  func reloading() {
    let microseconds = MonotonicTime.now.nanoseconds / 1_000
    send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)\nSTATUS=Reading the rules for applications")
  }

  func stopping() {
    send("STOPPING=1\nSTATUS=Stopping")
  }

  func failed(_ reason: String) {
    send("STATUS=\(reason)")
  }

  private func send(_ message: String) {
    guard let address else { return }
    Socket.post(Array(message.utf8), to: address)
  }
}
