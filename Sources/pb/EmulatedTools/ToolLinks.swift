import System

/// The links by which `pb` is called as other tools are.
enum ToolLinks {
  /// Makes a link for each tool in a folder, and the folder; throws before it changes anything where one of the names
  /// stands for something else.
  ///
  /// - Parameters:
  ///   - program: what the links lead to; by its bare name where it lies in the folder.
  ///   - replaces: whether files of the tools' names may be replaced.
  /// - Returns: the paths of the links.
  static func make(
    in folder: FilePath, to program: FilePath, replaces: Bool
  ) throws(Failure) -> [FilePath] {
    let paths = EmulatedTool.allCases.map { folder.appending(Array($0.rawValue.utf8)) }
    for path in paths where path.exists && !leads(path, to: program) {
      guard !path.isFolder else { throw Failure("\(path) is a folder") }
      guard replaces else {
        throw Failure("\(path) exists and is not a link to pb. To replace it, use --replace.")
      }
    }
    try Failure.wrapping { () throws(SystemError) in
      try Directory.create(folder, mode: 0o777)
      let target = try target(of: program, from: folder)
      for path in paths where !leads(path, to: program) { try path.link(to: target, replacing: path.exists) }
    }
    return paths
  }

  private static func target(of program: FilePath, from folder: FilePath) throws(SystemError) -> FilePath {
    let program = try program.absolute()
    let isBeside = try program.folder.resolvedWhereThere() == folder.resolvedWhereThere()
    return isBeside ? FilePath(program.lastComponent) : program
  }

  /// Whether a name leads to the program already.
  private static func leads(_ path: FilePath, to program: FilePath) -> Bool {
    guard let there = try? path.resolved(), let wanted = try? program.resolved() else { return false }
    return there == wanted
  }
}
