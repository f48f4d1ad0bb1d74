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
  /// The time for which the file of content stays; nil for the default.
  let keep: Duration?

  func run() throws(Failure) {
    guard Self.canStart(row.program) else {
      let screen = row.program.runsInTerminal ? "a terminal or a display" : "a display"
      throw Failure("\(row.program.name) requires \(screen): DISPLAY and WAYLAND_DISPLAY are not set")
    }
    switch (content.source, row.handoff) {
    case (.nothing, _): throw Failure("the clipboard is empty")
    case (.file(let path), .attachment): try attach(targets([path]))
    case (.files(let files), .attachment): try attach(targets(files.paths))
    case (_, .attachment):
      try startOnCopy { targets, folder throws(Failure) in try attach(targets, removing: folder) }
    case (.address(let address), _): try start([ExecLine.Target(path: nil, address: address)])
    case (_, .message): try startMessage()
    case (.file(let path), .asItIs): try start(targets([path]))
    case (.files(let files), _): try start(targets(files.paths))
    default: try startOnCopy { targets, folder throws(Failure) in try start(targets, removing: folder) }
    }
  }

  /// Long enough for a slow machine to start an office suite.
  private static let secretStay: Duration = .seconds(30)
  /// A program that is already running reads the file some time after its start command has exited.
  private static let openedStay: Duration = .seconds(600)
  /// Mail programs read what is attached when the message is sent: a working day.
  private static let attachedStay: Duration = .seconds(8 * 3600)

  private func stay(_ usual: Duration) -> LaunchedProgram.Stay {
    content.isSecret ? .fromStart(keep ?? Self.secretStay) : .beyondEnd(keep ?? usual)
  }

  private func targets(_ paths: [FilePath]) throws(Failure) -> [ExecLine.Target] {
    var targets: [ExecLine.Target] = []
    for path in paths {
      guard String(validating: path.bytes, as: UTF8.self) != nil else {
        throw Failure("could not open \(path): its name is not UTF-8")
      }
      targets.append(ExecLine.Target(path: path.description, address: FileAddress.encode(path.bytes)))
    }
    return targets
  }

  private func startOnCopy(
    _ start: ([ExecLine.Target], PrivateFolder) throws(Failure) -> Void
  ) throws(Failure) {
    let folder = try Failure.wrapping { () throws(SystemError) in try PrivateFolder() }
    let type = row.handoff == .message ? content.forms[0].type : row.handoff.type
    let suffix = type.extensionForContent.map { "." + $0 } ?? ""
    let path = folder.path.appending(Array((stem + suffix).utf8))
    do throws(Failure) {
      let bytes = try bytes(as: type, into: folder.path)
      try Failure.wrapping { () throws(SystemError) in
        try OutputFile(path.description, permissions: 0o600).write(bytes)
      }
      try start(try targets([path]), folder)
    } catch {
      folder.remove()
      throw error
    }
  }

  /// The name of the file, which programs show.
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
      let choice = try Failure.wrapping { () throws(PasteboardError) in try reader.paste(PasteRequest(type)) }
      Output.warnAboutTimeout(of: choice.lateForm)
      return choice.bytes
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
    return try conversion.convert(source, into: folder).bytes
  }

  // MARK: Messages

  /// The longest text for the body of a message, in bytes.
  private static let messageLimit = 1 << 15

  /// Has a mail program write the text, or attach it if it is long.
  private func startMessage() throws(Failure) {
    let text = try bytes(as: .utf8PlainText)
    guard text.count > Self.messageLimit else {
      return try start([ExecLine.Target(path: nil, address: message(text))])
    }
    guard row.attachmentCommand([]) != nil else {
      throw Failure(
        "the text is too long for a message (\(text.count) bytes, limit \(Self.messageLimit)), and "
          + "\(row.program.name) attaches no files")
    }
    Output.warn("the text is too long for a message; pb attached it as a file")
    if case .file(let path) = content.source { return try attach(targets([path])) }
    try startOnCopy { targets, folder throws(Failure) in try attach(targets, removing: folder) }
  }

  /// An address that has a mail program write the text (RFC 6068).
  private func message(_ text: [UInt8]) -> String {
    if content.forms.contains(where: { Format($0.type).map { $0 != .plainText } ?? false }) {
      Output.warn("the message is plain text; pb left out the formatting")
    }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).joined(separator: [0x0D, 0x0A])
    return "mailto:?body=" + FileAddress.percentEncoded(Array(lines))
  }

  private func attach(_ files: [ExecLine.Target], removing folder: PrivateFolder? = nil) throws(Failure) {
    guard let command = row.attachmentCommand(files) else {
      throw Failure("pb cannot make \(row.program.name) attach files")
    }
    try launch([command], removing: folder, stay(Self.attachedStay))
  }

  // MARK: Starting

  /// Whether a program can come up where this command runs.
  static func canStart(_ program: DesktopEntry) -> Bool {
    hasDisplay || program.runsInTerminal && isOnTerminal
  }

  private static var hasDisplay: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { Environment.value($0) != nil }
  }

  private static var isOnTerminal: Bool {
    FileDescriptor.standardInput.isTerminal && FileDescriptor.standardOutput.isTerminal
  }

  private func start(_ targets: [ExecLine.Target], removing folder: PrivateFolder? = nil) throws(Failure) {
    let commands = row.program.commands(for: targets)
    guard !commands.isEmpty else { throw Failure("\(row.program.name) opens only files") }
    try launch(commands, removing: folder, stay(Self.openedStay))
  }

  private func launch(
    _ words: [[String]], removing folder: PrivateFolder?, _ stay: LaunchedProgram.Stay
  ) throws(Failure) {
    var commands = words
    if row.program.runsInTerminal {
      if Self.isOnTerminal { return try runHere(commands, removing: folder) }
      let terminal = try Self.terminal()
      commands = commands.map { terminal + $0 }
    }
    try Failure.wrapping { () throws(LaunchedProgram.Problem) in
      try LaunchedProgram.start(commands, in: row.program.folder, removing: folder, stay)
    }
  }

  private func runHere(_ commands: [[String]], removing folder: PrivateFolder?) throws(Failure) {
    defer { folder?.remove() }
    for command in commands {
      let status = try Failure.wrapping { () throws(SystemError) in
        try LaunchedProgram.runHere(command, removing: folder)
      }
      if status != 0 { Output.warn("\(command[0]) exited with status \(status)") }
    }
  }

  /// The command that starts a program in a terminal window.
  private static func terminal() throws(Failure) -> [String] {
    let folders = DesktopFolders.current
    for words in [
      ["xdg-terminal-exec"], ["x-terminal-emulator", "-e"], ["foot"], ["kitty"], ["xterm", "-e"],
    ]
    where folders.hasProgram(words[0]) {
      return words
    }
    throw Failure("could not find a terminal to run the program in")
  }
}
