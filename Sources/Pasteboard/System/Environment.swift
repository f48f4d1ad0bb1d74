import Glibc

/// The variables that this process was started with.
package enum Environment {
  /// The value of a variable; nil if it is unset or empty.
  package static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }
}

/// Makes a write to a pipe that nobody reads fail, instead of ending this process.
package func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}
