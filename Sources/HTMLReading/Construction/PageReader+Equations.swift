/// Formulas that Word writes into comments, and the pictures of them for other programs.
extension PageReader {
  /// What stands beside formulas is looked through for its end as far as this.
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
