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
    guard !paths.isEmpty else { throw Failure("name the files to copy, or leave --files and --cut away") }
    for option in [CopyOptions.type, CopyOptions.add] where arguments.isGiven(option) {
      throw Failure("--\(option.name) is for the content of one file, and not for files")
    }
    var items: [PasteboardItem] = []
    for path in paths {
      let absolute = try Failure.wrapping { () throws(SystemError) in
        _ = try path.kind
        return try path.absolute()
      }
      items.append(PasteboardItem(FileAddress.encode(absolute.bytes), type: .fileURL))
    }
    return items
  }

  /// The addresses of files whose names `ls` and `find` print, with a line feed or a NUL behind each; nil if one of them
  /// is not there.
  static func addresses(ofNames list: [UInt8]) -> [UInt8]? {
    let names = list.split(separator: list.contains(0) ? 0 : UInt8(ascii: "\n"))
    var paths: [FileList.Entry] = []
    for name in names {
      guard let path = try? FilePath(Array(name)).absolute(), path.exists else { return nil }
      paths.append(.path(path.bytes))
    }
    return paths.isEmpty ? nil : FileListForm.uriList.write(FileList(paths))
  }

  /// The operands as they were typed, to the byte.
  static func paths(of arguments: Arguments) -> [FilePath] {
    zip(arguments.operands, arguments.operandPlaces).map { operand, place in
      FilePath(ProcessStart.bytes(ofArgument: place) ?? Array(operand.utf8))
    }
  }
}
