import Containers

/// Reads formulas, which RTF writes as Office Open XML does: `{\mf{\mnum …}{\mden …}}` is `m:f` with `m:num` and
/// `m:den` (RTF 1.9.1, Mathematics).
struct RTFMath {
  private static let depthLimit = 64
  /// The size limit of the XML that a formula becomes, in bytes.
  private static let sizeLimit = 1 << 18

  /// A group that is open.
  private struct Group {
    /// The element that it is; nil for one that only says how its text looks.
    var name: String?
    var isNamed = false
    var xml: [UInt8] = []
    var text: [UInt8] = []
    /// What its words say of its text, in XML.
    var looks: [UInt8] = []
    var font: RTFFont?
  }

  private var tokenizer: RTFTokenizer
  private let codePage: Int
  /// The font of each number.
  private let font: (Int) -> RTFFont?
  private var decoder = RTFTextDecoder()
  private var groups: [Group]
  private var excessGroups = 0
  private var fallbackLeft = 0
  private var fallbackLength = 1
  private var size = 0

  /// The formulas of the group that the tokenizer is in, in TeX: one, or those of a paragraph.
  ///
  /// - Parameters:
  ///   - codePage: the document's.
  ///   - font: the font of each number; Word writes Greek letters as bytes in a Greek one.
  static func formulas(
    in tokenizer: RTFTokenizer, isParagraph: Bool, codePage: Int, font: @escaping (Int) -> RTFFont?
  ) -> [String] {
    let group = Group(name: isParagraph ? "oMathPara" : "oMath", isNamed: true)
    var math = RTFMath(tokenizer: tokenizer, codePage: codePage, font: font, groups: [group])
    let xml = math.read()
    var reader = XMLReader(word: xml)
    guard reader.next() == .start else { return [] }
    return WordMathReader.formulas(&reader, isParagraph: isParagraph)
  }

  private mutating func read() -> [UInt8] {
    while size <= Self.sizeLimit {
      let start = tokenizer.position
      switch tokenizer.next() {
      case .groupStart: begin()
      case .groupEnd:
        if excessGroups > 0 {
          excessGroups -= 1
        } else if let whole = end() {
          return whole
        }
      case .word: interpret(word(from: start))
      case .symbol:
        let isText = [UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}")].contains(tokenizer.symbol)
        if isText { append([tokenizer.symbol]) }
      case .hexadecimal: append([tokenizer.symbol])
      case .text: append(tokenizer.bytes[tokenizer.range])
      case .binary: fallbackLeft = max(0, fallbackLeft - 1)
      case .end:
        while true { if let whole = end() { return whole } }
      }
    }
    return []
  }

  // MARK: Groups

  private mutating func begin() {
    flush()
    fallbackLeft = 0
    guard groups.count < Self.depthLimit else {
      excessGroups += 1
      return
    }
    groups.append(Group(font: groups.last?.font))
  }

  /// Ends the innermost group; the XML of the formula if that was its own.
  private mutating func end() -> [UInt8]? {
    flush()
    fallbackLeft = 0
    let group = groups.removeLast()
    guard let last = groups.indices.last else {
      let namespace = "xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\""
      return element(group.name ?? "oMath", " \(namespace)", group.xml)
    }
    if let name = group.name {
      groups[last].xml += xml(of: group, name, within: groups[last].name)
    } else {
      groups[last].xml += group.xml
      groups[last].text += group.text
      groups[last].looks += group.looks
    }
    return nil
  }

  private mutating func xml(of group: Group, _ name: String, within outer: String?) -> [UInt8] {
    // What a property says stands in its group as text.
    if outer?.hasSuffix("Pr") == true, group.xml.isEmpty {
      return element(name, group.text.isEmpty ? "" : " m:val=\"\(escaped(group.text))\"", [])
    }
    guard name == "r" else { return element(name, "", group.xml) }
    let properties = group.looks.isEmpty ? [] : element("rPr", "", group.looks)
    return element(name, "", properties + group.xml + Array("<m:t>\(escaped(group.text))</m:t>".utf8))
  }

  private mutating func element(_ name: String, _ attributes: String, _ content: [UInt8]) -> [UInt8] {
    let result = Array("<m:\(name)\(attributes)>".utf8) + content + Array("</m:\(name)>".utf8)
    size += result.count - content.count
    return result
  }

