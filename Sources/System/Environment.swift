import Glibc

/// The variables that this process was started with.
package enum Environment {
  /// The value of a variable; nil if it is unset or empty.
  package static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  /// Removes a variable that the programs which this one starts are not to see.
  package static func remove(_ name: String) {
    unsafe unsetenv(name)
  }

  /// Sets a variable, for this program and those that it starts. Call it before there are other threads.
  package static func set(_ name: String, _ value: String) {
    unsafe setenv(name, value, 1)
  }

  /// The parts of a variable that are separated by colons; nil if it is unset or empty.
  package static func list(_ name: String) -> [String]? {
    value(name)?.utf8.split(separator: 0x3A, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// A base directory of the XDG Base Directory Specification: the variable, if it holds an absolute path, else a
  /// folder in the home directory; nil without either.
  package static func directory(_ variable: String, inHome folder: String) -> String? {
    if let path = value(variable), path.hasPrefix("/") { return path }
    return value("HOME").map { $0 + "/" + folder }
  }

  /// The folder of a person's own settings, `pasteboard` in `XDG_CONFIG_HOME`; nil if there is no home.
  package static var configurationFolder: String? {
    directory("XDG_CONFIG_HOME", inHome: ".config").map { $0 + "/pasteboard" }
  }
}
