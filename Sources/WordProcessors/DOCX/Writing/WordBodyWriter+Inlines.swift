import Containers

/// The properties of a run that the inlines around it state.
struct WordRunStyle {
  var traits: FlowTraits = []
  /// The character style: code, keys, a link.
  var style: String?
  /// Bold says nothing by itself in what is bold already.
  var isInHeading = false

  /// Signs between words go with them from right to left.
  var isRightToLeft = false

  init(isInHeading: Bool = false, isRightToLeft: Bool = false) {
    (self.isInHeading, self.isRightToLeft) = (isInHeading, isRightToLeft)
  }

  private var emphasisName: String? {
    traits.contains(.bold) ? "Strong" : traits.contains(.italic) ? "Emphasis" : nil
  }

  /// What says a trait, in the order of the schema.
  private static let markup: [(trait: FlowTraits, markup: String)] = [
    (.bold, "<w:b/><w:bCs/>"), (.italic, "<w:i/><w:iCs/>"), (.strikethrough, "<w:strike/>"),
    (.highlight, "<w:highlight w:val=\"yellow\"/>"), (.underline, "<w:u w:val=\"single\"/>"),
    (.superscript, "<w:vertAlign w:val=\"superscript\"/>"),
    (.subscript, "<w:vertAlign w:val=\"subscript\"/>"),
  ]
  private static let shown = markup.reduce(into: FlowTraits()) { $0.formUnion($1.trait) }

  func writeProperties(to output: inout XMLWriter) {
    // In a heading the names of styles tell strong words from others.
    let named = style ?? (isInHeading ? emphasisName : nil)
    guard named != nil || isRightToLeft || !traits.isDisjoint(with: Self.shown) else { return }
    output.raw("<w:rPr>")
    if let named { output.raw("<w:rStyle w:val=\"", named, "\"/>") }
    for (trait, markup) in Self.markup where traits.contains(trait) { output.raw(markup) }
    if isRightToLeft { output.raw("<w:rtl/>") }
    output.raw("</w:rPr>")
  }
}

/// Writes inlines: a run for each stretch in one format.
extension WordBodyWriter {
  mutating func write(_ inlines: [Inline], _ style: WordRunStyle) {
    for inline in ShownHTML.inlines(inlines) { write(inline, style) }
  }

  private mutating func write(_ inline: Inline, _ style: WordRunStyle) {
    var inner = style
    switch inline {
    case .text(let text): return writeRun(text, style)
    case .emphasis, .strong, .strikethrough, .underline, .superscript, .subscript, .highlight:
      inner.traits.enter(inline)
    case .keyboard: inner.style = "HTMLKeyboard"
    case .code(let code):
      inner.style = "VerbatimChar"
      inner.isRightToLeft = false
      return writeRun(code, inner)
    case .math(let tex, let isDisplayed):
      if let formula = WordMathWriter.math(tex, isDisplayed: isDisplayed) { return output.raw(formula) }
      inner.style = isDisplayed ? "DisplayMath" : "Math"
      return writeRun(tex, inner)
    case .link(let link): return write(link, style)
    case .image(let image): return write(image, style)
    case .softBreak: return writeRun(" ", style)
    case .lineBreak:
      output.raw("<w:r><w:br/></w:r>")
      return
    case .html(let html):
      if let name = places.takeName(ofTag: html) { writeBookmark(name) { _ in } }
      return
    case .footnoteReference(let label): return writeReference(to: label)
    }
    write(inline.content ?? [], inner)
  }

  // MARK: Text

  private mutating func writeRun(_ text: String, _ style: WordRunStyle) {
    guard !text.isEmpty else { return }
    output.raw("<w:r>")
    style.writeProperties(to: &output)
    writeText(text)
    output.raw("</w:r>")
  }

  /// Writes text within a run: tabs are elements, line feeds spaces.
  mutating func writeText(_ text: String) {
    guard text.utf8.span.contains(where: { $0 < 0x20 }) else {
      guard !text.isEmpty else { return }
      output.raw("<w:t xml:space=\"preserve\">")
      output.text(text)
      output.raw("</w:t>")
      return
    }
    for (index, part) in text[...].parts(by: UInt8(ascii: "\t")).enumerated() {
      if index > 0 { output.raw("<w:tab/>") }
      guard !part.isEmpty else { continue }
      output.raw("<w:t xml:space=\"preserve\">")
      output.text(part.utf8.contains(0x0A) ? String(part).replacing("\n", with: " ") : String(part))
      output.raw("</w:t>")
    }
  }

  // MARK: Links

  mutating func write(heading inlines: [Inline]) {
    let style = WordRunStyle(isInHeading: true, isRightToLeft: inlines.areRightToLeft)
    guard let place = places.takeName(ofHeading: inlines) else { return write(inlines, style) }
    writeBookmark(place.name) { $0.write(place.content, style) }
  }

  private mutating func writeBookmark(_ name: String, around body: (inout Self) -> Void) {
    bookmarkCount += 1
    let id = bookmarkCount
    output.raw("<w:bookmarkStart w:id=\"\(id)\" w:name=\"")
    output.value(name)
    output.raw("\"/>")
    body(&self)
    output.raw("<w:bookmarkEnd w:id=\"\(id)\"/>")
  }

