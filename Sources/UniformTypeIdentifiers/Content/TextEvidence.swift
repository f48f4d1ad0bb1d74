/// Decides whether text is of a type whose signature it begins with.
///
/// `ID3`, `From `, `class` begin sentences too. A signature of letters alone is believed in text only if the type is
/// one of text and no words follow on the line; some types show themselves by what follows.
enum TextEvidence {
  /// Whether text is of a type by the signature that was found in it.
  ///
  /// - Parameter isText: whether content of the type is text.
  static func supports(_ match: MIMECache.ContentMatch, isText: Bool, _ content: [UInt8]) -> Bool {
    if let proof = proofs[match.type] { return proof(content) }
    guard match.isOfWords else { return true }
    return isText && !hasWords(content[...].prefix { $0 != 0x0A }.dropFirst(match.end))
  }

  /// Letters, digits, spaces, and what stands beside words in sentences.
  static func isOfWords(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || " !+.,@$?'".utf8.contains(byte)
  }

  /// The types that what follows tells from sentences.
  private static let proofs: [String: @Sendable ([UInt8]) -> Bool] = [
    "application/mbox": isMailbox,
    "application/pdf": ContentSignature.isPDF,
    "application/x-font-bdf": { hasLine(of: $0) { $0.starts(with: "FONT ".utf8) } },
    // The signature by itself is no sentence.
    "image/gif": { $0.elementsEqual("GIF89a".utf8) || $0.elementsEqual("GIF87a".utf8) },
    "image/x-xfig": { $0.starts(with: "#FIG ".utf8) && $0.dropFirst(5).first.map(isDigit) ?? false },
    "message/news": hasHeader, "message/rfc822": hasHeader, "text/x-rpm-spec": hasHeader,
    "model/stl": { hasLine(of: $0) { $0.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: "facet ".utf8) } },
    "text/vnd.graphviz": isGraph,
    "model/obj": { hasLine(of: $0) { $0.starts(with: "v ".utf8) } },
    "model/mtl": { hasLine(of: $0) { $0.starts(with: "Kd ".utf8) } },
    "text/x-matlab": { hasLine(of: $0, isMATLAB) },
    "text/x-tex": { hasLine(of: $0) { $0.first == UInt8(ascii: "\\") } },
    "text/x-uuencode": { $0.dropFirst("begin ".utf8.count).first.map(isDigit) ?? false },
    "text/x-patch": { hasLine(of: $0, isPatch) },
  ]

  /// A time and a year end the first line (RFC 4155, appendix A).
  private static func isMailbox(_ content: [UInt8]) -> Bool {
    let parts = firstLine(of: content).split(separator: 0x20)
    guard parts.count >= 6 else { return false }
    return parts.contains {
      $0.count(where: { $0 == UInt8(ascii: ":") }) >= 1 && $0.first.map(isDigit) ?? false
    }
      && parts.contains { $0.count == 4 && $0.allSatisfy(isDigit) }
  }

  /// The first line is a field, and so is the second one, or it goes on with the first (RFC 5322, 2.2).
  private static func hasHeader(_ content: [UInt8]) -> Bool {
    let lines = content.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count > 1, isField(lines[0]) || lines[0].starts(with: "#! rnews ".utf8) else { return false }
    return isField(lines[1]) || lines[1].first == 0x20 || lines[1].first == 0x09
  }

  private static func isField(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.prefix {
      isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    return !name.isEmpty && line.dropFirst(name.count).first == UInt8(ascii: ":")
  }

  /// Three words at most stand before the brace: `strict digraph NAME {`.
  private static func isGraph(_ content: [UInt8]) -> Bool {
    let head = content.prefix { $0 != UInt8(ascii: "{") }
    let words = head.split { $0 == 0x20 || 0x09...0x0D ~= $0 }
    return head.count < content.count && words.count <= 3
  }

  /// Marks of unified and context differences, and of what `diff -r` and `git diff` print between them.
  private static func isPatch(_ line: ArraySlice<UInt8>) -> Bool {
    let marks = [
      "@@ ", "+++ ", "***************", "diff -", "Binary files ", "Only in /", "Only in ./", "rename from ",
    ]
    return marks.contains { line.starts(with: $0.utf8) }
      || line.starts(with: "Only in ".utf8)
        && line.dropFirst(8).prefix { $0 != 0x20 }.last == UInt8(ascii: ":")
  }

  /// A statement, or the head of a function.
  private static func isMATLAB(_ line: ArraySlice<UInt8>) -> Bool {
    line.last == UInt8(ascii: ";")
      || line.starts(with: "function ".utf8)
        && line.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "(") }
  }

  // MARK: Lines

  private static func firstLine(of content: [UInt8]) -> ArraySlice<UInt8> {
    content.prefix { $0 != 0x0A && $0 != 0x0D }
  }

  private static func hasLine(of content: [UInt8], _ test: (ArraySlice<UInt8>) -> Bool) -> Bool {
    content.split(separator: 0x0A).contains(where: test)
  }

  private static func hasWords(_ line: ArraySlice<UInt8>) -> Bool {
    line.contains { isLetter($0) || $0 >= 0x80 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
