import DesktopPrograms
import Terminal
import UniformTypeIdentifiers

/// Finds the program that a person means by a word.
///
/// What is typed just as it stands counts before what differs in case, and what is the program's alone before what
/// several may have: its identifier, its name, the last part of its identifier, the command that starts it.
struct ProgramNames {
  private struct Names {
    /// The programs, the preferred one first.
    let all: [String]
    let program: DesktopEntry

    init(_ program: DesktopEntry) {
      self.program = program
      let stem = ProgramNames.shortName(of: program)
      let last = stem.split(separator: ".").last.map(String.init) ?? stem
      let command = program.command.program.split(separator: "/").last.map(String.init) ?? ""
      all = [program.id, stem, program.name, last, command]
    }

    static let commandRank = 4
  }

  private let programs: [Names]

  /// - Parameter programs: those that may be meant, the likeliest first.
  init(_ programs: [DesktopEntry]) { self.programs = programs.map(Names.init) }

  /// The short name of a program for people: its identifier without a prefix.
  static func shortName(of program: DesktopEntry) -> String {
    program.id.hasSuffix(".desktop") ? String(program.id.dropLast(8)) : program.id
  }

  /// The program of a name; nil if there is none, or the word is the beginning of several.
  ///
  /// Throws `Failure` for a name that several have.
  func program(named word: String) throws(Failure) -> DesktopEntry? {
    if let program = try program(where: { $0 == word }, word) { return program }
    let folded = word.lowercased()
    if let program = try program(where: { $0.lowercased() == folded }, word) { return program }
    let like = programs.filter { $0.all.contains { $0.lowercased().hasPrefix(folded) } }
    return like.count == 1 ? like[0].program : nil
  }

  private func program(
    where isMeant: (String) -> Bool, _ word: String
  ) throws(Failure) -> DesktopEntry? {
    for rank in 0...Names.commandRank {
      let found = programs.filter { isMeant($0.all[rank]) }.map(\.program)
      guard let first = found.first else { continue }
      // Entries of one command start the same program, the likeliest of them is meant.
      if found.count == 1 || rank == Names.commandRank, Set(found.map(\.command.program)).count == 1 {
        return first
      }
      let ids = found.map(Self.shortName).joined(separator: ", ")
      throw Failure(
        VisibleText.escapingLine("\(found.count) programs are named '\(word)'. Use one of: \(ids)"))
    }
    return nil
  }

  /// The short name of the program whose name is nearest to a word; nil if none is near.
  func nearest(to word: String) -> String? {
    let folded = word.lowercased()
    var shortNames: [String: String] = [:]
    for names in programs.reversed() {
      for name in names.all { shortNames[name.lowercased()] = Self.shortName(of: names.program) }
    }
    return Suggestion.nearest(to: folded, among: shortNames.keys.sorted()).flatMap { shortNames[$0] }
  }
}

extension SharingPrograms {
  /// The program that a person means among those that take the content.
  func row(named word: String) throws(Failure) -> Row {
    let candidates = ProgramNames(rows.map(\.program))
    if let program = try candidates.program(named: word),
      let row = rows.first(where: { $0.program == program })
    {
      return row
    }
    let others = ProgramNames(catalog.all)
    if let program = try others.program(named: word) {
      throw Failure(
        VisibleText.escapingLine(
          "\(program.name) (\(ProgramNames.shortName(of: program))) does not open \(types)")
          + ". See 'pb share --list'.")
    }
    if let gone = try ProgramNames(catalog.notInstalled).program(named: word) {
      let command = gone.needs ?? gone.command.program
      throw Failure(
        VisibleText.escapingLine(
          "\(gone.name) is not installed: \(gone.path) starts '\(command)', which does not exist"))
    }
    let near = candidates.nearest(to: word) ?? others.nearest(to: word)
    throw Failure(
      "no program '\(VisibleText.escaping(word))' is installed"
        + (near.map { ". Did you mean '\(VisibleText.escaping($0))'?" }
          ?? ". See 'pb share --list'."))
  }

  private var types: String {
    // Text in several encodings is text.
    var seen: Set<String> = []
    let names = content.forms.map { $0.names.first ?? $0.type.identifier }.filter { seen.insert($0).inserted }
    return names.prefix(4).joined(separator: ", ") + (names.count > 4 ? ", …" : "")
  }
}