  private mutating func write(_ link: Link, _ style: WordRunStyle) {
    guard let destination = LinkPolicy.linkDestination(link.destination.utf8), !destination.isEmpty else {
      return write(link.content, style)
    }
    output.raw("<w:hyperlink ")
    if destination.utf8.first == UInt8(ascii: "#"), destination.utf8.count > 1 {
      output.raw("w:anchor=\"")
      output.value(places.name(ofLink: destination) ?? String(destination.dropFirst()))
      if let original = places.original(ofLink: destination) {
        // Where there is an anchor no program looks at it but the reader here.
        output.raw("\" w:docLocation=\"")
        output.value(original)
      }
    } else {
      output.raw("r:id=\"\(parts.link(to: Self.encoded(destination), inNotes: noteDepth > 0))")
    }
    output.raw("\" w:history=\"1\"")
    if !link.title.isEmpty {
      output.raw(" w:tooltip=\"")
      output.value(link.title)
      output.raw("\"")
    }
    output.raw(">")
    var inner = style
    inner.style = style.style ?? "Hyperlink"
    write(link.content.isEmpty ? [.text(link.destination)] : link.content, inner)
    output.raw("</w:hyperlink>")
  }

  private static let damaging = ASCIISet { $0 <= 0x20 || "\"<>\\^`{|}".utf8.contains($0) }

  /// An address without what Word takes for damage.
  private static func encoded(_ address: String) -> String {
    guard address.utf8.span.contains(where: damaging.contains) else { return address }
    var result = ""
    for scalar in address.unicodeScalars {
      if scalar.isASCII, damaging.contains(UInt8(scalar.value)) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  // MARK: Pictures

  private mutating func write(_ image: Image, _ style: WordRunStyle) {
    guard let picture = OfficePicture(image, media: media, on: page),
      !OfficePicture.drawings.contains(picture.type)
    else {
      // What lies elsewhere is not fetched here: its address is a link.
      guard let source = image.address.flatMap({ LinkPolicy.loadedPicture($0.utf8) }),
        !source.utf8.startsIgnoringCase(with: "data:")
      else { return writeRun(image.alternative, style) }
      return writeExternal(image, source)
    }
    let id = parts.picture(picture, inNotes: noteDepth > 0)
    writeDrawing(image, width: picture.width, height: picture.height, blip: "r:embed=\"\(id)\"")
  }

  private mutating func writeExternal(_ image: Image, _ source: String) {
    let id = parts.externalPicture(Self.encoded(source), inNotes: noteDepth > 0)
    writeDrawing(
      image, width: image.width?.points ?? 72, height: image.height?.points ?? 72, blip: "r:link=\"\(id)\"")
  }

  private mutating func writeDrawing(_ image: Image, width: Double, height: Double, blip: String) {
    drawingCount += 1
    // English metric units, of which a point has 12,700.
    let (cx, cy) = (Int(width * 12_700), Int(height * 12_700))
    output.raw(
      "<w:r><w:drawing><wp:inline distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\"><wp:extent cx=\"\(cx)\" cy=\"\(cy)\"/>"
    )
    output.raw("<wp:docPr id=\"\(drawingCount)\" name=\"Picture \(drawingCount)\"")
    for (name, value) in [("descr", image.alternative), ("title", image.title)] where !value.isEmpty {
      output.raw(" \(name)=\"")
      output.value(value)
      output.raw("\"")
    }
    let main = "http://schemas.openxmlformats.org/drawingml/2006/"
    output.raw(
      "/><a:graphic xmlns:a=\"\(main)main\"><a:graphicData uri=\"\(main)picture\"><pic:pic xmlns:pic=\"\(main)picture\">"
        + "<pic:nvPicPr><pic:cNvPr id=\"\(drawingCount)\" name=\"Picture \(drawingCount)\"/><pic:cNvPicPr/></pic:nvPicPr>"
        + "<pic:blipFill><a:blip \(blip)/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm>"
        + "<a:off x=\"0\" y=\"0\"/><a:ext cx=\"\(cx)\" cy=\"\(cy)\"/></a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom>"
        + "</pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>")
  }

  // MARK: Notes

  private mutating func writeReference(to label: String) {
    guard let note = notes[label] else { return }
    if noteDepth > 0 { notes.addWithinNote(note) }
    if let number = notes.number(of: note) {
      // A second reference to a note is a field that repeats its number.
      output.raw(
        "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText xml:space=\"preserve\"> NOTEREF _Note\(number) \\f \\h </w:instrText></w:r>"
          + "<w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>\(Self.reference)<w:t>\(number)</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
      )
    } else {
      write(note, number: notes.add(note))
      while let (note, number) = notes.nextWithinNote() { write(note, number: number) }
    }
  }

  private static let reference = "<w:r><w:rPr><w:rStyle w:val=\"FootnoteReference\"/></w:rPr>"

  private mutating func write(_ note: Footnote, number: Int) {
    bookmarkCount += 1
    output.raw("<w:bookmarkStart w:id=\"\(bookmarkCount)\" w:name=\"_Note\(number)\"/>\(Self.reference)")
    output.raw("<w:footnoteReference w:id=\"\(number)\"/></w:r><w:bookmarkEnd w:id=\"\(bookmarkCount)\"/>")
    write(note: note.blocks, number: number)
  }
}
