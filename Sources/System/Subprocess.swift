import Glibc

/// Runs other programs.
package enum Subprocess {
  /// Runs a command found in `PATH` to its end, with `input` to read, and variables set in its environment.
  ///
  /// Its output goes where this process's goes. Returns its exit status, 128 and the number of the signal
  /// that ended it. Throws `SystemError` if it cannot be started.
  package static func run(
    _ command: [String], input: [UInt8], setting variables: [(name: String, value: String)] = []
  ) throws(SystemError) -> Int32 {
    let name = command.first ?? ""
    let ends = try FileDescriptor.pipe()
    let reading = FileDescriptor(number: ends.reading)
    let writing = FileDescriptor(number: ends.writing)
    for variable in variables { unsafe setenv(variable.name, variable.value, 1) }
    let process = try SpawnedProcess(SpawnedProcess.Start(command: command, streams: [reading.number]))
    _ = consume reading
    try writing.write(input, name: name)
    // So that the program sees the end of its input.
    _ = consume writing
    return process.wait()
  }

  /// Starts a program that lives on by itself, with `input` to read and nothing else of this process; false if that
  /// fails.
  package static func leave(_ command: [String], file: String, input: [UInt8]) -> Bool {
    guard let null = try? FileDescriptor(opening: "/dev/null", O_RDWR), let ends = try? FileDescriptor.pipe()
    else { return false }
    let theirs = FileDescriptor(number: ends.reading)
    let ours = FileDescriptor(number: ends.writing)
    let start = SpawnedProcess.Start(
      command: command, file: file, streams: [theirs.number, null.number, null.number], isAlone: true)
    guard (try? SpawnedProcess(start)) != nil else { return false }
    _ = consume theirs
    return (try? ours.write(input, name: file)) == true
  }

  /// How a filter is run.
  package struct Filter {
    /// The file to run.
    var file: String
    /// Its name and arguments.
    var command: [String]
    /// Its whole environment.
    var environment: [String]
    /// How long it may take, and how much it may write.
    var patience: Duration
    var outputLimit: Int

    package init(
      file: String, command: [String], environment: [String], patience: Duration, outputLimit: Int
    ) {
      self.file = file
      self.command = command
      self.environment = environment
      self.patience = patience
      self.outputLimit = outputLimit
    }
  }

  /// Has a program make something of `input`, in a process that has none of what this one has open.
  ///
  /// Nil if it cannot be started, fails, takes longer or writes more than it may; it is ended then.
  package static func output(of filter: Filter, input: [[UInt8]]) -> [UInt8]? {
    guard let null = try? FileDescriptor(opening: "/dev/null", O_WRONLY),
      let inputEnds = try? FileDescriptor.pipe()
    else { return nil }
    let theirInput = FileDescriptor(number: inputEnds.reading)
    let ourInput = FileDescriptor(number: inputEnds.writing)
    guard let outputEnds = try? FileDescriptor.pipe() else { return nil }
    let ourOutput = FileDescriptor(number: outputEnds.reading)
    let theirOutput = FileDescriptor(number: outputEnds.writing)
    let start = SpawnedProcess.Start(
      command: filter.command, file: filter.file, environment: filter.environment,
      streams: [theirInput.number, theirOutput.number, null.number], isAlone: true)
    guard let process = try? SpawnedProcess(start) else { return nil }
    _ = consume theirInput
    _ = consume theirOutput
    let exchange = PipeExchange(deadline: .now + filter.patience, outputLimit: filter.outputLimit)
    let output = exchange.run(writing: input, to: ourInput, readingFrom: ourOutput)
    if output == nil { process.end() }
    return process.wait() == 0 ? output : nil
  }
}
