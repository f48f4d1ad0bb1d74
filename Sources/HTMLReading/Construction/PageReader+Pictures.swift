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
