/// The destination of text: into the paragraph, or into what a destination gathers.
extension RTFInterpreter {
  private enum Sink {
    case paragraph
    case gathered
    case instruction
    case html
    case nothing
  }

  private var sink: Sink {
    switch state.destination {
    case .htmlTag:
      state.isHiddenFromHTML ? .nothing : .html
    case .body, .note, .shapeText, .nestedTableProperties:
      if isEncapsulated {
        state.isHiddenFromHTML ? .nothing : .html
      } else {
        state.character.traits.contains(.hidden) ? .nothing : .paragraph
      }
    case .fontTable, .style, .marker, .pictureResult, .shapePropertyName, .shapePropertyValue,
      .bookmark, .info, .title, .placeName, .attachment, .cellPlace, .formChoice:
      .gathered
    case .fieldInstruction:
      fields.isEmpty ? .nothing : .instruction
    default:
      .nothing
    }
  }

  /// True if what is now read is text of the document.
  var isInBody: Bool {
    switch state.destination {
    case .body, .note, .shapeText, .nestedTableProperties: true
    default: false
    }
  }

  mutating func appendByte(_ byte: UInt8) {
    appendBytes([byte], isPlain: byte.isPlainText)
  }

  /// - Parameters:
  ///   - isPlain: the bytes are printable ASCII and tabs alone.
  ///   - areEscaped: the bytes stood in hexadecimal.
  mutating func appendBytes(_ bytes: ArraySlice<UInt8>, isPlain: Bool, areEscaped: Bool = false) {
    switch state.destination {
    case .picture:
      picture.append(hexadecimal: bytes, limit: options.pictureSizeLimit)
      return
    case .colorTable:
      for byte in bytes where byte == UInt8(ascii: ";") { commitColor() }
      return
    case .fontTable:
      appendFontName(bytes)
      return
    case .levelText:
      openListLevel.appendText(bytes)
      return
    case .field where bytes.contains { $0 > 0x20 }:
      resumeBehindField()
    default:
      break
    }
    let format = state.character
    let fontIndex = format.isRightToLeft && format.associatedFont >= 0 ? format.associatedFont : format.font
    let font = fonts.indices.contains(fontIndex) ? fonts[fontIndex] : nil
    if let symbolFont = font?.symbolFont {
      for byte in bytes { appendScalar(symbolFont.scalar(of: byte)) }
      return
    }
    let codePage = codePage(ofRaw: !isPlain && !areEscaped && bytes.count > 1, font: font)
    write { decoder, output in
      if isPlain, decoder.isIdle {
        output.append(contentsOf: bytes)
      } else {
        decoder.append(bytes, codePage: codePage, to: &output)
      }
    }
  }

  /// The code page of bytes in a font.
  ///
  /// - Parameter areRaw: several bytes beyond ASCII stand there as they are.
  private mutating func codePage(ofRaw areRaw: Bool, font: RTFFont?) -> Int {
    let codePage = font?.codePage ?? documentCodePage
    // Documents in UTF-8 call their fonts Western all the same.
    if documentCodePage == CodePage.utf8, codePage == 1252 { return CodePage.utf8 }
    // Scripts write UTF-8 as it is, which word processors show as `Ã¤`.
    guard areRaw, !CodePage.isMultiByte(codePage) else { return codePage }
    if isUTF8 == nil { isUTF8 = UTF8Text.isValid(tokenizer.bytes.span) }
    return isUTF8 == true ? CodePage.utf8 : codePage
  }

  mutating func appendUnit(_ unit: UInt32) {
    if state.destination == .levelText { return openListLevel.appendText(unit: unit) }
    let index = state.character.font
    let scalar = fonts.indices.contains(index) ? fonts[index].scalar(ofUnit: unit) : unit
    write { decoder, output in decoder.append(unit: scalar, to: &output) }
  }

  mutating func appendScalar(_ scalar: UInt32) {
    write { decoder, output in
      decoder.flush(&output)
      output.appendUTF8(scalar)
    }
  }

  mutating func appendText(_ text: String) {
    let isWithinInstruction = state.destination == .fieldInstruction
    for unit in text.utf16.prefix(isWithinInstruction ? RTFField.nestedResultLimit : .max) {
      appendUnit(UInt32(unit))
    }
  }

