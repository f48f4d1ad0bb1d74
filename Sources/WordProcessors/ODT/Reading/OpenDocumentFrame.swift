import BinaryText
import Containers

/// A frame that is open: a picture, a formula or a box (ODF 1.3, 10.4).
struct OpenDocumentFrame {
  var title = ""
  var description = ""
  var isDecorative = false
  var width: Length?
  var height: Length?
  var source: Image.Source?
  var tex: String?
  /// The formula in the language of LibreOffice Math.
  var starMath: [UInt8]?
  /// The formula has a line of its own.
  var isDisplayed = false
  /// It says that it has one, as all formulas of Writer do.
  var saysDisplayed = false
  /// The frame stands in a line of text, like a letter.
  var isInLine = false
  var hasObject = false
  var hasBox = false
  /// A paragraph was open when the frame began.
  var isInParagraph: Bool

  /// The title, if it is the TeX that the formula was made of: LibreOffice keeps it beside its own command.
  var titledTeX: String? {
    guard let starMath, !title.isEmpty, let command = MathMLWriter.starMath(title) else { return nil }
    return starMath.elementsEqual(command.utf8) ? title : nil
  }
}

extension OpenDocumentInterpreter {
  mutating func beginFramePart(_ name: OpenDocumentName) {
    if name == .draw_frame { return beginFrame() }
    guard let last = frames.indices.last else {
      // Formulas stand in frames; whatever else is here has its text.
      if name != .draw_textBox { reader.skip() }
      return
    }
    switch name {
    case .svg_title: frames[last].title = oneLine(reader.readText())
    case .svg_desc: frames[last].description = oneLine(reader.readText())
    case .draw_image:
      // Of several the first that can be shown; what stands beside an object only shows how it looked.
      guard let address = reader.value(.xlink_href) else { return }
      if case .medium(let medium)? = frames[last].source {
        let package = package
        media.substitute(for: medium, address) { package.file(address) }
      } else if frames[last].source == nil {
        frames[last].source = source(address)
      }
    case .office_binaryData: readPicture()
    case .draw_object, .draw_objectOle:
      frames[last].hasObject = true
      guard let address = reader.value(.xlink_href) else { return }
      readObject(address + (address.hasSuffix("/") ? "" : "/") + "content.xml")
    case .math_math:
      let isDisplayed = reader.value(.display) == "block"
      let content = reader.skip()
      setFormula(MathMLReader.formula(of: reader.bytes[content]), isDisplayed: isDisplayed)
    default:
      frames[last].hasBox = true
      beginShape()
    }
  }

  private mutating func beginFrame() {
    var frame = OpenDocumentFrame(isInParagraph: composer.isInParagraph)
    frame.isDecorative = [reader.value(.draw_decorative), reader.value(.loext_decorative)].contains("true")
    frame.isInLine = reader.value(.text_anchorType) == "as-char"
    frame.width = length(reader.value(.svg_width))
    frame.height = length(reader.value(.svg_height))
    frames.append(frame)
    open(.frame)
  }

  /// Reads a formula that stands in a file of its own.
  private mutating func readObject(_ address: String) {
    guard let name = package.name(of: address), repeatedParts.mayRead(name) else { return }
    let content = package.file(address) ?? []
    repeatedParts.add(name, cost: content.count)
    if isFormula(content) { setFormula(MathMLReader.formula(of: content[...])) }
  }

  /// Writer says of formulas within lines too that they are set as a display; those that bring TeX are not Writer's.
  private mutating func setFormula(_ formula: MathMLReader.Formula, isDisplayed: Bool = false) {
    guard let last = frames.indices.last else { return }
    frames[last].tex = String(decoding: formula.tex, as: UTF8.self)
    if !formula.bringsTeX { frames[last].starMath = formula.starMath }
    let isBelieved = !frames[last].isInLine || formula.bringsTeX
    frames[last].saysDisplayed = isDisplayed || formula.isDisplayed
    frames[last].isDisplayed = isBelieved && frames[last].saysDisplayed
  }

  private func length(_ text: String?) -> Length? {
    text.flatMap(OpenDocumentLength.points).flatMap { $0 > 0 ? Length(points: $0) : nil }
  }

