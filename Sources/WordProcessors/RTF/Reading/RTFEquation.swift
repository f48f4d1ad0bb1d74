/// What an EQ field prints, as far as a line of text can say it.
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
