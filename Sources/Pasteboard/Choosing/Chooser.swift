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
    let rule = rules.owner(offering: names, peer: owner)
    let wanted = FormatTable.shared.format(writing: request.type)
    let held = (rule?.held ?? []).compactMap { held -> NameTable.Readable? in
      guard names.contains(held.target), let type = held.type else { return nil }
      return (held.target, type, Format(type))
    }
    var list = CandidateList(offered: table.readable(among: names, undeclared: wanted == nil), held: held)
    for type in request.preferred { list.add(type, .preferred) }
    if let wanted {
      addForms(from: copiedTypes, for: request, wanted, rule, to: &list)
    } else {
      addForms(from: copiedTypes.first, for: request, to: &list)
    }
    return list.candidates
  }

  /// Adds what serves where no format is written: what is there of the type, and what becomes it.
  private func addForms(from copiedType: UTType?, for request: PasteRequest, to list: inout CandidateList) {
    // What the tables read as another type still has the name that was asked for: lists of addresses.
    let ownNames = request.type.exchangedMIMETypes
    let named = list.offered.filter { ownNames.contains($0.name) }
    list.add(named.map { ($0.name, request.type, $0.format) }, .declared)
    list.add(list.offered.filter { $0.type.conforms(to: request.type) }, .declared)
    if PictureCodec(request.type)?.writes == true {
      for row in PictureCodec.rows { list.add(row.type, .richest) }
    }
    let graph = ConverterGraph.forPastes
    list.add(list.offered.filter { graph.runsCommand(from: $0.type, to: request.type) }, .richest)
    if request.type == .json {
      list.addTables(copied: copiedType)
      list.add(.plainText, .onlyText)
    }
  }

  /// Adds what a format is written from.
  private func addForms(
    from copiedTypes: [UTType], for request: PasteRequest, _ wanted: Format, _ rule: ApplicationRule?,
    to list: inout CandidateList
  ) {
    // Under its identifier HTML is as it was copied, without a declaration of its character set.
    if wanted == .html, copiedTypes.first?.conforms(to: .html) == true {
      list.add(list.offered.filter { $0.name == UTType.html.identifier }, .declared)
    }
    let source = source(of: copiedTypes, for: request, wanted)
    let isGenerated = wanted == .markdown && rule?.markdownIsGenerated == true || source != nil
    if let source {
      if wanted != .markdown { list.add(request.type, .declared) }
      list.add(source, .copied)
    }
    if let copiedType = copiedTypes.first, Format(copiedType) == .plainText {
      list.add(.plainText, .copiedAsPlainText)
    }
    if wanted == .markdown && rule?.plainTextIsMarkdown == true {
      list.add(.plainText, .plainTextIsMarkdown)
    }
    if !isGenerated { list.add(request.type, .declared) }
    for type in rule?.preferred ?? [] { list.add(type, .richest) }
    if wanted.isTableOfData { list.addTables(copied: copiedTypes.first) }
    list.addRichText { isGenerated && $0.format == .markdown }
    // Beside files stand their paths as text.
    if wanted != .plainText { list.add(.fileURL, .richest) }
    list.add(.plainText, .onlyText)
    if wanted == .plainText { list.add(.fileURL, .richest) }
    if isGenerated { list.add(.markdown, .richest) }
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
}
