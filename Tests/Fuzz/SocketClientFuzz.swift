import Exchange

// Module: SocketSelections

/// Whatever a server sends is an answer to a question or ends the connection, and no value is larger than wanted.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSocketClient(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = bytes.first else { return 0 }
  var machine = SocketClientMachine(label: "far")
  _ = machine.list(.general, application: nil, timeout: 1000)
  _ = machine.read(ReadRequest("a/a", on: "general", limit: 100, timeout: 1000))
  let request = OwnRequest(board: "general", names: ["a/a", "b/b"], isSensitive: false, mayBeKept: true)
  let own = machine.own(request, bringing: [(0, Representation(bytes: [1, 2, 3]))])
  _ = machine.watch([.general])
  _ = machine.confirm(own)
  // Half of the inputs begin behind the welcome.
  if choice & 0x80 != 0 {
    _ = try? machine.receive(SocketFrame(.welcome(version: 1, rights: 3), of: 0).bytes)
  }
  var rest = bytes.dropFirst()
  do throws(SocketProtocolError) {
    while !rest.isEmpty {
      let piece = Array(rest.prefix(1 + Int(choice & 7) * 37))
      rest = rest.dropFirst(piece.count)
      for event in try machine.receive(piece) {
        switch event {
        case .value(_, let value, _): precondition(value.payload.count <= 100)
        case .render(let number, _, let name):
          machine.give(number, name == "a/a" ? Representation(bytes: [1]) : nil)
        case .failed(_, _, let message):
          precondition(
            message.utf8.count <= SocketLimits.message && message.unicodeScalars.allSatisfy { $0.value >= 32 }
          )
        default: break
        }
      }
      while machine.hasOutput { _ = machine.output() }
    }
  } catch {
    precondition(!error.description.isEmpty)
  }
  return 0
}
