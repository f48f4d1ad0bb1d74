import Glibc

/// Pipes that nobody reads any more.
package enum BrokenPipes {
  /// Does work in which they do not end this process, without a change to what other threads do.
  package static func ignored<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var pipes = sigset_t()
    unsafe sigemptyset(&pipes)
    unsafe sigaddset(&pipes, SIGPIPE)
    var former = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &pipes, &former)
    defer {
      var noTime = timespec()
      // What came meanwhile must not end the program now.
      if unsafe sigismember(&former, SIGPIPE) == 0 {
        while unsafe sigtimedwait(&pipes, nil, &noTime) == SIGPIPE {}
      }
      unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
    }
    return try work()
  }
}
