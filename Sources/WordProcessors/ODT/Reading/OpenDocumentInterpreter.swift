import Containers

/// Carries out a document of OpenDocument: keeps what is open, and fills a flow.
///
/// One pass, without recursion; cost and memory grow with the input alone.
struct OpenDocumentInterpreter {
  /// An element that changes something until it ends.
  struct Scope {
    enum Kind {
      case paragraph
      case span
      /// A link: a frame's is that of all that stands in it, another one that of the text alone.
      case link(outer: Int32, isOfFrame: Bool)
      case list
      case item
      case note(id: String?)
      case noteBody
      case headerRows
      case table
      case row(repeats: Int)
      case cell(FlowTableComposer.Span, repeats: Int)
      case frame
      case textBox
    }

    var depth: Int
    var kind: Kind
  }

  /// The state around text, saved while a note or a box is read.
  struct Text {
    var paragraph: OpenDocumentStyles.Style?
    var outlineLevel: Int?
    /// The open paragraph is not to be seen.
    var isHidden = false
    /// A line is drawn across the page in the open paragraph.
    var hasRule = false
    /// The styles of the spans that are open, each with those around it.
    var spans: [OpenDocumentStyles.Style] = []
    var meanings: [FlowTraits] = []
    /// White space that comes now says nothing: some came before.
    var isBehindSpace = true
    /// The script of the letters that were written last.
    var script = OpenDocumentScript.western
    /// The last formula says that it has a line of its own, which counts if there is nothing else in its paragraph.
    var maySetFormulaApart = false
    /// The first run of what stands in boxes of the open paragraph.
    var firstBoxedRun: Int?
    /// The link and the bookmarks of the text, while it is set aside.
    var link: Int32 = 0
    var bookmarks: [String] = []
  }

  let package: OpenDocumentPackage
  var composer: FlowComposer
  var styles = OpenDocumentStyles()
  var media = MediaCollector()
  var reader: XMLReader
  var scopes: [Scope] = []
  var text = Text()
  var waiting: [Text] = []
  var lists = OpenDocumentLists()
  var frames: [OpenDocumentFrame] = []
  var noteItems: [[FlowItem]] = []
  /// The numbers of the notes that were read, by their identifiers.
  var notesByID: [String: Int] = [:]
  /// The style of the paragraph before, if it goes on in the next one of that style.
  var openCode: Int?
  var anchors = FlowAnchors()
  var repeatedParts = RepeatedParts()
  /// The texts that the controls of forms show, by their identifiers.
  var controls: [String: String] = [:]
  var tables: [OpenDocumentTable] = []
  /// Rows of a header are open.
  var headerDepth = 0
  var fonts = FontKinds()
  /// The font of the text, if it is one of signs.
  var symbolFont: SymbolFont?
  /// The positions where the last item's text begins on the page, and in the flow; nil outside lists.
  var lastItems: [(margin: Int, left: Int, list: Int)] = []
  /// The number of spaces that may still be written of which nothing but their number is said.
  private var spaceBudget = 1_000_000

  /// - Parameter isBeginning: the bytes are cut off, and what they begin with is enough.
  init(_ bytes: [UInt8], isBeginning: Bool = false) throws(RichTextError) {
    package = try OpenDocumentPackage(bytes, isBeginning: isBeginning)
    composer = FlowComposer(bytes: package.parts[0].count / 2)
    // The content's own styles come before its text, those of the package in a file of their own.
    if package.parts.count > 1 {
      var reader = XMLReader(openDocument: package.parts[1])
      while let event = reader.next() {
        if event == .start, reader.depth == 2, !styles.read(&reader, isContent: false) { reader.skip() }
      }
    }
    reader = XMLReader(openDocument: package.parts[0])
    try interpret()
  }

  /// The flow that was read, everything in it ended.
  consuming func flow() -> Flow { composer.finish(anchors, media: media.media) }

  private mutating func interpret() throws(RichTextError) {
    var isDocument = false
    while let event = reader.next() {
      switch event {
      case .start where reader.depth == 1:
        isDocument = reader.documentName == .office_document || reader.documentName == .office_documentContent
        guard isDocument else {
          throw RichTextError(.notThisFormat, "the bytes are not an OpenDocument text")
        }
      case .start where reader.depth == 2: beginPart()
      case .start: begin()
      case .end: end()
      case .text:
        if composer.isInParagraph { write(reader) }
      }
    }
    guard isDocument else { throw RichTextError(.notThisFormat, "the bytes are not an OpenDocument text") }
  }

  private mutating func beginPart() {
    guard reader.documentName == .office_body else {
      if !styles.read(&reader, isContent: true) { reader.skip() }
      return
    }
    var sheet = composer.flow.styles
    styles.settle(&sheet)
    composer.change { $0.styles = sheet }
  }

  mutating func open(_ kind: Scope.Kind) {
    scopes.append(Scope(depth: reader.depth, kind: kind))
  }

  // MARK: Elements

