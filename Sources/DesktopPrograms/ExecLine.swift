/// The command line of a program: the words of `Exec`, with codes for what it is to open (Desktop Entry
/// Specification 1.5, "The Exec key").
package struct ExecLine: Hashable, Sendable {
  private struct Word: Hashable {
    var text = ""
    /// Codes do not count within quotes.
    var isQuoted = false
  }

  private var words: [Word] = []

  private static let wordLimit = 256
  private static let byteLimit = 1 << 16

  init() {}

  /// Takes the words of a line apart; nil if a quote stays open, or there is no program.
  package init?(_ line: String) {
    guard line.utf8.count <= Self.byteLimit, !line.utf8.contains(0) else { return nil }
    var word: Word?
    var isInQuotes = false
    var rest = line[...]
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        isInQuotes.toggle()
        word = word ?? Word()
        word?.isQuoted = true
      case "\\" where isInQuotes:
        guard let next = rest.popFirst() else { return nil }
        if !"\"`$\\".contains(next) { word?.text.append("\\") }
        word?.text.append(next)
      case " ", "\t", "\n":
        guard !isInQuotes else { fallthrough }
        if let word { words.append(word) }
        word = nil
      default:
        word = word ?? Word()
        word?.text.append(character)
      }
    }
    if let word { words.append(word) }
    guard !isInQuotes, words.count <= Self.wordLimit, words.first?.text.isEmpty == false else { return nil }
  }

  /// The program that it starts: a path, or a name to look for.
  package var program: String { words.first?.text ?? "" }

  /// The files and addresses that a program is to open.
  package struct Target: Hashable, Sendable {
    /// Its path, if it is a file.
    package var path: String?
    /// Its address.
    package var address: String

    package init(path: String?, address: String) {
      self.path = path
      self.address = address
    }
  }

  /// The fields of an entry that its own command refers to.
  struct Entry {
    var name: String
    var icon: String?
    var path: String
  }

  /// The commands that open some targets: one, or one for each if the program takes one at a time.
  ///
  /// A program without a code for files gets their paths behind its words, as the desktops do it. Empty if it takes
  /// paths only, and a target has none.
  func commands(for targets: [Target], _ entry: Entry) -> [[String]] {
    let codes = words.filter { !$0.isQuoted }.flatMap { Self.codes(in: $0.text) }
    let takesAddresses = codes.contains("u") || codes.contains("U")
    guard takesAddresses || targets.allSatisfy({ $0.path != nil }) else { return [] }
    if codes.contains("F") || codes.contains("U") { return [command(for: targets, entry)] }
    if codes.contains("f") || codes.contains("u") { return targets.map { command(for: [$0], entry) } }
    return [command(for: targets, entry) + targets.compactMap(\.path)]
  }

  private static func codes(in text: String) -> [Character] {
    var codes: [Character] = []
    var rest = text[...]
    while let percent = rest.firstIndex(of: "%") {
      rest = rest[rest.index(after: percent)...]
      if let code = rest.popFirst() { codes.append(code) }
    }
    return codes
  }

  private func command(for targets: [Target], _ entry: Entry) -> [String] {
    words.flatMap { word -> [String] in
      guard !word.isQuoted, word.text.contains("%") else { return [word.text] }
      switch word.text {
      case "%F": return targets.compactMap(\.path)
      case "%U": return targets.map(\.address)
      case "%i": return entry.icon.map { $0.isEmpty ? [] : ["--icon", $0] } ?? []
      default:
        let text = Self.expanded(word.text, targets.first, entry)
        // A code alone that stands for nothing is no word.
        return text.isEmpty ? [] : [text]
      }
    }
  }

  private static func expanded(_ text: String, _ target: Target?, _ entry: Entry) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "%", let code = rest.popFirst() else {
        result.append(character)
        continue
      }
      switch code {
      case "%": result.append("%")
      case "f", "F": result += target?.path ?? ""
      case "u", "U": result += target?.address ?? ""
      case "c": result += entry.name
      case "k": result += entry.path
      // Those that earlier versions had, and those that nobody knows.
      default: break
      }
    }
    return result
  }
}

extension DesktopEntry {
  /// The commands that have the program open some targets; empty if it cannot.
  package func commands(for targets: [ExecLine.Target]) -> [[String]] {
    command.commands(for: targets, ExecLine.Entry(name: name, icon: icon, path: path))
  }
}
