import System

/// The programs of the desktop, and what each of them opens.
package struct ProgramCatalog: Sendable {
  private let folders: DesktopFolders
  private let associations: MIMEAssociations
  private var entries: [String: DesktopEntry] = [:]
  /// The programs that name a type themselves, each with the folder that it comes from.
  private var naming: [String: [(id: String, folder: String)]] = [:]

  private static let sizeLimit = 1 << 20
  private static let mostEntries = 20_000
  private static let deepestFolder = 8

  /// The programs of this session.
  package init() { self.init(.current) }

  package init(_ folders: DesktopFolders) {
    self.folders = folders
    associations = MIMEAssociations(folders)
    for folder in folders.data.map({ $0 + "/applications" }) { read(folder) }
  }

  private mutating func read(_ root: String) {
    var left = Self.mostEntries
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

  /// What a more important folder says of a program, less important ones cannot.
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
