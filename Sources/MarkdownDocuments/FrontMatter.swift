/// Metadata at the very start of a text: YAML between two lines of `---`, or TOML between two of `+++`.
package enum FrontMatter {
  /// Returns where the text after the front matter begins; its own start if there is none.
  ///
  /// The first line must look like a `key:`, with no blank line before it: otherwise `---` is a thematic break.
  static func end(in text: [UInt8]) -> Int {
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var lines = Lines(text[start...])
    guard let opening = lines.next() else { return 0 }
    let isTOML = isMarker(opening, "+++")
    guard isTOML || isMarker(opening, "---"), let first = lines.next(), isTOML ? isEntry(first) : isKey(first)
    else { return 0 }
    while let line = lines.next() {
      if isTOML ? isMarker(line, "+++") : isMarker(line, "---") || isMarker(line, "...") {
        return lines.position
      }
    }
    return 0
  }

  private static func isMarker(_ line: ArraySlice<UInt8>, _ marker: StaticString) -> Bool {
    var line = line
    while let last = line.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { line.removeLast() }
    return line.elementsEqual(marker.description.utf8)
  }

  /// A comment, a table or a `key =` of TOML.
  private static func isEntry(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first else { return false }
    return first == UInt8(ascii: "#") || first == UInt8(ascii: "[")
      || first.isASCIIAlphanumeric && line.contains(UInt8(ascii: "="))
  }

  private static func isKey(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, first.isASCIIAlphanumeric || first == UInt8(ascii: "_"),
      let colon = line.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    let after = line.index(after: colon)
    return after == line.endIndex || line[after] == UInt8(ascii: " ") || line[after] == UInt8(ascii: "\t")
  }
}

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

extension FrontMatter {
  /// Properties as a front matter of YAML, which reads as the same; empty for none.
  package static func text(of properties: [DocumentProperty]) -> [UInt8] {
    guard !properties.isEmpty else { return [] }
    var text = "---\n"
    for property in properties {
      // Words that name a number or a truth value stay words where nothing else is meant.
      let isText = PropertyRole(property.key).map { $0 != .date } ?? false
      func scalar(_ value: String, inList: Bool) -> String {
        needsQuotes(value, isText: isText, inList: inList) ? quoted(value) : value
      }
      let value =
        property.isList
        ? "[" + property.values.map { scalar($0, inList: true) }.joined(separator: ", ") + "]"
        : scalar(property.values.first ?? "", inList: false)
      let key = needsQuotes(property.key, isText: false, inList: true) ? quoted(property.key) : property.key
      text += "\(key): \(value)\n"
    }
    return Array((text + "---\n").utf8)
  }

  /// True for what YAML reads as something else than this text without quotes (YAML 1.2.2, 7.3.3).
  private static func needsQuotes(_ value: String, isText: Bool, inList: Bool) -> Bool {
    guard let first = value.first, let last = value.last else { return true }
    if first.isWhitespace || last.isWhitespace || "-?:,[]{}#&*!|>'\"%@`".contains(first) { return true }
    if value.contains(": ") || value.contains(" #") || last == ":" { return true }
    if value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) { return true }
    if inList, value.contains(where: { ",[]{}".contains($0) }) { return true }
    return isText && (Double(value) != nil || ambiguous.contains(value.lowercased()))
  }

  private static let ambiguous: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "~"]

  private static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case let other where other.value < 0x20 || other.value == 0x7F: text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