  private func escaped(_ text: [UInt8]) -> String {
    var result = ""
    for character in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch character {
      case "<": result += "&lt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  // MARK: Words and text

  /// The spelling of the control word that was read last.
  private func word(from start: Int) -> String {
    let spelling = tokenizer.bytes[start...].drop { $0 != UInt8(ascii: "\\") }.dropFirst()
    return String(decoding: spelling.prefix { $0.isASCIILetter }, as: UTF8.self)
  }

  private mutating func interpret(_ word: String) {
    let last = groups.count - 1
    switch word {
    case "u":
      append(unit: UInt32(truncatingIfNeeded: tokenizer.parameter ?? 0) & 0xFFFF)
      fallbackLeft = fallbackLength
    case "uc": fallbackLength = min(max(0, tokenizer.parameter ?? 1), 16)
    case "f":
      flush()
      groups[last].isNamed = true
      groups[last].font = font(Int(tokenizer.parameter ?? 0))
    // Words that are typed upright.
    case "mnor": groups[last].looks += element("nor", "", [])
    case "mscr": look("scr", Self.scripts)
    case "msty": look("sty", Self.styles)
    case _ where !groups[last].isNamed && excessGroups == 0:
      groups[last].isNamed = true
      if word.utf8.first == UInt8(ascii: "m"), word.utf8.count > 1 {
        groups[last].name = String(word.dropFirst())
      }
    default: break
    }
  }

  private static let scripts = ["roman", "script", "fraktur", "double-struck", "sans-serif", "monospace"]
  private static let styles = ["p", "b", "i", "bi"]

  /// Notes a property whose values have numbers.
  private mutating func look(_ name: String, _ values: [String]) {
    guard let number = tokenizer.parameter.map({ Int($0) }), values.indices.contains(number) else { return }
    groups[groups.count - 1].looks += element(name, " m:val=\"\(values[number])\"", [])
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    let shown = bytes.dropFirst(fallbackLeft)
    fallbackLeft -= bytes.count - shown.count
    size += shown.count
    let last = groups.count - 1
    let font = groups[last].font
    if let symbols = font?.symbolFont {
      flush()
      for byte in shown { groups[last].text.appendUTF8(symbols.scalar(of: byte)) }
      return
    }
    decoder.append(shown, codePage: font?.codePage ?? codePage, to: &groups[last].text)
  }

  private mutating func append(unit: UInt32) {
    size += 4
    let last = groups.count - 1
    let scalar = groups[last].font?.scalar(ofUnit: unit) ?? unit
    decoder.append(unit: scalar, to: &groups[last].text)
  }

  private mutating func flush() { decoder.flush(&groups[groups.count - 1].text) }
}

/// The text that an EQ field prints, as far as a line of text can say it.
struct RTFEquation {
  /// Switches within each other beyond this are left out.
  private static let depthLimit = 16

  private let bytes: ArraySlice<UInt8>
  private var index: Int

  /// The text of an instruction, its name included; nil if it prints nothing.
  static func text(of instruction: ArraySlice<UInt8>) -> String? {
    let name = instruction.drop { $0 <= 0x20 }
    var equation = RTFEquation(name.drop { $0 > 0x20 && $0 != UInt8(ascii: "\\") })
    let text = equation.read(depth: 0)
    let trimmed = Substring(text).droppingLeadingBlanks.droppingTrailingBlanks
    return trimmed.isEmpty ? nil : String(trimmed)
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  private mutating func read(depth: Int) -> String {
    var text: [UInt8] = []
    while index < bytes.endIndex {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex else {
        text.append(bytes[index])
        index += 1
        continue
      }
      index += 1
      switch bytes[index] {
      case UInt8(ascii: "*"):
        passFormat()
      case let byte where byte.isASCIILetter:
        text += readSwitch(depth: depth).utf8
      default:
        // A comma or a parenthesis that is meant as it is.
        text.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Passes over how Word is to set the field: `\* jc2`, `\* "Font:MS Mincho"`.
  private mutating func passFormat() {
    index += 1
    while index < bytes.endIndex, bytes[index] <= 0x20 { index += 1 }
    let isQuoted = index < bytes.endIndex && bytes[index] == UInt8(ascii: "\"")
    if isQuoted { index += 1 }
    while index < bytes.endIndex, isQuoted ? bytes[index] != UInt8(ascii: "\"") : bytes[index] > 0x20 {
      index += 1
    }
    index = min(index + 1, bytes.endIndex)
  }

  /// Reads a switch with its options, and what stands in its parentheses.
  private mutating func readSwitch(depth: Int) -> String {
    let name = String(decoding: bytes[index...].prefix { $0.isASCIILetter }.map(\.lowercased), as: UTF8.self)
    let start = index
    var previous: UInt8 = 0
    while index < bytes.endIndex, bytes[index] != UInt8(ascii: "(") || previous == UInt8(ascii: "\\") {
      previous = bytes[index]
      index += 1
    }
    guard index < bytes.endIndex else { return "" }
    let hasOptions = index - start > name.utf8.count
    let parts = arguments()
    guard depth < Self.depthLimit else { return "" }
    let texts = parts.map { part in
      var inner = RTFEquation(part)
      return inner.read(depth: depth + 1)
    }
    // Letters above and below each other; a phonetic guide is aligned.
    if name == "o", !hasOptions, parts.allSatisfy({ $0.starts(with: #"\s"#.utf8) }) { return texts.joined() }
    return Self.text(of: name, texts)
  }

  /// The parts between the parentheses that begin here, without what parts them.
  private mutating func arguments() -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var depth = 0
    index += 1
    var start = index
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\\") where index + 1 < bytes.endIndex && !bytes[index + 1].isASCIILetter:
        index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where depth == 0:
        defer { index += 1 }
        return parts + [bytes[start..<index]]
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        if depth == 0 {
          parts.append(bytes[start..<index])
          start = index + 1
        }
      default: break
      }
      index += 1
    }
    index = bytes.endIndex
    return parts + [bytes[min(start, bytes.endIndex)...]]
  }

  private static func text(of name: String, _ parts: [String]) -> String {
    switch name {
    case "f": return parts.joined(separator: "/")
    case "r": return parts.count > 1 && parts[0] != "2" ? parts[0] + "√" + parts[1] : "√" + (parts.last ?? "")
    // Printed over each other: the last is the text below its ruby.
    case "o": return parts.last { !$0.isEmpty } ?? ""
    case "b": return "(" + parts.joined(separator: ", ") + ")"
    case "l": return parts.joined(separator: ", ")
    case "a": return parts.joined(separator: " ")
    case "i": return "∫" + parts.joined(separator: " ")
    case "d": return ""
    default: return parts.joined()
    }
  }
}
