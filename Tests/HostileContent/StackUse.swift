import Glibc

/// Measures how much of a thread's stack something takes.
public enum StackUse {
  /// What a reader or a writer may take: half of what a thread has.
  ///
  /// Without optimisation calls take up to four times as much as with it.
  public static let limit = 4 << 20

  /// More than anything takes that ends at all; the system gives pages as they are touched.
  private static let size = 1 << 30
  private static let pageSize = 4096

  /// Runs `body` on a thread of its own, and returns how many bytes of its stack it has touched.
  public static func bytes(of body: () -> Void) -> Int {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK
    guard let stack = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0), stack != MAP_FAILED else {
      return .max
    }
    defer { munmap(stack, size) }
    return withoutActuallyEscaping(body) { body in
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
      pthread_attr_init(attributes)
      defer {
        pthread_attr_destroy(attributes)
        attributes.deallocate()
      }
      pthread_attr_setstack(attributes, stack, size)
      let work = Unmanaged.passRetained(Work(body))
      var thread = pthread_t()
      let status = pthread_create(
        &thread, attributes,
        { work in
          if let work { Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().body() }
          return nil
        }, work.toOpaque())
      if status == 0 { pthread_join(thread, nil) }
      work.release()
      return status == 0 ? touched(of: stack) : .max
    }
  }

  /// How many bytes lie above the lowest page that was touched.
  private static func touched(of stack: UnsafeMutableRawPointer) -> Int {
    var pages = [UInt8](repeating: 0, count: size / pageSize)
    guard mincore(stack, size, &pages) == 0 else { return .max }
    return size - (pages.firstIndex { $0 & 1 != 0 } ?? pages.count) * pageSize
  }

  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
