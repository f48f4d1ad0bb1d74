import Glibc

/// The time on a processor that the calling thread has had: what else the machine does meanwhile does not count.
public func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// How much time on a processor the calling thread takes for some work.
public func processorTime(of work: () throws -> Void) rethrows -> Duration {
  let start = processorTime()
  try work()
  return processorTime() - start
}
