/// The spelling of strings where the text's own rules do not hold: in code, in addresses, behind fences.
enum MarkdownEscape {
  /// A code span whose backticks are more than any of its text (CommonMark 6.1).
  static func append(codeSpan code: String, to result: inout [UInt8]) {
    let utf8 = code.utf8
    let backtick = UInt8(ascii: "`")
    let fence = repeatElement(backtick, count: utf8.longestRun(of: backtick) + 1)
    // One space on both sides is taken off again, unless all is space.
    let isSpaced = utf8.first == 0x20 && utf8.last == 0x20 && utf8.contains { $0 != 0x20 }
    let isPadded = isSpaced || utf8.first == backtick || utf8.last == backtick
    result += fence
    if isPadded { result.append(0x20) }
    result += utf8
    if isPadded { result.append(0x20) }
    result += fence
  }

  /// TeX between dollar signs, and in a code span between these where Markdown would read marks in it, or no formula.
  static func append(
    math tex: String, isDisplay: Bool, isTouched: Bool, keepsSource: Bool, to result: inout [UInt8]
  ) {
    let line = keepsSource ? Array(tex.utf8) : Array(tex.utf8).map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    // Single signs end no formula behind white space.
    let isEnded = isDisplay || line.last.map { $0 > 0x20 } == true
    let isPlain =
      !isTouched && (keepsSource ? isDisplay || isWhole(math: line) : isEnded && isPlain(math: line))
    let dollars = repeatElement(UInt8(ascii: "$"), count: isDisplay && isPlain ? 2 : 1)
    result += dollars
    if isPlain, line.contains(0x0A) {
      // A formula of several lines begins with one of its own.
      result.append(0x0A)
      result += line
      result.append(0x0A)
    } else if isPlain {
      result += line
    } else {
      append(codeSpan: String(decoding: line, as: UTF8.self), to: &result)
    }
    result += dollars
  }

  /// True for TeX in one line in which Markdown reads no marks.
  static func isPlain(math tex: [UInt8]) -> Bool {
    tex.indices.allSatisfy { index in
      switch tex[index] {
      case UInt8(ascii: "\\"): index + 1 < tex.count && !tex[index + 1].isASCIIPunctuation
      case UInt8(ascii: "_"): index > 0 && tex[index - 1].isASCIIAlphanumeric
      case let byte: byte.isASCIIAlphanumeric || byte >= 0x80 || "^{}=+-/()., '".utf8.contains(byte)
      }
    }
  }

