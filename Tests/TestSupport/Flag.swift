import Dispatch
import Glibc

/// Something that one thread says once and others wait for.
public final class Flag: Sendable {
  public struct NotRaised: Error {}
  private let semaphore = DispatchSemaphore(value: 0)

  public init() {}

  public func raise() {
    semaphore.signal()
  }

  public func wait(timeout: Duration = .seconds(20)) throws {
    guard semaphore.wait(timeout: .now() + .milliseconds(Int(timeout / .milliseconds(1)))) == .success else {
      throw NotRaised()
    }
    semaphore.signal()
  }
}

/// Waits until `condition` holds, looking again and again; false if it does not when the time is up.
public func eventually(within timeout: Duration = .seconds(20), _ condition: () throws -> Bool) rethrows
  -> Bool
{
  let deadline = ContinuousClock.now + timeout
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    usleep(500)
  }
  return true
}

/// Waits until `condition` holds, looking again and again; throws when the time is up.
public func waitUntil(timeout: Duration = .seconds(10), _ condition: () throws -> Bool) throws {
  guard try eventually(within: timeout, condition) else { throw Flag.NotRaised() }
}
