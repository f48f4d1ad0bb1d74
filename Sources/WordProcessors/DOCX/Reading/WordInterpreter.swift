import Containers

/// Carries out a document of Word: keeps what is open, and fills a flow.
///
/// One pass over each part, without recursion; cost and memory grow with the input alone.
struct WordInterpreter {
  /// An element that changes something until it ends.
  struct Scope {
    enum Kind {
      case paragraph
      case run
      case hyperlink(outer: Int32)
      case field
      case note
      /// A table, with the indents of the items around it.
      case table(itemIndents: [Int])
      case row
      case cell(FlowTableComposer.Span)
      case textBox
      /// Alternatives, one of which was taken.
      case alternatives(isTaken: Bool)
      case control(WordControl)
      /// Moved content, where it stands now.
      case moved
      case drawing
      case shape
    }

    var depth: Int
    var kind: Kind
  }

  var package: WordPackage
  var composer: FlowComposer
  let styles: WordStyles
  let numbering: WordNumbering
  var counters: WordCounters
  var media: MediaCollector
  var reader: XMLReader
  var relationships: [String: WordPackage.Relationship] = [:]
  var scopes: [Scope] = []

  /// The properties of the open paragraphs, the innermost last.
  var paragraphs: [WordParagraphProperties] = []
  /// The properties of the last paragraph that the next was to go on with.
  var joined = WordParagraphProperties()
  /// The look of the innermost paragraph's text where a run states nothing.
  var paragraphStyle: WordStyles.Style?
  var fonts = FontKinds()
  /// The font of the run, if it is one of signs.
  var symbolFont: SymbolFont?
  /// The run is left out of web pages, as are the numbers of pages in a table of contents.
  var isHiddenOnWeb = false
  /// White space at the ends of text counts, unless the text says otherwise.
  var keepsSpace = false
  /// White space that follows the number of a note goes with it.
  var isBehindNoteNumber = false
  var fields: [WordField] = []
  /// The number of places that are open that something was moved to.
  var moveDepth = 0
  var drawings: [WordDrawing] = []
  /// The positions where the text of the last item begins, in twips, behind the same of the items that it lies in.
  var itemIndents: [Int] = []
  /// The numbers of styles that are used, but not defined.
  var unknownStyles: [String: Int] = [:]
  /// A note that was read, and its number once it was referred to: it stands there once, however often it is shown.
  struct Note {
    let items: [FlowItem]
    var number: Int?
  }
  /// The notes by their identifiers.
  var footnotes: [String: Note] = [:]
  var endnotes: [String: Note] = [:]
  var diagramCount = 0
  /// The number of bytes of documents within this one that may still be read; none within such a one.
  var chunkBytes: Int
  /// The reader of the HTML among them.
  let htmlReader: any EmbeddedHTMLReader.Type
  var repeatedParts = RepeatedParts()
  /// The addresses of relationships; they cost nothing to read, but are written wherever they are named.
  private var repeatedAddresses = RepeatedParts(most: 1 << 24)
  /// The numbers of the notes that follow bookmarks, by the names of these.
  var notesBehindBookmarks: [String: Int] = [:]
  /// The number of links that led to files of the machine that the document was written on.
  var localLinkCount = 0
  /// The headings and paragraphs that bookmarks stand in.
  var anchors = FlowAnchors()

  init(_ bytes: [UInt8], readingHTMLBy htmlReader: any EmbeddedHTMLReader.Type) throws(RichTextError) {
    try self.init(WordPackage(bytes), chunkBytes: Self.chunkLimit, readingHTMLBy: htmlReader)
  }

  /// Reads what bytes begin with that are cut off.
  init(beginningOf bytes: [UInt8], readingHTMLBy htmlReader: any EmbeddedHTMLReader.Type)
    throws(RichTextError)
  {
    try self.init(
      WordPackage(bytes, limit: OfficeLimits.beginning, isBeginning: true), chunkBytes: 0,
      readingHTMLBy: htmlReader)
  }