  /// Lets `body` append to where text goes now.
  private mutating func write(_ body: (inout RTFTextDecoder, inout [UInt8]) -> Void) {
    switch sink {
    case .paragraph:
      let start = paragraph.text.count
      body(&decoder, &paragraph.text)
      guard paragraph.text.count > start else { return }
      paragraph.closeText(from: start, format: runFormat)
    case .gathered:
      body(&decoder, &gathered)
    case .instruction:
      body(&decoder, &fields[fields.count - 1].instruction)
    case .html:
      body(&decoder, &html)
    case .nothing:
      break
    }
  }

  /// The format of a run that is written now.
  private var runFormat: FlowRunFormat {
    let format = state.character
    return FlowRunFormat(
      traits: visibleTraits, order: format.order, link: format.link, size: UInt16(clamping: format.size))
  }

  /// The traits of a run that is written now.
  var visibleTraits: FlowTraits {
    var traits = state.character.traits.union(state.character.styleTraits)
    if state.character.isRightToLeft {
      traits.formUnion(state.character.associatedTraits)
    }
    if state.character.isEastAsian { traits.formUnion(state.character.eastAsianTraits) }
    return traits
  }

  /// Appends something that is no text to the paragraph.
  mutating func append(_ piece: FlowRun.Content) {
    guard isInBody, !state.character.traits.contains(.hidden) else { return }
    flushDecoder()
    paragraph.append(piece, format: runFormat)
  }

  mutating func append(_ image: Image) {
    append(.image(content.images.count))
    content.images.append(image)
  }

  /// Appends the formulas of the group that is being read.
  mutating func appendFormulas(isParagraph: Bool) {
    guard sink == .paragraph else { return }
    let formulas = RTFMath.formulas(
      in: tokenizer, isParagraph: isParagraph, codePage: documentCodePage,
      font: { [fonts, fontIndices] in fontIndices[$0].map { fonts[$0] } })
    let traits = state.character.traits
    for (index, tex) in formulas.enumerated() where !tex.isEmpty {
      // Two formulas side by side are two.
      if index > 0 { appendScalar(0x20) }
      state.character.traits = isParagraph ? .displayMath : .math
      appendText(tex)
      state.character.traits = traits
    }
  }

  /// Writes what waited for a second half.
  mutating func flushDecoder() {
    guard !decoder.isIdle else { return }
    write { decoder, output in decoder.flush(&output) }
  }

  /// Ends the paragraph with the formatting that is now in force (RTF 1.9.1, `\par`).
  mutating func endParagraph(isLast: Bool = false) {
    if sink == .html { return appendScalar(0x0A) }
    resumeBehindField()
    guard isInBody else { return }
    flushDecoder()
    if isLast, paragraph.isEmpty, paragraph.marker == nil, paragraph.boxed.isEmpty { return }
    endParagraph(depth: state.paragraph.depth)
  }

  mutating func endParagraph(depth: Int) {
    emptyParagraphs = paragraph.isEmpty && paragraph.marker == nil ? emptyParagraphs + 1 : 0
    let boxed = paragraph.boxed
    defer { for item in boxed { flow.append(item, depth: depth) } }
    guard emptyParagraphs <= Self.emptyParagraphLimit else { return paragraph.boxed.removeAll() }
    paragraph.takeTypedMarker(state.paragraph)
    if !paragraph.isEmpty { anchors.close(paragraphOfRun: content.runs.count) }
    let ended = content.close(&paragraph, format: state.paragraph)
    for index in fields.indices.dropFirst(endedFieldCount) where fields[index].link != 0 {
      fields[index].paragraphEnd = content.runs.count
    }
    endedFieldCount = fields.count
    if ended.format.alignment == .left, depth == 0, !ended.isEmpty { content.marksLeftAlignment = true }
    if options.readsHeadingsBySize, let sizes = ended.sizes {
      content.sizes[Int(sizes.upperBound), default: 0] += ended.text.count
    }
    flow.append(.paragraph(ended), depth: depth)
  }

  /// The text that a destination gathered.
  mutating func takeGathered() -> String {
    decoder.flush(&gathered)
    defer { gathered.removeAll(keepingCapacity: true) }
    return String(decoding: gathered, as: UTF8.self)
  }
}
