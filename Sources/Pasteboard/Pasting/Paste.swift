import Containers
import Conversions
package import Exchange
import FilePortal
import Pictures
import RichText
import System
import TypeDeclarations
package import UniformTypeIdentifiers

/// The result of trying a form that was fetched.
///
/// A `Result` of these types takes the runtime an eighth of the instructions of a paste to put together.
enum FormOutcome {
  case success(Choice)
  /// It cannot be used, and the next one is tried.
  case failure(PasteboardError)
}

/// Takes from an owner what was wanted: the way from `TARGETS` to bytes of the type asked for.
package struct Paste {
  /// Gives the property for a target, as the owner does.
  package typealias Fetch = (_ target: String) throws(ExchangeError) -> Representation
  /// Gives it in less time than there is for a question, in much less after another form was late.
  package typealias BriefFetch = (_ target: String, _ isAfterLateOne: Bool) throws(ExchangeError) ->
    Representation

  let table: NameTable
  let rules: ApplicationRules
  /// Reads and converts for a process that lives on; nil to do that in this one.
  let helper: ConversionHelper?

  package init(
    table: NameTable = .shared, rules: ApplicationRules = .current, helper: ConversionHelper? = nil
  ) {
    self.table = table
    self.rules = rules
    self.helper = helper
  }

  /// Tries what is offered, the best first, until one can be fetched, read and converted.
  ///
  /// Throws `PasteboardError`: `.notOffered` if nothing serves, or what ended the conversation with the
  /// owner.
  ///
  /// - Parameters:
  ///   - owner: who the owner is, if that was looked up.
  ///   - briefly: gives the property for a target that another can stand for.
  package func choose(
    _ request: PasteRequest, among targets: [String], of owner: Peer? = nil, briefly: BriefFetch? = nil,
    fetch: @escaping Fetch
  ) throws(PasteboardError) -> Choice {
    let candidates = try candidates(for: request, among: targets, owner, fetch)
    if let choice = try markdownOfPage(request, among: targets, candidates, fetch) { return choice }
    var passedOver: [String] = []
    // The failure of a form that came tells more than that of one that never came.
    var unreadable: String?
    var late: [(form: String, failure: PasteboardError)] = []
    for (index, candidate) in candidates.enumerated() {
      // After two timeouts, ask this owner only for plain text: it is the cheapest to produce.
      if late.count > 1, candidate.reason != .onlyText { continue }
      if let reason = try reasonAgainst(candidate, among: candidates, fetch) {
        passedOver.append(reason)
        continue
      }
      let property: Representation
      let isReplaceable =
        candidate.reason != .onlyText
        && candidates[(index + 1)...].contains { $0.reason == .onlyText || late.isEmpty }
      let timed: Fetch = { target throws(ExchangeError) in
        guard isReplaceable, let briefly else { return try fetch(target) }
        return try briefly(target, !late.isEmpty)
      }
      switch try attempt(candidate, timed, isReplaceable, late.first?.failure) {
      case .success(let fetched): property = fetched
      case .failure(let failure):
        passedOver.append(failure.description)
        if failure.code == .timedOut, !candidate.isHeld { late.append((candidate.target, failure)) }
        continue
      }
      if property.bytes.isEmpty, candidate.reason == .richest, candidate != candidates.last {
        passedOver.append("skipped \(candidate.target): it is empty")
        continue
      }
      // Read for the comparison with the plain text, and then not again for the conversion.
      var document: Document?
      if let source = sourceText(of: candidate, property, request, candidates, &document, fetch) {
        return source
      }
      let result =
        candidate.type == .fileURL
        ? try files(property, candidate, request, candidates, targets, fetch)
        : try converted(
          property, candidate, request, document, isOurs: targets.contains(Offering.sourceMarker)
        ) { pictures(for: request, $0, targets, fetch) }
      switch result {
      case .success(var choice):
        if targets.contains(MarkdownText.enrichedMarker) { passedOver.append(Self.enriched) }
        choice.passedOver = passedOver
        choice.lateForm = late.first?.form
        return choice
      case .failure(let failure):
        passedOver.append("skipped \(candidate.target): \(failure.description)")
        unreadable =
          unreadable
          ?? (candidate.reason == .onlyText || FetchedForm.isLackOfTable(failure.description)
            ? failure.description : "could not use \(candidate.target): \(failure.description)")
      }
    }
    if let choice = try choice(besideFormsOf: targets, request, passedOver, fetch) { return choice }
    if let late = late.first { throw late.failure }
    throw PasteboardError(
      .notOffered, Self.nothingServes(request, targets, table, unreadable ?? passedOver.last))
  }

  /// A sentence for `--explain`.
  private static let enriched =
    "the owner copied plain text; pb serve made the other formats from it (--enrich)"

  /// Files that text names, and a picture that is saved where text was wanted.
  private func choice(
    besideFormsOf targets: [String], _ request: PasteRequest, _ passedOver: [String], _ fetch: Fetch
  ) throws(PasteboardError) -> Choice? {
    if let paths = try transferred(targets, fetch) {
      let files = FileList(paths.map { .path($0) })
      if let bytes = try? ConverterGraph.shared.convert(
        files, to: request.type, Format.Options(style: request.style))
      {
        return Choice(
          bytes: bytes, target: DocumentPortal.names[0], type: .fileURL, reason: .declared,
          convertedTo: request.type, files: files, passedOver: passedOver)
      }
    }
    if request.type == .fileURL, let list = try filesInText(targets, fetch) {
      return Choice(
        bytes: FileListForm.address.write(list), target: "UTF8_STRING", type: .fileURL, reason: .declared,
        convertedTo: .fileURL, files: list, passedOver: passedOver)
    }
    return try savedPicture(request, among: targets, fetch)
  }

  private func candidates(
    for request: PasteRequest, among targets: [String], _ owner: Peer?, _ fetch: Fetch
  ) throws(PasteboardError) -> [CandidateRanking.Candidate] {
    let chooser = CandidateRanking(table: table, rules: rules)
    var copiedTypes: [UTType] = []
    if targets.contains(Offering.sourceMarker), chooser.dependsOnCopiedType(targets, for: request) {
      copiedTypes = try fetched(Offering.sourceMarker, fetch).map(Self.copiedTypes) ?? []
    }
    return chooser.candidates(for: request, among: targets, copiedTypes: copiedTypes, owner: owner)
  }

  /// The longest plain text, in bytes, beside which a form is asked for that its owner needs long to make.
  ///
  /// LibreOffice 7.4 takes 35 ms for the ODF of a page and 2.8 s for 870 of them, whose text has 2 MB.
  private static let heldTextLimit = 256 * 1024

  /// The reason why a form is not even asked for; nil for one that is.
  private func reasonAgainst(
    _ candidate: CandidateRanking.Candidate, among candidates: [CandidateRanking.Candidate], _ fetch: Fetch
  ) throws(PasteboardError) -> String? {
    guard candidate.isHeld, candidate.reason == .richest,
      let plain = candidates.first(where: { $0.reason == .onlyText }),
      let text = try fetched(plain.target, fetch), text.bytes.count > Self.heldTextLimit
    else { return nil }
    return "skipped \(candidate.target): its owner takes long to produce it"
  }

  /// Fetches a form; a refusal leaves the next to try, and so does what is late where something can stand for it.
  ///
  /// - Parameter former: what is told where this one is late as well.
  private func attempt(
    _ candidate: CandidateRanking.Candidate, _ fetch: Fetch, _ isReplaceable: Bool, _ former: PasteboardError?
  ) throws(PasteboardError) -> Result<Representation, PasteboardError> {
    do {
      return .success(try fetch(candidate.target))
    } catch {
      if error.code == .refused {
        return .failure(
          PasteboardError(
            .notConvertible, "skipped \(candidate.target): its owner listed it, but did not return it"))
      }
      guard error.code == .timedOut else { throw PasteboardError(error) }
      guard isReplaceable || candidate.isHeld && candidate.reason == .richest else {
        throw former ?? PasteboardError(error)
      }
      return .failure(PasteboardError(error))
    }
  }

  /// Nil if the owner refuses this target; other failures end the paste.
  func fetched(_ target: String, _ fetch: Fetch) throws(PasteboardError) -> Representation? {
    do {
      return try fetch(target)
    } catch {
      if error.code == .refused { return nil }
      throw PasteboardError(error)
    }
  }

  /// The plain text beside a rich representation, if it is the Markdown that this one was made of.
  private func sourceText(
    of rich: CandidateRanking.Candidate, _ property: Representation, _ request: PasteRequest,
    _ candidates: [CandidateRanking.Candidate], _ document: inout Document?, _ fetch: Fetch
  ) -> Choice? {
    guard rich.reason == .richest, request.type == .markdown,
      let format = Format(rich.type), !format.isReadableAsItIs,
      let plain = candidates.first(where: { $0.reason == .onlyText }),
      property.bytes.count <= SourceDetection.sizeLimit * 16,
      let text = try? fetch(plain.target), text.bytes.count <= SourceDetection.sizeLimit
    else { return nil }
    let utf8 = TextEncoding.utf8(text, name: plain.target, table: table)
    guard format != .html || !SourceDetection.isMarkup(utf8, of: property.bytes) else { return nil }
    var passedOver = "\(rich.target) is rendered from it"
    if let helper {
      let task = HelperTask.compare(plainText: utf8.count, with: format)
      guard helper.perform(task, on: [utf8, property.bytes]) == HelperTask.yes else { return nil }
    } else if SourceDetection.isAllOf(property.bytes, utf8, in: format) {
      passedOver = "\(rich.target) is the same text in another font"
    } else {
      guard let rendering = try? format.readWithPictures(property.bytes) else { return nil }
      document = rendering
      if request.pictures.keeps, rendering.holdsPictures { return nil }
      guard SourceDetection.isSource(utf8, of: rendering) else { return nil }
    }
    return Choice(
      bytes: utf8, target: plain.target, type: plain.type, reason: .sourceOfRendering, convertedTo: nil,
      files: nil,
      passedOver: [passedOver])
  }

  /// Gives a form as what was wanted: as it is, or made of it.
  ///
  /// - Parameter isOurs: whether this project copied it, which adds nothing to text.
  private func converted(
    _ property: Representation, _ candidate: CandidateRanking.Candidate, _ request: PasteRequest,
    _ document: Document?, isOurs: Bool, _ pictures: (Format) -> PastedPictures?
  ) throws(PasteboardError) -> FormOutcome {
    // A type of text that is asked for by its own name comes as it is.
    let isText =
      Format(candidate.type) == .plainText && FormatTable.shared.format(writing: request.type) != nil
    let bytes =
      isText
      ? TextEncoding.utf8(property, name: candidate.target, table: table, isEnded: !isOurs) : property.bytes
    var choice = Choice(
      bytes: bytes, target: candidate.target, type: candidate.type, reason: candidate.reason,
      convertedTo: nil, files: nil, passedOver: [])
    choice.replacesBytes = TextEncoding.replacesBytes(of: property.bytes, in: bytes)
    var form = FetchedForm(
      bytes: bytes, type: candidate.type, request: request, document: document,
      pictures: Format(candidate.type).flatMap(pictures), helper: helper)
    if form.isWanted { return .success(choice) }
    form.readColumns()
    if let reason = form.reasonAgainst(candidate.reason) {
      return .failure(PasteboardError(.notConvertible, reason))
    }
    form.decodeText()
    let conversion: FetchedForm.Conversion
    do throws(ConversionError) {
      conversion = try form.converted()
    } catch {
      return .failure(PasteboardError(error))
    }
    if let failure = conversion.failure { throw PasteboardError(failure) }
    choice.bytes = conversion.bytes
    if Format(request.type)?.isText == true {
      choice.replacesBytes = TextEncoding.replacesBytes(of: property.bytes, in: conversion.bytes)
    }
    choice.leftPictures = conversion.leftPictures
    choice.convertedTo = request.type
    return .success(choice)
  }

  /// The types that an owner of this project says it copied, first the one that it makes the others of.
  package static func copiedTypes(_ marker: Representation) -> [UTType] {
    String(decoding: marker.bytes.prefix(4096), as: UTF8.self).split(separator: "\n").compactMap {
      UTType(identifier: String($0), allowUndeclared: true)
    }
  }

  /// The formats among targets, for people; the first three of many.
  private static func formats(_ contents: [String], _ table: NameTable) -> String {
    var names: [String] = []
    for content in contents {
      let name = table.type(of: content)?.formatName ?? content
      if !names.contains(name) { names.append(name) }
    }
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.count > 3
      ? names.prefix(3).joined(separator: ", ") + " and more"
      : names.dropLast().joined(separator: ", ") + " and \(last)"
  }

  private static func nothingServes(
    _ request: PasteRequest, _ targets: [String], _ table: NameTable, _ passedOver: String?
  ) -> String {
    let contents = targets.filter { table.role(of: $0) == .content }
    if let passedOver { return passedOver }
    guard let first = contents.first else { return "the clipboard is empty" }
    let pictures = contents.filter { table.type(of: $0)?.conforms(to: .image) == true }
    if Format(request.type) != nil, let name = pictures.first(where: { $0.contains("/") }) ?? pictures.first {
      return holdsPicture(name, table.type(of: name) ?? .image, request)
    }
    let wanted = request.type.formatName
    let graph = ConverterGraph.withCommands
    if contents.contains(where: { name in
      table.type(of: name).map { graph.runsCommand(from: $0, to: request.type) } ?? false
    }) {
      return
        "your converter for \(wanted) does not run on paste. Set \"paste\": true in converters.json."
    }
    if let codec = PictureCodec(request.type), !codec.writes, !pictures.isEmpty {
      return "pb cannot write \(wanted). It writes pictures as PNG, JPEG and BMP."
    }
    let isBinary = contents.allSatisfy { table.type(of: $0) == .data }
    let held =
      isBinary
      ? "binary data" : first + (contents.count > 1 ? " and \(contents.count - 1) other formats" : "")
    return Format(request.type)?.isText == true
      ? "the clipboard holds no text, only \(held). Save it with: pb paste -o FILE"
      : "cannot make \(wanted) from the clipboard, which holds \(formats(contents, table)). See 'pb show'."
  }
}

