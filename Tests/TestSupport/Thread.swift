import Dispatch
import Glibc
import Synchronization

/// A thread whose result can be waited for.
public final class Thread<Value: Sendable>: Sendable {
  public struct StillRunning: Error {}

  private let value = Mutex<Value?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  public init(_ body: @escaping @Sendable () -> Value) {
    Thread<Void>.start { [self] in
      let result = body()
      value.withLock { $0 = result }
      ended.signal()
    }
  }

  /// Throws if there is no result yet when the time is up.
  public func join(timeout: Duration = .seconds(20)) throws -> Value {
    guard ended.wait(timeout: .now() + .milliseconds(Int(timeout / .milliseconds(1)))) == .success else {
      throw StillRunning()
    }
    ended.signal()
    guard let result = value.withLock({ $0 }) else { throw StillRunning() }
    return result
  }

  public var isRunning: Bool { value.withLock { $0 == nil } }
}

extension Thread where Value == Void {
  /// Runs `body` in a real thread: it may block without taking one from Swift's few.
  public static func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { raw in
        if let raw { Unmanaged<Box>.fromOpaque(raw).takeRetainedValue().body() }
        return nil
      }, Unmanaged.passRetained(Box(body)).toOpaque())
    pthread_detach(thread)
  }
}

private final class Box: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
