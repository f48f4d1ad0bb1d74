import Containers

/// A field that is open (ECMA-376, 17.16).
struct WordField {
  /// What tells what the field is.
  var field = RTFField(destination: .body, textLength: 0)
  var isInInstruction = true
  /// The link around the field.
  var outerLink: Int32 = 0
  /// The link that it makes, 0 for none.
  var link: Int32 = 0
  /// The number of paragraphs that were open where it began.
  var paragraphDepth = 0
  /// The number of runs that had ended with its paragraph; nil while that is open.
  var paragraphEnd: Int?
  /// The number of places that were open that something was moved to.
  var moveDepth = 0
  /// The amount that had been written where its shown text began.
  var shownFrom: TextLength?
  /// It is the number of the page that an entry of a table of contents leads to.
  var isPageOfEntry = false
  /// A box of a form, if it is one.
  var box: ListItem.Checkbox?
  /// What is chosen of a form's list, if it is one.
  var choice: String?
}

extension WordField {
  /// True for an instruction that may hold paragraphs: what it shows by turns, or asks.
  var spansParagraphs: Bool {
    let name = field.instruction.drop(while: \.isHTMLSpace).prefix { !$0.isHTMLSpace }
    return ["", "IF", "QUOTE", "SET", "ASK", "FILLIN"].contains(
      String(decoding: name, as: UTF8.self).uppercased())
  }

  /// The amount of a document that has been written.
  struct TextLength: Equatable {
    var paragraphs, bytes, objects: Int
  }
}

/// Fields: links, boxes, signs; of others what they show.
extension WordInterpreter {
  /// The largest depth of fields; deeper ones are what they show.
  private static let fieldLimit = 64

  /// Text belongs to the instruction of a field.
  var isWithinInstruction: Bool { fields.last?.isInInstruction ?? false }

  mutating func beginHyperlink() {
    open(.hyperlink(outer: composer.format.link))
    var destination = reader.attribute(WordName.r_id).flatMap { address(of: $0) } ?? ""
    if let anchor = reader.attribute(WordName.w_anchor) {
      if destination.isEmpty, let original = reader.attribute(WordName.w_docLocation) {
        anchors.add(original: original, of: anchor)
      }
      destination += "#" + anchor
    }
    link(to: destination, title: reader.attribute(WordName.w_tooltip) ?? "")
  }

