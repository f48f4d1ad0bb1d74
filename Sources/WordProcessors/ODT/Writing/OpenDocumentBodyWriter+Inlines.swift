import BinaryText
import Containers

/// Writes inlines: a span for each stretch in one format.
extension OpenDocumentBodyWriter {
  mutating func write(_ inlines: [Inline], _ style: Styles.Text, isInHeading: Bool) {
    for inline in ShownHTML.inlines(inlines) { write(inline, style, isInHeading: isInHeading) }
  }

  private mutating func write(_ inline: Inline, _ style: Styles.Text, isInHeading: Bool) {
    var inner = style
    switch inline {
    case .text(let text): return writeSpan(text, style, isInHeading: isInHeading)
    case .emphasis, .strong, .strikethrough, .underline, .superscript, .subscript, .highlight:
      inner.traits.enter(inline)
    case .keyboard: inner.parent = "User_20_Entry"
    case .code(let code):
      inner.parent = "Source_20_Text"
      return writeSpan(code, inner, isInHeading: false)
    case .math(let tex, let isDisplayed):
      if writeFormula(tex, isDisplayed: isDisplayed) { return }
      inner.parent = isDisplayed ? "Display_20_Math" : "Math"
      return writeSpan(tex, inner, isInHeading: false)
    case .link(let link): return write(link, style, isInHeading: isInHeading)
    case .image(let image): return write(image, style)
    case .softBreak: return writeSpan(" ", style, isInHeading: isInHeading)
    case .lineBreak:
      output.raw("<text:line-break/>")
      isBehindSpace = true
      return
    case .html(let html):
      guard let name = places.takeName(ofTag: html) else { return }
      output.raw("<text:bookmark text:name=\"")
      output.value(name)
      output.raw("\"/>")
      return
    case .footnoteReference(let label): return writeReference(to: label)
    }
    write(inline.content ?? [], inner, isInHeading: isInHeading)
  }

  // MARK: Text

  private mutating func writeSpan(_ text: String, _ style: Styles.Text, isInHeading: Bool) {
    guard !text.isEmpty else { return }
    var style = style
    // In a heading the names of styles tell strong words from others.
    if isInHeading, style.parent == nil {
      if style.traits.remove(.bold) != nil {
        style.parent = "Strong_20_Emphasis"
      } else if style.traits.remove(.italic) != nil {
        style.parent = "Emphasis"
      }
    }
    guard let name = styles.name(of: style) else { return writeText(text) }
    output.raw("<text:span text:style-name=\"")
    output.raw(name)
    output.raw("\">")
    writeText(text)
    output.raw("</text:span>")
  }

  /// Writes text; spaces that would be taken for one, and tabs, are elements.
  mutating func writeText(_ text: String) {
    if isPlain(text) {
      output.text(text)
      isBehindSpace = text.utf8.last.map { $0 == 0x20 } ?? isBehindSpace
      return
    }
    var plain: [UInt8] = []
    var spaces = 0
    func flush(_ writer: inout Self) {
      guard !plain.isEmpty else { return }
      writer.output.text(String(decoding: plain, as: UTF8.self))
      plain.removeAll(keepingCapacity: true)
    }
    func flushSpaces(_ writer: inout Self) {
      guard spaces > 0 else { return }
      flush(&writer)
      writer.output.raw(spaces == 1 ? "<text:s/>" : "<text:s text:c=\"\(spaces)\"/>")
      spaces = 0
    }
    for byte in text.utf8 {
      switch byte {
      case 0x20, 0x0A:
        if isBehindSpace {
          spaces += 1
        } else {
          plain.append(0x20)
          isBehindSpace = true
        }
      case 0x09:
        flushSpaces(&self)
        flush(&self)
        output.raw("<text:tab/>")
        isBehindSpace = true
      default:
        flushSpaces(&self)
        plain.append(byte)
        isBehindSpace = false
      }
    }
    flushSpaces(&self)
    flush(&self)
  }