  /// - Parameters:
  ///   - chunkBytes: how many bytes of documents within this one are read.
  ///   - htmlReader: what reads those that are HTML.
  init(
    _ package: WordPackage, media: MediaCollector = MediaCollector(), chunkBytes: Int,
    readingHTMLBy htmlReader: any EmbeddedHTMLReader.Type
  ) throws(RichTextError) {
    self.htmlReader = htmlReader
    self.package = package
    self.media = media
    self.chunkBytes = chunkBytes
    composer = FlowComposer(bytes: 0)
    let main = package.mainPart
    let relationships = self.package.relationships(of: main)
    func name(_ kind: String) -> String? { relationships.values.first { $0.kind == kind }?.target }
    var sheet = FlowStyleSheet()
    let stylesPart: [UInt8]? = if let name = name("styles") { try self.package.part(name) } else { nil }
    styles = WordStyles(stylesPart, &sheet)
    numbering =
      if let name = name("numbering"), let part = try self.package.part(name) {
        WordNumbering(part, styles: styles)
      } else {
        WordNumbering()
      }
    counters = WordCounters(numbering)
    composer.change { $0.styles = sheet }
    reader = XMLReader(word: [])
    for kind in ["footnotes", "endnotes"] {
      if let name = name(kind), let part = try self.package.part(name) {
        self.relationships = self.package.relationships(of: name)
        interpret(part)
      }
    }
    self.relationships = relationships
    guard let part = try self.package.part(main) else {
      throw RichTextError(.notThisFormat, "the archive holds no Word document")
    }
    composer.change { $0.reserveCapacity(forBytes: part.count / 2) }
    interpret(part)
  }

  /// The flow that was read, everything in it ended.
  consuming func flow() -> Flow { composer.finish(anchors, media: media.media) }

  /// The address that a relationship names; nil if there is none, or if what stands there once is named so often that
  /// little would become very much.
  mutating func address(of id: String) -> String? {
    guard let target = relationships[id]?.target, repeatedAddresses.mayRead(id) else { return nil }
    repeatedAddresses.add(id, cost: target.utf8.count)
    return target
  }

  /// The part that an attribute of the element names; nil if there is none.
  mutating func relatedPart(_ name: WordName) -> [UInt8]? {
    guard let target = reader.attribute(name).flatMap({ relationships[$0]?.target }),
      let part = package.name(of: target), repeatedParts.mayRead(part)
    else { return nil }
    let bytes = try? package.part(part)
    repeatedParts.add(part, cost: bytes?.count ?? 0)
    return bytes
  }

  private mutating func interpret(_ part: [UInt8]) {
    reader = XMLReader(word: part)
    while let event = reader.next() {
      switch event {
      case .start where reader.depth == 1:
        keepsSpace = reader.attribute(WordName.xml_space) == "preserve"
        begin()
      case .start: begin()
      case .end: end()
      case .text: continue
      }
    }
    scopes = []
  }

  mutating func open(_ kind: Scope.Kind) {
    scopes.append(Scope(depth: reader.depth, kind: kind))
  }

  // MARK: Elements

