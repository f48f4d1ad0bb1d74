import Glibc

/// Finds the addresses of a host.
package enum HostLookup {
  /// The addresses at which a host, by name or by number, has a port.
  ///
  /// A name is looked up in a thread of its own, as the C library's way of doing it knows no deadline.
  package static func addresses(
    of host: String, port: Int, until deadline: MonotonicTime
  ) throws(SystemError) -> [Socket.Address] {
    if let found = try? lookUp(host, port, AI_NUMERICHOST).get() { return found }
    let answer = Mailbox<Result<[Socket.Address], SystemError>>()
    let isRunning = startThread { answer.post(lookUp(host, port, AI_ADDRCONFIG)) }
    guard isRunning else { return try lookUp(host, port, AI_ADDRCONFIG).get() }
    guard answer.wakeUp.wait(until: deadline), let result = answer.take().first else {
      throw SystemError(host, ETIMEDOUT)
    }
    return try result.get()
  }

  private static func lookUp(
    _ host: String, _ port: Int, _ flags: Int32
  ) -> Result<[Socket.Address], SystemError> {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = flags
    var list: UnsafeMutablePointer<addrinfo>?
    let status = unsafe getaddrinfo(host, "\(port)", &hints, &list)
    guard status == 0 else {
      return .failure(SystemError(unknownHost: host, unsafe String(cString: gai_strerror(status))))
    }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [Socket.Address] = []
    var next = unsafe list
    while let entry = unsafe next {
      let address = unsafe UnsafeRawBufferPointer(
        start: entry.pointee.ai_addr, count: Int(entry.pointee.ai_addrlen))
      unsafe addresses.append(Socket.Address(bytes: Array(address)))
      unsafe next = entry.pointee.ai_next
    }
    return .success(addresses)
  }
}
