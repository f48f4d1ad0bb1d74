import Conversions
import Pasteboard
import System
import UniformTypeIdentifiers

/// The operands of `pb copy` as files, and not as what is in them.
enum CopiedFiles {
  /// An item for each file; nil if the content of one file, or of standard input, is copied.
  ///
  /// - Parameter always: true for one file too, whatever the options say.
  static func items(_ arguments: Arguments, always: Bool = false) throws(Failure) -> [PasteboardItem]? {
    let paths = paths(of: arguments)
    guard
      always || arguments.has(CopyOptions.files) || arguments.has(CopyOptions.cut) || paths.count > 1
        || paths.first?.isFolder == true
    else { return nil }
    guard !paths.isEmpty, paths != [FilePath("-")] else {
      throw Failure("--files and --cut require the names of files")
    }
    for option in [CopyOptions.type, CopyOptions.add] where arguments.isGiven(option) {
      throw Failure("--\(option.name) applies to content, but files themselves are copied here")
    }
    var items: [PasteboardItem] = []
    for path in distinctPaths(of: arguments) {
      let absolute = try Failure.wrapping { () throws(SystemError) in
        _ = try path.kind
        return try path.absolute()
      }
      items.append(PasteboardItem(FileAddress.encode(absolute.bytes), type: .fileURL))
    }
    return items
  }

  /// A list of files as it is offered: addresses and what file managers write as they are, names as `ls` and `find` print
  /// them, with a line feed or a NUL behind each, as addresses.
  ///
  /// Throws `Failure` if one does not exist: a paste would give less than was meant.
  static func list(_ content: [UInt8], from source: String) throws(Failure) -> [UInt8] {
    if let addresses = addresses(ofNames: content) { return addresses }
    let isEndedByNull = content.dropLast().contains(0)
    let lines = content.split { $0 == 0 || !isEndedByNull && ($0 == 0x0A || $0 == 0x0D) }
    var entries: [FileList.Entry] = []
    var hasNames = false
    for line in lines where !isMark(line) {
      let address = address(line)
      guard let entry = address ?? entry(ofName: line), isThere(entry) else {
        let name = String(decoding: line.prefix(200), as: UTF8.self) + (line.count > 200 ? "…" : "")
        throw Failure(
          "\(source) lists '\(name)', which does not exist. To copy files themselves, use --files.")
      }
      if address == nil { hasNames = true }
      entries.append(entry)
    }
    guard !entries.isEmpty else { throw Failure("\(source) lists no files") }
    return hasNames ? FileListForm.uriList.write(FileList(entries)) : content
  }

  /// The addresses of files whose names are all that is in a list; nil if one of them is not there.
  private static func addresses(ofNames list: [UInt8]) -> [UInt8]? {
    var entries: [FileList.Entry] = []
    for name in list.split(separator: list.contains(0) ? 0 : UInt8(ascii: "\n")) {
      guard let entry = entry(ofName: name), isThere(entry) else { return nil }
      entries.append(entry)
    }
    return entries.isEmpty ? nil : FileListForm.uriList.write(FileList(entries))
  }

  /// Comments, and the verb that file managers put first.
  private static func isMark(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: "#") || line.elementsEqual("copy".utf8) || line.elementsEqual("cut".utf8)
  }

  /// The file of a line that is an absolute path or an address.
  private static func address(_ line: ArraySlice<UInt8>) -> FileList.Entry? {
    let isAddress = line.dropLast().contains(UInt8(ascii: ":")) && !line.contains { $0 <= 0x20 }
    guard line.first == UInt8(ascii: "/") || isAddress else { return nil }
    return FileAddress.entry(line, host: ThisProcess.hostName ?? "")
  }

  private static func entry(ofName name: ArraySlice<UInt8>) -> FileList.Entry? {
    (try? FilePath(Array(name)).absolute()).map { .path($0.bytes) }
  }

  /// Whether a file exists; files on other machines count as existing.
  private static func isThere(_ entry: FileList.Entry) -> Bool {
    guard case .path(let path) = entry else { return true }
    return FilePath(path).exists
  }

  /// The operands without those that name a file again: file managers list one file once.
  static func distinctPaths(of arguments: Arguments) -> [FilePath] {
    var known: Set<FilePath> = []
    return paths(of: arguments).filter { known.insert((try? $0.absolute()) ?? $0).inserted }
  }

  /// The operands as they were typed, to the byte.
  static func paths(of arguments: Arguments) -> [FilePath] {
    zip(arguments.operands, arguments.operandPositions).map { operand, place in
      FilePath(ProcessStart.bytes(ofArgument: place) ?? Array(operand.utf8))
    }
  }
}
