package import System
package import TypeDeclarations

/// The types that files of this machine declare, on top of the built-in ones.
///
/// Files are `*.json` (this project's format) and `*.plist` (Apple's) in `pasteboard/types/` below
/// `$XDG_DATA_HOME` and each of `$XDG_DATA_DIRS` (XDG Base Directory Specification). As long as no such file
/// exists, nothing is read. Otherwise the compiled table is kept in `$XDG_CACHE_HOME/pasteboard/`, so that
/// later processes answer from it as fast as from the built-in one.
package struct MachineDeclarations: Sendable {
  /// The files in the order in which they count.
  private let files: [DeclarationDirectory.File]
  private let cachePath: String?

  /// The files of this machine.
  package init() {
    self.init(dataDirectories: DataDirectories.current, cacheDirectory: DataDirectories.cache)
  }

  /// - Parameters:
  ///   - dataDirectories: directories with `pasteboard/types/` in them, the most important first.
  ///   - cacheDirectory: where to keep the compiled table, nil not to keep it.
  package init(dataDirectories: [String], cacheDirectory: String?) {
    var files: [DeclarationDirectory.File] = []
    for directory in dataDirectories {
      files += DeclarationDirectory.files(in: directory + "/pasteboard/types")
    }
    self.files = files
    cachePath = cacheDirectory.map { $0 + "/types.table" }
  }

  /// The table of all types: the built-in one, unless files declare more.
  package func table() -> TypeTable {
    let builtIn = TypeTable.builtIn
    guard !files.isEmpty else { return builtIn }
    let identity = ([builtIn.identity] + files.map { "\($0.path) \($0.state)" }).joined(separator: "\n")
    if let cachePath, let memory = PermanentBytes(mapping: cachePath, trust: .ownFiles, limit: 1 << 24),
      let table = memory.unsealed.flatMap(TypeTable.init),
      table.identity == identity
    {
      return table
    }
    let compiled =
      TableWriter.table(of: hierarchy(of: load()), identity: identity)
      // Too many declarations for one table: the built-in types alone, so that this is not tried each time.
      ?? TableWriter.table(of: TypeHierarchy(builtIn.declarations), identity: identity)
    guard let compiled, let table = TypeTable(PermanentBytes(copying: compiled)) else { return builtIn }
    if let cachePath, let slash = cachePath.lastIndex(of: "/") {
      try? Directory.create(FilePath(String(cachePath[..<slash])))
      try? OutputFile(cachePath, permissions: 0o600).write(PermanentBytes.sealed(compiled))
    }
    return table
  }

  /// The number of files there are, and how many types they declare.
  package var extent: (files: Int, types: Int) {
    (files.count, load().reduce(0) { $0 + $1.declarations.count })
  }

  /// Problems of the files, and of all declarations taken together; by file and line.
  package func check() -> [DeclarationDiagnostic] {
    let loaded = load()
    let hierarchy = hierarchy(of: loaded)
    var diagnostics = loaded.flatMap(\.diagnostics) + hierarchy.check(includingBuiltIn: false)
    if !files.isEmpty, TableWriter.table(of: hierarchy) == nil {
      diagnostics.append(
        DeclarationDiagnostic(
          .error, SourceLocation(file: files[0].path, line: 1),
          "the files declare more types than a type table can hold; all of them are ignored"))
    }
    let order = Dictionary(uniqueKeysWithValues: files.enumerated().map { ($0.element.path, $0.offset) })
    return diagnostics.enumerated().sorted { first, second in
      let (a, b) = (first.element.location, second.element.location)
      return (order[a.file] ?? 0, a.line, first.offset) < (order[b.file] ?? 0, b.line, second.offset)
    }.map(\.element)
  }

  /// Problems of a file that is to be added or replaced, by itself and with the others; by line.
  func check(with bytes: [UInt8], at path: String) -> [DeclarationDiagnostic] {
    let file = DeclarationFile(path: path, bytes: bytes, owner: .machine)
    let hierarchy = hierarchy(of: [file] + load().filter { $0.path != path })
    let diagnostics = file.diagnostics + hierarchy.check(includingBuiltIn: false)
    return diagnostics.filter { $0.location.file == path }.sorted { $0.location.line < $1.location.line }
  }

  private func load() -> [DeclarationFile] {
    var budget = TypeLimits.totalBytes
    var count = 0
    return files.map { file in
      guard budget > 0, count < TypeLimits.declarations else {
        return DeclarationFile(
          path: file.path,
          unreadable: "the file was not read: the files before it reach the limit of declarations")
      }
      do throws(SystemError) {
        let bytes = try DeclarationDirectory.bytes(of: file.path)
        let loaded = DeclarationFile(
          path: file.path, bytes: bytes, owner: .machine, limit: TypeLimits.declarations - count)
        budget -= bytes.count
        count += loaded.declarations.count
        return loaded
      } catch {
        return DeclarationFile(path: file.path, unreadable: error.reason)
      }
    }
  }

  private func hierarchy(of loaded: [DeclarationFile]) -> TypeHierarchy {
    TypeHierarchy(loaded.flatMap(\.declarations) + TypeTable.builtIn.declarations)
  }
}

