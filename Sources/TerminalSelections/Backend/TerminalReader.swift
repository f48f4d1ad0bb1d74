import Exchange
import System

/// Reads a terminal's clipboard.
///
/// A terminal may ask its user each time: what belongs together is asked for at once, and text is read once.
final class TerminalReader: Reader {
  private let device: TerminalDevice
  private let location: ClipboardLocation
  private let terms: ReadOptions
  private var listed: [String]?
  private var values: [String: [UInt8]] = [:]

  init(_ board: Board, _ terms: ReadOptions, on device: TerminalDevice) throws(ExchangeError) {
    location = try ClipboardLocation(board)
    (self.device, self.terms) = (device, terms)
    // Nothing is read from the bottom of a script that could not copy either.
    _ = try device.way(location, for: .pasting)
  }

  var onProgress: (@Sendable (Int) -> Void)?

  /// More is not taken, whatever is accepted: terminals have no more.
  private static let limit = 128 << 20
  private var byteLimit: Int { min(terms.byteLimit, Self.limit) }
  /// The largest length of bytes as a string.
  private var stringLimit: Int { byteLimit / 3 * 4 + 4096 }

  func owner() -> Peer? { nil }

  func names() throws(ExchangeError) -> [String] {
    let way = try device.way(location, for: .pasting)
    switch way.method {
    case .packets(let wrapping):
      let known = device.takeNames(location)
      let list = if let known { known } else { try self.list(Requests(wrapping: wrapping)) }
      guard list.status == "DONE" else {
        throw TerminalRefusal.reading(list.status ?? "no answer", location)
      }
      listed = list.names
    case .text(let wrapping): listed = try keep(try text(Requests(wrapping: wrapping), way))
    case .tmux:
      guard location == .copied else {
        throw ExchangeError(.unavailable, "tmux has no primary selection")
      }
      guard let text = Tmux.paste(), !text.isEmpty else { throw Self.empty }
      listed = try keep(text)
    }
    guard let listed, !listed.isEmpty else { throw Self.empty }
    return listed
  }

  func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation {
    if let bytes = values[name] { return try within(bytes, name) }
    let offered = if let listed { listed } else { try names() }
    if let bytes = values[name] { return try within(bytes, name) }
    guard offered.contains(name),
      case .packets(let wrapping) = try device.way(location, for: .pasting).method
    else {
      throw ExchangeError(.refused, "the terminal does not return \(name)")
    }
    let read = try content([name] + companions(of: name, offered), Requests(wrapping: wrapping))
    for (key, bytes) in read { values[key] = bytes }
    // A listed form without bytes is empty, not refused.
    return try within(values[name] ?? [], name)
  }

  private static let damaged = ExchangeError(
    .unavailable, "the terminal's answer is incomplete; try again")

  private static let late = ExchangeError(
    .timedOut, "the terminal did not return its clipboard in time")

  private static let empty = ExchangeError(.empty, "the terminal's clipboard is empty")

  private func within(_ bytes: [UInt8], _ name: String) throws(ExchangeError) -> Representation {
    guard bytes.count <= terms.byteLimit else {
      throw .tooLarge(name, limit: terms.byteLimit)
    }
    return Representation(bytes: bytes)
  }

  // MARK: Any type

  /// Forms that are read along: text, and marks about it, so that a person is asked once.
  private func companions(of name: String, _ offered: [String]) -> [String] {
    guard name.hasPrefix("text/") || name.hasPrefix("application/x-pasteboard") else { return [] }
    var kinds: Set<Substring> = [name.prefix { $0 != ";" }]
    return offered.filter { other in
      let kind = other.prefix { $0 != ";" }
      let isWanted =
        other.hasPrefix("text/") || other.hasPrefix("application/x-pasteboard")
        || PrivacyMarker.isMark(other)
      return other != name && isWanted && values[other] == nil && kinds.insert(kind).inserted
    }
  }

  private func list(_ requests: Requests) throws(ExchangeError) -> NameList {
    let identifier = device.identifier()
    return try device.talk { conversation throws(ExchangeError) in
      var machine = ListMachine(requests, identifier: identifier)
      _ = try conversation.ask(requests.list(location, identifier: identifier) + requests.fence, &machine)
      guard !machine.list.isDamaged else { throw Self.damaged }
      return machine.list
    }
  }

  private func content(_ names: [String], _ requests: Requests) throws(ExchangeError) -> [String: [UInt8]] {
    let identifier = device.identifier()
    let progress = onProgress
    return try device.talk(stringLimit: TerminalDevice.shortAnswers) { conversation throws(ExchangeError) in
      var machine = ReadMachine(requests, identifier: identifier, names, byteLimit: byteLimit)
      let request = requests.read(names, location, identifier: identifier) + requests.fence
      let isAnswered = try conversation.ask(request, &machine, within: terms.timeout) { progress?($0) }
      if machine.isTooLarge {
        throw .tooLarge("the terminal's clipboard", limit: byteLimit)
      }
      guard !machine.isDamaged else { throw Self.damaged }
      guard isAnswered, let status = machine.status else {
        throw Self.late
      }
      guard status == "DONE" else { throw TerminalRefusal.reading(status, location) }
      return machine.values
    }
  }

  // MARK: Text alone

  private func keep(_ text: [UInt8]) throws(ExchangeError) -> [String] {
    for name in SentText.names { values[name] = text }
    return SentText.names
  }

  private func text(_ requests: Requests, _ way: TerminalTransport) throws(ExchangeError) -> [UInt8] {
    if let reason = way.readRefusal { throw ExchangeError(.unavailable, reason) }
    let progress = onProgress
    let text = try device.talk(stringLimit: stringLimit) { conversation throws(ExchangeError) in
      var machine = ReadTextMachine(requests, location, mayAskPerson: way.asks)
      let request = requests.text(location) + requests.fence
      let isAnswered = try conversation.ask(request, &machine, within: terms.timeout) { progress?($0) }
      if machine.isTooLarge {
        throw .tooLarge("the terminal's clipboard", limit: byteLimit)
      }
      guard !machine.isDamaged else { throw Self.damaged }
      guard isAnswered || !machine.isWithinReply else { throw Self.late }
      return machine.text
    }
    guard let text, !text.isEmpty else {
      throw ExchangeError(
        .unavailable, "the terminal returned nothing: its clipboard is empty, or it does not allow reading")
    }
    return text
  }
}
