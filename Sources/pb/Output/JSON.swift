import Terminal

/// A value to be printed as JSON.
indirect enum JSON {
  case string(String)
  case number(Int)
  case bool(Bool)
  case null
  case array([JSON])
  /// Members in the order in which they are printed.
  case object(KeyValuePairs<String, JSON>)

  /// The value over several lines, with a line feed at the end.
  var text: String {
    var text = ""
    write(to: &text, indentation: 0)
    return text + "\n"
  }

  /// The value on one line, with a line feed at the end.
  var line: String {
    var line = ""
    write(to: &line, indentation: nil)
    return line + "\n"
  }

  /// Without an indentation, all stays on one line.
  private func write(to text: inout String, indentation: Int?) {
    switch self {
    case .string(let string): Self.write(string, to: &text)
    case .number(let number): text += String(number)
    case .bool(let bool): text += bool ? "true" : "false"
    case .null: text += "null"
    case .array(let elements):
      Self.write(elements.count, between: "[", "]", to: &text, indentation) { index, text in
        elements[index].write(to: &text, indentation: indentation.map { $0 + 2 })
      }
    case .object(let members):
      Self.write(members.count, between: "{", "}", to: &text, indentation) { index, text in
        Self.write(members[index].key, to: &text)
        text += ": "
        members[index].value.write(to: &text, indentation: indentation.map { $0 + 2 })
      }
    }
  }

  private static func write(
    _ count: Int, between open: String, _ close: String, to text: inout String, _ indentation: Int?,
    element: (Int, inout String) -> Void
  ) {
    func separator(_ extra: Int) -> String {
      indentation.map { "\n" + String(repeating: " ", count: $0 + extra) } ?? ""
    }
    text += open
    for index in 0..<count {
      text += (index == 0 ? "" : indentation == nil ? ", " : ",") + separator(2)
      element(index, &text)
    }
    if count > 0 { text += separator(0) }
    text += close
  }

  /// Control characters, and what reorders or hides text, are escaped, so that JSON on a terminal is safe too.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where VisibleText.isHarmful(scalar):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSON {
  static func strings(_ strings: some Sequence<String>) -> JSON {
    .array(strings.map { .string($0) })
  }

  static func optional(_ string: String?) -> JSON {
    string.map { .string($0) } ?? .null
  }
}
