import Conversions
import Pasteboard
import Pictures
import RichText
import System
import UniformTypeIdentifiers

/// A conversion with the person's wishes.
struct FileConversion {
  private(set) var wanted: UTType
  let style: MarkdownStyle?
  /// The word after --media.
  let media: String?
  /// The document whose styles office documents get.
  let reference: ReferenceDocument?
  /// The shape of JSON that the person named; nil for the default.
  private(set) var shape: JSONShape?
  let arguments: Arguments
  /// The arrangement of text that --from names; nil for a type or none.
  var arrangement: TextArrangement?
  /// The separator of comma-separated values that the person names.
  var separator: UInt8?
  /// A folder that is converted as a whole, the document within it.
  var bound: FilePath?
  /// The results of linked documents if several are converted.
  var links: RelocatedLinks?

  /// The result of a conversion.
  struct Outcome {
    let bytes: [UInt8]
    /// False if the source was damaged, and only what is left of it was read.
    var isWhole = true

    /// A script that deletes what it converted has to be told.
    var status: ExitStatus { isWhole ? .success : .nothing }
  }

  /// Reads a file or standard input, as `ConversionSource` does.
  func source(_ path: FilePath?, as named: UTType?, encoding: String?) throws(Failure) -> ConversionSource {
    let changes = style != nil || media != nil || shape != nil
    guard let arrangement else {
      let source = try ConversionSource(
        path, as: named, encoding: encoding, unchanging: changes ? nil : wanted)
      guard let separator, !Separator.isWritten(in: wanted) else { return source }
      guard let format = Format(source.type), format.isReadableAsItIs else {
        throw Failure("--separator applies to CSV, and \(source.name) is not text")
      }
      return try source.arranged(.separated(by: separator), for: wanted)
    }
    return try ConversionSource(path, as: named, encoding: encoding).arranged(arrangement, for: wanted)
  }

  /// The result for a source, or for what is left of one that was damaged.
  ///
  /// - Parameter folder: where the file lies that it goes to, in which HTML is a page by itself unless the person wants
  ///   none; nil for standard output.
  func convert(_ source: ConversionSource, into folder: FilePath?) throws(Failure) -> Outcome {
    do {
      let result = try converted(source, into: folder)
      guard source.type != wanted, source.isCutOff else {
        return Outcome(bytes: result, isWhole: !source.isLossy)
      }
      Output.warn("\(source.name) is truncated; pb converted what it could read")
      return Outcome(bytes: result, isWhole: false)
    } catch {
      guard let recovered = source.recovered else { throw error }
      let result = try converted(recovered, into: folder)
      Output.warn("\(source.name) is damaged or truncated; pb converted what it could read")
      return Outcome(bytes: result, isWhole: false)
    }
  }

  private func converted(_ source: ConversionSource, into folder: FilePath?) throws(Failure) -> [UInt8] {
    separated(try unseparated(source, into: folder))
  }

  /// Comma-separated values with the separator that the person names; other results unchanged.
  func separated(_ result: [UInt8]) -> [UInt8] {
    guard let separator, Separator.isWritten(in: wanted) else { return result }
    return Separator.rewrite(result, by: separator)
  }