  private mutating func begin() {
    guard let name = reader.documentName else { return }
    switch name {
    case .text_p, .text_h: beginParagraph(name)
    case .text_span: beginSpan()
    case .text_a, .draw_a: beginLink(isOfFrame: name == .draw_a)
    case .text_list, .text_listItem, .text_listHeader, .text_numberedParagraph: beginListPart(name)
    case .text_s:
      writeSpaces(reader.number(OpenDocumentName.text_c) ?? 1)
    case .text_tab: composer.write([0x09])
    case .text_lineBreak:
      composer.write(.lineBreak)
      text.isBehindSpace = false
    case .text_note: open(.note(id: reader.value(.text_id)))
    case .text_noteRef: referToNote()
    case .text_noteBody: beginNoteBody()
    case .table_table, .table_tableHeaderRows, .table_tableColumn, .table_tableRow, .table_tableCell,
      .table_coveredTableCell:
      beginTablePart(name)
    // What LibreOffice calls a table in a shape.
    case .loext_table: beginTablePart(.table_table)
    case .office_forms: readForms()
    case .draw_control, .field_fieldmark: writeFormField(name)
    case .draw_frame, .draw_image, .draw_object, .draw_objectOle, .draw_textBox, .svg_title, .svg_desc,
      .office_binaryData, .math_math:
      beginFramePart(name)
    case .text_bookmark, .text_bookmarkStart, .text_referenceMark, .text_referenceMarkStart:
      anchors.add(reader.value(.text_name))
    case .text_bookmarkRef, .text_referenceRef: beginReference()
    case .text_section: if reader.value(.text_display) == "none" { reader.skip() }
    case .text_hiddenText: if reader.value(.text_isHidden) == "true" { reader.skip() }
    case .text_hiddenParagraph: hideParagraph()
    case .draw_customShape, .draw_rect, .draw_ellipse, .draw_circle, .draw_line, .draw_polyline, .draw_path,
      .draw_polygon, .draw_regularPolygon, .draw_connector, .draw_caption, .draw_measure:
      // LibreOffice makes a flat rectangle of Word's rules.
      if reader.value(.style_relWidth) == "100%", reader.twips(.svg_height) ?? 0 < 144 { text.hasRule = true }
      beginShape()
    case .text_variableSet, .text_variableGet, .text_variableInput, .text_userFieldGet, .text_expression,
      .text_sequence:
      if reader.value(.text_display) == "none" { reader.skip() }
    // Deleted text, comments, readings, citations, and what is none of the text.
    case .text_trackedChanges, .table_trackedChanges, .office_annotation, .office_annotationEnd,
      .text_rubyText,
      .text_noteCitation, .text_sequenceDecls, .text_variableDecls, .text_userFieldDecls,
      .text_ddeConnectionDecls, .office_scripts, .text_tableOfContentSource,
      .text_illustrationIndexSource, .text_tableIndexSource, .text_objectIndexSource, .text_userIndexSource,
      .text_alphabeticalIndexSource, .text_bibliographySource, .table_desc, .table_title, .text_number,
      .text_script:
      reader.skip()
    default: return
    }
  }

  private mutating func writeSpaces(_ count: Int) {
    let count = min(max(1, count), 1 + spaceBudget)
    spaceBudget -= count - 1
    composer.write(repeatElement(0x20, count: count))
    text.isBehindSpace = false
  }

  private mutating func end() {
    // A paragraph may have brought a box of its own.
    while let scope = scopes.last, scope.depth > reader.depth {
      scopes.removeLast()
      end(scope)
    }
  }

  private mutating func end(_ scope: Scope) {
    switch scope.kind {
    case .paragraph: endParagraph()
    case .span: endSpan()
    case .link(let outer, _): composer.format.link = outer
    case .list:
      lists.endList()
    case .item: return
    case .note(let id): endNote(id)
    case .noteBody: endNoteBody()
    case .headerRows:
      endRowOfStrayCells()
      headerDepth -= 1
    case .table: endTable()
    case .row(let repeats): composer.endRow(repeats: repeats)
    case .cell(let span, let repeats): endCell(span, repeats: repeats)
    case .frame: endFrame()
    case .textBox: endTextBox()
    }
  }

  // MARK: Notes and boxes

  private mutating func beginNoteBody() {
    setTextAside()
    composer.beginDetached()
    open(.noteBody)
  }

  private mutating func endNote(_ id: String?) {
    guard let items = noteItems.popLast() else { return }
    if let id { notesByID[id] = composer.flow.notes.count }
    composer.write(note: items)
    text.isBehindSpace = false
  }

  /// Refers once more to a note that was read; of one that comes later the number is shown.
  private mutating func referToNote() {
    guard let note = reader.value(.text_refName).flatMap({ notesByID[$0] }) else { return }
    composer.write(.note(note))
    text.isBehindSpace = false
    reader.skip()
  }

  /// Refers once more to a note that was pasted as HTML: a link to where it stood there; false for another link.
  mutating func referToNoteOfHTML() -> Bool {
    guard let address = reader.value(.xlink_href), address.hasPrefix("#sdfootnote"), address.hasSuffix("sym"),
      let number = Int(address.dropFirst("#sdfootnote".count).dropLast("sym".count)),
      1...max(1, composer.flow.notes.count) ~= number, !composer.flow.notes.isEmpty, composer.isInParagraph
    else { return false }
    composer.write(.note(number - 1))
    text.isBehindSpace = false
    reader.skip()
    return true
  }

  private mutating func endNoteBody() {
    noteItems.append(composer.endApart())
    restoreText()
  }

  func isFormula(_ bytes: [UInt8]) -> Bool {
    ByteSearch.contains("http://www.w3.org/1998/Math/MathML", in: bytes.prefix(4_096))
  }

  /// Called before what interrupts the text begins: that has neither its links nor the bookmarks of its paragraph.
  mutating func setTextAside() {
    text.link = composer.format.link
    text.bookmarks = composer.isInParagraph ? anchors.suspend() : []
    composer.format.link = 0
    waiting.append(text)
    text = Text()
    lists.setAside()
  }

  mutating func restoreText() {
    text = waiting.popLast() ?? Text()
    composer.format.link = text.link
    let left = anchors.suspend()
    anchors.resume(text.bookmarks)
    for bookmark in left { anchors.add(bookmark) }
    lists.restore()
    setRunFormat()
  }
}
