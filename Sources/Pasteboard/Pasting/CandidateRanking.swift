package import Conversions
import Exchange
import Pictures
package import RichText
package import UniformTypeIdentifiers

/// Decides in which order the representations on a pasteboard are tried.
///
/// Pure: it sees what is offered, and fetches nothing.
struct CandidateRanking {
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
    // Lists of addresses are read as another type, but keep the name that was asked for.
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
      // Text that was copied with its colours has them in the rich type beside it.
      if wanted != .markdown { list.add(request.type, .declared) }
      list.add(.plainText, .copiedAsPlainText)
    }
    if wanted == .markdown && rule?.plainTextIsMarkdown == true {
      list.add(.plainText, .plainTextIsMarkdown)
    }
    if !isGenerated { list.add(request.type, .declared) }
    for type in rule?.preferred ?? [] { list.add(type, .richest) }
    if wanted.holdsTablesAlone { list.addTables(copied: copiedTypes.first) }
    list.addRichText { isGenerated && $0.format == .markdown }
    // Beside files stand their paths as text.
    if wanted != .plainText { list.add(.fileURL, .richest) }
    list.add(.plainText, .onlyText)
    if wanted == .plainText { list.add(.fileURL, .richest) }
    if isGenerated { list.add(.markdown, .richest) }
  }

  /// The copied form, where it comes before our own Markdown of it, which has no pictures; else nil.
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

/// The representations to try, the best first, each name once.
struct CandidateList {
  private(set) var candidates: [CandidateRanking.Candidate] = []
  let offered: [NameTable.Readable]
  /// The names of representations of which only a rule tells what they are.
  private let heldNames: Set<String>

  /// An empty list, which is filled from what is offered.
  ///
  /// - Parameter held: representations that a rule names; what else is said of them does not count.
  init(offered: [NameTable.Readable], held: [NameTable.Readable]) {
    let heldNames = Set(held.map(\.name))
    self.heldNames = heldNames
    self.offered = offered.filter { name, _, _ in !heldNames.contains(name) } + held
  }

  /// Adds what is offered of a type: of its format alone where it is one that is written, else all that conform.
  mutating func add(_ type: UTType, _ reason: Choice.Reason) {
    if let format = FormatTable.shared.format(writing: type) {
      add(offered.filter { $0.format == format }, reason)
    } else {
      add(offered.filter { $0.type.conforms(to: type) }, reason)
    }
  }

  mutating func add(_ representations: [NameTable.Readable], _ reason: Choice.Reason) {
    for (name, type, _) in representations where !candidates.contains(where: { $0.target == name }) {
      candidates.append(
        CandidateRanking.Candidate(target: name, type: type, reason: reason, isHeld: heldNames.contains(name))
      )
    }
  }

  /// Adds all formats of rich text, the richest first.
  mutating func addRichText(except isLeftOut: (FormatTable.Row) -> Bool = { _ in false }) {
    for row in FormatTable.shared.rows where row.format != .plainText && !isLeftOut(row) {
      add(row.type, .richest)
    }
  }

  /// Adds where tables are looked for: where there is nothing else, in what was copied, and in all rich text.
  mutating func addTables(copied copiedType: UTType?) {
    add(.commaSeparatedText, .richest)
    add(.tabSeparatedText, .richest)
    if let copiedType, Format(copiedType) != .plainText { add(copiedType, .richest) }
    addRichText()
  }
}

/// The form that a paste took from a pasteboard, and why.
package struct Choice: Sendable {
  /// The reason why a representation was taken before the others.
  package enum Reason: Sendable, Equatable {
    /// The person asked for it first.
    case preferred
    /// It is of the type that was wanted.
    case declared
    /// The plain text reads as the document that is rendered beside it.
    case sourceOfRendering
    /// The owner tells that it copied plain text, and made the rest of it.
    case copiedAsPlainText
    /// The owner is known to copy Markdown as plain text.
    case plainTextIsMarkdown
    /// The owner tells that it copied this, and made the rest of it.
    case copied
    /// It is the richest that is there.
    case richest
    /// There is nothing but text.
    case onlyText
  }

  /// The result, in the type that was wanted.
  package var bytes: [UInt8]
  package var target: String
  package var type: UTType
  package var reason: Reason
  /// Nil if the bytes are as they were offered.
  package var convertedTo: UTType?
  /// The files that the bytes were made of or stand for; nil if it was something else.
  package var files: FileList?
  /// Whether bytes that are not text became U+FFFD.
  package var replacesBytes = false
  /// The number of pictures were left out.
  package var leftPictures = 0
  /// The name of the richer form that did not come in time; nil if all came that was asked for.
  package var lateForm: String?
  /// The forms that were not taken, with the reasons, a sentence each.
  package var passedOver: [String]
}

/// A request to paste.
package struct PasteRequest: Sendable {
  package var type: UTType
  /// Types to take first, whatever the rules say.
  package var preferred: [UTType]
  /// The style of Markdown that is made of another format; Markdown that is there comes as it is.
  package var style: MarkdownStyle
  /// The treatment of pictures in content that is converted to Markdown.
  package var pictures = PastedPictures.Treatment.addresses
  /// Whether a picture that lies there alone is saved too, and linked.
  package var linksPictureAlone = true

  package init(
    _ type: UTType = .markdown, preferred: [UTType] = [], style: MarkdownStyle = MarkdownStyle()
  ) {
    self.type = type
    self.preferred = preferred
    self.style = style
  }
}
