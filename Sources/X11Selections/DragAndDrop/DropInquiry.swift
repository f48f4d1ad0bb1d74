import Exchange
import System

/// One question to the source of what was dropped, from the name that is asked for to the value with its type's name.
struct DropInquiry {
  private enum Stage {
    case naming
    case converting(ConversionBatch)
    /// The value is there, the name of its type, or the names in it, are not.
    case describing(PropertyValue)
  }

  /// The source that is asked, and the question.
  struct Options {
    let selection: XAtom
    let window: XWindow
    let time: XTimestamp
    let incremental: XAtom
    let reading: ReadOptions
  }

  let question: DropQuestion
  private let terms: Options
  private let start: MonotonicTime
  private var stage = Stage.naming
  private var bytesReceived = 0

  init(
    _ question: DropQuestion, _ terms: Options, at now: MonotonicTime, atoms: inout AtomTable,
    on connection: inout XConnection
  ) {
    self.question = question
    self.terms = terms
    start = now
    atoms.request([question.target], create: false, on: &connection)
  }

  /// Whether the source may still write to the window.
  var mayBeWritten: Bool {
    guard case .converting(let batch) = stage else { return false }
    return batch.mayBeWritten
  }

  /// While data comes in, every MiB adds a second.
  var deadline: MonotonicTime { start + terms.reading.timeout + .seconds(bytesReceived >> 20) }

  mutating func handle(_ event: XEvent, on connection: inout XConnection) {
    guard case .converting(var batch) = stage else { return }
    _ = batch.handle(event, on: &connection)
    stage = .converting(batch)
  }

  mutating func expire(on connection: inout XConnection) {
    if case .converting(var batch) = stage {
      batch.expire(on: &connection)
      stage = .converting(batch)
    }
  }

  /// The answer when all has arrived; nil before.
  mutating func advance(
    _ atoms: inout AtomTable, on connection: inout XConnection
  ) -> Result<DropAnswer, ExchangeError>? {
    switch stage {
    case .naming:
      guard atoms.collect(from: connection) else { return nil }
      guard let target = atoms[question.target] else { return .failure(refusal) }
      stage = .converting(
        ConversionBatch(
          terms.selection, to: [target], for: terms.window, time: terms.time, incremental: terms.incremental,
          byteLimit: terms.reading.byteLimit, believesProperty: true, on: &connection))
      return nil
    case .converting(var batch):
      _ = batch.collectReplies(on: &connection)
      bytesReceived = batch.bytesReceived
      stage = .converting(batch)
      guard let outcome = batch.outcomes[0] else { return nil }
      guard case .value(let value) = outcome else { return .failure(error(for: outcome)) }
      atoms.requestNames(of: [value.type] + (question.isList ? Self.atoms(in: value) : []), on: &connection)
      stage = .describing(value)
      return advance(&atoms, on: &connection)
    case .describing(let value):
      guard atoms.collect(from: connection) else { return nil }
      if question.isList { return .success(.names(Self.atoms(in: value).compactMap { atoms[$0] })) }
      let declared = atoms[value.type] ?? ""
      return .success(
        .value(Representation(declared: declared, format: value.format, bytes: value.bytes)))
    }
  }

  /// More names than any program has been seen to list; a hostile list ends here.
  private static func atoms(in value: PropertyValue) -> [XAtom] {
    value.words.prefix(4096).map(XAtom.init).filter { $0 != .none }
  }

  private var refusal: ExchangeError { .refused(question.target, of: Self.selection) }

  private static let selection = "XdndSelection"

  private func error(for outcome: IncomingTransfer.Outcome) -> ExchangeError {
    switch outcome {
    case .value, .refused: refusal
    case .noOwner, .ownerVanished: .ownerVanished(Self.selection)
    case .tooLarge: .tooLarge(question.target, limit: terms.reading.byteLimit)
    case .timedOut: .timedOut(question.target, of: Self.selection, after: terms.reading.timeout)
    case .malformed: .malformed("the drag source changed the type of \(question.target) while sending it")
    }
  }
}

/// A question about what was dropped, on its way through the loop that has the connection.
struct DropQuestion: Sendable {
  /// The target that is asked for.
  let target: String
  /// Whether the value is a list of names (`TARGETS`).
  let isList: Bool
  let answer = Mailbox<Result<DropAnswer, ExchangeError>>()

  func end(_ result: Result<DropAnswer, ExchangeError>) { answer.post(result) }
}

/// The answer to a question about what was dropped.
enum DropAnswer: Sendable {
  case value(Representation)
  case names([String])
}

/// An order to the loop of a drop target from those who hold it.
enum DropOrder: Sendable {
  case ask(DropQuestion)
  case end(isTaken: Bool)
  case close
}

/// A notice from the loop of a drop target to those who hold it.
enum DropNotice: Sendable {
  case dropped(names: [String], fileName: [UInt8]?, source: Peer?)
  case closed
  case failed(ExchangeError)
}
