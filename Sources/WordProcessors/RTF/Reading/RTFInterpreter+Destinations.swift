/// Control words that begin destinations, and what happens where those end.
extension RTFInterpreter {
  mutating func interpretDestinationWord(_ word: RTFControlWord, _ parameter: Int?) {
    switch word {
    case .field:
      resumeBehindField()
      fields.append(RTFField(destination: state.destination, textLength: paragraph.text.count))
      begin(.field)
    case .fldinst:
      state.destination = fields.isEmpty ? .ignored : .fieldInstruction
      state.beganDestination = true
    case .fldrslt:
      beginFieldResult()
    case .formfield:
      begin(.formField)
    case .ffres:
      if !fields.isEmpty { fields[fields.count - 1].formResult = parameter ?? 25 }
    case .ffdefres:
      if !fields.isEmpty { fields[fields.count - 1].formDefault = parameter ?? 0 }
    case .ffl:
      begin(.formChoice)
    case .footnote:
      beginNote()
    case .bkmkstart:
      begin(.bookmark)
    case .listtext, .pntext:
      if isInBody { begin(.marker) } else { state.destination = .ignored }
    case .pn:
      state.paragraph.legacyNumbering = FlowParagraphNumbering()
      begin(.legacyNumbering)
    case .pnlvlblt:
      changeNumbering { $0.isBullet = true }
    case .pnlvlcont:
      changeNumbering { $0.isContinuation = true }
    case .pnstart:
      changeNumbering { $0.start = max(0, parameter ?? 1) }
    case .pict:
      begin(.picture)
      picture = RTFPicture()
    case .pngblip:
      picture.type = "image/png"
    case .jpegblip:
      picture.type = "image/jpeg"
    case .emfblip:
      picture.type = RTFPicture.enhancedMetafile
    case .wmetafile:
      picture.type = RTFPicture.metafile
    case .dibitmap:
      picture.type = RTFPicture.bitmap
    case .picw:
      picture.width.extent = parameter ?? 0
    case .pich:
      picture.height.extent = parameter ?? 0
    case .picwgoal:
      picture.width.goal = parameter ?? 0
    case .pichgoal:
      picture.height.goal = parameter ?? 0
    case .picscalex:
      picture.width.scale = parameter ?? 100
    case .picscaley:
      picture.height.scale = parameter ?? 100
    case .sp:
      begin(.shapeProperty)
      shapePropertyName = ""
    case .sn:
      begin(.shapePropertyName)
    case .sv:
      begin(.shapePropertyValue)
    case .shp, .shpinst, .picprop, .do:
      begin(.shape)
      shapeImage = nil
    case .NeXTGraphic:
      begin(.attachment)
    case .shptxt, .dptxbxtext:
      beginShapeText()
    case .result:
      state.destination = .body
    case .object:
      begin(.shape)
    case .nesttableprops:
      begin(.nestedTableProperties)
    case .abitableprops:
      if cellPlaces.count < RTFFlowBuilder.depthLimit { cellPlaces.append(nil) }
      state.destination = .ignored
    case .abiendtable:
      _ = cellPlaces.popLast()
      state.destination = .ignored
    case .abicellprops:
      begin(.cellPlace)
    case .htmltag:
      if isEncapsulated { begin(.htmlTag) } else { state.destination = .ignored }
    case .pbinfo:
      begin(.info)
    case .pbtitle:
      begin(.title)
    case .pbplace:
      begin(.placeName)
    case .pbpicture:
      if let last = fields.indices.last { fields[last].isPicture = true }
      state.destination = .ignored
    case .upr:
      begin(.alternative)
    case .ud:
      // The half in Unicode counts as what stands around both.
      if groups.count >= 2 { state.destination = groups[groups.count - 2].destination }
    case .moMath, .moMathPara:
      appendFormulas(isParagraph: word == .moMathPara)
      state.destination = .ignored
    case .shppict:
      break
    case .generator, .pntxta, .pntxtb, .info, .header, .headerl, .headerr, .headerf, .footer, .footerl,
      .footerr, .footerf, .ftnsep, .ftnsepc, .ftncn, .aftnsep, .aftnsepc, .aftncn, .annotation, .atnid,
      .atnauthor, .atnref, .atnicn, .atndate, .atnparent, .atrfstart, .atrfend, .xe, .tc, .tcn, .rxe, .txe,
      .revtbl, .filetbl, .private, .fldtype, .datafield, .background, .pgdsctbl, .themedata,
      .colorschememapping, .latentstyles, .datastore, .xmlnstbl, .rsidtbl, .userprops, .mmathPr, .mmathPict,
      .blipuid,
      .template, .xmlopen,
      .xmlclose, .pgp, .defchp, .defpap, .docvar, .wgrffmtfilter, .listname,
      .listpicture, .nonshppict, .nonesttables, .objdata, .shprslt, .falt, .bkmkend, .levelnumbers,
      .mhtmltag:
      state.destination = .ignored
    default:
      break
    }
  }

