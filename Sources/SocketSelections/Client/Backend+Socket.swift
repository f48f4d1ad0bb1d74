public import Exchange
import System

extension Backend {
  /// Creates a backend for the clipboard that a desktop shares at a socket: on another machine through `ssh`, in a
  /// container through a mount.
  ///
  /// - Parameter path: another socket than that of `PB_SOCKET`, or of the places at which one is looked for.
  public static func socket(_ path: String? = nil) -> Backend { socket(SocketEndpoint(path)) }

  /// Whether a person has named a socket for this process and those around it.
  package static var isSocketNamed: Bool { Environment.value("PB_SOCKET") != nil }

  static func socket(_ place: SocketEndpoint) -> Backend {
    Backend(
      name: "socket", place: place.path ?? "",
      isPresent: { place.answers },
      read: { board, terms throws(ExchangeError) in try SocketReader(place, board, terms) },
      own: { board, content, terms, ready throws(ExchangeError) in
        var owner = try SocketOwner(place, board, content, mayBeKept: terms.lifetime == nil)
        ready()
        let stop = terms.stop.map { [$0.wakeUp] } ?? []
        let deadline = terms.lifetime.map { MonotonicTime.now + $0 } ?? .never
        _ = try owner.serve(until: stop, or: deadline)
      },
      serve: { board, content, ended throws(ExchangeError) in
        try SocketOwnership(place, board, content, ended)
      },
      watch: { boards throws(ExchangeError) in try SocketWatch(place, boards) },
      clear: { board throws(ExchangeError) in
        var connection = try SocketClientConnection(place, until: .now + place.grace)
        let request = connection.machine.clear(board)
        _ = try connection.answer(to: request, within: .seconds(1))
      },
      keep: { _ throws(ExchangeError) in
        throw ExchangeError(
          .unavailable, "your desktop keeps copies from here. Run pb serve there.")
      },
      statusDescription: { place.problem },
      inheritedDescriptors: { place.descriptors })
  }
}