  /// True for text, as most is, whose spaces stand alone.
  private func isPlain(_ text: String) -> Bool {
    var isBehindSpace = isBehindSpace
    let bytes = text.utf8.span
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0x20 ? isBehindSpace : byte == 0x09 || byte == 0x0A { return false }
      isBehindSpace = byte == 0x20
    }
    return true
  }

  // MARK: Links

  private mutating func write(_ link: Link, _ style: Styles.Text, isInHeading: Bool) {
    guard let destination = LinkPolicy.linkDestination(link.destination.utf8), !destination.isEmpty else {
      return write(link.content, style, isInHeading: isInHeading)
    }
    output.raw("<text:a xlink:type=\"simple\" xlink:href=\"")
    if let place = places.name(ofLink: destination) {
      output.value("#" + place)
    } else {
      output.value(folder(of: destination) + Self.reference(destination))
    }
    output.raw("\"")
    if !link.title.isEmpty {
      output.raw(" office:name=\"")
      output.value(link.title)
      output.raw("\"")
    }
    output.raw(">")
    isInLink = true
    write(link.content.isEmpty ? [.text(link.destination)] : link.content, style, isInHeading: isInHeading)
    isInLink = false
    output.raw("</text:a>")
  }

  /// What an address needs before it: what lies beside a package is addressed from within it, and a colon in a first
  /// segment that is no scheme would make it one (RFC 3986, 4.2).
  private func folder(of address: String) -> String {
    guard !["#", "/"].contains(address.prefix(1)) else { return "" }
    let head = address.utf8.prefix { !"/?#:".utf8.contains($0) }
    let hasColon = head.endIndex < address.utf8.endIndex && address.utf8[head.endIndex] == UInt8(ascii: ":")
    let isScheme =
      head.first?.isASCIILetter == true
      && head.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    if hasColon, isScheme { return "" }
    return isFlat ? hasColon ? "./" : "" : "../"
  }

  private static let mayNeedEncoding = ASCIISet("%#[]")

  /// An address with what no reference may hold percent-encoded: brackets but for those of a host, a percent sign by
  /// itself, a second number sign (RFC 3987, 2.2).
  private static func reference(_ address: String) -> String {
    guard address.utf8.contains(where: Self.mayNeedEncoding.contains) else { return address }
    let bytes = Array(address.utf8)
    let hostStart =
      bytes.starts(with: "//".utf8)
      ? 2 : ByteSearch.position(of: "://", in: bytes[...]).map { $0 + 3 } ?? 0
    let hostEnd = bytes[hostStart...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
    var result: [UInt8] = []
    var hasFragment = false
    for (index, byte) in bytes.enumerated() {
      var isEncoded = false
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "]"): isEncoded = hostStart == 0 || index >= hostEnd
      case UInt8(ascii: "%"):
        let digits = bytes[(index + 1)...].prefix(2)
        isEncoded = digits.count < 2 || digits.contains { $0.hexadecimalValue == nil }
      case UInt8(ascii: "#"):
        isEncoded = hasFragment
        hasFragment = true
      default: break
      }
      result += isEncoded ? Array("%\(String(byte, radix: 16, uppercase: true))".utf8) : [byte]
    }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: Pictures

  private mutating func write(_ image: Image, _ style: Styles.Text) {
    guard let picture = OfficePicture(image, media: media, on: page) else {
      return writeElsewhere(image, style)
    }
    output.raw(
      "<draw:frame draw:style-name=\"Picture\" text:anchor-type=\"as-char\" svg:width=\"\(Self.length(picture.width))\" svg:height=\"\(Self.length(picture.height))\">"
    )
    if isFlat {
      output.raw(
        "<draw:image><office:binary-data>\(Base64.encode(picture.bytes))</office:binary-data></draw:image>")
    } else {
      let (number, isNew) = pictureIndex.number(of: picture)
      if isNew { pictures.append(("Pictures/\(number + 1).\(picture.ending)", picture)) }
      output.raw(
        "<draw:image xlink:href=\"\(pictures[number].name)\" xlink:type=\"simple\" xlink:show=\"embed\" xlink:actuate=\"onLoad\"/>"
      )
    }
    // A title without a description is a description for our reader, as Writer writes it.
    for (name, value) in [("svg:title", image.title), ("svg:desc", image.alternative)] where !value.isEmpty {
      output.raw("<\(name)>")
      output.text(value)
      output.raw("</\(name)>")
    }
    output.raw("</draw:frame>")
    isBehindSpace = false
  }

  /// A picture that lies elsewhere is a link to it, for Writer would fetch it; within a link it is words of that.
  private mutating func writeElsewhere(_ image: Image, _ style: Styles.Text) {
    let address = image.address.flatMap { LinkPolicy.imageSource($0.utf8) } ?? ""
    guard !address.isEmpty, !address.utf8.startsIgnoringCase(with: "data:") else {
      return writeSpan(image.alternative, style, isInHeading: false)
    }
    let shown = image.alternative.isEmpty ? address : image.alternative
    guard !isInLink else { return writeSpan(shown, style, isInHeading: false) }
    write(Link(destination: address, title: image.title, [.text(shown)]), style, isInHeading: false)
  }

  /// A length in centimetres, of which an inch of 72 points has 2.54.
  private static func length(_ points: Double) -> String {
    Styles.length(Int((points * 20).rounded()))
  }

  // MARK: Notes

  private mutating func writeReference(to label: String) {
    guard let note = notes[label] else { return }
    if noteDepth > 0 { notes.addWithinNote(note) }
    if let number = notes.number(of: note) {
      var style = Styles.Text()
      style.traits = .superscript
      let name = styles.name(of: style) ?? ""
      output.raw(
        "<text:span text:style-name=\"\(name)\"><text:note-ref text:note-class=\"footnote\" text:reference-format=\"text\" text:ref-name=\"ftn\(number)\">\(number)</text:note-ref></text:span>"
      )
    } else {
      write(note, number: notes.add(note))
      while let (note, number) = notes.nextWithinNote() { write(note, number: number) }
    }
    isBehindSpace = false
  }

  private mutating func write(_ note: Footnote, number: Int) {
    output.raw(
      "<text:note text:id=\"ftn\(number)\" text:note-class=\"footnote\"><text:note-citation>\(number)</text:note-citation><text:note-body>"
    )
    noteDepth += 1
    var context = FlowContext()
    context.isNote = true
    write(note.blocks.isEmpty ? [.paragraph([])] : note.blocks, in: context)
    noteDepth -= 1
    output.raw("</text:note-body></text:note>")
  }
}
