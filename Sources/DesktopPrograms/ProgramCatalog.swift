import System

/// The programs of the desktop, and what each of them opens.
package struct ProgramCatalog: Sendable {
  private let folders: DesktopFolders
  private let associations: MIMEAssociations
  private var entries: [String: DesktopEntry] = [:]
  /// The programs that name a type themselves, each with the folder that it comes from.
  private var naming: [String: [(id: String, folder: String)]] = [:]

  private static let sizeLimit = 1 << 20
  private static let entryLimit = 20_000
  private static let deepestFolder = 8

  /// The programs of this session.
  package init() { self.init(.current) }

  package init(_ folders: DesktopFolders) {
    self.folders = folders
    associations = MIMEAssociations(folders)
    for folder in folders.data.map({ $0 + "/applications" }) { read(folder) }
  }

  private mutating func read(_ root: String) {
    var left = Self.entryLimit
    var pending = [(path: root, prefix: "", depth: 0)]
    while let folder = pending.popLast() {
      for name in Directory.names(in: folder.path, where: { !$0.hasPrefix(".") }) {
        guard left > 0 else { return }
        let path = folder.path + "/" + name
        if name.hasSuffix(".desktop") {
          left -= 1
          add(path, id: folder.prefix + name, folder: root)
        } else if folder.depth < Self.deepestFolder, !name.contains("."), FilePath(path).isFolder {
          left -= 1
          pending.append((path, folder.prefix + name + "-", folder.depth + 1))
        }
      }
    }
  }

  /// Keeps the entry of the most important folder that has one.
  private mutating func add(_ path: String, id: String, folder: String) {
    guard entries[id] == nil, let bytes = try? RegularFile.bytes(of: path, limit: Self.sizeLimit),
      let entry = DesktopEntry(bytes, id: id, path: path, locales: folders.locales)
    else { return }
    entries[id] = entry
    guard !entry.isHidden else { return }
    for type in entry.mimeTypes { naming[type, default: []].append((id, folder)) }
  }

  /// The program of an identifier, if it can be started.
  package func program(_ id: String) -> DesktopEntry? {
    guard let entry = entries[id], !entry.isHidden, folders.hasProgram(entry.command.program) else {
      return nil
    }
    return entry.needs.map(folders.hasProgram) ?? true ? entry : nil
  }

  /// The programs that open content of a type, the default one first.
  ///
  /// - Parameters:
  ///   - names: its MIME types; any of them counts.
  ///   - ancestors: those that it is a subclass of, the nearest first.
  package func programs(opening names: [String], subclassesOf ancestors: [String] = []) -> [DesktopEntry] {
    var ids: [String] = []
    for name in names + ancestors {
      for id in programs(naming: name) where !ids.contains(id) { ids.append(id) }
    }
    let first = defaultProgram(opening: names, subclassesOf: ancestors)
    return (first.map { [$0] } ?? []) + ids.filter { $0 != first?.id }.compactMap(program)
  }

  /// The program that a person or the system wants for a type, else the first that opens it.
  package func defaultProgram(
    opening names: [String], subclassesOf ancestors: [String] = []
  ) -> DesktopEntry? {
    for name in names {
      if let chosen = associations.defaults(for: name).lazy.compactMap(program).first { return chosen }
    }
    for name in names + ancestors {
      let chosen = associations.defaults(for: name) + programs(naming: name)
      if let program = chosen.lazy.compactMap(program).first { return program }
    }
    return nil
  }

  private func programs(naming type: String) -> [String] {
    associations.programs(for: type, naming: naming[type] ?? [])
  }

  /// True if a program is wanted for a type by itself, or because its entry or a person says so.
  package func opens(_ entry: DesktopEntry, _ type: String) -> Bool {
    programs(naming: type).contains(entry.id) || associations.defaults(for: type).contains(entry.id)
  }

  /// Entries of programs that are not there, by name.
  package var notInstalled: [DesktopEntry] {
    entries.values.filter { !$0.isHidden && program($0.id) == nil }
      .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Every program that opens something, by name.
  package var all: [DesktopEntry] {
    entries.values.compactMap { program($0.id) }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }
}

/// The folders in which the desktop keeps facts about programs (XDG Base Directory Specification).
package struct DesktopFolders: Sendable {
  /// The folders of data, the most important first.
  package var data: [String]
  /// The folders of settings, the most important first.
  package var settings: [String]
  /// The names of the desktop that runs, as `gnome`.
  package var desktops: [String]
  /// The folders in which programs are looked for.
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

/// The programs that a person and a system want for types: `mimeapps.list` (Association between MIME types
/// and
/// applications 1.0.1).
struct MIMEAssociations {
  /// One list.
  private struct List {
    var defaults: [String: [String]] = [:]
    var added: [String: [String]] = [:]
    var removed: [String: [String]] = [:]

    static let defaultGroup = "Default Applications"
    static let addedGroup = "Added Associations"
    static let removedGroup = "Removed Associations"

    init(_ path: String) {
      guard let bytes = try? RegularFile.bytes(of: path, limit: MIMEAssociations.sizeLimit),
        let file = KeyFile(bytes, groups: [Self.defaultGroup, Self.addedGroup, Self.removedGroup])
      else { return }
      func lists(_ group: String) -> [String: [String]] {
        var lists: [String: [String]] = [:]
        for (type, ids) in file.entries(of: group) { lists[type.lowercased()] = KeyFile.list(ids) }
        return lists
      }
      defaults = lists(Self.defaultGroup)
      added = lists(Self.addedGroup)
      removed = lists(Self.removedGroup)
    }
  }

  /// The lists of one folder.
  private struct Level {
    /// The list of the running desktop, which only says what opens a type first.
    var ofDesktops: [List]
    var list: List
    /// The folder of the entries beside it.
    var entries: String?
  }

  private static let sizeLimit = 1 << 20

  private let levels: [Level]

  init(_ folders: DesktopFolders) {
    levels = folders.associationFolders.map { folder, entries in
      Level(
        ofDesktops: folders.desktops.filter { !$0.contains("/") }.map {
          List("\(folder)/\($0)-mimeapps.list")
        }, list: List(folder + "/mimeapps.list"), entries: entries)
    }
  }

  /// The programs that are wanted first for a type, in order; some may not be there.
  func defaults(for type: String) -> [String] {
    levels.flatMap { level in (level.ofDesktops + [level.list]).flatMap { $0.defaults[type] ?? [] } }
  }

  /// The programs for a type, those added by hand first in each folder.
  ///
  /// - Parameter entries: those that name the type themselves, each with the folder that it comes from.
  func programs(for type: String, naming entries: [(id: String, folder: String)]) -> [String] {
    var programs: [String] = []
    var removed: Set<String> = []
    for level in levels {
      let own = entries.filter { $0.folder == level.entries }.map(\.id)
      for id in (level.list.added[type] ?? []) where !removed.contains(id) && !programs.contains(id) {
        programs.append(id)
      }
      removed.formUnion(level.list.removed[type] ?? [])
      for id in own where !removed.contains(id) && !programs.contains(id) { programs.append(id) }
    }
    return programs
  }
}
