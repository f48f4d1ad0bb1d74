import Conversions
import DesktopPrograms
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

/// Hands content to a program: files as they are, all else in a file that goes away again.
struct ProgramStart {
  let content: SharedContent
  let row: SharingPrograms.Row
  /// How long the file of content stays.
  let stay: LaunchedProgram.Stay

  func run() throws(Failure) {
    switch (content.source, row.handing) {
    case (.nothing, _): throw Failure("there is nothing to open")
    case (.address(let address), _): try start([ExecLine.Target(path: nil, address: address)])
    case (_, .message): try start([ExecLine.Target(path: nil, address: try message())])
    case (.file(let path), .asItIs): try start(targets([path]))
    case (.files(let files), _): try start(targets(files.paths))
    default: try startOnCopy()
    }
  }

  private func targets(_ paths: [FilePath]) throws(Failure) -> [ExecLine.Target] {
    var targets: [ExecLine.Target] = []
    for path in paths {
      guard String(validating: path.bytes, as: UTF8.self) != nil else {
        throw Failure("the name of \(path) is not UTF-8, which programs cannot be given")
      }
      targets.append(ExecLine.Target(path: path.description, address: FileAddress.encode(path.bytes)))
    }
    return targets
  }

  private func startOnCopy() throws(Failure) {
    let folder = try Failure.wrapping { () throws(SystemError) in try PrivateFolder() }
    let type = row.handing.type
    let suffix = type.extensionForContent.map { "." + $0 } ?? ""
    let path = folder.path.appending(Array((stem + suffix).utf8))
    do throws(Failure) {
      let bytes = try bytes(as: type, into: folder.path)
      try Failure.wrapping { () throws(SystemError) in
        try OutputFile(path.description, permissions: 0o600).write(bytes)
      }
      try start(try targets([path]), removing: folder)
    } catch {
      folder.remove()
      throw error
    }
  }

  /// What the file is called, which programs show.
  private var stem: String {
    let stem =
      switch content.source {
      case .file(let path): ConversionSource.stem(of: path)
      default: "pasteboard"
      }
    return stem.contains("/") || stem.isEmpty ? "pasteboard" : stem
  }

  private func bytes(as type: UTType, into folder: FilePath? = nil) throws(Failure) -> [UInt8] {
    switch content.source {
    case .file(let path):
      return try converted(try ConversionSource(path, as: content.forms[0].type, encoding: nil), type, folder)
    case .bytes(let source): return try converted(source, type, folder)
    case .pasteboard(let reader):
      return try Failure.wrapping { () throws(PasteboardError) in try reader.paste(PasteRequest(type)) }.bytes
    case .files, .address, .nothing: return []
    }
  }

  private func converted(
    _ source: ConversionSource, _ type: UTType, _ folder: FilePath?
  ) throws(Failure) -> [UInt8] {
    if source.type == type { return source.bytes }
    let arguments = try Arguments([], for: .convert)
    let conversion = FileConversion(
      wanted: type, style: nil, media: nil, reference: nil, shape: nil, arguments: arguments)
    return try conversion.convert(source, into: folder)
  }

  /// More is no message that is written by hand.
  private static let longestMessage = 1 << 15

  /// An address that has a mail program write the text (RFC 6068).
  private func message() throws(Failure) -> String {
    let text = try bytes(as: .utf8PlainText)
    guard text.count <= Self.longestMessage else {
      throw Failure("the text is too long for a message: \(text.count) bytes, at most \(Self.longestMessage)")
    }
    if content.forms.contains(where: { Format($0.type).map { $0 != .plainText } ?? false }) {
      Output.say("a message is plain text: its formatting is left out")
    }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).joined(separator: [0x0D, 0x0A])
    return "mailto:?body=" + FileAddress.percentEncoded(Array(lines))
  }

  private func start(_ targets: [ExecLine.Target], removing folder: PrivateFolder? = nil) throws(Failure) {
    var commands = row.program.commands(for: targets)
    guard !commands.isEmpty else { throw Failure("\(row.program.name) takes files alone") }
    if row.program.runsInTerminal {
      let isTerminal = FileDescriptor.standardInput.isTerminal && FileDescriptor.standardOutput.isTerminal
      if isTerminal { return try runHere(commands, removing: folder) }
      let terminal = try Self.terminal()
      commands = commands.map { terminal + $0 }
    }
    try Failure.wrapping { () throws(LaunchedProgram.Problem) in
      try LaunchedProgram.start(
        commands, in: row.program.folder, removing: folder, stay)
    }
  }

  private func runHere(_ commands: [[String]], removing folder: PrivateFolder?) throws(Failure) {
    defer { folder?.remove() }
    for command in commands {
      let status = try Failure.wrapping { () throws(SystemError) in try LaunchedProgram.runHere(command) }
      if status != 0 { Output.say("\(command[0]) ended with status \(status)") }
    }
  }

  /// What starts a program in a window of a terminal.
  private static func terminal() throws(Failure) -> [String] {
    let folders = DesktopFolders.current
    for words in [
      ["xdg-terminal-exec"], ["x-terminal-emulator", "-e"], ["foot"], ["kitty"], ["xterm", "-e"],
    ]
    where folders.hasProgram(words[0]) {
      return words
    }
    throw Failure("there is no terminal to run it in")
  }
}
