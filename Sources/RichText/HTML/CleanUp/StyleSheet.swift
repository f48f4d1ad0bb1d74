/// What `style` elements say about classes and lists, as far as programs put meaning there.
///
/// Excel, TextEdit and Word hang bold, alignment and list levels on classes. Only selectors of one class,
/// with an element before it or not, are read; what applies to all elements of a kind is how a page looks.
struct StyleSheet: Sendable {
  /// Declarations by `class` and by `element.class`, in lower case.
  private var declarations: [String: [UInt8]] = [:]
  /// Declarations of Word's `@list l0:level1`, by list and level.
  private(set) var wordLists: [InlineStyle.WordListItem: [UInt8]] = [:]

  /// More rules than this, and more bytes of declarations for one class, are not read.
  private static let ruleLimit = 4096
  private static let declarationLimit = 2048

  init() {}

  init(parsing source: [UInt8]) {
    var index = source.startIndex
    var count = 0
    while count < Self.ruleLimit, let open = source[index...].firstIndex(of: UInt8(ascii: "{")) {
      let close = source[open...].firstIndex(of: UInt8(ascii: "}")) ?? source.endIndex
      let body = Array(source[(open + 1)..<close])
      add(selectors: Self.withoutComments(source[index..<open]), body)
      count += 1
      guard close < source.endIndex else { return }
      index = close + 1
    }
  }

  var isEmpty: Bool { declarations.isEmpty }

  /// What the sheet says about an element of these classes; nil if nothing.
  func declarations(for name: HTMLElementName, classes: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8]?
    for word in classes.split(maxSplits: 8, whereSeparator: \.isHTMLSpace) {
      let key = String(decoding: word.map(\.lowercased), as: UTF8.self)
      for candidate in [key, "\(name.rawValue).\(key)"] {
        if let found = declarations[candidate] { result = (result ?? []) + found }
      }
    }
    return result
  }

  private mutating func add(selectors: [UInt8], _ body: [UInt8]) {
    for selector in selectors.split(separator: UInt8(ascii: ","), maxSplits: 32) {
      let text = InlineStyle.trimmed(selector).map(\.lowercased)
      if text.starts(with: "@list".utf8) {
        if let item = Self.wordListItem(text.dropFirst(5)), wordLists[item] == nil { wordLists[item] = body }
        continue
      }
      let isPlain = text.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x5F || $0 == UInt8(ascii: ".")
          || $0 >= 0x80
      }
      guard isPlain, let dot = text.firstIndex(of: UInt8(ascii: ".")) else { continue }
      let key = dot == 0 ? text[1...] : text[...]
      guard key.count(where: { $0 == UInt8(ascii: ".") }) == (dot == 0 ? 0 : 1) else { continue }
      let known = declarations[String(decoding: key, as: UTF8.self), default: []]
      guard known.count + body.count < Self.declarationLimit else { continue }
      declarations[String(decoding: key, as: UTF8.self)] = known + body + [UInt8(ascii: ";")]
    }
  }

  /// Reads `l0:level1`, with any words after it.
  private static func wordListItem(_ text: ArraySlice<UInt8>) -> InlineStyle.WordListItem? {
    let parts = InlineStyle.trimmed(text).split(separator: UInt8(ascii: ":"))
    guard parts.count == 2, parts[0].first == UInt8(ascii: "l"),
      let list = Int(leadingNumberIn: parts[0].dropFirst()),
      parts[1].starts(with: "level".utf8), let level = Int(leadingNumberIn: parts[1].dropFirst(5))
    else { return nil }
    return InlineStyle.WordListItem(list: list, level: level)
  }

  /// The text without comments and the `<!--` that old programs hide style sheets in.
  private static func withoutComments(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "/"), index + 1 < text.endIndex, text[index + 1] == UInt8(ascii: "*") {
        index += 2
        while index < text.endIndex, !text[index...].starts(with: "*/".utf8) { index += 1 }
        index += 2
      } else if text[index...].starts(with: "<!--".utf8) {
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
