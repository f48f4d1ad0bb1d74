/// Lines of what is not Markdown: program text, settings, logs, listings, tables of data.
package enum ForeignLine {
  /// The largest part of a line that is looked at, in bytes.
  private static let lengthLimit = 512

  private static let comments: [String] = ["//", "/*", "*/", "--", ";", ".\\\""]

  private static let openings: [String] = [
    "@@", "$ ", "${", "%", "{", "}", "(", "&", "!", "...", "..", "\\", "||",
  ]

  private static let tokens: [String] = [
    "();", "->", "=>", "::", "==", "&&", "||", "!=", "+=", "${", "$(", "<-", ":=", "/*", "*/", "\\n", "%s",
    "%d",
  ]

  /// Commands that people copy out of terminals and instructions.
  package static let commands: Set<String> = [
    "apt", "apt-get", "brew", "cargo", "cd", "chmod", "chown", "conda", "curl", "dnf", "docker", "git",
    "helm", "kubectl", "mkdir", "npm", "npx", "pip", "pip3", "pnpm", "python3", "rm", "scp", "ssh",
    "sudo", "systemctl", "wget", "yarn", "yum",
  ]

  /// The second letters of these and of words that declare something, a bit each, by the first: few words of prose have both.
  private static let secondLetters = (commands + ["import", "from", "def", "fn", "func", "function"])
    .reduce(into: [UInt32](repeating: 0, count: 26)) { letters, word in
      let letter = word.utf8.prefix(2).map { Int($0 - UInt8(ascii: "a")) }
      letters[letter[0]] |= 1 << letter[1]
    }

  /// True for a line without the white space around it.
  package static func isForeign(_ line: ArraySlice<UInt8>, isIndented: Bool) -> Bool {
    guard let first = line.first, let last = line.last else { return false }
    if ";{}(".utf8.contains(last) || line.starts(with: ".".utf8) && line.count < 4 { return true }
    // A backslash right behind a word is a line break of Markdown.
    if last == UInt8(ascii: "\\"), line.dropLast().last == 0x20 || line.count == 1 { return true }
    if last == UInt8(ascii: ","), !line.contains(0x20) { return true }
    if comments.contains(where: { line.starts(with: $0.utf8) }), !isProse(line) { return true }
    if ByteSearch.contains("](http", in: line) || line.starts(with: "![".utf8) { return false }
    if openings.contains(where: { line.starts(with: $0.utf8) }), !isProse(line) { return true }
    if first == UInt8(ascii: "<"), line.dropFirst().first?.isASCIIAlphanumeric == true { return true }
    let line = line.prefix(lengthLimit)
    return isSetting(line) || isSection(line) || isLogEntry(line) || isPlace(line) || isSeparated(line)
      || hasTokens(line) || isDifference(line) || isStatement(line) || isBranch(line)
  }

  /// True for the text of a list item that is a setting, a field of a schedule, or program text.
  static func isForeignItem(_ text: ArraySlice<UInt8>, marker: UInt8) -> Bool {
    guard let first = text.first else { return false }
    if text.starts(with: "* ".utf8) || text.starts(with: "*/".utf8) || first == UInt8(ascii: "{") {
      return true
    }
    let text = text.prefix(lengthLimit)
    // Lists of settings have dashes, lists of commits stars.
    if marker == UInt8(ascii: "*"), isCommit(text) { return true }
    return marker == UInt8(ascii: "-") && isSetting(text) || isAssignment(text)
  }

  /// `name = value`, or a `name:` that begins with a small letter.
  private static func isSetting(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.prefix { $0.isASCIIAlphanumeric || "_-./".utf8.contains($0) }
    guard let first = name.first else { return isQuotedKey(line) }
    var rest = line[name.endIndex...]
    if rest.first == UInt8(ascii: ":") {
      rest.removeFirst()
      let isName = (first | 0x20 == first) && first.isASCIILetter
      return isName && (rest.isEmpty || rest.first == 0x20 && !endsSentence(line))
    }
    return isNamedValue(line) || isDeclaredValue(line)
  }

  /// `export name=value`: a word, then a name and its value without a space between them.
  private static func isDeclaredValue(_ line: ArraySlice<UInt8>) -> Bool {
    let word = line.prefix(while: \.isASCIILetter)
    guard !word.isEmpty, word.endIndex < line.endIndex, line[word.endIndex] == 0x20 else { return false }
    let name = line[(word.endIndex + 1)...].prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    return !name.isEmpty && line[name.endIndex...].first == UInt8(ascii: "=")
  }

  /// `name = value`, also `name += value` and `name ?= value`.
  static func isNamedValue(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.prefix { $0.isASCIIAlphanumeric || "_-./".utf8.contains($0) }
    return !name.isEmpty
      && line[name.endIndex...].drop { " \t+?".utf8.contains($0) }.first == UInt8(ascii: "=")
  }

  /// `frozen_string_literal: true`, as Ruby's sources begin behind a hash.
  static func isMagicComment(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.prefix { $0.isASCIIAlphanumeric || "_-".utf8.contains($0) }
    return name.contains { "_-".utf8.contains($0) } && line[name.endIndex...].starts(with: ": ".utf8)
      && line[(name.endIndex + 2)...].count { $0 == 0x20 } == 0
  }

  private static func isQuotedKey(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "\""), let close = line.dropFirst().firstIndex(of: UInt8(ascii: "\"")),
      close + 1 < line.endIndex
    else { return false }
    return ":,=".utf8.contains(line[close + 1])
  }

  private static func isAssignment(_ line: ArraySlice<UInt8>) -> Bool {
    line.last == UInt8(ascii: ";") && line.contains(UInt8(ascii: "="))
  }

  private static func endsSentence(_ line: ArraySlice<UInt8>) -> Bool {
    line.last.map { ".!?".utf8.contains($0) } ?? false
  }

  /// The short name of a commit, and what it says.
  private static func isCommit(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.prefix { $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    return (7...40).contains(name.count) && name.contains(where: \.isASCIIDigit)
      && line[name.endIndex...].first == 0x20
  }

  /// What branches of commits are drawn with.
  private static func isBranch(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "|") else { return false }
    let rest = line.drop { "|\\/_ ".utf8.contains($0) }
    return rest.isEmpty && line.count > 1 || rest.starts(with: "* ".utf8)
  }

  /// A command, a declaration, or a call that is the whole line.
  private static func isStatement(_ line: ArraySlice<UInt8>) -> Bool {
    let word = line.prefix { $0.isASCIIAlphanumeric || "-_.:$".utf8.contains($0) }
    guard let first = word.first, !first.isASCIIDigit, word.endIndex < line.endIndex else { return false }
    if line[word.endIndex] == UInt8(ascii: "(") { return line.last == UInt8(ascii: ")") }
    guard line[word.endIndex] == 0x20, word.count > 1, word.count < 12,
      beginsAsStatement(first, word[word.startIndex + 1]), !endsSentence(line)
    else { return false }
    let rest = line[word.endIndex...]
    switch String(decoding: word, as: UTF8.self) {
    case "import": return rest.count { $0 == 0x20 } < 4
    case "from": return ByteSearch.contains(" import ", in: rest)
    case "def", "fn", "func", "function": return rest.contains(UInt8(ascii: "("))
    case let name: return commands.contains(name)
    }
  }

  private static func beginsAsStatement(_ first: UInt8, _ second: UInt8) -> Bool {
    let (first, second) = (first &- UInt8(ascii: "a"), second &- UInt8(ascii: "a"))
    return first < 26 && second < 26 && secondLetters[Int(first)] >> second & 1 == 1
  }

  /// `[name]` alone.
  private static func isSection(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: "[") && line.firstIndex(of: UInt8(ascii: "]")) == line.endIndex - 1
      && line.count > 3 && line[line.startIndex + 1] != UInt8(ascii: "^")
  }

  /// A date, a time, an address or a number of seconds comes first.
  private static func isLogEntry(_ line: ArraySlice<UInt8>) -> Bool {
    var digits = 0
    var signs = 0
    let start = line.first == UInt8(ascii: "[") || line.first == UInt8(ascii: "<") ? line.dropFirst() : line
    if start.startIndex > line.startIndex, isClock(start.prefix { $0 != UInt8(ascii: "]") }) { return true }
    for byte in start.prefix(32) {
      if byte.isASCIIDigit {
        digits += 1
      } else if "-:./,]> ".utf8.contains(byte) {
        signs += 1
      } else {
        break
      }
    }
    return digits >= 6 && signs >= 2
  }

  /// Hours and minutes, and perhaps seconds.
  private static func isClock(_ text: ArraySlice<UInt8>) -> Bool {
    (4...8).contains(text.count) && text.contains(UInt8(ascii: ":"))
      && text.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ":") }
  }

  /// The name of a file and the number of a line, before what is there.
  private static func isPlace(_ line: ArraySlice<UInt8>) -> Bool {
    let rest = line.drop { $0 != UInt8(ascii: ":") && $0 != 0x20 }.dropFirst()
    let digits = rest.prefix { $0.isASCIIDigit }
    return !digits.isEmpty && rest.dropFirst(digits.count).first == UInt8(ascii: ":")
  }

  /// Values between tabs, semicolons or commas, or columns of a listing.
  private static func isSeparated(_ line: ArraySlice<UInt8>) -> Bool {
    var tabs = 0
    var commas = 0
    var columns = 0
    var words = 1
    var spaces = 0
    var previous: UInt8 = 0
    for byte in line {
      if byte == 0x20 {
        spaces += 1
      } else {
        if spaces >= 2, !".?!:\"')".utf8.contains(previous) { columns += 1 }
        if spaces == 1 { words += 1 }
        if spaces == 0, previous == UInt8(ascii: ",") { commas += 1 }
        spaces = 0
        previous = byte
        if byte == 0x09 { tabs += 1 }
      }
    }
    return tabs > 0 || commas > 1 || columns > 1 || columns == 1 && words < 3
  }

  /// Signs of program text outside of code spans and link targets.
  private static func hasTokens(_ line: ArraySlice<UInt8>) -> Bool {
    var isCode = false
    for index in line.indices {
      if line[index] == UInt8(ascii: "`") { isCode.toggle() }
      guard !isCode, !line[index].isASCIIAlphanumeric, line[index] != 0x20 else { continue }
      if tokens.contains(where: { line[index...].starts(with: $0.utf8) }) { return true }
      if line[index...].starts(with: "[[".utf8),
        !isWikilink(line[index...], isFirst: index == line.startIndex)
      {
        return true
      }
    }
    return false
  }

  /// `[[Note]]`, as in notebooks; a table of TOML is the whole line, and links of Org have two parts.
  private static func isWikilink(_ rest: ArraySlice<UInt8>, isFirst: Bool) -> Bool {
    guard let close = ByteSearch.position(of: "]]", in: rest) else { return false }
    let name = rest[(rest.startIndex + 2)..<close]
    guard let first = name.first, first.isASCIIAlphanumeric || first >= 0x80 else { return false }
    return !name.contains(UInt8(ascii: "]")) && (!isFirst || close + 2 < rest.endIndex)
  }

  /// A line that a comparison of files takes out or puts in.
  private static func isDifference(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, line.count > 1, first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
    else { return false }
    let second = line[line.startIndex + 1]
    return second != 0x20 && second != first
  }

  /// Words: a sentence may begin with a parenthesis or three dots, and one within parentheses have more signs (`(e.g. this).`).
  private static func isProse(_ line: ArraySlice<UInt8>) -> Bool {
    let letters = line.prefix(lengthLimit).count { $0.isASCIILetter || $0 >= 0x80 || $0 == 0x20 }
    let isWithin = line.first == UInt8(ascii: "(") && endsSentence(line)
    return letters * 100 >= min(line.count, lengthLimit) * (isWithin ? 80 : 90) && line.contains(0x20)
  }
}