  private mutating func begin() {
    guard let name = reader.wordName else { return }
    switch name {
    case .w_p: beginParagraph()
    case .w_r: open(.run)
    case .w_tbl, .w_tblPr, .w_tblGrid, .w_tr, .w_trPr, .w_tc, .w_tcPr: beginTablePart(name)
    case .w_pPr: readParagraphProperties()
    case .w_rPr: readRunProperties()
    case .w_hyperlink: beginHyperlink()
    case .w_fldSimple, .w_fldChar, .w_instrText: beginFieldPart(name)
    case .w_moveTo:
      moveDepth += 1
      open(.moved)
    case .w_sdt: open(.control(WordControl()))
    case .w_sdtPr: readControlProperties()
    case .w_sdtContent: beginControlContent()
    case .w_footnote, .w_endnote: beginNote()
    case .w_bookmarkStart: beginBookmark()
    case .mc_AlternateContent: open(.alternatives(isTaken: false))
    case .mc_Choice, .mc_Fallback: beginAlternative(name)
    case .w_txbxContent: beginTextBox()
    case .v_textpath: writeLettering()
    case .m_oMath, .m_oMathPara: writeFormula(isDisplayed: name == .m_oMathPara)
    case .wp_inline, .wp_anchor, .wp_docPr, .wp_extent, .pic_cNvPr, .a_blip, .asvg_svgBlip, .a_hlinkClick,
      .v_shape, .v_rect, .v_imagedata, .adec_decorative:
      beginDrawingPart(name)
    case .c_chart: writeChart()
    case .dgm_relIds: writeDiagram()
    case .w_altChunk: writeChunk()
    // The changed text, and not what it was; what no reader is to see; what says how things look.
    case .w_del, .w_moveFrom, .w_sectPr, .w_tblPrEx, .w_rt, .w_rubyPr, .w_sdtEndPr, .w_smartTagPr,
      .w_customXmlPr, .w_delText, .w_delInstrText, .wps_cNvPr:
      reader.skip()
    default:
      beginPiece(name)
    }
  }

  private mutating func end() {
    guard let scope = scopes.last, scope.depth > reader.depth else { return }
    scopes.removeLast()
    switch scope.kind {
    case .paragraph: endParagraph()
    case .run: setRunFormat(WordRunProperties())
    case .hyperlink(let outer): composer.format.link = outer
    case .field: endField()
    case .note: break
    case .table(let itemIndents): endTable(within: itemIndents)
    case .row: composer.changeTable { $0.endRow() }
    case .cell(let span): composer.endCell(span)
    case .textBox: endTextBox()
    case .drawing, .shape: endDrawing()
    case .moved: moveDepth -= 1
    case .alternatives, .control: break
    }
  }

  // MARK: Alternatives

  /// The newer versions of the format that this reader knows.
  private static let known: Set<String> = [
    "wps", "wpg", "wpc", "w14", "w15", "w16se", "cx", "cx1", "wp14", "a14", "v", "am3d", "wpi", "aink",
  ]

  private mutating func beginAlternative(_ name: WordName) {
    guard case .alternatives(let isTaken)? = scopes.last?.kind, scopes.last?.depth == reader.depth - 1 else {
      return
    }
    let needed = name == .mc_Choice ? reader.attribute(WordName.Requires) ?? "" : ""
    guard !isTaken, needed.split(separator: " ").allSatisfy({ Self.known.contains(String($0)) }) else {
      reader.skip()
      return
    }
    scopes[scopes.count - 1].kind = .alternatives(isTaken: true)
  }

  // MARK: Notes and boxes

  private mutating func beginBookmark() {
    guard let name = reader.attribute(WordName.w_name) else { return }
    anchors.add(name)
    notesBehindBookmarks[name] = composer.flow.notes.count
  }

  /// Reads a note whole, for whoever refers to it later.
  private mutating func beginNote() {
    let isFootnote = reader.wordName == .w_footnote
    let type = reader.attribute(WordName.w_type)
    guard let id = reader.attribute(WordName.w_id), type == nil || type == "normal" else {
      reader.skip()
      return
    }
    composer.beginDetached()
    let depth = reader.depth
    while let event = reader.next() {
      switch event {
      case .start: begin()
      case .end:
        end()
        guard reader.depth >= depth else {
          let note = Note(items: composer.endApart())
          if isFootnote { footnotes[id] = note } else { endnotes[id] = note }
          return
        }
      case .text: continue
      }
    }
    _ = composer.endApart()
  }

  private mutating func beginTextBox() {
    if let last = drawings.indices.last { drawings[last].hasText = true }
    composer.beginBox()
    open(.textBox)
  }

  private mutating func endTextBox() {
    composer.endBox()
    restoreParagraph()
  }

  /// Writes words that are drawn along a path, as a box of their own.
  private mutating func writeLettering() {
    guard let words = reader.attribute(WordName.string), !words.allSatisfy(\.isWhitespace) else { return }
    composer.beginBox()
    composer.writeParagraph(words)
    composer.endBox()
  }
}