extension TypeTable {
  /// The table that was compiled from the declarations in `TypeRegistry/types/`.
  package static let builtIn: TypeTable = {
    guard let table = TypeTable(PermanentBytes(BuiltInTypes.table)) else {
      preconditionFailure("the built-in type table is damaged")
    }
    return table
  }()

  /// The table of this process.
  package static let current = MachineDeclarations().table()

  /// The declarations that the table was compiled from, as far as they count.
  var declarations: [TypeDeclaration] { (0..<count).compactMap { declaration(of: $0) } }
}

/// The declaration files of a directory.
package enum DeclarationDirectory {
  /// A file, with what tells whether it has changed since it was last read.
  package struct File: Sendable {
    package let path: String
    package let state: String
  }

  /// The declaration files in a directory, sorted by name; empty if there is no such directory.
  package static func files(in directory: String) -> [File] {
    let names = Directory.names(in: directory) {
      ($0.hasSuffix(".json") || $0.hasSuffix(".plist")) && !$0.hasPrefix(".")
    }
    return names.compactMap { name in
      let path = directory + "/" + name
      return RegularFile.state(of: path).map { File(path: path, state: $0) }
    }
  }

  /// The bytes of a file, at most one more than `limit`.
  package static func bytes(
    of path: String, limit: Int = TypeLimits.fileBytes
  ) throws(SystemError) -> [UInt8] {
    try FileDescriptor(reading: path, waits: false).read(atMost: limit + 1, name: path)
  }
}

/// The declarations that a user adds and takes away, files in `$XDG_DATA_HOME/pasteboard/types`.
package struct UserDeclarations: Sendable {
  /// The folder of the files, without a slash at the end.
  package let directory: String
  private let dataDirectories: [String]

  /// Nil without a home: neither `XDG_DATA_HOME` nor `HOME` says where declarations belong.
  package init?() {
    guard let data = Environment.directory("XDG_DATA_HOME", inHome: ".local/share") else { return nil }
    self.init(dataDirectories: [data] + DataDirectories.current.filter { $0 != data })
  }

  /// - Parameter dataDirectories: the user's directory, and those of the machine behind it.
  package init(dataDirectories: [String]) {
    self.dataDirectories = dataDirectories
    directory = (dataDirectories.first ?? "") + "/pasteboard/types"
  }

  /// The file that declares a type and those that came with it.
  package func path(for identifier: String, isPropertyList: Bool = false) -> String {
    "\(directory)/\(identifier).\(isPropertyList ? "plist" : "json")"
  }

  /// Problems of a file that is not there yet, by itself and with the other files of the machine.
  ///
  /// - Parameter path: where the file is going to be; one that is there already counts as replaced.
  package func check(_ bytes: [UInt8], as path: String) -> [DeclarationDiagnostic] {
    MachineDeclarations(dataDirectories: dataDirectories, cacheDirectory: nil).check(with: bytes, at: path)
  }
}
