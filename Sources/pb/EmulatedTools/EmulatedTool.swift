import Exchange
import Pasteboard
import System
import Terminal

/// A clipboard tool that scripts and editors call, as which `pb` answers: by a link of its name, or `pb as NAME`.
///
/// Options, messages and exit statuses are those of xclip 0.13, xsel 1.2.0 and wl-clipboard 2.3; pb-faces(7) lists what
/// differs on purpose.
enum EmulatedTool: String, CaseIterable {
  case xclip, xsel
  case wlCopy = "wl-copy"
  case wlPaste = "wl-paste"

  /// The tool that a program's path or name calls; nil for none.
  init?(calledBy program: String) {
    // Most calls are `pb`: nothing is taken apart for them.
    guard let last = program.utf8.last, [0x65, 0x6C, 0x70, 0x79].contains(last) else { return nil }
    self.init(rawValue: program.split(separator: "/").last.map(String.init) ?? "")
  }

  /// Runs a command line; returns the exit status.
  ///
  /// - Parameter words: the arguments behind the name, with their places in the program's own arguments.
  func run(_ words: ArraySlice<String>) -> ExitStatus {
    do throws(ToolFailure) {
      let arguments: ToolArguments
      do throws(ToolFailure) {
        arguments = try ToolArguments(words, for: self)
      } catch {
        return try misuse(error)
      }
      if let page = ToolHelp.page(of: self, arguments) {
        try write(page, to: self == .xclip ? .standardError : .standardOutput)
        return .success
      }
      switch self {
      case .xclip: try Xclip(arguments).run()
      case .xsel: try Xsel(arguments).run()
      case .wlCopy: try WlCopy(arguments).run()
      case .wlPaste: return try WlPaste(arguments).run()
      }
      return .success
    } catch {
      if !error.message.isEmpty { Self.tell(error.message) }
      return error.status
    }
  }

  /// The answer to an unreadable command line: xsel prints its help and succeeds.
  private func misuse(_ failure: ToolFailure) throws(ToolFailure) -> ExitStatus {
    guard self == .xsel else { throw ToolFailure(failure.message + "\n" + ToolHelp.usage(of: self)) }
    try write(ToolHelp.text(of: self), to: .standardOutput)
    return .success
  }

  private func write(_ text: String, to stream: borrowing FileDescriptor) throws(ToolFailure) {
    do throws(SystemError) {
      _ = try stream.write(Array(text.utf8), name: rawValue)
    } catch {
      throw ToolFailure("\(rawValue): \(error.description)")
    }
  }
}

extension EmulatedTool {
  /// Writes lines to standard error, in which names of others' reach no terminal as they are.
  static func tell(_ message: String) { Output.writeLines(VisibleText.escaping(message)) }

  /// Writes content to standard output: to a terminal with its control characters made visible.
  static func write(_ bytes: [UInt8]) throws(SystemError) {
    let output = FileDescriptor.standardOutput
    let isVisible = output.isTerminal
    let written = isVisible ? Array(VisibleText.escaping(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
    _ = try output.write(written, name: "standard output")
  }
}

/// The failure of a tool, in its words, for standard error.
struct ToolFailure: Error {
  let message: String
  /// The exit status of a failure: all four tools exit with 1.
  let status = ExitStatus.nothing

  init(_ message: String) { self.message = message }
}

extension ToolFailure {
  /// A file that cannot be read, as perror(3) says it.
  init(_ tool: EmulatedTool, _ name: String, _ error: SystemError) {
    let reason =
      if case .call(let number) = error.kind { SystemError.words(for: number) } else { error.reason }
    self.init("\(tool.rawValue): \(name): \(reason)")
  }
}

extension Subcommand {
  /// The entry of `pb as` for help; `Command` hands over command lines that name a tool before they are parsed.
  static let faces = Subcommand(
    path: ["as"], operands: "xclip|xsel|wl-copy|wl-paste [OPTION…]", operandCount: 0...1_000_000,
    summary: "act as xclip, xsel, wl-copy or wl-paste",
    notes: """
      'pb as xclip -h' lists the options of a tool. pb-faces(7) lists those of all tools and the
      differences. 'pb generate faces DIR' creates links by which pb is called under these names.
      """,
    examples: """
      pb as xclip -selection clipboard -o
      pb as wl-paste --list-types
      """
  ) { arguments throws(Failure) in
    let names = EmulatedTool.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name = arguments.operands.first else { throw Failure("'pb as' requires one of: \(names)") }
    throw Failure("'pb as' does not support '\(name)'. Use one of \(names).")
  }
}
