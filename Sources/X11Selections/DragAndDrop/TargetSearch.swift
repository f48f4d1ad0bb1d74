/// Finds what is under the pointer, without waiting: asks one level of windows at a time and takes what arrives.
///
/// The server looks through windows that take no input, as icons of drags do.
struct TargetSearch {
  /// The result; `target` is nil if nothing there knows XDND.
  struct Result: Hashable {
    let point: XPoint
    let time: XTimestamp
    let target: DragTarget?
  }

  /// The questions about a window. Replies come in the order of the questions, so the last one is looked for
  /// first.
  private struct Question {
    let window: XWindow
    let aware, proxy: ReplyTicket<PropertyValue?>
    let child: ReplyTicket<ChildAtPoint>
  }

  /// The answers about a window.
  private struct Answer {
    var version: Int?
    var proxy: XWindow?
    var child: XWindow
  }

  private enum Step {
    case level(Question)
    /// Whether the proxy that a window names is there: it must name itself.
    case proxy(Question, of: XWindow, Answer)
  }

  /// Deeper than any program nests its windows above one that takes drops.
  private static let deepest = 64

  private let names: DragNames
  private let point: XPoint
  private let time: XTimestamp
  private let root: XWindow
  private var step: Step
  private var depth = 0
  /// The proxy of the root window, which stands for the desktop.
  private var desktop: DragTarget?

  init(at point: XPoint, _ time: XTimestamp, names: DragNames, on connection: inout XConnection) {
    self.names = names
    self.point = point
    self.time = time
    root = connection.root
    step = .level(Self.ask(connection.root, point, names, &connection))
  }

  /// The result when all replies have arrived; nil before.
  mutating func advance(on connection: inout XConnection) -> Result? {
    while true {
      switch step {
      case .level(let question):
        guard let answer = Self.answer(to: question, connection) else { return nil }
        if let proxy = answer.proxy {
          step = .proxy(Self.ask(proxy, point, names, &connection), of: question.window, answer)
        } else if let result = judge(question.window, nil, answer, &connection) {
          return result
        }
      case .proxy(let question, let window, let answer):
        guard let itself = Self.answer(to: question, connection) else { return nil }
        let isValid = itself.proxy == question.window
        let version = isValid ? itself.version : nil
        let target = version.flatMap {
          DragTarget(window: window, destination: question.window, declaredVersion: $0)
        }
        if let result = judge(window, target, answer, &connection) { return result }
      }
    }
  }

  /// Takes a window or its proxy if it knows XDND; else goes on with what is above it.
  private mutating func judge(
    _ window: XWindow, _ proxied: DragTarget?, _ answer: Answer, _ connection: inout XConnection
  ) -> Result? {
    if window == root {
      desktop = proxied
    } else if let target = proxied
      ?? answer.version.flatMap({ DragTarget(window: window, declaredVersion: $0) })
    {
      return found(target)
    }
    depth += 1
    guard answer.child != .none, depth < Self.deepest else { return found(desktop) }
    step = .level(Self.ask(answer.child, point, names, &connection))
    return nil
  }

  private func found(_ target: DragTarget?) -> Result { Result(point: point, time: time, target: target) }

  // MARK: Questions

  private static func ask(
    _ window: XWindow, _ point: XPoint, _ names: DragNames, _ connection: inout XConnection
  ) -> Question {
    Question(
      window: window,
      aware: connection.readProperty(names.aware, of: window, limit: 4, delete: false),
      proxy: connection.readProperty(names.proxy, of: window, limit: 4, delete: false),
      child: connection.child(of: window, at: point))
  }

  private static func answer(to question: Question, _ connection: borrowing XConnection) -> Answer? {
    let child: XWindow
    switch connection.reply(to: question.child) {
    case .pending: return nil
    case .failed: child = .none
    case .value(let found): child = found.child
    }
    return Answer(
      version: word(question.aware, connection).map(Int.init),
      proxy: word(question.proxy, connection).map(XWindow.init), child: child)
  }

  private static func word(
    _ ticket: ReplyTicket<PropertyValue?>, _ connection: borrowing XConnection
  ) -> UInt32? {
    guard case .value(let value) = connection.reply(to: ticket) else { return nil }
    return value?.words.first
  }
}
