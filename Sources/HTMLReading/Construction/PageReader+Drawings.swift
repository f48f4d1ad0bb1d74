/// What Word's drawings in VML say, which stand in comments: where their pictures are, and what is written in them.
struct WordDrawings {
  /// The addresses of linked pictures, by the names of their shapes: places in the source.
  fileprivate(set) var addresses: [ArraySlice<UInt8>: Range<Int>] = [:]
  /// The shapes whose text has been read.
  fileprivate(set) var readShapes: Set<ArraySlice<UInt8>> = []

  /// Further shapes are not remembered.
  fileprivate static let limit = 4096

  var isEmpty: Bool { addresses.isEmpty && readShapes.isEmpty }
}

extension PageReader {
  private static let shapes = ["v:shape", "v:rect", "v:roundrect", "v:oval"]

  /// Keeps the text boxes of a drawing, if what other programs are to show in its place has no text, and notes where its
  /// pictures are linked from.
  mutating func readDrawings(_ source: [UInt8], _ range: Range<Int>) {
    guard source[range].starts(with: "<!--[if".utf8),
      ByteSearch.contains("vml", in: source[range].prefix(64)),
      let start = source[range].firstIndex(of: UInt8(ascii: ">"))
    else { return }
    var tokenizer = MarkupTokenizer(count: range.upperBound, from: start + 1)
    var shape: ArraySlice<UInt8>?
    var isReplaced: Bool?
    while let token = tokenizer.next(source.span) {
      guard case .startTag(.unknown) = token else { continue }
      let name = source[tokenizer.tagName]
      if Self.shapes.contains(where: name.equalsIgnoringCase) {
        shape = value(of: "id", tokenizer, source).map { source[$0] }
      } else if name.equalsIgnoringCase("v:imagedata"), let shape,
        let address = value(of: "o:href", tokenizer, source),
        source[address].startsIgnoringCase(with: "http"), drawings.addresses.count < WordDrawings.limit
      {
        drawings.addresses[shape] = address
      } else if name.equalsIgnoringCase("v:textbox"), !tokenizer.isSelfClosing {
        let content = tokenizer.skipRawText(of: tokenizer.tagName, source.span)
        guard tokenizer.position < range.upperBound else { return }
        isReplaced = isReplaced ?? substituteHasText(source[range.upperBound...].prefix(8192))
        guard isReplaced == false else { continue }
        read(source, content)
        if let shape, drawings.readShapes.count < WordDrawings.limit { drawings.readShapes.insert(shape) }
      }
    }
  }

  private func value(
    of name: String, _ tokenizer: MarkupTokenizer, _ source: [UInt8]
  ) -> Range<Int>? {
    tokenizer.attributes.first { source[$0.name].equalsIgnoringCase(name) }?.value
  }

  /// Writes the picture of a drawing with the address that this is linked from, and none of a text that was read.
  mutating func readPictureOfDrawing(_ tokenizer: inout MarkupTokenizer, _ source: [UInt8]) {
    let names = value(of: "v:shapes", tokenizer, source).map { source[$0] } ?? []
    let shapes = names.split(maxSplits: 8, whereSeparator: \.isHTMLSpace)
    if shapes.contains(where: { drawings.readShapes.contains($0) }) { return }
    let address = shapes.compactMap { drawings.addresses[$0] }.first
    let place = tokenizer.attributes.firstIndex { source[$0.name].equalsIgnoringCase("src") }
    if let address, let place { tokenizer.attributes[place].value = address }
    appendStartTag(.img, tokenizer, source)
  }

  private func substituteHasText(_ rest: ArraySlice<UInt8>) -> Bool {
    let rest = rest.drop(while: \.isHTMLSpace)
    guard rest.starts(with: "<![if !vml]>".utf8) else { return false }
    let end = ByteSearch.position(of: "<![endif]>", in: rest) ?? rest.endIndex
    var isTag = false
    for byte in rest[..<end] {
      if byte == UInt8(ascii: "<") { isTag = true }
      if !isTag, !byte.isHTMLSpace { return true }
      if byte == UInt8(ascii: ">") { isTag = false }
    }
    return false
  }
}
