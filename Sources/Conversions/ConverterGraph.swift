import Pictures
public import RichText
public import UniformTypeIdentifiers

/// Finds and runs the chain of converters from one type to another.
public struct ConverterGraph: Sendable {
  /// The converters from one type to another without a document in between.
  private let converters: [any Converter]

  /// Creates a graph of these converters, and of a reader and a writer for each format.
  public init(_ converters: [any Converter]) {
    self.converters = converters
  }

  /// The graph of the built-in converters.
  public static let shared = ConverterGraph(
    [
      JSONContentReader(), DocumentAsJSON(), FileListReader(), FileListWriter.address, FileListWriter.paths,
      FileListWriter.links,
    ] + SeparatorChange.all + DelimitedMarkdownWriter.all + DelimitedAsJSON.all + JSONAsDelimited.all
      + JSONLinesReader.all + JSONLinesWriter.all + DelimitedAsJSONLines.all
      + PictureCodec.converters)

  /// This graph with further converters, which come before its own.
  func adding(_ further: [any Converter]) -> ConverterGraph {
    further.isEmpty ? self : ConverterGraph(further + converters)
  }

  /// All steps that there are.
  private var steps: [any Converter] {
    converters + Format.all.map { FormatReader(format: $0) } + Format.all.map { FormatWriter(format: $0) }
  }

  /// The converters from one type to another with the least loss, in order; nil if none lead there.
  ///
  /// Empty if content of `source` already is content of `wanted`.
  public func route(from source: UTType, to wanted: UTType) -> [any Converter]? {
    let (reading, writing) = (Format(source), Self.format(writing: wanted))
    if source == wanted || reading != nil && reading == writing && !FormatTable.shared.isOnlyRead(source) {
      return []
    }
    // The usual way, which takes no search.
    let isPersons = converters.contains { $0.takesSubtypes && Self.takes($0, .type(source)) }
    if let reading, let writing, !isPersons, !hasOwnReader(source), !hasShortcut(reading, writing) {
      return Self.throughDocument(reading, writing)
    }
    let steps = self.steps
    let goal = Form.type(writing?.type ?? wanted)
    var ways: [Form: (loss: Int, way: [any Converter])] = [.type(source): (0, [])]
    var open: [Form] = [.type(source)]
    while let here = open.min(by: { ways[$0]?.loss ?? 0 < ways[$1]?.loss ?? 0 }), let known = ways[here] {
      if here == goal { return Self.withGoals(known.way) }
      open.removeAll { $0 == here }
      for converter in steps where Self.takes(converter, here) {
        // A step counts as well, so that of two ways without loss the short one is taken.
        let isExact = converter.from == here || converter.takesSubtypes
        let lost = converter.loss + (isExact ? 0 : Self.lossOfSubtypes)
        let loss = known.loss + lost * 16 + 1
        if let other = ways[converter.to], other.loss <= loss { continue }
        ways[converter.to] = (loss, known.way + [converter])
        open.append(converter.to)
      }
    }
    return nil
  }

  /// The steps from one type to another, each with what it makes, for people; nil if none lead there.
  package func account(from source: UTType, to wanted: UTType) -> String? {
    route(from: source, to: wanted)?.reduce(source.identifier) { text, step in
      let made =
        switch step.to {
        case .type(let type): type.identifier
        case .document: "a document"
        case .files: "files"
        case .picture: "a picture"
        }
      return text + " → " + made + ((step as? CommandConverter).map { " by '\($0.name)'" } ?? "")
    }
  }

  /// Whether a person's own converter is part of the way.
  package func runsCommand(from source: UTType, to wanted: UTType) -> Bool {
    route(from: source, to: wanted)?.contains { $0 is CommandConverter } ?? false
  }

  /// The loss where content is read as less than it is, as Org is where it is read as plain text.
  private static let lossOfSubtypes = 4

  /// The types to which content of this type can be converted, without the type itself.
  public func reachable(from source: UTType) -> [UTType] {
    let steps = self.steps
    var reached: [Form] = [.type(source)]
    var next = 0
    while next < reached.count {
      for converter in steps
      where Self.takes(converter, reached[next]) && !reached.contains(converter.to) {
        reached.append(converter.to)
      }
      next += 1
    }
    return reached.compactMap { form in
      guard case .type(let type) = form, type != source, type != Format(source)?.type else { return nil }
      return type
    }
  }

