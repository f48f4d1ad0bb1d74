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
  ///   - stay: when it does.
  package static func start(
    _ commands: [[String]], in folder: String?, removing private: PrivateFolder? = nil,
    _ stay: Stay = .beyondEnd(.zero)
  ) throws(Problem) {
    try BackgroundProcess.start { ready throws(Problem) in
      let place = folder ?? Environment.value("HOME") ?? "/"
      _ = unsafe chdir(place)
      var processes: [SpawnedProcess] = []
      for command in commands {
        processes.append(
          try rethrowing(as: Problem.init) { () throws(SystemError) in
            try SpawnedProcess(SpawnedProcess.Start(command: command, streams: [], isAlone: true))
          })
      }
      ready()
      guard let `private` else { return }
      _ = unsafe chdir("/")
      switch stay {
      case .beyondEnd(let duration):
        for process in processes { _ = process.wait() }
        wait(duration)
      case .fromStart(let duration): wait(duration)
      }
      `private`.remove()
    }
  }

  private static func wait(_ duration: Duration) {
    let end = MonotonicTime.now + duration
    while .now < end { poll(nil, 0, end.pollTimeout) }
  }

  /// Runs a command in this terminal to its end; returns its exit status.
  package static func runHere(_ command: [String]) throws(SystemError) -> Int32 {
    let start = SpawnedProcess.Start(command: command, streams: [0, 1, 2], isAlone: true)
    return try SpawnedProcess(start).wait()
  }
}
