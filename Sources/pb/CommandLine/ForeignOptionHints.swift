/// Advice for people who type options and commands of xclip, xsel, wl-clipboard or pandoc.
enum ForeignOptionHints {
  /// The advice for an option of another program; nil if pb does not know it.
  static func meaning(of word: String, after command: String) -> String? {
    let name = word.drop { $0 == "-" }.split(separator: "=").first.map(String.init) ?? ""
    switch (command, name) {
    case (_, "selection"), (_, "sel"), (_, "se"): return "Use -p NAME, such as -p primary."
    case (_, "clipboard"), (_, "b"): return "Leave it out: pb uses the clipboard by default."
    case (_, "primary"): return "Use -p primary."
    case (_, "secondary"): return "Use -p secondary."
    case (_, "target"), ("paste", "to"), ("paste", "format"), ("paste", "f"): return "Use --type TYPE."
    case ("copy", "to"): return "Use 'pb convert --to TYPE'."
    case ("paste", "list-types"), ("paste", "l"): return "Use 'pb show --targets'."
    case ("paste", "no-newline"), ("paste", "n"):
      return "Leave it out: pb adds no line feed. To remove one, use --trim."
    case ("paste", "watch"), ("paste", "w"), ("watch", "watch"): return "Use 'pb watch -- COMMAND'."
    case ("copy", "paste-once"), ("copy", "o"), ("copy", "loops"), ("copy", "l"): return "Use --once."
    case (_, "clear"), ("copy", "c"), ("paste", "c"): return "Use 'pb clear'."
    case ("copy", "i"), ("copy", "in"), ("paste", "out"):
      return "Leave it out: 'pb \(command)' does this by default."
    case ("copy", "trim-newline"), ("copy", "rmlastnl"): return "Use --trim, or -n."
    case ("serve", "daemon"), ("serve", "d"): return "Use 'pb serve &', or the systemd unit."
    default: return nil
    }
  }

  /// The options that are meant by an operand of a command that takes none; nil if that is not known.
  static func meaning(ofOperand word: String, after command: String) -> String? {
    guard command == "paste" else { return nil }
    // The name of a file says its type by itself.
    return (try? TypeName.type(word)) != nil ? "-t \(word)" : "-o \(word)"
  }

  /// The command that a first word stands for in other programs; nil if none is known.
  static func command(for word: String) -> String? {
    switch word {
    case "-i", "-in", "--in", "--input", "--copy", "in", "set", "put", "c": "pb copy"
    case "-o", "-out", "--out", "--output", "--paste", "out", "get", "p": "pb paste"
    case "-c", "--clear", "-clear": "pb clear"
    case "-l", "--list-types", "types", "targets": "pb show --targets"
    case "ls", "list", "info": "pb show"
    case "-v", "version": "pb --version"
    default: nil
    }
  }
}
