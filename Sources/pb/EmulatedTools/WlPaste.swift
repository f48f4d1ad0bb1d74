import Conversions
import Exchange
import Pasteboard
import System
import UniformTypeIdentifiers

/// wl-paste: pastes what is there in a type, lists the types, or runs a command for each change.
struct WlPaste {
  private let arguments: ToolArguments

  init(_ arguments: ToolArguments) { self.arguments = arguments }

  func run() throws(ToolFailure) -> ExitStatus {
    if let operand = arguments.operands.first {
      throw ToolFailure("Unexpected argument: \(operand)\n" + ToolHelp.usage(of: .wlPaste))
    }
    try WaylandTools.requireSeat(arguments[.seat])
    let board = try ToolBoard(arguments.has(.primary) ? .primary : .general, as: .paste)
    do throws(PasteboardError) {
      if arguments.has(.watch), !arguments.has(.listTypes) { try watch(board) }
      let reader = try ToolReader(board)
      if arguments.has(.listTypes) {
        try write(types(of: reader).map { $0 + "\n" }.joined())
        return .success
      }
      guard let choice = choice(reader) else { throw Self.notThere }
      try reader.write(choice.form)
      if WaylandTools.isText(choice.type), !arguments.has(.noNewline) { try write("\n") }
      return .success
    } catch {
      guard [.notOffered, .notConvertible].contains(error.code) else { throw WaylandTools.failure(error) }
      throw ToolFailure(unavailable)
    }
  }

  private func write(_ text: String) throws(PasteboardError) {
    try rethrowing(as: PasteboardError.init) { () throws(SystemError) in
      try EmulatedTool.write(Array(text.utf8))
    }
  }

  /// Whether a name is a type, and not part of the X11 protocol.
  private func types(of reader: ToolReader) -> [String] {
    reader.listed(textNames: Self.textNames).filter { NameTable.shared.role(of: $0) != .protocol }
  }

  private static let textNames = ["text/plain;charset=utf-8", "text/plain"]
  private static let notThere = PasteboardError(byte: 2, description: "not available")

  private var unavailable: String {
    let hint = "Use \"wl-paste --list-types\" to view available types."
    if let type = arguments[.target] {
      return "Clipboard content is not available as requested type \"\(type)\"\n\(hint)"
    }
    if let type = inferredType {
      return "Clipboard content is not available as inferred output type \"\(type)\"\n\(hint) "
        + "Use \"--type\" to explicitly specify a type."
    }
    return "No suitable type of content copied"
  }
}

// MARK: Choosing

extension WlPaste {
  /// A type, and how it is served.
  typealias Choice = (type: String, form: ToolReader.Form)

  /// The content to paste: the requested type, the type of the output file's name, text, or any content.
  private func choice(_ reader: ToolReader) -> Choice? {
    guard let wanted = arguments[.target] else {
      guard let inferred = inferredType else { return text(reader) ?? anything(reader) }
      return exactly(inferred, reader) ?? (WaylandTools.isText(inferred) ? text(reader) : nil)
    }
    if wanted == "text" { return text(reader) }
    if let exact = exactly(wanted, reader) { return exact }
    guard !wanted.contains("/"), wanted.first?.isUppercase != true else { return nil }
    // A part of a name stands for the first that begins with it: image for a picture.
    let names = types(of: reader)
    return (names.first { $0.hasPrefix(wanted) }).flatMap { exactly($0, reader) }
  }

  private func exactly(_ type: String, _ reader: ToolReader) -> Choice? {
    reader.form(for: type).map { (type, $0) }
  }

  private func text(_ reader: ToolReader) -> Choice? {
    let offered = reader.targets.first { WaylandTools.isText($0) && !$0.hasPrefix("text/html") }
    for name in Self.textNames where reader.targets.contains(name) { return (name, .offered(name)) }
    if let form = reader.text { return (Self.textNames[0], form) }
    return offered.map { ($0, .offered($0)) }
  }

  private func anything(_ reader: ToolReader) -> Choice? {
    let content = reader.targets.first { NameTable.shared.role(of: $0) == .content }
    return content.map { ($0, .offered($0)) }
  }

  /// The type that the name of the file says which standard output goes to; nil for a pipe, a terminal and other names.
  private var inferredType: String? {
    guard FileDescriptor.standardOutput.isRegularFile, let path = ThisProcess.path(ofDescriptor: 1),
      let type = TypeName.type(ofFile: path)
    else { return nil }
    return type.preferredMIMEType
  }
}

// MARK: Watching

extension WlPaste {
  /// Runs the command for what is there and for each change; never returns but by an error.
  private func watch(_ board: ToolBoard) throws(PasteboardError) -> Never {
    let watch = try PasteboardWatch(board.name, on: board.backend, timeout: ToolReader.timeout)
    let content = WatchedContent(board.name, board.backend, timeout: ToolReader.timeout) {
      reader throws(PasteboardError) in
      let tool = try ToolReader(reader)
      guard let choice = choice(tool) else { throw Self.notThere }
      return WatchedContent.Item(state: .data, bytes: try tool.bytes(of: choice.form), type: choice.type)
    }
    try content.start(watch, skipsPresent: false)
    while true {
      let item = try content.next()
      if item.isUnavailable { continue }
      // Nobody can tell on Wayland whether what is gone was cleared, so the tool never says so.
      let state = item.state == .clear ? .nothing : item.state
      do throws(SystemError) {
        _ = try Subprocess.run(
          arguments.command, input: item.bytes,
          setting: [("CLIPBOARD_STATE", state.rawValue), ("CLIPBOARD_TYPE", item.type)])
      } catch {
        EmulatedTool.tell("Failed to spawn \(arguments.command[0]): \(error.reason)")
      }
    }
  }
}
