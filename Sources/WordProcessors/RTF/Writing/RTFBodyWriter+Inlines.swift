/// Writes inlines: a group for each, so that the formatting ends with it.
extension RTFBodyWriter {
  mutating func write(_ inlines: [Inline]) {
    for inline in ShownHTML.inlines(inlines) { write(inline) }
  }

  private mutating func write(_ inline: Inline) {
    switch inline {
    case .text(let text):
      if setsFirstLetterApart { return writeSettingApart(text) }
      output.append(textOfParagraph: text)
    case .emphasis(let content):
      // Formatting of right-to-left text is said by words of its own, behind the word for its direction.
      let named = isRightToLeft ? "{\\cs24\\rtlch\\i\\ai " : "{\\cs24\\i "
      write(content, in: namesEmphasis ? named : isRightToLeft ? "{\\rtlch\\i\\ai " : "{\\i ")
    case .strong(let content):
      let named = isRightToLeft ? "{\\cs23\\rtlch\\b\\ab " : "{\\cs23\\b "
      write(content, in: namesEmphasis ? named : isRightToLeft ? "{\\rtlch\\b\\ab " : "{\\b ")
    case .strikethrough(let content):
      write(content, in: "{\\strike ")
    case .underline(let content):
      write(content, in: "{\\ul ")
    case .superscript(let content):
      write(content, in: "{\\super ")
    case .subscript(let content):
      write(content, in: "{\\sub ")
    case .highlight(let content):
      write(content, in: "{\\highlight5\\chcbpat5 ")
    case .keyboard(let content):
      write(content, in: "{\\cs25\\f1 ")
    case .code(let code):
      write([.text(code)], in: "{\\cs21\\f1 ")
    case .math(let formula, let isDisplayed):
      let line = formula.replacing("\n", with: " ")
      write([.text(line)], in: isDisplayed ? "{\\cs27 " : "{\\cs26 ")
    case .link(let link):
      write(link)
    case .image(let image):
      write(image)
    case .softBreak:
      output.append(" ")
    case .lineBreak:
      output.append("\\line ")
    case .html(let html):
      guard let name = places.takeName(ofTag: html) else { return }
      writeBookmark(name) { _ in }
    case .footnoteReference(let label):
      writeReference(to: label)
    }
  }

  /// Writes text whose first letter is in another language than the rest: Calc makes no value of text in two formats.
  ///
  /// Both name one, as Calc leaves formats of the cell out of the part that does not.
  private mutating func writeSettingApart(_ text: String) {
    let rest = text.dropFirst()
    output.append("{\\lang1033 ")
    output.append(textOfParagraph: String(text.prefix(1)))
    output.append("}")
    guard !rest.isEmpty else { return }
    setsFirstLetterApart = false
    output.append("{\\lang1024 ")
    output.append(textOfParagraph: String(rest))
    output.append("}")
  }

  private mutating func write(_ content: [Inline], in opening: String) {
    output.append(opening)
    write(content)
    output.append("}")
  }

  // MARK: Links

  mutating func write(heading inlines: [Inline]) {
    guard let place = places.takeName(ofHeading: inlines) else { return write(inlines) }
    writeBookmark(place.name) { $0.write(place.content) }
  }

  private mutating func writeBookmark(_ name: String, around body: (inout Self) -> Void) {
    output.append("{\\*\\bkmkstart ")
    output.append(text: name)
    output.append("}")
    body(&self)
    output.append("{\\*\\bkmkend ")
    output.append(text: name)
    output.append("}")
  }

