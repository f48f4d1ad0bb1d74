import UniformTypeIdentifiers
import X11Selections

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
  /// - Parameters:
  ///   - copiedType: what the owner says it copied, if it says so.
  ///   - owner: who the owner is, if that was looked up.
  func candidates(
    for request: PasteRequest, among targets: [String], copiedType: UTType?, owner: PeerDescription? = nil
  ) -> [Candidate] {
    let rule = rules.owner(offering: targets, peer: owner)
    let offered = table.readable(among: targets)
    var candidates: [Candidate] = []
    func add(_ representations: [TargetTable.Representation], _ reason: Choice.Reason) {
      for (target, type, _) in representations where !candidates.contains(where: { $0.target == target }) {
        candidates.append(Candidate(target: target, type: type, reason: reason))
      }
    }
    func reading(_ type: UTType) -> [TargetTable.Representation] { Self.reading(type, from: offered) }

    for type in request.preferred { add(reading(type), .preferred) }
    guard let wanted = RichTextFormat(request.type) else {
      add(offered.filter { $0.type.conforms(to: request.type) }, .declared)
      return candidates
    }
    let isGenerated = wanted == .markdown && rule?.markdownIsGenerated == true
    if let copiedType, RichTextFormat(copiedType) == .plainText {
      add(reading(.plainText), .copiedAsPlainText)
    }
    if wanted == .markdown && rule?.plainTextIsMarkdown == true {
      add(reading(.plainText), .plainTextIsMarkdown)
    }
    if !isGenerated { add(reading(request.type), .declared) }
    for type in rule?.preferred ?? [] { add(reading(type), .richest) }
    for format in [RichTextFormat.markdown, .html, .rtf] where !(isGenerated && format == .markdown) {
      add(reading(format.type), .richest)
    }
    add(reading(.plainText), .onlyText)
    if isGenerated { add(reading(.markdown), .richest) }
    return candidates
  }

  /// Representations of a type: of its format alone where it is one of the four, else all that conform.
  private static func reading(
    _ type: UTType, from offered: [TargetTable.Representation]
  ) -> [TargetTable.Representation] {
    guard let format = RichTextFormat(type), format.type == type || type == .utf8PlainText else {
      return offered.filter { $0.type.conforms(to: type) }
    }
    return offered.filter { $0.format == format }
  }
}
