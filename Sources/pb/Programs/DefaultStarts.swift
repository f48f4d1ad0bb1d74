import DesktopPrograms

/// The default programs for content: one, or one for each type of several files.
struct DefaultStarts {
  /// Programs, each with what it opens.
  private(set) var all: [(row: SharingPrograms.Row, content: SharedContent)] = []
  /// The reasons why some of the files are not opened.
  private var problems: [String] = []

  init(of content: SharedContent, in catalog: ProgramCatalog) throws(Failure) {
    guard case .files(let files) = content.source else {
      guard let row = Self.first(for: content, in: catalog) else {
        throw Failure(
          "no installed program opens the content of the clipboard. See its formats with 'pb show'.",
          status: .nothing)
      }
      all = [(row, content)]
      return
    }
    var opened: [(row: SharingPrograms.Row, groups: [SharedFiles.Group])] = []
    for group in files.groups {
      guard let row = Self.first(for: SharedContent(SharedFiles([group])), in: catalog) else {
        problems += group.paths.map { "no installed program opens '\($0)'. See its type with 'pb type of'." }
        continue
      }
      if let index = opened.firstIndex(where: { $0.row.program == row.program }) {
        opened[index].groups.append(group)
      } else {
        opened.append((row, [group]))
      }
    }
    all = opened.map { ($0.row, SharedContent(SharedFiles($0.groups))) }
    problems += files.problems
  }

  /// Sending something by mail is not opening it. Without a display a program for terminals is of more use than one that
  /// cannot come up.
  private static func first(for content: SharedContent, in catalog: ProgramCatalog) -> SharingPrograms.Row? {
    let openers = SharingPrograms(for: content, in: catalog).rows.filter { row in
      if case .attachment = row.handoff { false } else { true }
    }
    guard let first = openers.first, !ProgramStart.canStart(first.program) else { return openers.first }
    return openers.first { ProgramStart.canStart($0.program) && $0.handoff != .message } ?? first
  }

  /// Throws `Failure` if something was not opened, which it tells.
  func check() throws(Failure) { try Failure.telling(problems) }
}

extension SharedFiles {
  /// Throws `Failure` if some of the files cannot be opened, which it tells.
  func check() throws(Failure) { try Failure.telling(problems) }
}

extension Failure {
  /// Throws the last of some problems, and says the others.
  fileprivate static func telling(_ problems: [String]) throws(Failure) {
    guard let last = problems.last else { return }
    for problem in problems.dropLast() { Output.warn(problem) }
    throw Failure(last)
  }
}
