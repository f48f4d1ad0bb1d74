import System

/// The words behind `pb ssh`: those of `pb`, those of `ssh`, a host, and a command for it.
struct SSHCommandLine: Equatable {
  /// Options of `ssh`, each with its value.
  private(set) var options: [String] = []
  private(set) var host: String?
  private(set) var command: [String] = []

  /// The letters of options of `ssh` that take a value (ssh(1), OpenSSH 9.2), and of those that take none.
  private static let lettersWithValue = Set("BbcDEeFIiJLlmOopQRSWw")
  private static let lettersAlone = Set("46AaCfGgKkMNnqsTtVvXxYy")

  /// Takes words of `ssh` apart; throws `Failure` for an option that `ssh` does not have.
  init(_ words: some Collection<String>) throws(Failure) {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      if word == "--" {
        if host == nil { host = rest.popFirst() }
        break
      }
      guard word.hasPrefix("-"), word.count > 1 else {
        host = word
        break
      }
      options.append(word)
      guard try Self.wantsValue(word) else { continue }
      guard let value = rest.popFirst() else { throw Failure("ssh: \(word) needs a value") }
      options.append(value)
    }
    // 'ssh HOST -t' is allowed, too, but what follows is the command's from the first word on.
    command = Array(rest)
  }

  /// Whether the value of the last letter is the next word.
  private static func wantsValue(_ word: String) throws(Failure) -> Bool {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      if lettersWithValue.contains(letter) { return letters.isEmpty }
      guard lettersAlone.contains(letter) else { throw Failure("ssh has no option -\(letter)") }
    }
    return false
  }

  /// Whether one of the options has this letter.
  func has(_ letter: Character) -> Bool {
    options.contains { word in
      guard word.hasPrefix("-") else { return false }
      let letters = word.dropFirst().prefix { !Self.lettersWithValue.contains($0) }
      return letters.contains(letter)
    }
  }

  /// The words behind `pb ssh` in the order that options of `pb` are found in: its own long ones, `--`, and the rest.
  static func sorted(_ words: ArraySlice<String>) -> [String] {
    var own: [String] = []
    var rest = words
    while let word = rest.first {
      if ["-h", "--help", "--print-config"].contains(word) {
        own.append(word)
        rest.removeFirst()
      } else if word.hasPrefix("--"), word.count > 2 {
        own.append(word)
        rest.removeFirst()
        if !word.contains("=") {
          guard let value = rest.popFirst() else { return own }
          own.append(value)
        }
      } else {
        break
      }
    }
    return own + ["--"] + rest
  }
}