  private func oneLine(_ text: [UInt8]) -> String {
    String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private mutating func source(_ address: String) -> Image.Source? {
    let package = package
    if let id = media.medium(address, load: { package.file(address) }) { return .medium(id) }
    let source = address.contains(":") ? LinkPolicy.imageSource(address.utf8) : addressBeside(address)
    return source.map { .address($0) }
  }

  /// The address of a picture that lies beside the document; nil for one that is missing in it.
  private func addressBeside(_ address: String) -> String? {
    guard let source = LinkPolicy.loadedPicture(address.utf8) else { return nil }
    // What lies beside a package is addressed from within it.
    guard !package.isFlat else { return source }
    if source.hasPrefix("../") { return String(source.dropFirst(3)) }
    let path = source.hasPrefix("./") ? source.dropFirst(2) : source[...]
    let isOfPackage = Self.folders.contains { path.hasPrefix($0) }
    return isOfPackage || path.isEmpty || path.hasPrefix("#") ? nil : String(path)
  }

  /// The folders in which packages have pictures of their own.
  private static let folders = ["Pictures/", "media/", "ObjectReplacements/", "Object ", "Thumbnails/"]

  /// Reads a picture that stands in the document itself.
  private mutating func readPicture() {
    let text = reader.readText()
    guard let last = frames.indices.last, frames[last].source == nil, !frames[last].hasObject,
      let bytes = Base64.decode(Substring(String(decoding: text, as: UTF8.self)).utf8)
    else { return }
    frames[last].source = media.medium(of: bytes).map { .medium($0) }
  }

  mutating func endFrame() {
    guard let frame = frames.popLast() else { return }
    defer {
      if !frame.isInParagraph, composer.isInParagraph { composer.endParagraph(FlowParagraphFormat()) }
    }
    if let tex = frame.tex, !tex.isEmpty {
      write(formula: frame.titledTeX ?? tex, isDisplayed: frame.isDisplayed)
      text.maySetFormulaApart = frame.saysDisplayed
    } else if let source = frame.source, !frame.hasObject {
      let alternative = frame.description.isEmpty ? frame.title : frame.description
      let traits = composer.format.traits
      composer.format.traits.formIntersection(.hidden)
      composer.write(
        Image(
          source, title: frame.description.isEmpty ? "" : frame.title,
          alternative: frame.isDecorative ? "" : alternative, width: frame.width, height: frame.height))
      composer.format.traits = traits
      text.isBehindSpace = false
    } else if !frame.hasBox, !frame.isDecorative {
      // What cannot be shown, a chart or a film, is what is said of it.
      let alternative = frame.description.isEmpty ? frame.title : frame.description
      if !alternative.isEmpty { composer.write(Image(source: "", alternative: alternative)) }
    }
  }

  /// Begins a drawn shape, whose words stand in it as in a box.
  mutating func beginShape() {
    if text.firstBoxedRun == nil { text.firstBoxedRun = composer.flow.runs.count }
    let link = linkOfFrame
    setTextAside()
    composer.format.link = link
    composer.beginBox()
    open(.textBox)
  }

  /// The link of the frame or shape that begins, 0 if it has none itself.
  private var linkOfFrame: Int32 {
    let around = scopes.last { scope in if case .frame = scope.kind { false } else { true } }
    guard case .link(outer: _, isOfFrame: true)? = around?.kind else { return 0 }
    return composer.format.link
  }

  /// Writes a formula within the open paragraph.
  mutating func write(formula tex: String, isDisplayed: Bool) {
    let traits = composer.format.traits
    // Two formulas side by side are two.
    if composer.endsWithFormula { composer.write([0x20]) }
    composer.format.traits = traits.union(isDisplayed ? .displayMath : .math)
    composer.write(tex.utf8)
    composer.format.traits = traits
    text.isBehindSpace = false
  }

  mutating func endTextBox() {
    composer.endBox()
    restoreText()
  }
}

/// What was filled into forms: controls (ODF 1.3, 13), and the fields that LibreOffice keeps of Word's forms.
extension OpenDocumentInterpreter {
  private static let checked = "\u{2611}"
  private static let unchecked = "\u{2610}"

  /// Reads what the controls show; where they stand in the text comes later.
  mutating func readForms() {
    let depth = reader.depth
    while let event = reader.next(), reader.depth >= depth {
      guard event == .start, let name = reader.documentName, let id = reader.value(.form_id) else { continue }
      controls[id] = shownText(of: name)
    }
  }

  /// The text of the control that just began; nil for one that shows none.
  private mutating func shownText(of name: OpenDocumentName) -> String? {
    let value = reader.value(.form_currentValue) ?? reader.value(.form_value)
    let label = reader.value(.form_label)
    switch name {
    case .form_text, .form_textarea, .form_formattedText, .form_number, .form_date, .form_time,
      .form_combobox:
      return value
    case .form_checkbox:
      let isChecked = reader.value(.form_currentState) == "checked"
      return [isChecked ? Self.checked : Self.unchecked, label].compactMap { $0 }.joined(separator: " ")
    case .form_radio:
      let isSelected = reader.value(.form_currentSelected) == "true"
      return [isSelected ? "\u{25C9}" : "\u{25CB}", label].compactMap { $0 }.joined(separator: " ")
    case .form_fixedText, .form_button: return label
    case .form_listbox:
      var chosen: [String] = []
      reader.forEachChild { reader in
        if reader.documentName == .form_option, reader.value(.form_currentSelected) == "true" {
          chosen.append(reader.value(.form_label) ?? reader.value(.form_value) ?? "")
        }
      }
      return chosen.joined(separator: ", ")
    default: return nil
    }
  }

  /// Writes what stands in the form at this place.
  mutating func writeFormField(_ name: OpenDocumentName) {
    let shown: String?
    if name == .draw_control {
      shown = reader.value(.draw_control).flatMap { controls[$0] }
      reader.skip()
    } else {
      shown = chosenText()
    }
    guard composer.isInParagraph, let shown, !shown.isEmpty else { return }
    // A control stands by itself, whatever text is beside it.
    let isControl = name == .draw_control
    composer.write(((isControl && !text.isBehindSpace ? " " : "") + shown + (isControl ? " " : "")).utf8)
    text.isBehindSpace = isControl
  }

  /// What a check box or a list to choose from of Word's says; nil for another field.
  private mutating func chosenText() -> String? {
    let kind = reader.value(.field_type) ?? ""
    var entries: [String] = []
    var values: [String: String] = [:]
    reader.forEachChild { reader in
      guard reader.documentName == .field_param, let value = reader.value(.field_value) else { return }
      let name = reader.value(.field_name) ?? ""
      if name == "Dropdown_ListEntry" { entries.append(value) } else { values[name] = value }
    }
    if kind.hasSuffix("FORMCHECKBOX") {
      return values["Checkbox_Checked"] == "true" ? Self.checked : Self.unchecked
    }
    guard kind.hasSuffix("FORMDROPDOWN") else { return nil }
    let chosen = values["Dropdown_Selected"].flatMap { Int($0) } ?? 0
    return entries.indices.contains(chosen) ? entries[chosen] : nil
  }
}
