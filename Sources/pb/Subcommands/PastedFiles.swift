import Conversions
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

/// Files that were copied, listed for shells, and what is on a pasteboard as files.
enum PastedFiles {
  /// Prints paths, and the addresses of what is elsewhere.
  static func list(_ files: FileList, _ arguments: Arguments) throws(Failure) {
    if arguments.has(.json) {
      try Output.deliver(Array(json(files).text.utf8), isText: true, to: arguments.path(.output))
      return
    }
    let end: UInt8 = arguments.has(PasteOptions.null) ? 0 : 0x0A
    try Output.deliver(
      files.entries.flatMap { $0.text + [end] }, isText: end != 0, to: arguments.path(.output))
  }

  /// Prints the paths of copied files, or that of the file to which other content is written.
  static func printPath(
    _ request: PasteRequest, from reader: PasteboardReader, _ arguments: Arguments, whenRead: () -> Void
  ) throws(Failure) {
    guard !arguments.isGiven(PasteOptions.into), !arguments.has(PasteOptions.plain) else {
      throw Failure("--type path cannot be combined with --into or --plain")
    }
    let path = try Failure.wrapping { () throws(PasteboardError) in
      try PastedPath(
        request, among: try reader.targets(), from: reader,
        writesSecrets: arguments.has(PasteOptions.sensitive))
    }
    whenRead()
    if let content = path.content {
      Output.warnAboutTimeout(of: content.lateForm)
      MediaOptions.warn(ofReplaced: content.leftPictures, in: content.type)
    }
    try list(path.files, arguments)
  }

  /// An address says where a file is from anywhere.
  private static func address(of entry: FileList.Entry) -> String {
    guard case .path(let bytes) = entry, let whole = try? FilePath(bytes).absolute() else {
      return entry.address
    }
    return FileList.Entry.path(whole.bytes).address
  }

  static func json(_ files: FileList) -> JSON {
    let entries = files.entries.map { entry in
      var (path, exists) = (JSON.null, JSON.null)
      if case .path(let bytes) = entry {
        path = .string(String(decoding: bytes, as: UTF8.self))
        exists = .bool(FilePath(bytes).exists)
      }
      return JSON.object(["path": path, "uri": .string(address(of: entry)), "exists": exists])
    }
    let missing = files.paths.filter { !FilePath($0).exists }
    return .object([
      "schemaVersion": .number(1), "verb": .string(files.verb.rawValue), "count": .number(entries.count),
      "missing": .number(missing.count), "files": .array(entries),
    ])
  }
}

// MARK: Into a folder

extension PastedFiles {
  /// Writes the content as files into a folder, and prints their paths.
  ///
  /// - Parameter whenRead: called when nothing more is asked of the owner.
  static func write(
    from reader: PasteboardReader, into folder: FilePath, _ request: PasteRequest, _ arguments: Arguments,
    whenRead: () -> Void
  ) throws(Failure) {
    try requirePlace(for: folder)
    let targets = try Failure.wrapping { () throws(PasteboardError) in try reader.targets() }
    let isTypeGiven = arguments.isGiven(PasteOptions.wanted) || arguments.has(PasteOptions.plain)
    if !isTypeGiven || request.type == .fileURL {
      let files = try files(among: targets, from: reader, mustBeThere: request.type == .fileURL)
      if let files {
        whenRead()
        let isMoving = arguments.has(PasteOptions.move)
        try transfer(files, into: folder, moving: isMoving, arguments)
        if isMoving, files.verb == .cut, !arguments.isGiven(PasteOptions.back) {
          try leaveNothing(of: files, arguments)
        }
        return
      }
    }
    let pasted = try Failure.wrapping { () throws(PasteboardError) in
      isTypeGiven
        ? try PastedContent(request, among: targets, from: reader)
        : try PastedContent(bestAmong: targets, from: reader, request)
    }
    whenRead()
    try write(pasted, into: folder, arguments)
  }

