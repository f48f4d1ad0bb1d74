// Module: DBus

/// Whatever a message bus sends is read or refused; a message that was read is the same when it is written again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBus(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let message = try? BusMessage(bytes) {
    let isSame = (try? BusMessage(message.bytes(isLittleEndian: false))) == message
    precondition(isSame, "A message was another when it was written again")
  }
  var client = BusClient()
  _ = client.begin(user: 0)
  client.append(Array("OK 0\r\nAGREE_UNIX_FD\r\n".utf8))
  for start in stride(from: 0, to: bytes.count, by: 97) {
    client.append(Array(bytes[start..<min(start + 97, bytes.count)]))
    do { while try client.next() != nil {} } catch { return 0 }
  }
  _ = BusAddress.all(in: String(decoding: bytes, as: UTF8.self))
  return 0
}
