import Containers

/// Reads formulas, which RTF writes as Office Open XML does: `{\mf{\mnum …}{\mden …}}` is `m:f` with `m:num` and
/// `m:den` (RTF 1.9.1, Mathematics).
struct RTFMath {
  private static let depthLimit = 64
  /// In bytes of the XML that a formula becomes.
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
  }

  private var tokenizer: RTFTokenizer
  private let codePage: Int
  private var decoder = RTFTextDecoder()
  private var groups: [Group]
  private var excessGroups = 0
  private var fallbackLeft = 0
  private var fallbackLength = 1
  private var size = 0

  /// The formulas of the group that the tokenizer is in, in TeX: one, or those of a paragraph.
  static func formulas(in tokenizer: RTFTokenizer, isParagraph: Bool, codePage: Int) -> [String] {
    let name = isParagraph ? "oMathPara" : "oMath"
    var math = RTFMath(tokenizer: tokenizer, codePage: codePage, groups: [Group(name: name, isNamed: true)])
    let xml = math.read()
    var reader = XMLReader(word: xml)
    guard reader.next() == .start else { return [] }
    return WordMath.formulas(&reader, isParagraph: isParagraph)
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
    groups.append(Group())
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
    decoder.append(shown, codePage: codePage, to: &groups[groups.count - 1].text)
  }

  private mutating func append(unit: UInt32) {
    size += 4
    decoder.append(unit: unit, to: &groups[groups.count - 1].text)
  }

  private mutating func flush() { decoder.flush(&groups[groups.count - 1].text) }
}