  /// Says so before anything is asked of an owner if something else has the name of the folder.
  static func requirePlace(for folder: FilePath) throws(Failure) {
    if folder.exists, !folder.isFolder { throw Failure("\(folder) is not a folder") }
  }

  /// Makes the folder once there is something to write into it.
  private static func make(_ folder: FilePath) throws(Failure) {
    try Failure.wrapping { () throws(SystemError) in try Directory.create(folder, mode: 0o777) }
  }

  /// Writes content into a folder, by a name that is free, and prints its path.
  static func write(
    _ pasted: PastedContent, into folder: FilePath, _ arguments: Arguments
  ) throws(Failure) {
    Output.warnAboutTimeout(of: pasted.lateForm)
    MediaOptions.warn(ofReplaced: pasted.leftPictures, in: pasted.type)
    try make(folder)
    let path = try Failure.wrapping { () throws(SystemError) in
      try UniqueFilename.write(pasted.bytes, named: Array(pasted.name.utf8), in: folder)
    }
    try print([path], arguments)
  }

  /// The files of this machine that were copied; nil if there is something else.
  private static func files(
    among targets: [String], from reader: PasteboardReader, mustBeThere: Bool
  ) throws(Failure) -> FileList? {
    do throws(PasteboardError) {
      let files = try reader.paste(PasteRequest(.fileURL), among: targets).files
      return files?.paths.isEmpty == false ? files : nil
    } catch {
      if error.code == .notOffered, !mustBeThere { return nil }
      throw Failure(error)
    }
  }

  private static func transfer(
    _ files: FileList, into folder: FilePath, moving isMoving: Bool, _ arguments: Arguments
  ) throws(Failure) {
    let elsewhere = files.entries.count - files.paths.count
    if elsewhere > 0 { Output.warn("\(elsewhere) of \(files.entries.count) files are not on this machine") }
    let moves = isMoving && files.verb == .cut
    try make(folder)
    if isMoving, !moves { Output.warn("the files were copied, not cut; pb did not move them") }
    let progress = Progress(moves ? "moving files" : "copying files")
    defer { progress?.end() }
    var transfer = FileTransfer { progress?.report(bytes: $0) }
    var (done, failures) = ([FilePath](), FailureList())
    for path in files.paths.map(FilePath.init) {
      do throws(SystemError) {
        done.append(
          moves ? try transfer.move(path, into: folder) : try transfer.copy(path, into: folder))
      } catch {
        progress?.end()
        failures.report(error.description)
      }
    }
    progress?.end()
    for path in transfer.leftOut.prefix(FailureList.namedLimit) {
      Output.warn("left out \(path): it is neither a file nor a folder")
    }
    if transfer.leftOut.count > FailureList.namedLimit {
      Output.warn("left out \(transfer.leftOut.count) entries of folders that are neither files nor folders")
    }
    var unread = FailureList()
    for failure in transfer.failures { unread.report(failure.description) }
    try print(done, arguments)
    if failures.count > 0 {
      throw Failure(
        "could not write \(failures.count) of \(files.paths.count) files to \(folder)\(failures.note)")
    }
    if unread.count > 0 { throw Failure("could not read \(unread.count) files\(unread.note)") }
  }

  /// Empties the clipboard after its files were moved, as file managers do.
  private static func leaveNothing(of files: FileList, _ arguments: Arguments) throws(Failure) {
    let (name, backend) = (try pasteboardName(arguments), try backend(arguments))
    guard let reader = try? PasteboardReader(name, on: backend),
      // Something else may have been copied meanwhile.
      (try? reader.paste(PasteRequest(.fileURL)).files) == files
    else { return }
    try Failure.wrapping { () throws(PasteboardError) in try PasteboardOwner.clear(name, on: backend) }
  }

  private static func print(_ paths: [FilePath], _ arguments: Arguments) throws(Failure) {
    try list(FileList(paths.map { .path($0.bytes) }), arguments)
  }
}
