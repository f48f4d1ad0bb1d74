/// Pictures that a page shows where it runs no scripts, and pages that it shows beside each other.
extension MarkupFilter {
  /// What a page of frames shows is other pages, to which a link leads for each.
  mutating func readFrame(_ tokenizer: MarkupTokenizer, _ source: [UInt8]) {
    appendStartTag(.embed, ArraySlice("embed".utf8), tokenizer, source)
    appendStartTag(.br, ArraySlice("br".utf8), MarkupTokenizer(count: 0), source)
  }

  /// Takes the picture that stands in for one that a script loads late in the place of that.
  mutating func readLatePicture(_ source: [UInt8], _ content: ArraySlice<UInt8>) {
    guard content.drop(while: \.isHTMLSpace).startsIgnoringCase(with: "<img"), dropPlaceholder() else {
      return
    }
    var tokenizer = MarkupTokenizer(count: content.endIndex, from: content.startIndex)
    while let token = tokenizer.next(source.span) {
      guard case .startTag(.img) = token else { continue }
      return appendStartTag(.img, ArraySlice("img".utf8), tokenizer, source)
    }
  }

  /// Takes a picture that only holds the place out of the markup, if it is what came last.
  private mutating func dropPlaceholder() -> Bool {
    let last = output.suffix(4096)
    guard let start = last.lastIndex(of: UInt8(ascii: "<")), last[start...].startsIgnoringCase(with: "<img"),
      last[start...].trimmingHTMLSpace.last == UInt8(ascii: ">"),
      ByteSearch.contains(" src=\"data:", in: last[start...])
        || !ByteSearch.contains("src=", in: last[start...])
    else { return false }
    output.removeSubrange(start...)
    return true
  }
}
