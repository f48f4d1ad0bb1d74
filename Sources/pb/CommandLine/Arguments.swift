import System

/// The words of a command line, sorted into options and operands.
struct Arguments: Equatable, Sendable {
  private(set) var operands: [String] = []
  /// The position of each operand among the program's arguments, for bytes that are not UTF-8.
  private(set) var operandPositions: [Int] = []
  private var values: [String: String] = [:]
  /// The options of the command line in order, without those of the configuration; each with the position of the
  /// argument that ends its value.
  private var given: [(name: String, value: String, position: Int)] = []

  /// True if they mean the same; what was said twice counts once.
  static func == (left: Arguments, right: Arguments) -> Bool {
    left.operands == right.operands && left.values == right.values
  }

  /// The value of a backend's setting, which has no option on the command line.
  subscript(section: BackendSection.Key) -> String? { values[section.name] }

  private mutating func takeSections(_ configured: [String: String]) {
    for key in BackendSection.keys { values[key.name] = configured[key.name] }
  }

  /// Sorts `arguments` by the options that a subcommand knows.
  ///
  /// Options and operands may be mixed; `--` ends the options, `-` alone is an operand; a value follows
  /// its option as the next word or after `=`; `--no-` before the name of an option without a value takes it
  /// back. Throws `Failure` with what is wrong and what is meant.
  ///
  /// - Parameters:
  ///   - start: where the first of `arguments` stands among those of the program.
  ///   - name: the words that call the subcommand, where they are still among `arguments`, behind options.
  ///   - configured: the values of options that are not given, by their names.
  init(
    _ arguments: some Collection<String>, for subcommand: Subcommand, from start: Int = 0,
    behind name: [String] = [], configured: [String: String] = [:]
  ) throws(Failure) {
    if !configured.isEmpty { takeSections(configured) }
    for option in subcommand.options {
      guard let value = configured[option.name] else { continue }
      if option.value != nil {
        values[option.name] = value
      } else if value == "yes" {
        values[option.name] = ""
      }
    }
    var rest = Array(arguments)[...]
    func takeOperand(_ word: String) {
      operands.append(word)
      operandPositions.append(start + rest.startIndex - 1)
    }
    let options = subcommand.options + [.help]
    while let word = rest.popFirst() {
      if word == "--" {
        while let operand = rest.popFirst() { takeOperand(operand) }
      } else if word.hasPrefix("--") {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        if let option = options.first(where: { $0.value == nil && "no-" + $0.name == name }), parts.count == 1
        {
          values[option.name] = nil
          continue
        }
        guard let option = options.first(where: { $0.isCalled(name) }) else {
          throw Self.unknown("--" + name, in: word, among: options.map(\.name), subcommand)
        }
        try take(
          option, given: parts.count > 1 ? String(parts[1]) : nil, from: &rest, start, spelled: "--" + name)
      } else if word.hasPrefix("-"), word != "-" {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
          guard let option = options.first(where: { $0.isCalled(letter) }) else {
            // `-selection`, of programs whose long options have one hyphen.
            let whole =
              ForeignOptionHints.meaning(of: word, after: subcommand.name) == nil ? "-\(letter)" : word
            throw Self.unknown(whole, in: word, among: [], subcommand)
          }
          let attached = option.value == nil || letters.isEmpty ? nil : String(letters)
          if attached != nil { letters = "" }
          try take(option, given: attached, from: &rest, start, spelled: "-\(letter)")
          if option.name == Option.help.name { values[Option.help.name] = "short" }
        }
      } else {
        takeOperand(word)
      }
    }
    guard operands.starts(with: name) else { throw Failure("the command comes first: pb \(subcommand.name)") }
    operands.removeFirst(name.count)
    operandPositions.removeFirst(name.count)
    guard self[.help] == nil else { return }
    guard subcommand.operandCount.contains(operands.count) else {
      let problem = operands.count < subcommand.operandCount.lowerBound ? "too few" : "too many"
      if let word = operands.first,
        let meant = ForeignOptionHints.meaning(ofOperand: word, after: subcommand.name)
      {
        throw Failure(
          "'pb \(subcommand.name)' accepts no operand. Did you mean 'pb \(subcommand.name) \(meant)'?")
      }
      throw Failure("\(problem) operands. Usage: \(subcommand.usage)")
    }
  }

  /// The value of an option; empty for one without a value; nil if it was not given.
  subscript(option: Option) -> String? { values[option.name] }

  /// The value of an option as a path, as it was typed, to the byte; nil if it was not given.
  func path(_ option: Option) -> FilePath? {
    guard let value = values[option.name] else { return nil }
    guard value.unicodeScalars.contains("\u{FFFD}"),
      let position = given.last(where: { $0.name == option.name })?.position,
      let word = ProcessStart.bytes(ofArgument: position),
      let start = word.indices.first(where: { String(decoding: word[$0...], as: UTF8.self) == value })
    else { return FilePath(value) }
    return FilePath(Array(word[start...]))
  }

  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// Every value of an option that may be given more than once.
  func all(_ option: Option) -> [String] {
    given.filter { $0.name == option.name }.map(\.value)
  }

  /// True if the command line itself has it.
  func isGiven(_ option: Option) -> Bool { given.contains { $0.name == option.name } }

  private mutating func take(
    _ option: Option, given: String?, from rest: inout ArraySlice<String>, _ start: Int, spelled: String
  ) throws(Failure) {
    guard let placeholder = option.value else {
      guard given == nil else { throw Failure("\(spelled) accepts no value") }
      values[option.name] = ""
      self.given.append((option.name, "", start + rest.startIndex - 1))
      return
    }
    guard let value = given ?? rest.popFirst() else {
      throw Failure("\(spelled) requires a value: \(placeholder)")
    }
    values[option.name] = value
    self.given.append((option.name, value, start + rest.startIndex - 1))
  }

  /// - Parameter argument: all that was typed with it.
  private static func unknown(
    _ word: String, in argument: String, among known: [String], _ subcommand: Subcommand
  ) -> Failure {
    // A shell's pattern takes in what begins with a hyphen.
    if subcommand.operandCount.upperBound > 0, FilePath(argument).exists {
      return Failure("unknown option \(word). To name the file, use: './\(argument)'")
    }
    if let meaning = ForeignOptionHints.meaning(of: word, after: subcommand.name) {
      return Failure("unknown option \(word). \(meaning)")
    }
    // The letters of a command that was to be run.
    if subcommand.operands.hasPrefix("[-- "), known.isEmpty {
      return Failure("unknown option \(word). Put -- before a command: pb \(subcommand.name) -- COMMAND")
    }
    let typed = String(word.drop { $0 == "-" })
    let meant =
      // `--html` where the type is an option's value.
      subcommand.options.contains { $0.name == "type" } && TypeName.isShort(typed)
      ? "type \(typed)" : Suggestion.nearest(to: typed, among: known)
    let others = meant == nil && !known.isEmpty ? commands(withOption: typed) : []
    let firsts = others.dropLast().joined(separator: ", ")
    let advice =
      meant.map { "Did you mean --\($0)?" }
      ?? others.last.map { "It belongs to \(firsts.isEmpty ? "" : firsts + " and ")\($0)." }
      ?? "See 'pb \(subcommand.name) -h'."
    return Failure("unknown option \(word). \(advice)")
  }

  /// The commands that have an option, quoted; none if they are too many for a line.
  private static func commands(withOption name: String) -> [String] {
    let commands = Subcommand.all.filter { $0.options.contains { $0.isCalled(name) } }
    return commands.count > 3 ? [] : commands.map { "'pb \($0.name)'" }
  }
}