  /// Converts `bytes` from `source` to `wanted`; returns them unchanged if they already have that type.
  ///
  /// Markdown is written again only if the options name a style. Throws `ConversionError`.
  public func convert(
    _ bytes: [UInt8], from source: UTType, to wanted: UTType, _ terms: Format.Options = Format.Options(),
    rewriting: Bool = false
  ) throws(ConversionError) -> [UInt8] {
    guard let route = route(from: source, to: wanted) else { throw .noRoute(from: source, to: wanted) }
    var terms = terms
    terms.style = terms.style.suiting(Format(source))
    if rewriting, route.isEmpty, let format = Format(source), format == .markdown {
      return try Self.rewrite(bytes, terms)
    }
    if let reader = route.first as? FormatReader, route.count == 2, let writer = route[1] as? FormatWriter,
      let written = try reader.write(bytes, in: writer.format, terms)
    {
      return written
    }
    var value = Value.bytes(bytes)
    for converter in route { value = try converter.convert(value, terms) }
    guard case .bytes(let converted) = value else { throw .noRoute(from: source, to: wanted) }
    return converted
  }

  /// Converts a list of files to `wanted`: paths as text, links in a document, or an address.
  ///
  /// Throws `ConversionError` if `wanted` is not a type of text.
  public func convert(
    _ files: FileList, to wanted: UTType, _ terms: Format.Options = Format.Options()
  ) throws(ConversionError) -> [UInt8] {
    if wanted == .fileURL { return FileListForm.address.write(files) }
    guard let route = route(from: .fileURL, to: wanted) else {
      throw .noRoute(from: .fileURL, to: wanted)
    }
    var value = Value.files(files)
    for converter in route { value = try converter.convert(value, terms) }
    guard case .bytes(let converted) = value else { throw .noRoute(from: .fileURL, to: wanted) }
    return converted
  }

  /// Writes Markdown anew, and what stands before it as it is.
  ///
  /// - Parameter change: what becomes of the document before.
  package static func rewrite(
    _ bytes: [UInt8], _ terms: Format.Options, _ change: (Document) -> Document = { $0 }
  ) throws(ConversionError) -> [UInt8] {
    var terms = terms
    terms.style.escapesDollars = false
    let start = MarkdownReader.startOfText(in: bytes)
    var reader = MarkdownReader(readsDefinitions: terms.style.dialect == .extra)
    reader.keepsSource = true
    let written: [UInt8]
    do {
      written = MarkdownWriter(style: terms.style).write(change(try reader.read(Array(bytes[start...]))))
    } catch {
      throw ConversionError(error, reading: .markdown)
    }
    guard start > 0 else { return written }
    let isApart = bytes[start...].first.map { $0 == 0x0A || $0 == 0x0D } ?? false
    // The text has line feeds alone, whatever it had.
    let matter = bytes[..<start].indices.filter {
      bytes[$0] != 0x0D || $0 + 1 < start && bytes[$0 + 1] != 0x0A
    }
    return matter.map { bytes[$0] } + (isApart && !written.isEmpty ? [0x0A] : []) + written
  }

  private static func throughDocument(_ reading: Format, _ writing: Format) -> [any Converter] {
    [FormatReader(format: reading, goal: writing), FormatWriter(format: writing)]
  }

  /// The way with readers that know the writers behind them.
  private static func withGoals(_ way: [any Converter]) -> [any Converter] {
    way.enumerated().map { index, step in
      guard var reader = step as? FormatReader, index + 1 < way.count,
        let writer = way[index + 1] as? FormatWriter
      else { return step }
      reader.goal = writer.format
      return reader
    }
  }

  /// True if content of a type is more to a converter than the text that it is read as.
  private func hasOwnReader(_ source: UTType) -> Bool {
    Format(source)?.type != source && converters.contains { $0.from == .type(source) }
  }

  private func hasShortcut(_ reading: Format, _ writing: Format) -> Bool {
    converters.contains { $0.from == .type(reading.type) && $0.to == .type(writing.type) }
  }

  /// True if a converter takes content of this form.
  private static func takes(_ converter: any Converter, _ form: Form) -> Bool {
    if converter.from == form { return true }
    guard case .type(let type) = form, case .type(let from) = converter.from else { return false }
    // A type with a format is read as that format, not as the plain text that it conforms to.
    if !converter.takesSubtypes, let format = Format(type) { return from == format.type }
    return type.conforms(to: from)
  }

  private static func format(writing type: UTType) -> Format? {
    FormatTable.shared.format(writing: type)
  }
}
