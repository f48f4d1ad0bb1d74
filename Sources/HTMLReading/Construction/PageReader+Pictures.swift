/// Pictures that a page shows where it runs no scripts, and pages that it shows beside each other.
extension PageReader {
  /// What a page of frames shows is other pages, to which a link leads for each.
  mutating func readFrame(_ tokenizer: MarkupTokenizer, _ source: [UInt8]) {
    appendStartTag(.embed, tokenizer, source)
    appendStartTag(.br)
  }

  /// Takes the picture that stands in for one that a script loads late in the place of that.
  mutating func readLatePicture(_ source: [UInt8], _ content: ArraySlice<UInt8>) {
    guard content.drop(while: \.isHTMLSpace).startsIgnoringCase(with: "<img"), dropPlaceholder() else {
      return
    }
    var tokenizer = MarkupTokenizer(count: content.endIndex, from: content.startIndex)
    while let token = tokenizer.next(source.span) {
      guard case .startTag(.img) = token else { continue }
      return appendStartTag(.img, tokenizer, source)
    }
  }

  /// Takes a picture that only holds the place out of the tree, if it is what came last.
  private mutating func dropPlaceholder() -> Bool {
    guard let last = lastElement, construction.sink.isPlaceholder(last) else { return false }
    construction.sink.detach(last)
    return true
  }
}

/// What Word's drawings in VML say, which stand in comments: where their pictures are, and what is written in them.
struct WordDrawings {
  /// The addresses of linked pictures, by the names of their shapes: places in the source.
  fileprivate(set) var addresses: [ArraySlice<UInt8>: Range<Int>] = [:]
  /// The shapes whose text has been read.
  fileprivate(set) var readShapes: Set<ArraySlice<UInt8>> = []
  /// The end of the markup that replaces, for other programs, a drawing whose text has been read.
  fileprivate(set) var replacementEnd = 0

  /// Further shapes are not remembered.
  fileprivate static let limit = 4096

  var isEmpty: Bool { addresses.isEmpty && readShapes.isEmpty && replacementEnd == 0 }
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
    var (shapeCount, readCount) = (0, 0)
    while let token = tokenizer.next(source.span) {
      guard case .startTag(.unknown) = token else { continue }
      let name = source[tokenizer.tagName]
      if Self.shapes.contains(where: name.equalsIgnoringCase) {
        shape = value(of: "id", tokenizer, source).map { source[$0] }
        shapeCount += 1
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
        readCount += 1
      }
    }
    // The replacement of a drawing that is nothing but text adds nothing to it, whatever shapes it names.
    if readCount > 0, readCount == shapeCount {
      drawings.replacementEnd = substitute(in: source[range.upperBound...].prefix(8192))?.endIndex ?? 0
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
    if address == nil, tokenizer.position <= drawings.replacementEnd { return }
    let place = tokenizer.attributes.firstIndex { source[$0.name].equalsIgnoringCase("src") }
    if let address, let place { tokenizer.attributes[place].value = address }
    appendStartTag(.img, tokenizer, source)
  }

  /// The markup behind a drawing that replaces it for other programs; nil if there is none.
  private func substitute(in rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let rest = rest.drop(while: \.isHTMLSpace)
    guard rest.starts(with: "<![if !vml]>".utf8) else { return nil }
    return rest[..<(ByteSearch.position(of: "<![endif]>", in: rest) ?? rest.endIndex)]
  }

  private func substituteHasText(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let substitute = substitute(in: rest) else { return false }
    var isTag = false
    for byte in substitute {
      if byte == UInt8(ascii: "<") { isTag = true }
      if !isTag, !byte.isHTMLSpace { return true }
      if byte == UInt8(ascii: ">") { isTag = false }
    }
    return false
  }
}

/// Formulas that Word writes into comments, and the pictures of them for other programs.
extension PageReader {
  /// The text that stands beside formulas is looked through for its end as far as this.
  private static let pictureLimit = 1 << 20

  /// Keeps the formulas that a comment of Word's holds; false if it holds none.
  mutating func readEquations(_ source: [UInt8], _ range: Range<Int>) -> Bool {
    let formulas = WordEquation.formulas(in: source, range)
    for formula in formulas {
      appendFormula(Array(formula.tex.utf8), isDisplayed: formula.isDisplayed)
    }
    return !formulas.isEmpty
  }

  /// Passes over what programs are to show that do not know the formulas: pictures of them.
  mutating func skipPicturesOfEquations(_ tokenizer: inout MarkupTokenizer, _ source: [UInt8]) {
    let start = tokenizer.position
    guard !hasUnendedPictures,
      source[start..<tokenizer.count].prefix(64).drop(while: \.isHTMLSpace)
        .starts(with: "<![if !msEquation]>".utf8)
    else { return }
    var ahead = tokenizer
    // Within them stand such parts for programs that do not know drawings.
    var depth = 0
    while ahead.position - start < Self.pictureLimit, let token = ahead.next(source.span) {
      guard case .declaration(let range) = token else { continue }
      if source[range].starts(with: "<![if".utf8) { depth += 1 }
      guard source[range].starts(with: "<![endif]".utf8) else { continue }
      depth -= 1
      guard depth > 0 else { return tokenizer = ahead }
    }
    hasUnendedPictures = true
  }
}
