/// What `style` elements say about classes and lists, as far as programs put meaning there.
///
/// Excel, TextEdit and Word hang bold, alignment and list levels on classes, pages what is hidden. Only selectors of
/// classes of one element, with its name before them or not, are read; what applies to all elements of a kind is how a
/// page looks.
struct StyleSheet: Sendable {
  /// The declarations for elements that have a class.
  private struct Rule: Sendable {
    /// Further classes that they have.
    let others: [String]
    /// Later rules, and before them such of more classes, have the last word (CSS Cascade 6.1).
    let rank: Int
    let declarations: [UInt8]
  }

  /// Rules by `class` and by `element.class`, in lower case.
  private var rules: [String: [Rule]] = [:]
  /// Declarations of Word's `@list l0:level1`, by list and level.
  private(set) var wordLists: [InlineStyle.WordListItem: [UInt8]] = [:]

  /// The largest number of rules that are read, and of bytes of declarations for one class.
  private static let ruleLimit = 4096
  private static let declarationLimit = 2048
  private static let rulesOfClassLimit = 32

  init() {}

  init(parsing source: [UInt8]) {
    var index = source.startIndex
    var count = 0
    while count < Self.ruleLimit, let open = source[index...].firstIndex(of: UInt8(ascii: "{")) {
      // What ends a group of rules stands before the next selector.
      let selectors = Self.withoutComments(source[index..<open]).drop {
        $0 == UInt8(ascii: "}") || $0.isHTMLSpace
      }
      count += 1
      if let isForScreens = Self.isForScreens(selectors) {
        index = isForScreens ? open + 1 : Self.endOfGroup(source, from: open)
        continue
      }
      let close = source[open...].firstIndex(of: UInt8(ascii: "}")) ?? source.endIndex
      add(selectors: Array(selectors), Array(source[(open + 1)..<close]), order: count)
      guard close < source.endIndex else { return }
      index = close + 1
    }
  }

  /// Whether a group of rules is for a wide screen, as people copy from; nil for what is no group.
  private static func isForScreens(_ text: ArraySlice<UInt8>) -> Bool? {
    guard
      ["@media", "@supports", "@layer", "@container"].contains(where: { text.startsIgnoringCase(with: $0) })
    else { return nil }
    return !["print", "max-width", "max-device-width", "speech"].contains {
      ByteSearch.contains($0, in: text)
    }
  }

  /// The position where the text goes on behind a group of rules.
  private static func endOfGroup(_ source: [UInt8], from open: Int) -> Int {
    var depth = 0
    for index in open..<source.endIndex {
      if source[index] == UInt8(ascii: "{") { depth += 1 }
      if source[index] == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
    }
    return source.endIndex
  }

  var isEmpty: Bool { rules.isEmpty }

  /// What the sheet says about an element of these classes; nil if nothing.
  func declarations(for name: HTMLElementName, classes: ArraySlice<UInt8>) -> [UInt8]? {
    var found: [Rule] = []
    let words = classes.split(maxSplits: Self.classLimit, whereSeparator: \.isHTMLSpace)
      .prefix(Self.classLimit).map { String(decoding: $0.map(\.lowercased), as: UTF8.self) }
    let present = Set(words)
    for word in words {
      for candidate in [word, "\(name.rawValue).\(word)"] {
        found += (rules[candidate] ?? []).filter { $0.others.allSatisfy(present.contains) }
      }
    }
    if found.isEmpty { return nil }
    var result: [UInt8] = []
    for rule in found.sorted(by: { $0.rank < $1.rank })
    where result.count + rule.declarations.count <= 2 * Self.declarationLimit {
      result += rule.declarations
    }
    return result
  }

  /// Further classes of an element are not looked at.
  private static let classLimit = 16

  private mutating func add(selectors: [UInt8], _ body: [UInt8], order: Int) {
    for selector in selectors.split(separator: UInt8(ascii: ","), maxSplits: 32) {
      let text = selector.trimmingHTMLSpace.map(\.lowercased)
      if text.starts(with: "@list".utf8) {
        if let item = Self.wordListItem(text.dropFirst(5)), wordLists[item] == nil { wordLists[item] = body }
        continue
      }
      let parts = Self.classes(of: text[...])
      guard let first = parts.dropFirst().first else { continue }
      let key = parts[0].isEmpty ? first : parts[0] + "." + first
      let known = rules[key, default: []]
      guard known.count < Self.rulesOfClassLimit, body.count < Self.declarationLimit,
        known.reduce(body.count, { $0 + $1.declarations.count }) < Self.declarationLimit
      else { continue }
      let rank = order + (parts.count - 2) * (Self.ruleLimit + 1)
      rules[key, default: []].append(
        Rule(others: Array(parts.dropFirst(2)), rank: rank, declarations: body + [UInt8(ascii: ";")]))
    }
  }

  /// The element of a selector, which may be empty, and its classes; none for a selector of anything else.
  private static func classes(of selector: ArraySlice<UInt8>) -> [String] {
    var parts: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in selector {
      let isWord = byte.isASCIIAlphanumeric || byte == 0x2D || byte == 0x5F || byte >= 0x80
      if isEscaped || isWord {
        parts[parts.count - 1].append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "."), parts.count < 5 {
        parts.append([])
      } else {
        return []
      }
    }
    return parts.dropFirst().contains([]) ? [] : parts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads `l0:level1`, with any words after it.
  private static func wordListItem(_ text: ArraySlice<UInt8>) -> InlineStyle.WordListItem? {
    let parts = text.trimmingHTMLSpace.split(separator: UInt8(ascii: ":"))
    guard parts.count == 2, parts[0].first == UInt8(ascii: "l"),
      let list = Int(leadingNumberIn: parts[0].dropFirst()),
      parts[1].starts(with: "level".utf8), let level = Int(leadingNumberIn: parts[1].dropFirst(5))
    else { return nil }
    return InlineStyle.WordListItem(list: list, level: level)
  }

  /// The text without comments and the `<!--` that old programs hide style sheets in.
  private static func withoutComments(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let text = StyleDeclarations.withoutComments(text)
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index...].starts(with: "<!--".utf8) {
        index += 4
      } else if text[index...].starts(with: "-->".utf8) {
        index += 3
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }
}