  private func unseparated(_ source: ConversionSource, into folder: FilePath?) throws(Failure) -> [UInt8] {
    let wantsColumns = Self.isData(wanted) || wanted == .json && shape != .document
    var source = wantsColumns ? source.asColumns(lines: wanted == .json ? 2 : 1) : source
    if source.type != wanted { source = try source.withLinesAsArray() }
    if JSONLines.isType(wanted), source.type != wanted { return try lines(of: source) }
    let graph = ConverterGraph.withCommands
    if arguments.has(ConvertOptions.explain) { explain(source, graph) }
    if graph.runsCommand(from: source.type, to: wanted) { return try convert(source, over: graph) }
    if let reason = Self.unreadKind(of: source.type), graph.route(from: source.type, to: wanted) == nil {
      throw Failure("\(source.name) is \(reason)")
    }
    if source.type != wanted, wanted.conforms(to: .image), source.type.conforms(to: .image),
      PictureCodec(source.type) == nil, graph.route(from: source.type, to: wanted) == nil
    {
      throw Failure(
        "cannot read \(source.type.formatName). pb reads pictures as PNG, JPEG, WebP, GIF, BMP and TIFF.")
    }
    if source.type != wanted, wanted.conforms(to: .image), PictureCodec(source.type) != nil,
      PictureCodec(wanted)?.writes != true
    {
      throw Failure("cannot write \(wanted.formatName). pb writes pictures as PNG, JPEG and BMP.")
    }
    if let picture = try picture(of: source) { return picture }
    let isPage = isPage(forFile: folder != nil, source)
    if !isPage { warnOfFrontMatter(of: source) }
    warnOfComments(of: source)
    warnOfLocalLinks(of: source)
    warnOfCharacterSet(of: source)
    if let result = try sheets(of: source, isPage: isPage) { return result }
    if let values = try tables(of: source) { return values }
    let relocation = relocation(of: source, to: folder)
    if wanted == .json, shape != nil || source.type != .json {
      let document = try document(of: source)
      return DocumentJSONWriter.write(relocated(document, of: source, to: folder, relocation))
    }
    if let relocation, Format(source.type) == .markdown, Format(wanted) == .markdown {
      return try Failure.wrapping { () throws(ConversionError) in
        try ConverterGraph.rewrite(source.bytes, terms, relocation.relocated)
      }
    }
    let placed = try withPictures(source, into: folder)
    let mayLink = links != nil && [.markdown, .html].contains(Format(source.type))
    guard let writing = FormatTable.shared.format(writing: wanted),
      placed != nil || relocation != nil || isPage || mayLink
    else { return try convert(source, over: graph) }
    var document = if let placed { placed } else { try document(of: source) }
    document = relocated(document, of: source, to: folder, relocation)
    return isPage ? page(document, of: source) : writing.write(document, terms(reading: Format(source.type)))
  }

  /// The rows of tables, or the elements of an array of JSON, one a line.
  private func lines(of source: ConversionSource) throws(Failure) -> [UInt8] {
    var rows = source.bytes
    if source.type != .json {
      var conversion = self
      (conversion.wanted, conversion.shape) = (.json, .rows)
      rows = try conversion.converted(source, into: nil)
    }
    return try Failure.wrapping { () throws(ConversionError) in try JSONLines.lines(of: rows) }
  }

  /// A picture in another format; nil if the source is none, or that already. What a person names may be larger than what
  /// other programs give.
  private func picture(of source: ConversionSource) throws(Failure) -> [UInt8]? {
    guard source.type != wanted, PictureCodec(source.type) != nil, let codec = PictureCodec(wanted) else {
      return nil
    }
    return try Failure.wrapping { () throws(ConversionError) in
      do throws(PictureError) {
        return try codec.write(try Picture(source.bytes, upTo: Picture.filePixelLimit))
      } catch {
        throw ConversionError(error)
      }
    }
  }

  private func relocated(
    _ document: Document, of source: ConversionSource, to folder: FilePath?, _ pictures: RelocatedPictures?
  ) -> Document {
    let document = pictures?.relocated(in: document) ?? document
    guard let links, let path = source.path, let folder else { return document }
    return links.relocated(in: document, of: path, to: folder)
  }

  /// Pictures that are addressed from the document's own folder; nil if there are none, or they stay where they are.
  private func relocation(of source: ConversionSource, to folder: FilePath?) -> RelocatedPictures? {
    guard let folder, let path = source.path, source.type != wanted || style != nil && wanted == .markdown,
      [.markdown, .html].contains(Format(source.type)) || source.type == .json,
      FormatTable.shared.format(writing: wanted) != .plainText,
      Format(source.type)?.mayHoldPictures(source.bytes) ?? true
    else { return nil }
    return RelocatedPictures(of: path, to: folder)
  }

