import Glibc

/// A program that lives on by itself once it has been started.
package enum LaunchedProgram {
  /// Why a program did not start.
  package struct Problem: ReportableError {
    package let byte: UInt8
    package let description: String

    package init(byte: UInt8, description: String) {
      self.byte = byte
      self.description = description
    }

    package init(_ error: SystemError) {
      self.init(byte: 0, description: error.description)
    }
  }

  /// How long a folder stays whose files programs were given.
  package enum Stay: Sendable {
    /// Until all have ended, and so long: one that hands what it is to open to one that runs already ends at once.
    case beyondEnd(Duration)
    /// So long from their start, whether they run or not.
    case fromStart(Duration)
  }

  /// Starts commands, each in a session that is not this process's, with nothing of this process open.
  ///
  /// Must be called before this process has a second thread.
  ///
  /// - Parameters:
  ///   - folder: where they start; nil for the person's own.
  ///   - private: a folder that goes away.
  ///   - stay: when it does, unless the process that waits for it is told to end before.
  package static func start(
    _ commands: [[String]], in folder: String?, removing private: PrivateFolder? = nil,
    _ stay: Stay = .beyondEnd(.zero)
  ) throws(Problem) {
    try BackgroundProcess.start { ready throws(Problem) in
      let place = folder ?? Environment.value("HOME") ?? "/"
      _ = unsafe chdir(place)
      // Nothing ends this process before the folder has gone, but what nobody can hold back.
      let signals = HeldSignals(`private` == nil ? [] : [SIGTERM, SIGINT])
      var started: [SpawnedProcess] = []
      for command in commands {
        started.append(
          try rethrowing(as: Problem.init) { () throws(SystemError) in
            try SpawnedProcess(SpawnedProcess.Start(command: command, streams: [], isAlone: true))
          })
      }
      ready()
      guard let `private` else { return }
      _ = unsafe chdir("/")
      let processes = started
      switch stay {
      case .beyondEnd(let duration):
        let isToldToEnd = signals.next(unless: { processes.allSatisfy { $0.hasEnded } }) != nil
        if !isToldToEnd { _ = signals.next(until: .now + duration) }
      case .fromStart(let duration): _ = signals.next(until: .now + duration)
      }
      `private`.remove()
    }
  }

  /// Runs a command in this terminal to its end; returns its exit status.
  ///
  /// What keys of the terminal tell all who run there is for the command alone.
  ///
  /// - Parameter private: a folder that goes away if this process is told to end.
  package static func runHere(
    _ command: [String], removing private: PrivateFolder? = nil
  ) throws(SystemError) -> Int32 {
    let signals = HeldSignals([SIGTERM, SIGHUP, SIGINT, SIGQUIT])
    defer { signals.release() }
    let start = SpawnedProcess.Start(command: command, streams: [0, 1, 2], isAlone: true)
    let process = try SpawnedProcess(start)
    while let number = signals.next(unless: { process.hasEnded }) {
      guard number == SIGTERM || number == SIGHUP else { continue }
      `private`?.remove()
      signals.release()
      raise(number)
    }
    return process.wait()
  }
}
