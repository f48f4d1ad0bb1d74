/// A line on which a person typed a command behind a prompt.
struct PromptLine {
  typealias Line = ScreenText.Line

  /// The programs that prompt, as the languages that their transcripts are highlighted in.
  enum Program: Equatable {
    case shell, python, ipython, database, javaScript, ruby

    var language: String {
      switch self {
      case .shell: "console"
      case .python: "pycon"
      case .ipython: "ipython"
      case .database: "sql"
      case .javaScript: "js"
      case .ruby: "irb"
      }
    }
  }

  let program: Program
  /// `$ `, `# ` or what else the prompt is written as.
  let sign: String
  /// The command behind the prompt; empty if none was typed.
  let command: Line
  /// The part that prompts of one session share: a name and a machine, a folder, or the sign alone.
  private let form: Form

  private enum Form: Equatable {
    case sign, folder, name, interpreter
  }

  /// Whether no other text looks like this: a name of a user and a machine, or a sign of prompts alone.
  let isCertain: Bool

  /// Commands by which prompts are told from comments and headings.
  private static let commands = ForeignLine.commands.union([
    "ls", "cat", "ip", "mount", "df", "ps", "journalctl", "dmesg", "service", "id", "whoami", "uname",
    "passwd",
    "useradd", "adduser", "usermod", "lsblk", "fdisk", "iptables", "ss", "tail", "head", "grep", "find", "vi",
    "vim",
    "nano", "echo", "exit", "reboot", "poweroff", "cp", "mv", "ln", "touch", "tar", "make", "dpkg", "rpm",
    "pacman",
    "zypper", "podman", "free", "du", "hostname", "su", "export", "kill", "modprobe", "lsmod", "pwd", "zpool",
    "zfs",
  ])

  init?(_ line: Line) {
    guard let first = line.first else { return nil }
    if let (program, sign, rest) = Self.interpreter(line) {
      self.init(program, sign, rest, .interpreter, isCertain: true)
    } else if let (sign, rest, isCertain) = Self.shell(line, first) {
      let isNamed = line.prefix { $0 != 0x20 && $0 != UInt8(ascii: ":") }.contains(UInt8(ascii: "@"))
      let isFolder = first == UInt8(ascii: "~") || first == UInt8(ascii: "/")
      self.init(.shell, sign, rest, isNamed ? .name : isFolder ? .folder : .sign, isCertain: isCertain)
    } else {
      return nil
    }
  }

  private init(_ program: Program, _ sign: String, _ command: Line, _ form: Form, isCertain: Bool) {
    self.form = form
    self.program = program
    self.sign = sign
    self.command = command.unindented
    self.isCertain = isCertain
  }

  /// Whether a prompt may be of the same session: output may look like another prompt.
  func isAlike(_ first: PromptLine) -> Bool {
    program == first.program && form == first.form && (form != .sign || isCertain == first.isCertain)
  }

  // MARK: Interpreters

  private static func interpreter(_ line: Line) -> (Program, String, Line)? {
    if line.hasPrefix(">>> ") || line.elementsEqual(">>>".utf8) {
      return (.python, ">>> ", line.dropFirst(3))
    }
    if line.hasPrefix("In [") {
      let digits = line.dropFirst(4).prefix(while: \.isASCIIDigit)
      let rest = line[digits.endIndex...]
      if !digits.isEmpty, rest.hasPrefix("]:") { return (.ipython, "", rest.dropFirst(2)) }
    }
    for name in ["mysql", "sqlite", "MariaDB ["] where line.hasPrefix(name) {
      let rest = line.dropFirst(name.utf8.count).drop {
        $0 != UInt8(ascii: ">") && $0 > 0x20 || $0 == UInt8(ascii: "]")
      }
      if rest.hasPrefix("> ") || rest.elementsEqual(">".utf8) { return (.database, "", rest.dropFirst()) }
    }
    if line.hasPrefix("irb("), let end = ByteSearch.position(of: "> ", in: line) {
      return (.ruby, "", line[(end + 2)...])
    }
    return postgres(line)
  }

  /// `name=# ` and `name=> `.
  private static func postgres(_ line: Line) -> (Program, String, Line)? {
    let name = line.prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    let rest = line[name.endIndex...]
    guard !name.isEmpty, name.count <= 63 else { return nil }
    for sign in ["=# ", "=> "] where rest.hasPrefix(sign) {
      let command = rest.dropFirst(3)
      let word = command.prefix { $0.isASCIILetter || $0 == UInt8(ascii: "\\") }.string.uppercased()
      let isCommand = word.hasPrefix("\\") || sqlWords.contains(word)
      if isCommand { return (.database, "", command) }
    }
    return rest.elementsEqual("=#".utf8) || rest.elementsEqual("=>".utf8)
      ? (.database, "", rest.dropFirst(2)) : nil
  }