  private func convert(_ source: ConversionSource, over graph: ConverterGraph) throws(Failure) -> [UInt8] {
    do throws(ConversionError) {
      return try graph.convert(
        source.bytes, from: source.type, to: wanted, terms, rewriting: style != nil)
    } catch {
      let name = source.type.preferredFilenameExtension ?? source.type.identifier
      throw Failure(error.code == .noRoute ? "\(error). See 'pb type info \(name)'." : "\(error)")
    }
  }

  private func explain(_ source: ConversionSource, _ graph: ConverterGraph) {
    if let way = graph.account(from: source.type, to: wanted) {
      Output.warn(source.type == wanted || !way.contains("→") ? "\(source.name) already has this type" : way)
    }
  }

  var terms: Format.Options {
    var terms = Format.Options(style: style ?? MarkdownStyle(), reference: reference)
    terms.writesFrontMatter = true
    terms.readsDates = arguments.has(ConvertOptions.dates)
    return terms
  }

  /// The terms for what is made of a format.
  func terms(reading format: Format?) -> Format.Options {
    var terms = terms
    terms.style = terms.style.suiting(format)
    return terms
  }

  private func isPage(forFile isForFile: Bool, _ source: ConversionSource) -> Bool {
    guard FormatTable.shared.format(writing: wanted) == .html, let reading = Format(source.type),
      reading != .html, !arguments.has(ConvertOptions.fragment)
    else { return false }
    return isForFile || arguments.has(ConvertOptions.standalone)
  }

  func page(_ document: Document, of source: ConversionSource) -> [UInt8] {
    let language = arguments[ConvertOptions.language]
    let isForThisCall = arguments.isGiven(ConvertOptions.language)
    let page = StandaloneHTML(
      of: document, language: isForThisCall ? language : nil, standardLanguage: language,
      name: source.stem)
    var writer = HTMLWriter()
    // Other pages may link to any heading.
    writer.identified = .all
    return page.page(around: writer.write(document))
  }

  /// Warns of front matter that the result lacks.
  private func warnOfFrontMatter(of source: ConversionSource) {
    guard source.type == .markdown, FormatTable.shared.format(writing: wanted) != .markdown,
      MarkdownReader.startOfText(in: source.bytes) > 0
    else { return }
    guard Format(wanted)?.keepsProperties == true else {
      return Output.warn("left out the front matter of \(source.name)")
    }
    let unread = MarkdownReader.unreadFields(in: source.bytes)
    guard !unread.isEmpty else { return }
    let names = unread.prefix(5).joined(separator: ", ")
    Output.warn("left out nested fields in the front matter of \(source.name): \(names)")
  }

  private func warnOfComments(of source: ConversionSource) {
    guard source.type != wanted, let count = Format(source.type)?.commentCount(source.bytes), count > 0 else {
      return
    }
    Output.warn(
      count == 1
        ? "left out the comment in \(source.name)" : "left out \(count) comments in \(source.name)"
    )
  }

  private func warnOfLocalLinks(of source: ConversionSource) {
    guard let reading = Format(source.type), source.type != wanted,
      // What browsers show of a person's own Markdown has them still.
      reading != .markdown || FormatTable.shared.format(writing: wanted)?.holdsLocalLinks == false
    else { return }
    let count = reading.localLinkCount(source.bytes)
    guard count > 0 else { return }
    Output.warn(
      count == 1
        ? "a link in \(source.name) points to a local file; pb kept only its text"
        : "\(count) links in \(source.name) point to local files; pb kept only their text")
  }

  private func warnOfCharacterSet(of source: ConversionSource) {
    guard let format = Format(source.type), let name = format.unreadableCharacterSet(source.bytes) else {
      return
    }
    let remedy = format == .html ? ". Name another with --encoding." : ""
    Output.warn(
      "\(source.name) uses the encoding \(name), which pb cannot read; characters may be wrong\(remedy)")
  }

