import System

extension Environment {
  /// The folder of a person's own settings, `pasteboard` in `XDG_CONFIG_HOME`; nil if there is no home.
  package static var configurationFolder: String? {
    directory("XDG_CONFIG_HOME", inHome: ".config").map { $0 + "/pasteboard" }
  }
}
