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
    return BrokenPipes.ignored { try? ours.write(input, name: file) } == true
  }
}