  /// The document with its pictures where the person wants them; nil if there is nothing to do about them.
  private func withPictures(
    _ source: ConversionSource, into folder: FilePath?
  ) throws(Failure) -> Document? {
    guard let reading = Format(source.type), let writing = FormatTable.shared.format(writing: wanted),
      reading != writing
    else { return nil }
    let isTree = source.type == .json
    let tree = try Failure.wrapping { () throws(ConversionError) in
      isTree ? try JSONContent.documentIfAny(in: source.bytes) : nil
    }
    // JSON that is not a document tree is text, which holds no pictures.
    if isTree, tree == nil { return nil }
    func read() throws(Failure) -> Document { if let tree { tree } else { try self.document(of: source) } }
    func held(_ document: Document) -> Document {
      let held = document.holdingPictures()
      let shown = held.document.showingPictures(in: writing)
      MediaOptions.warn(ofReplaced: held.leftCount + shown.leftCount, in: wanted)
      return shown.document
    }
    let showsFiles = isTree || [.markdown, .html].contains(reading)
    if showsFiles, isTree || reading.mayHoldPictures(source.bytes),
      let treatment = MediaOptions.treatment(media, writing: writing)
    {
      guard
        let pictures = try MediaOptions.localPictures(
          treatment, of: source.path, within: bound, arguments)
      else {
        guard treatment != "link" else { return nil }
        let document = try read()
        MediaOptions.warn(ofUnknownFolder: document.images)
        return held(document)
      }
      let document = try read()
      MediaOptions.warn(
        ofLeftOut: pictures.problems(in: document, for: writing), in: bound == nil ? nil : source.path)
      return held(pictures.embedded(in: document, for: writing))
    }
    if writing.holdsPictures, reading.holdsPictures {
      return reading.mayHoldPictures(source.bytes) ? held(try read()) : nil
    }
    guard writing == .markdown, isTree || reading != .plainText, !reading.isTableOfData else {
      return nil
    }
    // What is set for good is for the formats that it fits.
    let media = media == LocalPictures.Treatment.embed.rawValue ? nil : media
    let treatment = try MediaOptions.treatment(media, linkedFrom: folder)
    // Pages have pictures of all kinds in their addresses, documents those that belong to their text.
    var pictures = PastedPictures(media == nil && reading != .html ? .mark : treatment)
    var document = try read()
    if isTree || reading.mayHoldPictures(source.bytes) { document = pictures.placed(in: document) }
    if let failure = pictures.failure { throw Failure(failure.description) }
    MediaOptions.warn(ofReplaced: pictures.leftCount, in: wanted)
    MarkdownOptions.warn(ofSplitTables: terms(reading: reading).style.dividedTables(in: document))
    return document
  }

  /// The reason why pb cannot read a type, with advice; nil for other types.
  private static func unreadKind(of type: UTType) -> String? {
    let kinds: [(type: UTType, reason: String)] = [
      (.excel97, "an Excel 97–2003 workbook, which pb cannot read. Save it as XLSX or ODS."),
      (.spreadsheet, "a spreadsheet in a format that pb cannot read. Save it as XLSX or ODS."),
      (.presentation, "a presentation, which pb cannot read. Copy its text and use 'pb paste'."),
      (.word97, "a Word 97–2003 document, which pb cannot read. Save it as DOCX or ODT."),
      (.pdf, "a PDF document, which pb cannot read. Copy its text and use 'pb paste'."),
    ]
    return kinds.first { type.conforms(to: $0.type) }?.reason
  }

  func document(of source: ConversionSource) throws(Failure) -> Document {
    if source.type == .json {
      let document = try Failure.wrapping { () throws(ConversionError) in
        try JSONContent.document(of: source.bytes)
      }
      if let document { return document }
    }
    guard let format = Format(source.type)?.reading(terms.style) else {
      throw Failure("\(source.name) contains no text")
    }
    do {
      return try format.readWithPictures(source.bytes)
    } catch {
      throw Failure(ConversionError(error, reading: format).description)
    }
  }
}

extension UTType {
  /// What Excel wrote before 2007.
  fileprivate static let excel97 = UTType("com.microsoft.excel.xls") ?? .spreadsheet
  /// The format that Word wrote before 2007.
  fileprivate static let word97 = UTType("com.microsoft.word.doc") ?? .presentation
}