  /// Ends a destination; the state is that of the group around it.
  mutating func end(_ destination: RTFDestination, _ ended: RTFState) {
    switch destination {
    case .fontTable:
      commitFont()
      setFont(defaultFont)
    case .style:
      endStyle(takeGathered(), ended)
    case .listLevel:
      lists.addLevel(openListLevel.level)
    case .list:
      lists.endList()
    case .listOverride:
      lists.endOverride(openListLevel.level)
    case .marker:
      paragraph.marker = takeGathered()
    case .legacyNumbering:
      // The numbering holds for the paragraphs that follow, until `\pard`.
      state.paragraph.legacyNumbering = ended.paragraph.legacyNumbering
    case .field:
      endField()
    case .pictureResult:
      endPictureResult()
    case .note:
      endNote(ended)
    case .shapeText:
      endShapeText(ended)
    case .bookmark:
      lastBookmark = takeGathered()
      anchors.add(lastBookmark)
    case .shapePropertyName:
      shapePropertyName = takeGathered()
    case .shapePropertyValue:
      let value = takeGathered()
      if shapePropertyName == "wzDescription" { describePicture(value) }
    case .attachment:
      appendAttachment(String(Substring(takeGathered()).droppingTrailingBlanks))
      // A sign stands for the file, which lies beside the document.
      fallbackLeft = 1
    case .picture:
      let keepsDrawings = options.pictureSizeLimit == RTFReader.largestPicture
      if let image = picture.image(keepsDrawings: keepsDrawings) { appendImage(image) }
    default:
      endAddition(destination)
    }
  }

  private mutating func endAddition(_ destination: RTFDestination) {
    switch destination {
    case .info: paragraph.info = takeGathered()
    case .cellPlace:
      if !cellPlaces.isEmpty { cellPlaces[cellPlaces.count - 1] = FlowCellPosition(gathered) }
      gathered.removeAll(keepingCapacity: true)
    case .title where state.destination == .picture: picture.title = takeGathered()
    case .title: if !fields.isEmpty { fields[fields.count - 1].title = takeGathered() }
    case .placeName: if !fields.isEmpty { fields[fields.count - 1].placeName = takeGathered() }
    case .formChoice:
      let choice = takeGathered()
      if !fields.isEmpty { fields[fields.count - 1].formChoices.append(choice) }
    default: break
    }
  }

  private mutating func changeNumbering(_ change: (inout FlowParagraphNumbering) -> Void) {
    var numbering = state.paragraph.legacyNumbering ?? FlowParagraphNumbering()
    change(&numbering)
    state.paragraph.legacyNumbering = numbering
  }

  // MARK: Notes

  private mutating func beginNote() {
    guard isInBody else {
      state.destination = .ignored
      return
    }
    // A note within a note within many more is text of the innermost.
    guard waitingFlows.count < Self.noteLimit else { return }
    let note = content.notes.count
    content.notes.append([])
    append(.note(note))
    if !lastBookmark.isEmpty { bookmarks[lastBookmark] = note }
    lastBookmark = ""
    waitingFlows.append(suspendFlow(note: note))
    begin(.note)
    state.character = RTFCharacterFormat()
    state.paragraph = FlowParagraphFormat()
  }

  private mutating func endNote(_ ended: RTFState) {
    guard let waiting = waitingFlows.popLast() else { return }
    endParagraph(of: ended)
    content.notes[waiting.note] = flow.finish()
    resume(waiting)
  }

  private mutating func suspendFlow(note: Int = 0) -> RTFWaitingFlow {
    defer {
      paragraph = FlowParagraphBuilder()
      flow = RTFFlowBuilder()
    }
    return RTFWaitingFlow(
      paragraph: paragraph, flow: flow, bookmarks: anchors.suspend(), paragraphGroup: paragraphGroup,
      note: note)
  }

  private mutating func resume(_ waiting: RTFWaitingFlow) {
    (paragraph, flow, paragraphGroup) = (waiting.paragraph, waiting.flow, waiting.paragraphGroup)
    anchors.resume(waiting.bookmarks)
  }

  /// Ends the last paragraph of what ended in a state of its own.
  private mutating func endParagraph(of ended: RTFState) {
    let outer = state
    state = ended
    endParagraph(isLast: true)
    state = outer
  }

  // MARK: Shapes

  private mutating func beginShapeText() {
    guard waitingAnchors.count < Self.noteLimit, !isEncapsulated else { return }
    begin(.shapeText)
    waitingAnchors.append(suspendFlow())
    state.paragraph = FlowParagraphFormat()
    state.character = RTFCharacterFormat()
  }

  private mutating func endShapeText(_ ended: RTFState) {
    guard let anchor = waitingAnchors.popLast() else { return }
    endParagraph(of: ended)
    let box = flow.finish()
    resume(anchor)
    // What the shape holds stays in the cell that it is anchored in.
    paragraph.boxed += box
  }

