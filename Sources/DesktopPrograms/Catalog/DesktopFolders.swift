import System

/// Where the desktop keeps what it knows of programs (XDG Base Directory Specification).
package struct DesktopFolders: Sendable {
  /// The folders of data, the most important first.
  package var data: [String]
  /// The folders of settings, the most important first.
  package var settings: [String]
  /// The names of the desktop that runs, as `gnome`.
  package var desktops: [String]
  /// Where programs are looked for.
  package var programs: [String]
  /// The person's locales, the most exact first.
  package var locales: [String]

  package init(
    data: [String], settings: [String], desktops: [String] = [], programs: [String] = [],
    locales: [String] = []
  ) {
    self.data = data
    self.settings = settings
    self.desktops = desktops
    self.programs = programs
    self.locales = locales
  }

  /// Those of this session.
  package static var current: DesktopFolders {
    func absolute(_ paths: [String]) -> [String] { paths.filter { $0.hasPrefix("/") } }
    let data = Environment.directory("XDG_DATA_HOME", inHome: ".local/share").map { [$0] } ?? []
    let settings = Environment.directory("XDG_CONFIG_HOME", inHome: ".config").map { [$0] } ?? []
    return DesktopFolders(
      data: absolute(data + (Environment.list("XDG_DATA_DIRS") ?? ["/usr/local/share", "/usr/share"])),
      settings: absolute(settings + (Environment.list("XDG_CONFIG_DIRS") ?? ["/etc/xdg"])),
      desktops: (Environment.list("XDG_CURRENT_DESKTOP") ?? []).map { $0.lowercased() },
      programs: absolute(Environment.list("PATH") ?? ["/usr/local/bin", "/usr/bin", "/bin"]),
      locales: locales(
        Environment.value("LC_ALL") ?? Environment.value("LC_MESSAGES") ?? Environment.value("LANG") ?? ""))
  }

  /// `de_AT.UTF-8@euro` as entries spell it: with its modifier and its country, without one, without either.
  static func locales(_ name: String) -> [String] {
    let modifier = name.firstIndex(of: "@").map { String(name[$0...]) } ?? ""
    let place = String(name.prefix { $0 != "." && $0 != "@" })
    let language = String(place.prefix { $0 != "_" })
    guard !language.isEmpty, language != "C", language != "POSIX" else { return [] }
    var locales: [String] = []
    for locale in [place + modifier, place, language + modifier, language] where !locales.contains(locale) {
      locales.append(locale)
    }
    return locales
  }

  /// True if there is a program of this path, or of this name in one of the folders for programs.
  package func hasProgram(_ name: String) -> Bool {
    // A path from where somebody stands is none that an entry can mean.
    guard !name.isEmpty, name.hasPrefix("/") || !name.contains("/") else { return false }
    let paths = name.hasPrefix("/") ? [name] : programs.map { $0 + "/" + name }
    return paths.contains { FilePath($0).isExecutable }
  }

  /// The folders with lists of what opens what, the most important first, each with the folder of the entries beside it.
  var associationFolders: [(folder: String, entries: String?)] {
    settings.map { ($0, nil) } + data.map { ($0 + "/applications", $0 + "/applications") }
  }
}
