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
