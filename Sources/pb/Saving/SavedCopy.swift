import Exchange
import Pasteboard
import SavedClipboards
import System

/// The content of `pb copy --saved FILE`: what a file holds, exactly.
enum SavedCopy {
  /// The options that make or change content, which a saved clipboard has already.
  private static var others: [Option] {
    [
      CopyOptions.type, CopyOptions.files, CopyOptions.only, CopyOptions.append, CopyOptions.trim,
      CopyOptions.cut,
      CopyOptions.add, ConvertOptions.encoding, CopyOptions.tee, CopyOptions.plain, CopyOptions.rich,
      MediaOptions.embedding, MediaOptions.base,
    ]
  }

  /// The offering of the file; nil if the option was not given.
  static func offering(_ arguments: Arguments) throws(Failure) -> Offering? {
    guard let name = arguments[CopyOptions.saved] else { return nil }
    if let other = others.first(where: { arguments.isGiven($0) }) {
      throw Failure("--saved cannot be combined with --\(other.name): the file decides")
    }
    guard arguments.operands.isEmpty else {
      throw Failure("--saved cannot be combined with further files")
    }
    let saved = try read(name, at: arguments.path(CopyOptions.saved))
    let label = name == "-" ? "standard input" : name
    if let taken = saved.snapshot.names.first(where: { NameTable.shared.role(of: $0) == .protocol }) {
      throw Failure("\(label) is damaged: the name \(taken) belongs to the display's protocol")
    }
    guard saved.snapshot.names.contains(where: { NameTable.shared.role(of: $0) == .content }) else {
      throw Failure("\(label) holds no content, only marks")
    }
    // The forms decide, not what the manifest says of them.
    let found = PrivacyMarker.meaning(among: saved.snapshot.names) {
      saved.snapshot.representations[$0]?.bytes
    }
    let mark = found == .secret ? .secret : saved.mark ?? found
    if mark == .secret, !arguments.has(CopyOptions.sensitive) {
      throw Failure("\(label) holds a secret. To copy it, use --sensitive.")
    }
    return Offering(exactly: saved.snapshot, arguments.has(CopyOptions.sensitive) ? .secret : mark)
  }

  private static func read(_ name: String, at path: FilePath?) throws(Failure) -> SavedClipboard {
    let limit = SavedClipboard.fileLimit
    let bytes = try Failure.wrapping { () throws(SystemError) in
      if name == "-" {
        let input = FileDescriptor.standardInput
        guard !input.isTerminal else { return [UInt8]() }
        return try input.readToEnd(name: "standard input", limit: limit)
      }
      return try RegularFile.bytes(of: path ?? FilePath(name), limit: limit)
    }
    if name == "-", bytes.isEmpty {
      throw Failure("standard input is empty or a terminal. Name a file, or use a pipe.")
    }
    do {
      return try SavedClipboard(decoding: bytes)
    } catch {
      throw Failure("could not read \(name == "-" ? "standard input" : name): \(error)")
    }
  }
}