  private static let sqlWords: Set<String> = [
    "SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "WITH", "EXPLAIN", "BEGIN", "COMMIT",
    "ROLLBACK",
    "TABLE", "VALUES", "SHOW", "SET", "GRANT", "REVOKE", "ANALYZE", "VACUUM", "COPY", "TRUNCATE", "CALL",
    "DO",
  ]

  /// Whether a line continues the command before it, behind a prompt for that.
  static func continues(_ line: Line, _ program: Program, _ command: Line) -> Line? {
    switch program {
    case .python: return line.hasPrefix("... ") || line.elementsEqual("...".utf8) ? line : nil
    case .ipython: return line.unindented.hasPrefix("...:") ? line : nil
    case .database:
      for sign in ["-> ", "...> ", "'> ", "\"> "] where line.unindented.hasPrefix(sign) {
        return line.unindented.dropFirst(sign.utf8.count)
      }
      let name = line.prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
      let rest = line[name.endIndex...]
      let isPrompt = ["-# ", "-> ", "(# ", "(> ", "'# ", "'> "].contains { rest.hasPrefix($0) }
      return !name.isEmpty && isPrompt ? rest.dropFirst(3) : nil
    case .javaScript, .ruby: return nil
    case .shell:
      guard line.hasPrefix("> "), isOpen(command) else { return nil }
      return line
    }
  }

  /// Whether a shell waits for more: behind a backslash or an operator, within quotes, a loop or a here-document.
  private static func isOpen(_ command: Line) -> Bool {
    guard let last = command.last else { return false }
    if "\\|{(".utf8.contains(last) || command.hasSuffix("&&") || ByteSearch.contains("<<", in: command) {
      return true
    }
    if command.hasPrefix("> ") { return true }
    let isWithinQuotes = "'\"".utf8.contains { quote in command.count { $0 == quote } % 2 == 1 }
    return isWithinQuotes || ["for ", "while ", "if ", "until "].contains { command.hasPrefix($0) }
      || command.hasSuffix(" do") || command.hasSuffix(" then")
  }

  // MARK: Shells

  private static func shell(_ line: Line, _ first: UInt8) -> (String, Line, Bool)? {
    var line = line
    // An environment's name in parentheses stands before any prompt.
    if first == UInt8(ascii: "("), let end = line.prefix(40).firstIndex(of: UInt8(ascii: ")")),
      line[(end + 1)...].first == 0x20,
      line[line.startIndex + 1..<end].allSatisfy({ $0.isASCIIAlphanumeric || "-_.".utf8.contains($0) })
    {
      if let found = plain(line[(end + 2)...]) { return (found.0, found.1, true) }
      line = line[(end + 2)...]
    }
    return plain(line) ?? named(line) ?? powerShell(line)
  }

  /// A sign alone: `$ ls`, `❯ ls`, `➜  project git:(main) ✗ ls`, `# apt update`, and frames of two lines.
  private static func plain(_ line: Line) -> (String, Line, Bool)? {
    if line.elementsEqual("$".utf8) { return ("$ ", [], false) }
    if line.hasPrefix("$ "), isCommand(line.dropFirst(2)) { return ("$ ", line.dropFirst(2), false) }
    if line.elementsEqual("❯".utf8) || line.hasPrefix("❯ ") { return ("$ ", line.dropFirst(3), true) }
    if line.hasPrefix("➜  ") {
      var rest = line.dropFirst("➜  ".utf8.count)
      rest = rest.drop { $0 != 0x20 }.unindented
      if rest.hasPrefix("git:("), let end = rest.firstIndex(of: UInt8(ascii: ")")) {
        rest = rest[(end + 1)...].unindented
        if rest.hasPrefix("✗") { rest = rest.dropFirst("✗".utf8.count).unindented }
      }
      return ("$ ", rest, true)
    }
    for (sign, written) in [("# ", "# "), ("% ", "$ ")] where line.hasPrefix(sign) {
      let word = line.dropFirst(2).prefix { $0 > 0x20 }
      guard commands.contains(word.string), let last = line.last, !".:!?".utf8.contains(last) else {
        return nil
      }
      return (written, line.dropFirst(2), false)
    }
    for corner in ["╰─", "└─"] where line.hasPrefix(corner) {
      let rest = line.dropFirst(corner.utf8.count)
      for (sign, written) in [
        ("$ ", "$ "), ("# ", "# "), ("❯ ", "$ "), ("➤ ", "$ "), ("λ ", "$ "), ("% ", "$ "),
      ]
      where rest.hasPrefix(sign) {
        return (written, rest.dropFirst(sign.utf8.count), true)
      }
      if ["$", "#", "❯", "➤", "%"].contains(where: { rest.elementsEqual($0.utf8) }) {
        return ("$ ", [], true)
      }
    }
    return nil
  }

