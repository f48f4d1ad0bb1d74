extension FrontMatter {
  /// The fields of a front matter.
  package struct Fields {
    package var properties: [DocumentProperty] = []
    /// The names of fields that hold other fields, which are not read.
    var unread: [String] = []
  }

  /// A longer front matter is read to here.
  private static let sizeLimit = 1 << 16

  /// Reads the fields that hold text or a list of texts, in YAML (1.2.2) or TOML (1.0).
  package static func fields(of text: [UInt8]) -> Fields {
    let end = min(end(in: text), sizeLimit)
    guard end > 0 else { return Fields() }
    let source = String(decoding: text[..<end], as: UTF8.self).drop { $0 == "\u{FEFF}" }
    let lines = source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropFirst()
    return source.hasPrefix("+++") ? tomlFields(lines) : yamlFields(lines)
  }

  // MARK: YAML

  private static func yamlFields(_ lines: ArraySlice<Substring>) -> Fields {
    var fields = Fields()
    var lines = lines
    while let line = lines.popFirst(), line.trimmed != "---", line.trimmed != "..." {
      guard let (key, value) = entry(in: line, separator: ":") else { continue }
      // What is indented, and a list below its name, belongs to what stands above it.
      let below = lines.prefix { $0.trimmed.isEmpty || $0.first?.isWhitespace == true || $0.hasPrefix("- ") }
      lines = lines.dropFirst(below.count)
      if let property = property(key, value, below.map { $0 }) {
        fields.properties.append(property)
      } else if !value.isEmpty || below.contains(where: { !$0.trimmed.isEmpty }) {
        fields.unread.append(key)
      }
    }
    return fields
  }

  private static func property(_ key: String, _ value: Substring, _ below: [Substring]) -> DocumentProperty? {
    let below = below.filter { !$0.trimmed.isEmpty }
    if value.isEmpty {
      let items = below.compactMap { line -> String? in
        let item = line.trimmed
        guard item.hasPrefix("- ") else { return nil }
        let text = withoutComment(item.dropFirst(2).trimmed)
        // An item with a field of its own holds others.
        return isMapping(text) ? nil : scalar(text)
      }
      return items.isEmpty || items.count < below.count ? nil : DocumentProperty(key, items)
    }
    if let mark = value.first, mark == "|" || mark == ">", value.count <= 3, !below.isEmpty {
      let lines = below.map { String($0.trimmed) }
      return DocumentProperty(key, lines.joined(separator: mark == "|" ? "\n" : " "))
    }
    let whole = ([withoutComment(value)] + below.map(\.trimmed)).joined(separator: " ")[...]
    if let list = flowList(whole) { return DocumentProperty(key, list) }
    guard !"{[&*!".contains(whole.first ?? "{") else { return nil }
    let text = scalar(whole)
    return text.isEmpty ? nil : DocumentProperty(key, text)
  }

  private static func isMapping(_ item: Substring) -> Bool {
    guard let first = item.first, first != "\"", first != "'" else { return false }
    return first == "{" || first == "[" || item.contains(": ") || item.hasSuffix(":")
  }

  private static func entry(in line: Substring, separator: Character) -> (key: String, value: Substring)? {
    guard line.first?.isWhitespace == false, line.first != "#", line.first != "-",
      let sign = line.firstIndex(of: separator)
    else { return nil }
    let key = scalar(line[..<sign].trimmed)
    return key.isEmpty ? nil : (key, line[line.index(after: sign)...].trimmed)
  }

  /// The text before a comment, which a space stands before.
  private static func withoutComment(_ text: Substring) -> Substring {
    var (quote, last) = (Character?.none, Character?.none)
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open, last != "\\" || open == "'" { quote = nil }
      } else if last == nil || "[, ".contains(last ?? " "), character == "\"" || character == "'" {
        quote = character
      } else if character == "#", last == nil || last?.isWhitespace == true {
        return text[..<index].trimmed
      }
      last = character
    }
    return text
  }

  /// The elements of `[a, "b, c"]`; nil for what is no such list, or holds others.
  private static func flowList(_ text: Substring) -> [String]? {
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    var (items, item, quote) = ([String](), "", Character?.none)
    for character in text.dropFirst().dropLast() {
      if let open = quote {
        if character == open { quote = nil }
      } else if "[]{}".contains(character) {
        return nil
      } else if character == ",", quote == nil {
        items.append(scalar(item[...].trimmed))
        item = ""
        continue
      } else if (character == "\"" || character == "'") && item.allSatisfy(\.isWhitespace) {
        quote = character
      }
      item.append(character)
    }
    items.append(scalar(item[...].trimmed))
    return items.filter { !$0.isEmpty }
  }

  /// A value without its quotes.
  private static func scalar(_ text: Substring) -> String {
    guard text.count > 1, let quote = text.first, quote == text.last else { return String(text) }
    let inner = text.dropFirst().dropLast()
    switch quote {
    case "'": return String(inner.replacing("''", with: "'"))
    case "\"": return unescaped(inner)
    default: return String(text)
    }
  }

  private static func unescaped(_ text: Substring) -> String {
    var (result, isEscape) = ("", false)
    for character in text {
      if isEscape {
        result.append(["n": "\n", "t": "\t"][character] ?? character)
        isEscape = false
      } else if character == "\\" {
        isEscape = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  // MARK: TOML

  private static func tomlFields(_ lines: ArraySlice<Substring>) -> Fields {
    var fields = Fields()
    var table: String?
    for line in lines {
      if line.trimmed == "+++" { break }
      if line.first == "[" {
        // What follows the name of a table belongs to that.
        let name = String(line.trimmed.drop { $0 == "[" }.prefix { $0 != "]" })
        if table != name { fields.unread.append(name) }
        table = name
      }
      guard table == nil, let (key, value) = entry(in: line, separator: "=") else { continue }
      if let property = property(key, value, []) {
        fields.properties.append(property)
      } else {
        fields.unread.append(key)
      }
    }
    return fields
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
