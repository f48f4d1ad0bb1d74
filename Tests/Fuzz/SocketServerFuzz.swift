import Exchange

// Module: SocketSelections

/// Whatever a client sends is answered or ends the connection, and no answer is made for what was not asked.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSocketServer(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = bytes.first else { return 0 }
  var machine = SocketServerMachine(rights: Rights(rawValue: choice & 15))
  // Half of the inputs begin behind the introduction.
  if choice & 0x80 != 0 {
    _ = try? machine.receive(SocketFrame(.hello(version: 1, label: "far"), of: 0).bytes)
  }
  var rest = bytes.dropFirst()
  do throws(SocketProtocolError) {
    while !rest.isEmpty {
      let piece = Array(rest.prefix(1 + Int(choice >> 4 & 7) * 37))
      rest = rest.dropFirst(piece.count)
      for action in try machine.receive(piece) { answer(action, &machine) }
      var sent = 0
      while machine.hasOutput {
        sent += machine.output().count
        precondition(sent < 4 << 20, "a piece of \(piece.count) bytes is answered by \(sent)")
      }
    }
  } catch {
    precondition(!error.description.isEmpty)
  }
  return 0
}

private func answer(_ action: SocketServerMachine.Action, _ machine: inout SocketServerMachine) {
  switch action {
  case .list(let request, _, _, _): machine.answer(request, NameAnswer(["a/a", "b/b"], of: nil))
  case .read(let request, let read):
    let value = Representation(bytes: Array(read.name.utf8))
    machine.answer(request, value, ValueHead(value))
  case .own(let request, let offer):
    precondition(offer.values.values.reduce(0) { $0 + $1.payload.count } <= SocketLimits.pushed)
    machine.owned(request, isKept: offer.request.mayBeKept)
    if let name = offer.request.names.first { _ = machine.render(request, name, limit: 100) }
  case .release(let request, _), .confirm(let request, _), .count(let request, _), .clear(let request, _):
    machine.done(request)
  case .watch(let request, let boards): machine.changed(request, boards[0], hasOwner: true)
  case .ask(let right): for action in machine.resolve(right, isAllowed: true) { answer(action, &machine) }
  case .rendered(_, let value): precondition((value?.payload.count ?? 0) <= 100)
  case .greet, .cancel, .overlong: break
  }
}