  private static func isCommand(_ text: Line) -> Bool {
    guard let first = text.first else { return false }
    return first.isASCIILetter || "./~_(\"'![".utf8.contains(first)
  }

  /// A prompt with a user and a machine, a folder or a version before its sign.
  private static func named(_ line: Line) -> (String, Line, Bool)? {
    let head = line.prefix(160)
    if head.hasPrefix("sh-") || head.hasPrefix("bash-") || head.hasPrefix("zsh-") {
      let rest = head.drop { $0 != UInt8(ascii: "-") }.dropFirst().drop {
        $0.isASCIIDigit || $0 == UInt8(ascii: ".")
      }
      if let found = sign(at: rest.startIndex, of: line) { return found }
    }
    if head.first == UInt8(ascii: "~") || head.first == UInt8(ascii: "/") {
      // Files and what follows them have arrows and comments.
      guard let found = pathSign(line, from: line.startIndex), found.1.startIndex > line.startIndex,
        "$❯%".utf8.contains(line[found.1.startIndex - 1])
      else { return nil }
      return found
    }
    guard let at = head.firstIndex(where: { $0 == UInt8(ascii: "@") || $0 == 0x20 }),
      head[at] == UInt8(ascii: "@")
    else { return nil }
    let isBracketed = head.first == UInt8(ascii: "[")
    let user = head[(isBracketed ? head.startIndex + 1 : head.startIndex)..<at]
    let host = head[(at + 1)...].prefix { $0.isASCIIAlphanumeric || "-._".utf8.contains($0) }
    guard !user.isEmpty, !host.isEmpty, user.allSatisfy({ $0.isASCIIAlphanumeric || "-._".utf8.contains($0) })
    else {
      return nil
    }
    let behind = host.endIndex
    if isBracketed {
      guard let end = head[behind...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
      return sign(at: end + 1, of: line)
    }
    guard behind < line.endIndex else { return nil }
    // `user@host:~/folder$ `, `user@host ~/folder> `, `user@host folder % `
    guard line[behind] == UInt8(ascii: ":") || line[behind] == 0x20 else { return sign(at: behind, of: line) }
    return pathSign(line, from: behind + 1)
  }

  /// A sign behind the name of a folder and perhaps a branch.
  private static func pathSign(_ line: Line, from start: Int) -> (String, Line, Bool)? {
    var index = start
    let end = min(line.endIndex, start + 120)
    var words = 0
    while index < end {
      if let found = sign(at: index, of: line), index == start || !"-=<|&".utf8.contains(line[index - 1]) {
        return found
      }
      if line[index] == 0x20 { words += 1 }
      // A name has few words before the sign.
      if words > 4 { return nil }
      index += 1
    }
    return nil
  }

  private static func sign(at index: Int, of line: Line) -> (String, Line, Bool)? {
    let rest = line[min(index, line.endIndex)...]
    for (sign, written) in [("$", "$ "), ("#", "# "), ("%", "$ "), (">", "$ "), ("❯", "$ ")]
    where rest.hasPrefix(sign) {
      let behind = rest.dropFirst(sign.utf8.count)
      if behind.isEmpty || behind.first == 0x20 { return (written, behind, true) }
    }
    return nil
  }

  /// `PS C:\Users\name> ` and `C:\Users\name>`.
  private static func powerShell(_ line: Line) -> (String, Line, Bool)? {
    let head = line.prefix(200)
    let path = head.hasPrefix("PS ") ? head.dropFirst(3) : head
    let isDrive = path.first?.isASCIILetter == true && path.dropFirst().hasPrefix(":\\")
    guard isDrive || head.hasPrefix("PS /"), let end = path.firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    return (head.hasPrefix("PS ") ? "PS> " : "> ", line[(end + 1)...], true)
  }
}
