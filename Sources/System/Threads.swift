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

/// Whether there can be a further thread; the one that shows it is over when this returns.
package func canStartThread() -> Bool {
  var thread = pthread_t()
  guard unsafe pthread_create(&thread, nil, { _ in nil }, nil) == 0 else { return false }
  return pthread_join(thread, nil) == 0
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
