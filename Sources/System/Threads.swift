import Glibc
import Synchronization

/// What the main thread has by default: the system gives pages as they are touched.
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
  let luggage = Luggage(value)
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

  /// Without work it ends.
  deinit { work.isGiven.signal() }

  /// Runs `body` in it, which owns `value` from now on.
  package consuming func run<Value: ~Copyable>(
    owning value: consuming sending Value, _ body: @escaping @Sendable (consuming Value) -> Void
  ) {
    let luggage = Luggage(value)
    work.body.withLock { work in
      work = { if let value = luggage.value.withLock({ $0.take() }) { body(value) } }
    }
  }
}

/// Runs `body` in a thread that owns `value` from now on; false if there can be no further thread.
package func startThread<Value: ~Copyable>(
  owning value: consuming sending Value, _ body: @escaping @Sendable (consuming Value) -> Void
) -> Bool {
  let luggage = Luggage(value)
  return startThread {
    if let value = luggage.value.withLock({ $0.take() }) { body(value) }
  }
}

/// What a thread is given to own.
private final class Luggage<Value: ~Copyable>: Sendable {
  let value: Mutex<Value?>

  init(_ value: consuming sending Value) { self.value = Mutex(value) }
}
