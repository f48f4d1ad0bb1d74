/// A bracket that may begin a link or an image (CommonMark 6.3, 6.4).
struct OpenBracket {
  private let tokenIndex: UInt32
  private let contentStart: UInt32
  private let delimiters: UInt32
  let isImage: Bool
  /// True if there is another bracket in it, so that it holds no label.
  var holdsBracket = false

  init(token: Int, content: Int, delimiterCount: Int, isImage: Bool) {
    tokenIndex = UInt32(truncatingIfNeeded: token)
    contentStart = UInt32(truncatingIfNeeded: content)
    delimiters = UInt32(truncatingIfNeeded: delimiterCount)
    self.isImage = isImage
  }

  /// Its token, which is text until it is more.
  var token: Int { Int(tokenIndex) }
  /// Where what it holds begins.
  var content: Int { Int(contentStart) }
  /// How many runs of delimiters stand before it.
  var delimiterCount: Int { Int(delimiters) }
}
