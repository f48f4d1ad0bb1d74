/// What people type who come from xclip, xsel, wl-clipboard or pandoc, and what it is called here.
enum Habits {
  /// What is meant by an option of another program; nil if none is known.
  static func meaning(of word: String, after command: String) -> String? {
    let name = word.drop { $0 == "-" }.split(separator: "=").first.map(String.init) ?? ""
    switch (command, name) {
    case (_, "selection"), (_, "sel"), (_, "se"): return "--pasteboard NAME, as in -p primary"
    case (_, "clipboard"), (_, "b"): return "nothing: the clipboard is what is used without -p"
    case (_, "primary"): return "-p primary"
    case (_, "secondary"): return "-p secondary"
    case (_, "target"), ("paste", "to"), ("paste", "format"), ("paste", "f"): return "--type TYPE"
    case ("copy", "to"): return "'pb convert --to TYPE'"
    case ("paste", "list-types"), ("paste", "l"): return "'pb show --targets'"
    case ("paste", "no-newline"), ("paste", "n"):
      return "nothing: no line feed is added; --trim takes one away"
    case ("paste", "watch"), ("paste", "w"), ("watch", "watch"): return "'pb watch -- COMMAND'"
    case ("copy", "paste-once"), ("copy", "o"), ("copy", "loops"), ("copy", "l"): return "--once"
    case (_, "clear"), ("copy", "c"), ("paste", "c"): return "'pb clear'"
    case ("copy", "i"), ("copy", "in"), ("paste", "out"): return "nothing: that is what 'pb \(command)' does"
    case ("copy", "trim-newline"), ("copy", "rmlastnl"): return "--trim, or -n"
    case ("serve", "daemon"), ("serve", "d"): return "'pb serve &', or the systemd unit"
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
