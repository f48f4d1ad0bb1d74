import Glibc

/// Runs `body` in a thread of its own; false if there can be no further thread.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let box = unsafe Unmanaged.passRetained(Box(body))
  var thread = pthread_t()
  let status = unsafe pthread_create(
    &thread, nil,
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
