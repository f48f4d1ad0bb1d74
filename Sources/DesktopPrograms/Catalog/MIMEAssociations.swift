import System

/// Which programs a person and a system want for which types: `mimeapps.list` (Association between MIME types and
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

  /// What counts in one folder.
  private struct Level {
    /// Of the desktop that runs, which says what opens a type first and nothing else.
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