  // MARK: Fields

  private mutating func beginFieldResult() {
    guard !fields.isEmpty else { return }
    fields[fields.count - 1].beginResult()
    let meaning = fields[fields.count - 1].parsed()
    let field = fields[fields.count - 1]
    state.destination = field.destination
    switch meaning {
    case .hyperlink(let address, let title):
      if !field.placeName.isEmpty, address.hasPrefix("#") {
        anchors.add(original: field.placeName, of: String(address.dropFirst()))
      }
      let outer = state.character.link
      setLink(address, title: field.title.isEmpty ? title : field.title)
      if state.character.link != outer {
        (fields[fields.count - 1].link, fields[fields.count - 1].outerLink) = (state.character.link, outer)
      }
    case .picture:
      begin(.pictureResult)
    case .noteReference(let bookmark) where bookmarks[bookmark] != nil:
      state.destination = .ignored
    case .symbol, .hidden, .checkbox:
      state.destination = .ignored
    default:
      break
    }
  }

  private mutating func setLink(_ address: String, title: String) {
    if LinkPolicy.isLocal(address.utf8) { localLinkCount += 1 }
    guard let destination = LinkPolicy.linkDestination(address.utf8), !destination.isEmpty else { return }
    let link = FlowLink(destination: destination, title: title)
    // The same address again, right after, is the same link: some programs write a field for each run.
    if content.links.last != link { content.links.append(link) }
    state.character.link = Int32(clamping: content.links.count)
    state.character.order.pushLink()
  }

  private mutating func endField() {
    guard var field = fields.popLast() else { return }
    endedFieldCount = min(endedFieldCount, fields.count)
    let meaning = field.parsed()
    // What a field within the instruction of another gives is part of that instruction.
    if field.destination == .fieldInstruction, !fields.isEmpty {
      let result = field.instruction[field.instructionEnd...].prefix(RTFField.nestedResultLimit)
      fields[fields.count - 1].instruction += result
    }
    switch meaning {
    case .symbol(let scalar):
      appendScalar(scalar)
    case .noteReference(let bookmark):
      if let note = bookmarks[bookmark] { append(.note(note)) }
    case .checkbox:
      appendScalar(field.formValue == 1 ? 0x2611 : 0x2610)
    case .shown(let text) where paragraph.text.count == field.textLength:
      appendText(text)
    case .hyperlink(let address, let title) where !field.hasResult:
      let outer = state.character
      setLink(address, title: field.title.isEmpty ? title : field.title)
      appendText(address)
      state.character = outer
    default:
      break
    }
  }

  /// Ends links whose closing brace is missing with the paragraphs that they began in.
  mutating func endOpenLinks() {
    var ends: [Int32: FlowLinkEnd] = [:]
    for field in fields where field.link != 0 && ends[field.link] == nil {
      guard let end = field.paragraphEnd else { continue }
      // Links around it began no later, and end likewise.
      ends[field.link] = FlowLinkEnd(
        firstRun: end, outerLink: ends[field.outerLink]?.outerLink ?? field.outerLink)
    }
    guard !ends.isEmpty else { return }
    content.end(ends)
    for index in paragraph.runs.indices { paragraph.runs[index].end(ends) }
  }

  /// Takes text that stands in a field, outside of its instruction and its result, for the text behind it: the brace
  /// that ends the field is missing.
  mutating func resumeBehindField() {
    guard state.destination == .field, let field = fields.last, field.instructionEnd > 0 else { return }
    state.destination = field.destination
    // Its link ended with the result.
    fields[fields.count - 1].link = 0
  }

  private mutating func endPictureResult() {
    guard var field = fields.last, case .picture(let source) = field.parsed() else { return }
    let alternative = takeGathered()
    let destination = state.destination
    state.destination = field.destination
    if let source = LinkPolicy.imageSource(source.utf8) {
      // A link to a picture without words shows its address.
      let isAddress = field.isPicture && alternative == source
      append(Image(source: source, title: field.title, alternative: isAddress ? "" : alternative))
    }
    state.destination = destination
  }

  /// Appends a picture that lies beside the document, or the name of another file there.
  private mutating func appendAttachment(_ name: String) {
    guard !AlternativeText.endsAsPicture(name), name.utf8.contains(UInt8(ascii: ".")) else {
      return append(Image(source: "", alternative: name))
    }
    appendText(name)
  }

  private mutating func describePicture(_ alternative: String) {
    picture.alternative = alternative
    guard let index = shapeImage, paragraph.runs.indices.contains(index),
      case .image(let image) = paragraph.runs[index].content
    else { return }
    content.images[image].alternative = alternative
  }

  private mutating func appendImage(_ image: Image) {
    guard state.destination != .pictureResult else { return }
    let destination = state.destination
    if destination == .shapePropertyValue || destination == .shape {
      state.destination = .body
      shapeImage = paragraph.runs.count
    }
    append(image)
    state.destination = destination
  }
}