extension Paste {
  /// Gives files as what was asked for.
  func files(
    _ property: Representation, _ candidate: CandidateRanking.Candidate, _ request: PasteRequest,
    _ candidates: [CandidateRanking.Candidate], _ targets: [String], _ fetch: Fetch
  ) throws(PasteboardError) -> FormOutcome {
    guard let form = FileListForm.called(candidate.target),
      var list = form.read(property.bytes, host: ThisProcess.hostName ?? "")
    else { return .failure(PasteboardError(.notConvertible, "it lists no file")) }
    // A link that was dragged or copied is a list of one address, and its text says more.
    if list.paths.isEmpty, !form.hasVerb, request.type != .fileURL,
      candidates.contains(where: { $0.reason == .onlyText })
    {
      return .failure(PasteboardError(.notConvertible, "it lists no file of this machine"))
    }
    if !targets.contains(Offering.sourceMarker), let paths = try transferred(targets, fetch) {
      list.entries = paths.map { .path($0) }
    }
    if !form.hasVerb, targets.contains(FileListForm.cutMark),
      try fetched(FileListForm.cutMark, fetch)?.bytes.first == FileListForm.cutMarkValue.first
    {
      list.verb = .cut
    }
    do throws(ConversionError) {
      let bytes = try ConverterGraph.shared.convert(
        list, to: request.type, Format.Options(style: request.style))
      return .success(
        Choice(
          bytes: bytes, target: candidate.target, type: candidate.type, reason: candidate.reason,
          convertedTo: request.type, files: list, passedOver: []))
    } catch {
      return .failure(PasteboardError(error))
    }
  }

  /// The paths that the document portal has for the files of a program in a sandbox, whose own lead nowhere; nil if
  /// there are none.
  func transferred(_ targets: [String], _ fetch: Fetch) throws(PasteboardError) -> [[UInt8]]? {
    guard let name = DocumentPortal.names.first(where: targets.contains), let portal = DocumentPortal.current,
      let key = try fetched(name, fetch)
    else { return nil }
    return try? portal.files(of: key.bytes)
  }

  /// The files that some versions of Nautilus put on the clipboard as text, and as nothing else.
  func filesInText(_ targets: [String], _ fetch: Fetch) throws(PasteboardError) -> FileList? {
    guard let text = table.readable(among: targets).first(where: { $0.format == .plainText }),
      let representation = try fetched(text.name, fetch)
    else { return nil }
    return FileListForm.nautilusText(representation.bytes, host: ThisProcess.hostName ?? "")
  }
}
