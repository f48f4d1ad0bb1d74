/// Advice for people who type options, commands and names of xclip, xsel, wl-clipboard, pandoc or their own guess.
enum ForeignOptionHints {
  /// Options that pb does not have, with what to type instead.
  private struct Row {
    /// The command that they were typed after; nil for any.
    let command: String?
    let names: [String]
    let advice: String

    init(_ command: String?, _ names: [String], _ advice: String) {
      (self.command, self.names, self.advice) = (command, names, advice)
    }
  }

  /// The first row that fits counts.
  private static let rows: [Row] = [
    Row(nil, ["selection", "sel", "se"], "Use -p NAME, such as -p primary."),
    Row(nil, ["clipboard", "b"], "Leave it out: pb uses the clipboard by default."),
    Row(nil, ["primary"], "Use -p primary."),
    Row(nil, ["secondary"], "Use -p secondary."),
    Row("convert", ["target", "format", "write", "output-format"], "Use --to TYPE."),
    Row("convert", ["read", "input-format"], "Use --from TYPE."),
    Row("convert", ["out", "outfile", "result"], "Use --output FILE."),
    Row("convert", ["overwrite", "force", "clobber", "in-place", "i"], "Use --replace."),
    Row(
      "convert", ["recursive", "r", "R", "dir", "directory", "folder"],
      "Use --into DIR: it converts folders, too."),
    Row("convert", ["images", "pictures", "extract-media", "assets"], "Use --media DIR."),
    Row("convert", ["embed-resources", "self-contained"], "Use --media embed."),
    Row("convert", ["reference-doc", "template", "style", "styles"], "Use --reference FILE."),
    Row("convert", ["lang"], "Use --language CODE."),
    Row("convert", ["columns", "width"], "Use --wrap COLUMNS."),
    Row("copy", ["to"], "Use 'pb convert --to TYPE'."),
    Row("copy", ["secret", "password", "private", "confidential"], "Use --sensitive."),
    Row(
      "copy", ["expire", "expires", "ttl", "timeout", "clear", "wipe"], "Did you mean --clear-after SECONDS?"),
    Row("copy", ["paste-once", "o", "loops", "l"], "Use --once."),
    Row("copy", ["trim-newline", "rmlastnl", "no-newline"], "Use --trim, or -n."),
    Row("copy", ["c"], "Use 'pb clear'."),
    Row("paste", ["to", "format", "f"], "Use --type TYPE."),
    Row("paste", ["images", "pictures", "extract-media"], "Use --media DIR."),
    Row("paste", ["file", "outfile"], "Use --output FILE."),
    Row("paste", ["append"], "Use 'pb paste >> FILE'."),
    Row("paste", ["list-types", "l"], "Use 'pb show --targets'."),
    Row("paste", ["no-newline", "n"], "Leave it out: pb adds no line feed. To remove one, use --trim."),
    Row("paste", ["watch", "w"], "Use 'pb watch -- COMMAND'."),
    Row("watch", ["watch", "exec", "x", "command"], "Use 'pb watch -- COMMAND'."),
    Row("serve", ["daemon", "d", "background"], "Use 'pb serve &', or the systemd unit."),
    Row("serve", ["size", "max-items", "entries"], "Use --history COUNT."),
    Row("type of", ["mime-type", "i", "I", "b", "brief"], "Use --mime."),
    Row("history pick", ["number", "n"], "Use 'pb history pick N'."),
    Row("copy", ["i", "in", "input"], "Leave it out: 'pb copy' does this by default."),
    Row("paste", ["out"], "Leave it out: 'pb paste' does this by default."),
    Row(nil, ["target", "mime", "mime-type", "format"], "Use --type TYPE."),
    Row(nil, ["verbose", "v", "debug"], "To see what pb does, use --explain."),
    Row(nil, ["silent"], "Use --quiet."),
  ]

  /// The advice for an option of another program; nil if pb does not know it.
  static func meaning(of word: String, after command: String) -> String? {
    let name = word.drop { $0 == "-" }.split(separator: "=").first.map(String.init) ?? ""
    if command.hasPrefix("history") {
      if ["clear", "delete", "remove", "d", "c"].contains(name) {
        return "To forget copies, use 'pb history drop N' or 'pb history drop --all'."
      }
      if Int(name) != nil { return "Copies are numbered from 0, the last one." }
    }
    if let row = rows.first(where: { $0.names.contains(name) && ($0.command ?? command) == command }) {
      return row.advice
    }
    return name == "clear" || name == "c" && command == "paste" ? "Use 'pb clear'." : nil
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
    case "-c", "--clear", "-clear", "delete", "empty": "pb clear"
    case "-l", "--list-types", "types", "targets": "pb show --targets"
    case "ls", "list", "info", "status": "pb show"
    case "-v", "version": "pb --version"
    case "daemon", "manager", "server", "start": "pb serve"
    case "xclip", "xsel", "wl-copy", "wl-paste": "pb as \(word)"
    default: nil
    }
  }

  /// The topic or command whose help answers a word after `pb help`; nil if none is known.
  static func topic(for word: String) -> String? {
    switch word {
    case "types", "formats", "format", "markdown", "tables", "mime", "table", "converter", "converters":
      "formats"
    case "encoding", "charset", "charsets", "codepage", "codepages", "utf8", "utf-8", "latin1", "unicode":
      "encodings"
    case "secret", "password", "passwords", "sensitive", "security", "pass": "secrets"
    case "x11", "xwayland", "gnome", "kde", "sway", "backend", "backends", "display": "wayland"
    case "tmux", "terminal", "terminals", "remote", "osc52", "kitty", "screen", "socket", "sockets",
      "container", "docker":
      "ssh"
    case "xclip", "xsel", "wl-copy", "wl-paste", "wl-clipboard", "faces": "as"
    case "manager", "daemon", "service": "serve"
    case "completion", "completions", "man", "systemd", "autostart": "generate"
    case "settings", "configuration": "config"
    default: nil
    }
  }

  /// The extension of the files of a program, for people who name the program instead of a type; nil for other words.
  static func type(ofProgram word: String) -> String? {
    switch word {
    case "word", "msword", "winword": "docx"
    case "excel": "xlsx"
    case "writer", "libreoffice", "openoffice", "opendocument": "odt"
    case "calc": "ods"
    case "photo", "picture", "image", "screenshot": "png"
    case "spreadsheet": "xlsx"
    case "web", "page", "webpage": "html"
    case "string", "plaintext", "utf8", "utf-8": "plain"
    case "file", "paths", "path": "files"
    default: nil
    }
  }
}
