import UniformTypeIdentifiers

/// Decides in which order the representations on a pasteboard are tried.
///
/// Pure: it sees what is offered, and fetches nothing.
struct Chooser {
  /// A representation to try.
  struct Candidate: Equatable {
    let target: String
    let type: UTType
    let reason: Choice.Reason
  }

  let table: TargetTable
  let rules: ApplicationRules

  /// The candidates for a request, the best first, each target once.
  ///
  /// - Parameter copiedType: what the owner says it copied, if it says so.
  func candidates(for request: PasteRequest, among targets: [String], copiedType: UTType?) -> [Candidate] {
    let rule = rules.owner(offering: targets)
    var candidates: [Candidate] = []
    func add(_ targets: [String], _ reason: Choice.Reason) {
      for target in targets where !candidates.contains(where: { $0.target == target }) {
        guard let type = table.type(of: target) else { continue }
        candidates.append(Candidate(target: target, type: type, reason: reason))
      }
    }

    for type in request.preferred { add(reading(type, from: targets), .preferred) }
    guard let wanted = RichTextFormat(request.type) else {
      add(table.reading(request.type, from: targets), .declared)
      return candidates
    }
    let isGenerated = wanted == .markdown && rule?.markdownIsGenerated == true
    if let copiedType, RichTextFormat(copiedType) == .plainText {
      add(reading(.plainText, from: targets), .copiedAsPlainText)
    }
    if !isGenerated { add(reading(request.type, from: targets), .declared) }
    for type in rule?.preferred ?? [] { add(reading(type, from: targets), .richest) }
    for format in [RichTextFormat.markdown, .html, .rtf] where !(isGenerated && format == .markdown) {
      add(reading(format.type, from: targets), .richest)
    }
    add(reading(.plainText, from: targets), .onlyText)
    if isGenerated { add(reading(.markdown, from: targets), .richest) }
    return candidates
  }

  /// Targets of a type: of its format alone where it is one of the four, else of all that conform.
  private func reading(_ type: UTType, from targets: [String]) -> [String] {
    guard let format = RichTextFormat(type), format.type == type || type == .utf8PlainText else {
      return table.reading(type, from: targets)
    }
    return table.reading(.text, from: targets).filter { target in
      table.type(of: target).flatMap(RichTextFormat.init) == format
    }
  }
}
