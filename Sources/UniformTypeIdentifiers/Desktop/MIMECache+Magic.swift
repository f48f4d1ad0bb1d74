import TypeDeclarations

/// Types by what files contain (Shared MIME-info Database specification 0.21, "The magic files").
extension MIMECache {
  /// A type whose magic some content has.
  struct ContentMatch: Hashable {
    let type: String
    /// From 0 to 100; 80 and more outweighs a file's name.
    let priority: Int
    /// Whether the magic that was found has letters, digits and marks of sentences alone.
    var isOfWords = false
    /// Where the last value that was found ends, in bytes.
    var end = 0
  }

  /// How many bytes of a file its magic may look at.
  var magicExtent: Int { min(number(at: number(at: Header.magic.rawValue) + 4), Self.extentLimit) }

  /// A database may ask for more; nobody reads so much of every file.
  private static let extentLimit = 1 << 17

  /// As many rules are tried on one file; that of a desktop has 1,200.
  private static let ruleLimit = 20_000
  /// Rules within rules, deeper than any has been seen.
  private static let depthLimit = 8

  /// The type with the highest priority whose magic the beginning of a file has, nil if none fits.
  ///
  /// - Parameter isBelieved: whether a match counts; the next one is looked for if it does not.
  func match(
    content: Span<UInt8>, where isBelieved: (ContentMatch) -> Bool = { _ in true }
  ) -> ContentMatch? {
    let magic = number(at: Header.magic.rawValue)
    guard magic > 0 else { return nil }
    let first = number(at: magic + 8)
    var rulesLeft = Self.ruleLimit
    for index in 0..<min(number(at: magic), bytes.count / 16) {
      let match = first + index * 16
      guard
        let found = fits(
          content, rulesAt: number(at: match + 12), count: number(at: match + 8), depth: 0, &rulesLeft),
        let type = string(at: number(at: match + 4))
      else { continue }
      let result = ContentMatch(
        type: type, priority: number(at: match), isOfWords: found.isOfWords, end: found.end)
      if isBelieved(result) { return result }
    }
    return nil
  }

  /// The first of the rules that fits, with one of the rules within it if there are any; nil if none does.
  private func fits(
    _ content: Span<UInt8>, rulesAt offset: Int, count: Int, depth: Int, _ rulesLeft: inout Int
  ) -> (isOfWords: Bool, end: Int)? {
    for index in 0..<min(count, bytes.count / 32) {
      let rule = offset + index * 32
      rulesLeft -= 1
      guard rulesLeft > 0 else { return nil }
      let start = number(at: rule)
      let mask = number(at: rule + 20)
      guard
        bytes.hasValue(
          at: number(at: rule + 16), length: number(at: rule + 12), mask: mask == 0 ? nil : mask, in: content,
          beginningAt: start..<(start + max(1, number(at: rule + 4))))
      else { continue }
      let (children, length) = (number(at: rule + 24), number(at: rule + 12))
      let isOfWords = bytes.allSatisfy(at: number(at: rule + 16), length: length, TextEvidence.isOfWords)
      if children == 0 { return (isOfWords, start + length) }
      if depth < Self.depthLimit,
        let found = fits(
          content, rulesAt: number(at: rule + 28), count: children, depth: depth + 1, &rulesLeft)
      {
        return (isOfWords && found.isOfWords, found.end)
      }
    }
    return nil
  }
}
