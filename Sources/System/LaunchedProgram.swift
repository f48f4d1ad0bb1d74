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

  /// Starts commands, each in a session that is not this process's, with nothing of this process open.
  ///
  /// Must be called before this process has a second thread.
  ///
  /// - Parameters:
  ///   - folder: where they start; nil for the person's own.
  ///   - private: a folder that goes away when all have ended and `patience` is over: a program that hands what it is to
  ///     open to one that runs already ends at once.
  package static func start(
    _ commands: [[String]], in folder: String?, removing private: PrivateFolder? = nil, patience: Duration
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
      for process in processes { _ = process.wait() }
      var left = UInt32(clamping: patience.components.seconds)
      while left > 0 { left = sleep(left) }
      `private`.remove()
    }
  }

  /// Runs a command in this terminal to its end; returns its exit status.
  package static func runHere(_ command: [String]) throws(SystemError) -> Int32 {
    let start = SpawnedProcess.Start(command: command, streams: [0, 1, 2], isAlone: true)
    return try SpawnedProcess(start).wait()
  }
}