  /// True for TeX that is read as it is between single dollar signs.
  private static func isWhole(math tex: [UInt8]) -> Bool {
    guard let first = tex.first, let last = tex.last, first > 0x20, last > 0x20, first != UInt8(ascii: "`")
    else { return false }
    var isEscaped = false
    for byte in tex {
      if byte == UInt8(ascii: "$"), !isEscaped { return false }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return !isEscaped
  }

  /// The text that follows the text of a link or the description of an image: `](destination "title")`.
  static func append(bracketEnd destination: String, title: String, to result: inout [UInt8]) {
    result += "](".utf8
    append(address: destination, title: title, to: &result)
    result.append(UInt8(ascii: ")"))
  }

  /// `destination "title"`, as in a link and in a definition.
  static func append(address destination: String, title: String, to result: inout [UInt8]) {
    let utf8 = destination.utf8
    if destination.isEmpty ? !title.isEmpty : !canStandBare(destination) {
      result.append(UInt8(ascii: "<"))
      append(utf8, to: &result) { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
      result.append(UInt8(ascii: ">"))
    } else {
      append(utf8, to: &result) { _ in false }
    }
    if !title.isEmpty {
      result += " \"".utf8
      append(title.utf8, to: &result) { $0 == UInt8(ascii: "\"") }
      result.append(UInt8(ascii: "\""))
    }
  }

  /// The text that follows an opening fence (CommonMark 4.5).
  static func info(_ info: String) -> String {
    var result: [UInt8] = []
    append(info.utf8, to: &result) { _ in false }
    return String(decoding: result, as: UTF8.self)
  }

  /// The text that stands between angle brackets, if these alone make the link (CommonMark 6.5).
  static func autolink(_ link: Link) -> String? {
    guard link.title.isEmpty, link.content.count == 1, case .text(let text) = link.content[0] else {
      return nil
    }
    if link.destination == text {
      guard isURI(text) else { return nil }
    } else {
      guard link.destination == "mailto:" + text, isMail(text) else { return nil }
    }
    return text
  }

  // MARK: Parts

  /// Appends a string in which backslashes and character references are read.
  private static func append(
    _ text: String.UTF8View, to result: inout [UInt8], escaping isSpecial: (UInt8) -> Bool
  ) {
    let backslash = UInt8(ascii: "\\")
    let hasSpecials = text.span.contains { byte in
      byte == backslash || byte == UInt8(ascii: "&") || byte == 0x0A || byte == 0x0D || isSpecial(byte)
    }
    guard hasSpecials else {
      result += text
      return
    }
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      let next = text.index(after: index)
      switch byte {
      case 0x0A:
        result += "&#10;".utf8
      case 0x0D:
        result.append(0x20)
      case backslash:
        if next == text.endIndex {
          // cmark takes the quotation mark behind two backslashes for an escaped one.
          result += CharacterReference.of("\\")
        } else {
          // A line feed is written as a reference, whose ampersand it would escape.
          if text[next].isASCIIPunctuation || text[next] == 0x0A { result.append(byte) }
          result.append(byte)
        }
      case UInt8(ascii: "&"):
        // Character references are read before backslashes: `\&lt;` would be `<` here.
        result.append(byte)
        if CharacterReference.begins(text[next...]) { result += "amp;".utf8 }
      default:
        if isSpecial(byte) { result.append(UInt8(ascii: "\\")) }
        result.append(byte)
      }
      index = next
    }
  }

  /// True if a destination needs no angle brackets: no white space, and balanced parentheses.
  private static func canStandBare(_ destination: String) -> Bool {
    var depth = 0
    for byte in destination.utf8 {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: "\\"): return false
      default: break
      }
      if depth < 0 || depth > 20 { return false }
    }
    return depth == 0
  }

  private static func isURI(_ text: String) -> Bool {
    let utf8 = text.utf8
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), let first = utf8.first,
      first.isASCIIAlphanumeric, !(0x30...0x39).contains(first)
    else { return false }
    let scheme = utf8[..<colon]
    return (2...32).contains(scheme.count)
      && scheme.allSatisfy { $0.isASCIIAlphanumeric || "+.-".utf8.contains($0) }
      && utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
      && !hasReference(utf8)
  }

  /// True for what may stand before the `@` of an address (CommonMark 6.5), but for `&`, which may be a reference.
  static func isMailName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || ".!#$%'*+/=?^_`{|}~-".utf8.contains(byte)
  }

  private static func isMail(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return false }
    let isName = parts[0].allSatisfy(isMailName)
    let hosts = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let areHosts = hosts.allSatisfy { host in
      (1...63).contains(host.count) && host.first != UInt8(ascii: "-") && host.last != UInt8(ascii: "-")
        && host.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
    }
    return isName && areHosts
  }

  private static func hasReference(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
      rest = rest[rest.index(after: ampersand)...]
      if CharacterReference.begins(rest) { return true }
    }
    return false
  }
}

/// The addresses of links that are written by number, to be defined at the end (CommonMark 4.7).
struct LinkReferences {
  private struct Target: Hashable {
    let destination: String
    let title: String
  }

  /// The least that a parser expands, however short the text.
  private static let expansionFloor = 100_000

  private var numbers: [Target: Int] = [:]
  private var targets: [Target] = []
  private var expandedSize = 0
  /// The least amount that has been written, by what has passed through here.
  private var writtenSize = 0

  /// The number for an address; nil if it is to be written in place.
  ///
  /// Parsers expand references to no more than the text's own size: what would pass that bound stays in place.
  mutating func number(destination: String, title: String) -> Int? {
    guard !destination.isEmpty else { return nil }
    let target = Target(destination: destination, title: title)
    let size = destination.utf8.count + title.utf8.count
    let known = numbers[target]
    let writtenThen = writtenSize + (known == nil ? size : 0)
    guard expandedSize + size <= max(Self.expansionFloor, writtenThen) else { return nil }
    expandedSize += size
    writtenSize = writtenThen
    if let known { return known }
    targets.append(target)
    numbers[target] = targets.count
    return targets.count
  }

  /// The lines that define the numbers, if there are any.
  func writeDefinitions(to lines: inout MarkdownLines) {
    guard !targets.isEmpty else { return }
    lines.endBlankLine()
    for (index, target) in targets.enumerated() {
      lines.append("[\(index + 1)]: ")
      var address: [UInt8] = []
      MarkdownEscape.append(address: target.destination, title: target.title, to: &address)
      lines.append(address[...])
      lines.end()
    }
  }

  /// True if text, as a link's, could be taken for a number.
  static func isLabel(_ content: [Inline]) -> Bool {
    guard content.count == 1, case .text(let text) = content[0] else { return false }
    return text.utf8.allSatisfy(isInLabel)
  }

  /// True if what follows a bracket may be a number and a bracket.
  static func begins(_ rest: ArraySlice<UInt8>) -> Bool {
    let end = rest.prefix(1000).firstIndex { !isInLabel($0) } ?? rest.endIndex
    return end == rest.endIndex || rest[end] == UInt8(ascii: "]")
  }

  private static func isInLabel(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == 0x20 || byte == 0x09
  }
}