  /// The address of a link as a document holds it, nil if it is none that one may follow.
  mutating func linkDestination(_ address: String) -> String? {
    if LinkPolicy.isLocal(address.utf8) { localLinkCount += 1 }
    return LinkPolicy.linkDestination(address.utf8).flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func link(to address: String, title: String = "") {
    guard let destination = linkDestination(address) else { return }
    composer.setLink(FlowLink(destination: destination, title: title))
  }

  mutating func beginFieldPart(_ name: WordName) {
    switch name {
    case .w_fldSimple:
      guard beginField() else { return }
      fields[fields.count - 1].field.instruction += Array((reader.attribute(WordName.w_instr) ?? "").utf8)
      open(.field)
      showField()
    case .w_instrText:
      let text = reader.readText()
      guard isWithinInstruction else { return }
      fields[fields.count - 1].field.instruction += text
    default:
      switch reader.attribute(WordName.w_fldCharType) {
      case "begin": _ = beginField()
      case "separate": if isWithinInstruction { showField() }
      case "end": endField()
      default: return
      }
    }
  }

  /// Opens a field; false if there are too many.
  private mutating func beginField() -> Bool {
    // A link that ended with its paragraph only waits for an end that may never come.
    if fields.count >= Self.fieldLimit, let index = fields.firstIndex(where: { $0.paragraphEnd != nil }) {
      fields.remove(at: index)
    }
    guard fields.count < Self.fieldLimit else { return false }
    var field = WordField(outerLink: composer.format.link)
    field.paragraphDepth = paragraphs.count
    field.moveDepth = moveDepth
    fields.append(field)
    return true
  }

  /// Lets a link whose separator was deleted show the text that is written now.
  mutating func showLinkWithoutSeparator() {
    guard isWithinInstruction, !fields.dropLast().contains(where: \.isInInstruction),
      case .hyperlink = fields[fields.count - 1].field.parsed()
    else { return }
    showField()
  }

  /// Ends with a paragraph what its fields have open: their ends may have been deleted or moved elsewhere.
  mutating func endFieldsOfParagraph() {
    let spansParagraphs = fields.contains { $0.isInInstruction && $0.spansParagraphs }
    var outerLink: Int32?
    for index in fields.indices
    where fields[index].paragraphDepth > paragraphs.count && fields[index].paragraphEnd == nil {
      if fields[index].isInInstruction, !spansParagraphs { fields[index].isInInstruction = false }
      guard fields[index].link != 0 else { continue }
      if outerLink == nil { outerLink = fields[index].outerLink }
      fields[index].paragraphEnd = composer.flow.runs.count
    }
    if let outerLink { composer.format.link = outerLink }
  }

  /// Takes what a field shows into the instruction of the one around it, if it stands in that: `IF { MERGEFIELD x } …`.
  mutating func takeForInstruction(_ text: ArraySlice<UInt8>) -> Bool {
    guard fields.count > 1, let outer = fields.dropLast().lastIndex(where: \.isInInstruction) else {
      return false
    }
    if fields[outer].field.instruction.count + text.count <= RTFField.nestedResultLimit {
      fields[outer].field.instruction += text
    }
    return true
  }

  /// Begins what a field shows.
  private mutating func showField() {
    guard let last = fields.indices.last else { return }
    let field = fields[last].field.parsed()
    switch field {
    // The number that is shown is that of a note which is referred to once more.
    case .noteReference(let bookmark) where note(behind: bookmark) != nil: return
    case .hidden: return
    default: break
    }
    fields[last].isInInstruction = false
    fields[last].shownFrom = textLength
    let name = fields[last].field.instruction.drop(while: \.isHTMLSpace).prefix(7)
    fields[last].isPageOfEntry = name.equalsIgnoringCase("pageref") && isInEntry
    switch field {
    case .hyperlink(let address, let title):
      link(to: address, title: title)
      if composer.format.link != fields[last].outerLink { fields[last].link = composer.format.link }
    case .reference(let bookmark):
      guard composer.format.link == 0, AnchorMarkup.isSafe(bookmark.utf8) else { return }
      composer.setLink(FlowLink(destination: "#" + bookmark, title: ""))
      fields[last].link = composer.format.link
      anchors.addReference(link: composer.flow.links.count - 1)
    case .picture, .noteReference, .shown, .other, .symbol, .checkbox, .hidden: break
    }
  }

  /// What is written is the link of an entry in a table of contents.
  private var isInEntry: Bool {
    let link = Int(composer.format.link)
    return composer.flow.links.indices.contains(link - 1)
      && composer.flow.links[link - 1].destination.hasPrefix("#_Toc")
  }

  mutating func endField() {
    guard var field = fields.popLast() else { return }
    composer.format.link = field.outerLink
    if let end = field.paragraphEnd, moveDepth <= field.moveDepth {
      composer.link(runsFrom: end, within: field.outerLink, to: field.link)
    }
    // Without a result the instruction says what is shown; Word leaves that of a formula or a sign empty.
    guard field.isInInstruction || field.box != nil || field.shownFrom == textLength else { return }
    switch field.field.parsed() {
    case .checkbox: write(field.box == .checked ? "☑ " : "☐ ")
    case .symbol(let scalar): if let sign = Unicode.Scalar(scalar) { write(String(sign)) }
    case .shown(let text): write(text)
    case .picture(let address):
      guard let source = LinkPolicy.imageSource(address.utf8), !source.isEmpty else { return }
      composer.write(Image(source: source))
    case .noteReference(let bookmark): if let note = note(behind: bookmark) { composer.write(.note(note)) }
    case .other: write(field.choice ?? "")
    case .hyperlink, .reference, .hidden: break
    }
  }

  private var textLength: WordField.TextLength {
    WordField.TextLength(
      paragraphs: composer.flow.runs.count, bytes: composer.paragraphText.count,
      objects: composer.flow.images.count + composer.flow.notes.count)
  }

  private func note(behind bookmark: String) -> Int? {
    notesBehindBookmarks[bookmark].flatMap { $0 < composer.flow.notes.count ? $0 : nil }
  }

  /// Reads what a box of a form says, or what is chosen of a list.
  mutating func readFormField() {
    var box: ListItem.Checkbox?
    var choice: String?
    reader.forEachChild { reader in
      switch reader.wordName {
      case .w_checkBox: box = Self.box(&reader)
      case .w_ddList: choice = Self.choice(&reader)
      default: break
      }
    }
    guard let last = fields.indices.last else { return }
    (fields[last].box, fields[last].choice) = (box, choice)
  }

  private static func box(_ reader: inout XMLReader) -> ListItem.Checkbox {
    var box = ListItem.Checkbox.unchecked
    var isDecided = false
    reader.forEachChild { reader in
      let isChecked = reader.isOn
      if reader.wordName == .w_checked || reader.wordName == .w_default && !isDecided {
        box = isChecked ? .checked : .unchecked
        isDecided = isDecided || reader.wordName == .w_checked
      }
    }
    return box
  }

  /// The entry that was chosen, else the one that is where nothing was; the first if neither is said.
  private static func choice(_ reader: inout XMLReader) -> String? {
    var (chosen, usual): (Int?, Int?)
    var entries: [String] = []
    reader.forEachChild { reader in
      switch reader.wordName {
      case .w_result: chosen = reader.number(WordName.w_val)
      case .w_default: usual = reader.number(WordName.w_val)
      case .w_listEntry: if entries.count < 64 { entries.append(reader.attribute(WordName.w_val) ?? "") }
      default: break
      }
    }
    let index = chosen ?? usual ?? 0
    return entries.indices.contains(index) ? entries[index] : nil
  }
}
