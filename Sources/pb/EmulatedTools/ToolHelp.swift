/// The help and the version that a tool prints.
enum ToolHelp {
  /// The help or version that a command line requests; nil for any other command line.
  static func page(of tool: EmulatedTool, _ arguments: ToolArguments) -> String? {
    if arguments.has(.help) { return text(of: tool) }
    return arguments.has(.version) ? version(of: tool) : nil
  }

  /// The usage of the tool, with its options.
  static func text(of tool: EmulatedTool) -> String {
    usage(of: tool) + "\n\(answers): pb \(Command.version).\nSee pb-faces(7) for the differences.\n"
  }

  /// The same without what is said of this program, for a mistake on the command line.
  static func usage(of tool: EmulatedTool) -> String {
    var lines = synopsis(of: tool)
    for option in tool.options where !option.summary.isEmpty {
      let spelling = option.spellings.joined(separator: ", ") + (option.value.map { " \($0)" } ?? "")
      let padding = String(repeating: " ", count: max(1, 28 - spelling.count))
      lines.append("  \(spelling)\(padding)\(option.summary)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let answers = "This is Pasteboard under another name"

  private static func synopsis(of tool: EmulatedTool) -> [String] {
    switch tool {
    case .xclip: ["Usage: xclip [OPTION] [FILE]...", "Copy to an X selection, or paste from it.", ""]
    case .xsel: ["Usage: xsel [options]", "Copy to an X selection, paste from it, or change it.", ""]
    case .wlCopy:
      [
        "Usage:", "\twl-copy [options] text to copy", "\twl-copy [options] < file-to-copy", "",
        "Copy content to the clipboard.", "", "Options:",
      ]
    case .wlPaste:
      ["Usage:", "\twl-paste [options]", "Paste content from the clipboard.", "", "Options:"]
    }
  }

  /// The version of the tool whose habits these are, as scripts look for it, and who answers.
  private static func version(of tool: EmulatedTool) -> String {
    let answer = "\(answers): pb \(Command.version)\n"
    return switch tool {
    case .xclip: "xclip version 0.13\n" + answer
    case .xsel: "xsel version 1.2.0\n" + answer
    case .wlCopy, .wlPaste: "wl-clipboard 2.3.0\n" + answer
    }
  }
}
