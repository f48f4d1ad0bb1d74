import RichText

/// The fields of a Markdown text's front matter, as far as they are lines `key: value`, or `key = value` of TOML.
struct FrontMatterFields: Equatable {
  private(set) var values: [(key: String, value: String)] = []

  static func == (left: Self, right: Self) -> Bool { left.values.elementsEqual(right.values, by: ==) }

  /// Those of a text; none without a front matter.
  init(of markdown: [UInt8]) {
    let text = String(decoding: markdown.prefix(MarkdownReader.startOfText(in: markdown)), as: UTF8.self)
    let isTOML = text.drop { $0 == "\u{FEFF}" }.hasPrefix("+++")
    for line in text.split(whereSeparator: \.isNewline) {
      // What follows the name of a table belongs to that.
      if isTOML, line.first == "[" { break }
      // What is indented belongs to what stands above it.
      guard let sign = line.firstIndex(of: isTOML ? "=" : ":"), line.first?.isWhitespace == false,
        line.first != "#"
      else { continue }
      let value = Self.plain(line[line.index(after: sign)...])
      if !value.isEmpty { values.append((Self.trimmed(line[..<sign]).lowercased(), value)) }
    }
  }

  /// The first value of one of some keys.
  func first(of keys: String...) -> String? {
    values.first { keys.contains($0.key) }?.value
  }

  /// A value without quotes, and a list as its elements with commas.
  private static func plain(_ text: Substring) -> String {
    var text = trimmed(text)
    for quote in ["\"", "'"] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      return String(text.dropFirst().dropLast())
    }
    guard text.hasPrefix("["), text.hasSuffix("]") else { return String(text) }
    text = text.dropFirst().dropLast()
    return text.split(separator: ",").map { plain($0) }.joined(separator: ", ")
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
