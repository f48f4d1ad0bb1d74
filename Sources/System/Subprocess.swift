import Glibc

/// Runs other programs.
package enum Subprocess {
  /// Runs a command found in `PATH` to its end, with `input` to read, and a variable set in its environment.
  ///
  /// Its output goes where this process's goes. Returns its exit status, 128 and the number of the signal
  /// that ended it. Throws `SystemError` if it cannot be started.
  package static func run(
    _ command: [String], input: [UInt8], setting variable: (name: String, value: String)? = nil
  ) throws(SystemError) -> Int32 {
    let name = command.first ?? ""
    let ends = try FileDescriptor.pipe()
    let writing = FileDescriptor(number: ends.writing)
    if let variable { unsafe setenv(variable.name, variable.value, 1) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends.reading, 0)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe restoreSignals(in: &attributes)
    var process = pid_t()
    var words: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) } + [nil]
    let failure = unsafe posix_spawnp(&process, name, &actions, &attributes, &words, environ)
    unsafe words.forEach { unsafe free($0) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
    close(ends.reading)
    guard failure == 0 else { throw SystemError(name, failure) }
    try writing.write(input, name: name)
    return finish(writing, process)
  }

  /// What this process ignores or holds back, it does for itself: others expect to end with a broken pipe, and when
  /// they are told to.
  @unsafe private static func restoreSignals(in attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  }

  /// Closes the input, so that the program sees its end, and waits.
  private static func finish(_ input: consuming FileDescriptor, _ process: pid_t) -> Int32 {
    _ = consume input
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
  }
}