  private mutating func write(_ link: Link) {
    guard let destination = LinkPolicy.linkDestination(link.destination.utf8), !destination.isEmpty else {
      return write(link.content)
    }
    output.append("{\\field{\\*\\fldinst{HYPERLINK ")
    if destination.utf8.first == UInt8(ascii: "#"), destination.utf8.count > 1 {
      output.append("\\\\l ")
      writeQuoted(places.name(ofLink: destination).map { $0[...] } ?? destination.dropFirst())
    } else {
      writeQuoted(destination[...])
    }
    // What programs show over the link; theirs has one line.
    let isInstruction =
      !link.title.isEmpty && !link.title.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") }
    if isInstruction {
      output.append(" \\\\o ")
      writeQuoted(link.title[...])
    }
    output.append("}")
    writeAddition("pbplace", places.original(ofLink: destination) ?? "")
    writeAddition("pbtitle", isInstruction ? "" : link.title)
    output.append("}{\\fldrslt{\\cs20\\ul\\cf1 ")
    // A link without text would be lost; the address is what plain text shows of it, too.
    isInLink = true
    write(showsNothing(link.content) ? [.text(link.destination)] : link.content)
    isInLink = false
    output.append("}}}")
  }

  /// True for nothing but tags of raw HTML, which are left out.
  private func showsNothing(_ inlines: [Inline]) -> Bool {
    inlines.allSatisfy { inline in
      if case .html = inline { return true }
      return inline.content.map(showsNothing) ?? false
    }
  }

  /// A string within a field's instruction, where a backslash is doubled once more.
  private mutating func writeQuoted(_ text: Substring) {
    output.append("\"")
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    for byte in text.utf8 where byte >= 0x20 {
      switch byte {
      case UInt8(ascii: "\""): escaped.append(contentsOf: "%22".utf8)
      case UInt8(ascii: "\\"): escaped.append(contentsOf: "\\\\".utf8)
      default: escaped.append(byte)
      }
    }
    output.append(text: String(decoding: escaped, as: UTF8.self))
    output.append("\"")
  }

  /// What a field has no word for that each program takes for the same, for our own reader: a title, which LibreOffice
  /// takes for a window's name, and what a place is called, of which bookmarks of Word have letters and digits.
  private mutating func writeAddition(_ word: String, _ text: String) {
    guard !text.isEmpty else { return }
    output.append("{\\*\\\(word) ")
    output.append(text: text)
    output.append("}")
  }

  // MARK: Images

  private mutating func write(_ image: Image) {
    if case .medium(let id) = image.source {
      if let picture = media[id].flatMap(RTFPictureData.init) {
        picture.write(to: &output, as: image)
      } else {
        output.append(text: image.alternative)
      }
      return
    }
    let address = image.address ?? ""
    if let picture = RTFPictureData(address) {
      picture.write(to: &output, as: image)
      return
    }
    guard let source = LinkPolicy.loadedPicture(address.utf8) else {
      output.append(text: image.alternative)
      return
    }
    // LibreOffice loads what lies on the web, so that is a link; one within a link has none.
    let isLink = source.utf8.startsIgnoringCase(with: "http") && !isInLink
    output.append(isLink ? "{\\field{\\*\\fldinst{HYPERLINK " : "{\\field{\\*\\fldinst{INCLUDEPICTURE ")
    writeQuoted(source[...])
    output.append(isLink ? "{\\*\\pbpicture}}" : " \\\\d}")
    writeAddition("pbtitle", image.title)
    output.append(isLink ? "}{\\fldrslt{\\cs20\\ul\\cf1 " : "}{\\fldrslt{")
    output.append(text: isLink && image.alternative.isEmpty ? source : image.alternative)
    output.append("}}}")
  }

  // MARK: Notes

  private mutating func writeReference(to label: String) {
    guard let note = notes[label] else { return }
    if let number = notes.number(of: note) {
      // A second reference to a note is a field that repeats its number.
      output.append("{\\field{\\*\\fldinst{NOTEREF _Note", number)
      output.append(" \\\\f \\\\h}}{\\fldrslt{\\super ")
      output.append(number)
      output.append("}}}")
    } else if noteDepth >= NestingLimit.notes {
      output.append("{\\super ")
      output.append(text: label)
      output.append("}")
    } else {
      let number = notes.add(note)
      output.append("{\\*\\bkmkstart _Note", number)
      output.append("}")
      write(note: note.blocks)
      output.append("{\\*\\bkmkend _Note", number)
      output.append("}")
    }
  }
}
