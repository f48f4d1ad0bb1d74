import Glibc
import Synchronization

/// The main thread's default: the system provides pages as they are touched.
private let stackSize = 8 << 20

/// Runs `body` in a thread of its own; false if there can be no further thread.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let box = unsafe Unmanaged.passRetained(Box(body))
  var thread = pthread_t()
  var attributes = pthread_attr_t()
  unsafe pthread_attr_init(&attributes)
  defer { unsafe pthread_attr_destroy(&attributes) }
  unsafe pthread_attr_setstacksize(&attributes, stackSize)
  let status = unsafe pthread_create(
    &thread, &attributes,
    { raw in
      if let raw = unsafe raw { unsafe Unmanaged<Box>.fromOpaque(raw).takeRetainedValue().body() }
      return nil
    }, box.toOpaque())
  if status != 0 {
    unsafe box.release()
    return false
  }
  pthread_detach(thread)
  return true
}

/// Runs `body` in a thread of its own, or here where there can be no further one: slower for others, but not lost.
package func runInThreadIfPossible(_ body: @escaping @Sendable () -> Void) {
  if !startThread(body) { body() }
}

/// The same with a value that `body` owns from now on.
package func runInThreadIfPossible<Value: ~Copyable>(
  owning value: consuming sending Value, _ body: @escaping @Sendable (consuming Value) -> Void
) {
  let luggage = ThreadPayload(value)
  runInThreadIfPossible {
    if let value = luggage.value.withLock({ $0.take() }) { body(value) }
  }
}

/// A thread that waits for its work: whoever needs one later has it before anything depends on it.
package struct ReservedThread: ~Copyable {
  private final class Work: Sendable {
    let body = Mutex<(@Sendable () -> Void)?>(nil)
    let isGiven = WakeUp()
  }

  private let work = Work()

  /// Nil if there can be no further thread.
  package init?() {
    let work = work
    guard work.isGiven.isReady else { return nil }
    let isRunning = startThread {
      _ = work.isGiven.wait(until: .never)
      work.body.withLock { $0.take() }?()
    }
    if !isRunning { return nil }
  }

  /// Ends the thread if it was given no work.
  deinit { work.isGiven.signal() }

  /// Runs `body` in it, which owns `value` from now on.
  package consuming func run<Value: ~Copyable>(
    owning value: consuming sending Value, _ body: @escaping @Sendable (consuming Value) -> Void
  ) {
    let luggage = ThreadPayload(value)
    work.body.withLock { work in
      work = { if let value = luggage.value.withLock({ $0.take() }) { body(value) } }
    }
  }
}

/// Runs `body` in a thread that owns `value` from now on; false if there can be no further thread.
package func startThread<Value: ~Copyable>(
  owning value: consuming sending Value, _ body: @escaping @Sendable (consuming Value) -> Void
) -> Bool {
  let luggage = ThreadPayload(value)
  return startThread {
    if let value = luggage.value.withLock({ $0.take() }) { body(value) }
  }
}

/// A value that a thread is given to own.
private final class ThreadPayload<Value: ~Copyable>: Sendable {
  let value: Mutex<Value?>

  init(_ value: consuming sending Value) { self.value = Mutex(value) }
}

/// A queue in which threads leave results for an event loop, which is woken to take them.
package final class Mailbox<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  package let wakeUp = WakeUp()

  package init() {}

  package func post(_ value: Value) {
    // Under the lock, as in `take`: a signal behind which nothing is left would wake the loop again and again.
    values.withLock { values in
      values.append(value)
      wakeUp.signal()
    }
  }

  package var isEmpty: Bool { values.withLock(\.isEmpty) }

  /// The values since the last call, in order.
  package func take() -> [Value] {
    values.withLock { values in
      if values.isEmpty { return [] }
      wakeUp.clear()
      defer { values = [] }
      return values
    }
  }
}

/// Something to `poll(2)` for that another thread, or a signal handler, can signal.
package final class WakeUp: Sendable {
  private let writeEnd: Int32
  /// Readable once `signal` was called.
  package let fileDescriptor: Int32

  package init() {
    var ends: [Int32] = [-1, -1]
    // If no descriptors are left, no wait is ended early: each ends at its deadline.
    _ = unsafe pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    fileDescriptor = ends[0]
    writeEnd = ends[1]
  }

  /// False if there were no descriptors left for it.
  package var isReady: Bool { fileDescriptor >= 0 }

  deinit {
    close(fileDescriptor)
    close(writeEnd)
  }

  package func signal() {
    var byte: UInt8 = 0
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Waits until `signal` was called; false if that has not happened at the deadline.
  package func wait(until deadline: MonotonicTime) -> Bool {
    Self.wait(for: [self], until: deadline) != nil
  }

  /// Waits until one of these was signalled, and returns the place of the first that was; nil at the deadline.
  package static func wait(for wakeUps: [WakeUp], until deadline: MonotonicTime) -> Int? {
    let ready = DescriptorWait.ready(
      among: wakeUps.map { DescriptorWait(number: $0.fileDescriptor) }, until: deadline)
    return ready.first.flatMap { first in wakeUps.firstIndex { $0.fileDescriptor == first.number } }
  }

  package func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(fileDescriptor, &bytes, bytes.count) > 0 {}
  }
}

/// A descriptor that is waited for (poll(2)); a negative one is not.
package struct DescriptorWait: Hashable, Sendable {
  package var number: Int32
  /// Whether there is to be room in it, rather than something to read.
  package var isForRoom: Bool

  package init(number: Int32, isForRoom: Bool = false) {
    self.number = number
    self.isForRoom = isForRoom
  }

  /// Waits until a descriptor is ready, and returns those that are; none at the deadline.
  package static func ready(among waits: [DescriptorWait], until deadline: MonotonicTime) -> [DescriptorWait]
  {
    var descriptors = waits.map { wait in
      pollfd(fd: wait.number, events: Int16(wait.isForRoom ? POLLOUT : POLLIN), revents: 0)
    }
    while true {
      let ready = unsafe poll(&descriptors, nfds_t(descriptors.count), deadline.pollTimeout)
      if ready > 0 {
        // In a loop: the runtime makes a type for each kind of array between, in each process that waits.
        var found: [DescriptorWait] = []
        for index in waits.indices where descriptors[index].revents != 0 { found.append(waits[index]) }
        return found
      }
      if ready == 0, deadline <= .now { return [] }
      if ready < 0, errno != EINTR, errno != EAGAIN { return [] }
    }
  }
}
