import System

/// A command line of a clipboard tool, read by the habits of that tool.
struct ToolArguments {
  /// The given options in order; the value is empty for an option without one.
  private(set) var given: [(meaning: ToolOption.Meaning, value: String)] = []
  private(set) var operands: [String] = []
  /// The position of each operand among the program's arguments, for bytes that are not UTF-8.
  private var operandPositions: [Int] = []
  /// The command that `wl-paste --watch` runs.
  private(set) var command: [String] = []

  /// Throws a message in the tool's arguments.
  init(_ arguments: ArraySlice<String>, for tool: EmulatedTool) throws(ToolFailure) {
    switch tool {
    case .xclip: readAsXrm(arguments, tool.options)
    case .xsel: try readAsXsel(arguments, tool.options)
    case .wlCopy, .wlPaste: try readAsGetopt(arguments, tool)
    }
  }

  func has(_ meaning: ToolOption.Meaning) -> Bool { given.contains { $0.meaning == meaning } }

  /// The value that was given last.
  subscript(meaning: ToolOption.Meaning) -> String? { given.last { $0.meaning == meaning }?.value }

  /// The one of some options that was given last; nil if none was.
  func last(of meanings: [ToolOption.Meaning]) -> ToolOption.Meaning? {
    given.last { meanings.contains($0.meaning) }?.meaning
  }

  /// The bytes of an operand, as they were given.
  func bytes(ofOperand number: Int) -> [UInt8] {
    ProcessStart.bytes(ofArgument: operandPositions[number]) ?? Array(operands[number].utf8)
  }

  private mutating func take(_ option: ToolOption, _ value: String = "") {
    given.append((option.meaning, value))
  }

  private mutating func takeOperand(_ arguments: ArraySlice<String>, _ position: Int) {
    operands.append(arguments[position])
    operandPositions.append(position)
  }
}

// MARK: The habits

extension ToolArguments {
  /// Xlib's resource manager: one hyphen, any abbreviation that is unambiguous, a value as the next word. What is none of
  /// these is a file, an option without its value too.
  private mutating func readAsXrm(_ arguments: ArraySlice<String>, _ options: [ToolOption]) {
    var position = arguments.startIndex
    while position < arguments.endIndex {
      let word = arguments[position]
      let exact = options.first { $0.spellings.contains(word) }
      let meant = options.filter { option in
        option.isAbbreviated && word != "-" && option.spellings[0].hasPrefix(word) && !word.isEmpty
      }
      let option = exact ?? (meant.count == 1 ? meant[0] : nil)
      let isComplete = option?.value == nil || position + 1 < arguments.endIndex
      if let option, isComplete {
        take(option, option.value == nil ? "" : arguments[position + 1])
        position += option.value == nil ? 1 : 2
      } else {
        takeOperand(arguments, position)
        position += 1
      }
    }
  }

  /// xsel: letters in a cluster are options of their own, and long options are spelled out.
  private mutating func readAsXsel(_ arguments: ArraySlice<String>, _ options: [ToolOption])
    throws(ToolFailure)
  {
    var rest: [String] = []
    for word in arguments {
      let isCluster = word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 2
      rest += isCluster ? word.dropFirst().map { "-\($0)" } : [word]
    }
    var unread = rest[...]
    while let word = unread.popFirst() {
      guard let option = options.first(where: { $0.spellings.contains(word) }) else {
        throw ToolFailure("xsel: unknown option '\(word)'")
      }
      guard option.value != nil else {
        take(option)
        continue
      }
      guard let value = unread.popFirst() else { throw ToolFailure("xsel: '\(word)' needs a value") }
      take(option, value)
    }
  }

  /// getopt_long(3): operands may stand anywhere, long options may be abbreviated, `--` ends the options.
  private mutating func readAsGetopt(_ arguments: ArraySlice<String>, _ tool: EmulatedTool)
    throws(ToolFailure)
  {
    let stopsAtOperand = Environment.value("POSIXLY_CORRECT") != nil
    var position = arguments.startIndex
    while position < arguments.endIndex {
      let word = arguments[position]
      position += 1
      let isEnd = word == "--" || stopsAtOperand && (!word.hasPrefix("-") || word == "-")
      if isEnd {
        if word != "--" { position -= 1 }
        while position < arguments.endIndex {
          takeOperand(arguments, position)
          position += 1
        }
      } else if word.hasPrefix("--") {
        try takeLong(word, arguments, &position, tool)
      } else if word.hasPrefix("-"), word != "-" {
        try takeLetters(word, arguments, &position, tool)
      } else {
        takeOperand(arguments, position - 1)
      }
      if has(.watch) { return try takeCommand(arguments, from: position - 1) }
    }
  }

  private mutating func takeLong(
    _ word: String, _ arguments: ArraySlice<String>, _ position: inout Int, _ tool: EmulatedTool
  ) throws(ToolFailure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let long = tool.options.filter { $0.spellings.last?.hasPrefix("--") == true }
    let exact = long.filter { $0.spellings.last == parts[0] }
    let meant = exact.isEmpty ? long.filter { $0.spellings.last?.hasPrefix(parts[0]) == true } : exact
    guard let option = meant.first else {
      throw ToolFailure("\(tool.rawValue): unrecognized option '\(parts[0])'")
    }
    guard meant.count == 1 else {
      let names = meant.compactMap { $0.spellings.last.map { "'\($0)'" } }.joined(separator: " ")
      throw ToolFailure("\(tool.rawValue): option '\(parts[0])' is ambiguous; possibilities: \(names)")
    }
    let name = option.spellings.last ?? parts[0]
    if option.value == nil {
      guard parts.count == 1 else {
        throw ToolFailure("\(tool.rawValue): option '\(name)' doesn't allow an argument")
      }
      return take(option)
    }
    if parts.count > 1 { return take(option, parts[1]) }
    guard position < arguments.endIndex else {
      throw ToolFailure("\(tool.rawValue): option '\(name)' requires an argument")
    }
    take(option, arguments[position])
    position += 1
  }

  private mutating func takeLetters(
    _ word: String, _ arguments: ArraySlice<String>, _ position: inout Int, _ tool: EmulatedTool
  ) throws(ToolFailure) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = tool.options.first(where: { $0.spellings.contains("-\(letter)") }) else {
        throw ToolFailure("\(tool.rawValue): invalid option -- '\(letter)'")
      }
      guard option.value != nil else {
        take(option)
        continue
      }
      if !letters.isEmpty { return take(option, String(letters)) }
      guard position < arguments.endIndex else {
        throw ToolFailure("\(tool.rawValue): option requires an argument -- '\(letter)'")
      }
      take(option, arguments[position])
      position += 1
    }
  }

  /// Takes all arguments after `--watch` as a command.
  private mutating func takeCommand(_ arguments: ArraySlice<String>, from start: Int) throws(ToolFailure) {
    guard !arguments[start].hasPrefix("-") else {
      throw ToolFailure("Expected a subcommand instead of an argument after --watch")
    }
    command = Array(arguments[start...])
  }
}
