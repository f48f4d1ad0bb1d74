/// Text with the colours, the emphasis and the links that escape sequences of terminals give it.
package struct StyledTerminalText {
  /// Characters that look alike.
  struct Run {
    var style: TerminalStyle
    var text: [UInt8]
  }

  let runs: [Run]

  /// The largest text that is read, in bytes.
  package static let sizeLimit = 8 << 20
  private static let addressLimit = 2083

  /// True if there are sequences in a text.
  package static func isStyled(_ bytes: [UInt8]) -> Bool { bytes.contains(0x1B) }

  /// The text without sequences.
  package static func plain(_ bytes: [UInt8]) -> [UInt8] { TerminalSequences.removed(from: bytes) }

  /// Reads a text; nil for one that is no UTF-8, or too large.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.sizeLimit, String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var runs: [Run] = []
    var style = TerminalStyle()
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x1B) ?? bytes.count
      if end > start, !style.isConcealed {
        // A terminal shows no control characters.
        let text = bytes[start..<end].filter { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 }
        let shown = text.contains { $0 > 0x20 } ? style : style.ofSpaces
        if let last = runs.indices.last, runs[last].style == shown {
          runs[last].text += text
        } else if !text.isEmpty {
          runs.append(Run(style: shown, text: text))
        }
      }
      guard end < bytes.count else { break }
      start = TerminalSequences.end(ofSequenceAt: end, in: bytes)
      Self.follow(bytes[end..<start], &style)
    }
    self.runs = runs
  }

  /// Follows one sequence: what selects a style, and the address of a link.
  private static func follow(_ sequence: ArraySlice<UInt8>, _ style: inout TerminalStyle) {
    let body = sequence.dropFirst(2)
    switch sequence.dropFirst().first {
    case UInt8(ascii: "[") where sequence.last == UInt8(ascii: "m"):
      let parameters = body.dropLast()
      // Private parameters say something else.
      guard parameters.allSatisfy({ $0.isASCIIDigit || $0 == 0x3B || $0 == 0x3A }) else { return }
      style.select(parameters)
    case UInt8(ascii: "]") where body.starts(with: "8;".utf8):
      guard let second = body.dropFirst(2).firstIndex(of: UInt8(ascii: ";")) else { return }
      let address = body[(second + 1)...].prefix { $0 >= 0x20 && $0 != 0x7F }
      let isWhole = !address.isEmpty && address.count <= addressLimit
      // A relative address leads nowhere.
      let isAbsolute = address.prefix(32).contains(UInt8(ascii: ":"))
      style.link = isWhole && isAbsolute ? LinkPolicy.linkDestination(address) : nil
    default: break
    }
  }
}

// MARK: HTML

extension StyledTerminalText {
  /// The text as HTML that keeps every space, with its colours in the elements.
  package var html: [UInt8] {
    var html = Array("<pre style=\"font-family:monospace\">".utf8)
    // HTML drops a line end right behind the tag.
    if runs.first?.text.first == 0x0A { html.append(0x0A) }
    for run in runs {
      let style = Self.css(run.style)
      if let link = run.style.link {
        html += "<a href=\"".utf8
        Self.append(Array(link.utf8), to: &html)
        html += "\">".utf8
      }
      if !style.isEmpty { html += "<span style=\"\(style)\">".utf8 }
      Self.append(run.text, to: &html)
      if !style.isEmpty { html += "</span>".utf8 }
      if run.style.link != nil { html += "</a>".utf8 }
    }
    return html + Array("</pre>".utf8)
  }

  private static func css(_ style: TerminalStyle) -> String {
    var rules: [String] = []
    if let color = style.textColor { rules.append("color:" + hexadecimal(color)) }
    if let color = style.groundColor { rules.append("background-color:" + hexadecimal(color)) }
    if style.isBold { rules.append("font-weight:bold") }
    if style.isItalic { rules.append("font-style:italic") }
    let lines = (style.isUnderlined ? ["underline"] : []) + (style.isStruck ? ["line-through"] : [])
    if !lines.isEmpty { rules.append("text-decoration:" + lines.joined(separator: " ")) }
    return rules.joined(separator: ";")
  }

  private static func hexadecimal(_ color: TerminalStyle.Color) -> String {
    let value = UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    let digits = String(value, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  private static func append(_ text: [UInt8], to html: inout [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): html += "&amp;".utf8
      case UInt8(ascii: "<"): html += "&lt;".utf8
      case UInt8(ascii: ">"): html += "&gt;".utf8
      case UInt8(ascii: "\""): html += "&quot;".utf8
      default: html.append(byte)
      }
    }
  }
}

// MARK: RTF

extension StyledTerminalText {
  /// The text as RTF in a font of equal widths, with its colours.
  package var rtf: [UInt8] {
    var colors: [TerminalStyle.Color: Int] = [:]
    var table = ""
    func number(_ color: TerminalStyle.Color) -> Int {
      if let known = colors[color] { return known }
      table += "\\red\(color.red)\\green\(color.green)\\blue\(color.blue);"
      colors[color] = colors.count + 1
      return colors.count
    }
    var body: [UInt8] = []
    for run in runs {
      var words = ""
      if let color = run.style.textColor { words += "\\cf\(number(color))" }
      if let color = run.style.groundColor {
        let index = number(color)
        words += "\\highlight\(index)\\chshdng0\\chcbpat\(index)"
      }
      if run.style.isBold { words += "\\b" }
      if run.style.isItalic { words += "\\i" }
      if run.style.isUnderlined { words += "\\ul" }
      if run.style.isStruck { words += "\\strike" }
      if let link = run.style.link {
        body += "{\\field{\\*\\fldinst HYPERLINK \"".utf8
        Self.appendRTF(link.replacing("\"", with: "%22").replacing("\\", with: "%5C"), to: &body)
        body += "\"}{\\fldrslt ".utf8
      }
      body += (words.isEmpty ? "{" : "{" + words + " ").utf8
      Self.appendRTF(String(decoding: run.text, as: UTF8.self), to: &body)
      body += "}".utf8
      if run.style.link != nil { body += "}}".utf8 }
    }
    let head =
      "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fmodern\\fprq1 Courier New;}}{\\colortbl;\(table)}\\uc1\\pard\\plain\\f0\\fs20 "
    return Array(head.utf8) + body + Array("}".utf8)
  }

  private static func appendRTF(_ text: String, to body: inout [UInt8]) {
    for unit in text.utf16 {
      switch unit {
      case 0x0A: body += "\\line\n".utf8
      case 0x09: body += "\\tab ".utf8
      case 0x5C, 0x7B, 0x7D: body += [0x5C, UInt8(unit)]
      case 0x20..<0x7F: body.append(UInt8(unit))
      default: body += "\\u\(Int16(bitPattern: unit))?".utf8
      }
    }
  }
}
