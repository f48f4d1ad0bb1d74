import Glibc

/// Finds the addresses of a host, without the C library's name service: a static program would load modules of exactly
/// its own release for that.
package enum HostLookup {
  /// The addresses at which a host, by name or by number, has a port.
  ///
  /// Numbers, `localhost` and names in `/etc/hosts` are found here; `getent`, which every system has that has a name
  /// service, is asked for all others. Throws if the host is unknown, or is not found in time.
  package static func addresses(
    of host: String, port: Int, until deadline: MonotonicTime
  ) throws(SystemError) -> [Socket.Address] {
    let port = UInt16(truncatingIfNeeded: port)
    if let address = Socket.Address(number: host, port: port) { return [address] }
    var numbers = HostsFile(
      content: (try? FileDescriptor(reading: HostsFile.path).readToEnd(name: "hosts")) ?? []
    )
    .numbers(of: host)
    if numbers.isEmpty { numbers = HostsFile.localNumbers(of: host) }
    if numbers.isEmpty { numbers = try askNameService(host, until: deadline) }
    let addresses = numbers.compactMap { Socket.Address(number: $0, port: port) }
    guard !addresses.isEmpty else {
      throw SystemError(unknownHost: host, "the host is neither in /etc/hosts nor in the name service")
    }
    return addresses
  }

  /// Asks `getent ahosts`, whose lines begin with a number.
  private static func askNameService(
    _ host: String, until deadline: MonotonicTime
  ) throws(SystemError) -> [String] {
    // A name that looks like an option, or would be several words, is none.
    guard !host.hasPrefix("-"), !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return []
    }
    let patience = Duration.nanoseconds(max(1, deadline.nanoseconds - MonotonicTime.now.nanoseconds))
    for file in [
      "/usr/bin/getent", "/bin/getent", "/usr/local/bin/getent", "/run/current-system/sw/bin/getent",
    ]
    where unsafe access(file, X_OK) == 0 {
      let process = FilterProcess(
        file: file, command: ["getent", "ahosts", host], environment: [], patience: patience,
        outputLimit: 1 << 16)
      switch process.run(on: []) {
      case .output(let answer): return HostsFile.firstWords(of: answer)
      case .late: throw SystemError(host, ETIMEDOUT)
      default: return []
      }
    }
    return []
  }
}

/// The file in which a machine names hosts (hosts(5)).
package struct HostsFile {
  static let path = "/etc/hosts"
  private let lines: [[Substring]]

  package init(content: [UInt8]) {
    lines = String(decoding: content, as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
      line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
    }
  }

  /// The numbers of a host, in the order of the file; names count in any case.
  package func numbers(of host: String) -> [String] {
    let name = host.lowercased()
    var numbers: [String] = []
    for line in lines where line.dropFirst().contains(where: { $0.lowercased() == name }) {
      let number = String(line[0])
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }

  /// The numbers of this machine for names that always mean it (RFC 6761, 6.3).
  package static func localNumbers(of host: String) -> [String] {
    let name = host.lowercased()
    return name == "localhost" || name.hasSuffix(".localhost") ? ["127.0.0.1", "::1"] : []
  }

  /// The different first words of lines, in their order.
  static func firstWords(of text: [UInt8]) -> [String] {
    var words: [String] = []
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      guard let word = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).first.map(String.init) else {
        continue
      }
      if !words.contains(word) { words.append(word) }
    }
    return words
  }
}

extension Socket.Address {
  /// The address that is written in numbers, of either version of the Internet protocol, with `%` and an interface behind
  /// it or not; nil if it is none.
  package init?(number text: String, port: UInt16) {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var four = in_addr()
    var six = in6_addr()
    if parts.count == 1, unsafe inet_pton(AF_INET, text, &four) == 1 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr = four
      self.init(bytes: unsafe withUnsafeBytes(of: address) { unsafe Array($0) })
    } else if unsafe inet_pton(AF_INET6, parts[0], &six) == 1 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = six
      if parts.count == 2 {
        let interface = unsafe if_nametoindex(parts[1])
        address.sin6_scope_id = UInt32(parts[1]) ?? interface
        guard address.sin6_scope_id != 0 else { return nil }
      }
      self.init(bytes: unsafe withUnsafeBytes(of: address) { unsafe Array($0) })
    } else {
      return nil
    }
  }
}
