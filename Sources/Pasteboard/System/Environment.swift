import Glibc

/// The variables that this process was started with.
package enum Environment {
  /// The value of a variable; nil if it is unset or empty.
  package static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  /// The folder of a person's own settings, `pasteboard` in `XDG_CONFIG_HOME` (XDG Base Directory
  /// Specification); nil if there is no home.
  package static var configurationFolder: String? {
    if let folder = value("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder + "/pasteboard" }
    return value("HOME").map { $0 + "/.config/pasteboard" }
  }

  /// The file that this process runs; nil where `/proc` is not mounted.
  package static var executablePath: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &path, path.count)
    return length > 0
      ? String(decoding: path.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}

/// Makes a write to a pipe that nobody reads fail, instead of ending this process.
package func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}

/// Keeps what this process holds out of core dumps, should it crash.
///
/// A limit of one byte also keeps them from a program that collects them, which none does (core(5)).
func withholdCoreDumps() {
  var limit = rlimit(rlim_cur: 1, rlim_max: 1)
  unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
}
