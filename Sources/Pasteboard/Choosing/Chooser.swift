import Conversions
import Exchange
import Pictures
import RichText
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
    /// Only a rule tells what it is, and it may take its owner long to make.
    var isHeld = false
  }

  let table: NameTable
  let rules: ApplicationRules

  /// The candidates for a request, the best first, each name once.
  ///
  /// - Parameters:
  ///   - copiedTypes: what the owner says it copied, if it says so; first what it makes the rest of.
  ///   - owner: who the owner is, if that was looked up.
  func candidates(
    for request: PasteRequest, among names: [String], copiedTypes: [UTType] = [], owner: Peer? = nil
  ) -> [Candidate] {
    let copiedType = copiedTypes.first
    let rule = rules.owner(offering: names, peer: owner)
    let wanted = FormatTable.shared.format(writing: request.type)
    let held = (rule?.held ?? []).compactMap { held -> NameTable.Readable? in
      guard names.contains(held.target), let type = held.type else { return nil }
      return (held.target, type, Format(type))
    }
    let offered =
      table.readable(among: names, undeclared: wanted == nil)
      .filter { name, _, _ in !held.contains { $0.name == name } } + held
    var candidates: [Candidate] = []
    func add(_ representations: [NameTable.Readable], _ reason: Choice.Reason) {
      for (name, type, _) in representations where !candidates.contains(where: { $0.target == name }) {
        candidates.append(
          Candidate(
            target: name, type: type, reason: reason, isHeld: held.contains { $0.name == name }))
      }
    }
    func reading(_ type: UTType) -> [NameTable.Readable] { Self.reading(type, from: offered) }

    /// Where tables are looked for: where there is nothing else, in what was copied, and in all rich text.
    func tablesFirst() {
      for type in [.commaSeparatedText, .tabSeparatedText] + [copiedType].compactMap(\.self)
      where Format(type) != .plainText { add(reading(type), .richest) }
      for row in FormatTable.shared.rows where row.format != .plainText { add(reading(row.type), .richest) }
    }

    for type in request.preferred { add(reading(type), .preferred) }
    guard let wanted else {
      // What the tables read as another type still has the name that was asked for: lists of addresses.
      let ownNames = request.type.tags[.mimeType] ?? []
      for (name, _, _) in offered where ownNames.contains(name) {
        candidates.append(Candidate(target: name, type: request.type, reason: .declared))
      }
      add(offered.filter { $0.type.conforms(to: request.type) }, .declared)
      if PictureCodec(request.type)?.writes == true {
        for row in PictureCodec.rows { add(reading(row.type), .richest) }
      }
      let graph = ConverterGraph.forPastes
      add(offered.filter { graph.runsCommand(from: $0.type, to: request.type) }, .richest)
      if request.type == .json {
        tablesFirst()
        add(reading(.plainText), .onlyText)
      }
      return candidates
    }
    let source = source(of: copiedTypes, for: request, wanted)
    let isGenerated = wanted == .markdown && rule?.markdownIsGenerated == true || source != nil
    if let source {
      if wanted != .markdown { add(reading(request.type), .declared) }
      add(reading(source), .copied)
    }
    if let copiedType, Format(copiedType) == .plainText {
      add(reading(.plainText), .copiedAsPlainText)
    }
    if wanted == .markdown && rule?.plainTextIsMarkdown == true {
      add(reading(.plainText), .plainTextIsMarkdown)
    }
    if !isGenerated { add(reading(request.type), .declared) }
    for type in rule?.preferred ?? [] { add(reading(type), .richest) }
    if wanted.isTableOfData { tablesFirst() }
    for row in FormatTable.shared.rows
    where row.format != .plainText && !(isGenerated && row.format == .markdown) {
      add(reading(row.type), .richest)
    }
    // Beside files stand their paths as text.
    if wanted != .plainText { add(reading(.fileURL), .richest) }
    add(reading(.plainText), .onlyText)
    if wanted == .plainText { add(reading(.fileURL), .richest) }
    if isGenerated { add(reading(.markdown), .richest) }
    return candidates
  }

  /// What was copied, where it comes before our own Markdown of it, which tells of no pictures; else nil.
  private func source(
    of copiedTypes: [UTType], for request: PasteRequest, _ wanted: Format
  ) -> UTType? {
    guard wanted == .markdown && request.pictures.counts || wanted.holdsPictures,
      let source = copiedTypes.first, Format(source)?.holdsPictures == true,
      !copiedTypes.contains(where: { Format($0) == .markdown })
    else { return nil }
    return source
  }

  /// Whether it has to be asked what was copied, which takes two waits: not by whoever wants Markdown where that
  /// comes first, as what was copied does, or where there is but plain text.
  func dependsOnCopiedType(_ names: [String], for request: PasteRequest) -> Bool {
    guard FormatTable.shared.format(writing: request.type) == .markdown, !request.pictures.keeps else {
      return true
    }
    let formats = names.compactMap(table.type).map(Format.init)
    return formats.first != .markdown && !formats.allSatisfy { $0 == .plainText }
  }

  /// Representations of a type: of its format alone where it is one that is written, else all that conform.
  private static func reading(_ type: UTType, from offered: [NameTable.Readable]) -> [NameTable.Readable] {
    guard let format = FormatTable.shared.format(writing: type) else {
      return offered.filter { $0.type.conforms(to: type) }
    }
    return offered.filter { $0.format == format }
  }
}
