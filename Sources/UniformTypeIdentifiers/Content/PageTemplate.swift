/// Tells the sources of pages that a program fills in from pages: ERB, Jinja, Handlebars, Angular, Svelte.
///
/// A page that speaks of them has their marks in code alone, which is not looked at.
enum PageTemplate {
  /// True if text of the page, or one of its tags, has the marks of a template.
  static func isTemplate(_ bytes: [UInt8], root: String) -> Bool {
    // Below its script a component has its markup.
    let isComponent = root == "script" || root == "style"
    var scanner = TagScanner(bytes)
    var codeDepth = 0
    while true {
      let start = scanner.position
      guard let piece = scanner.next() else { return false }
      let written = bytes[start..<scanner.position]
      switch piece {
      case .text where codeDepth == 0:
        if hasMark(written, isComponent: isComponent) { return true }
      case .open(let name, let isClosed):
        if isDirective(written) { return true }
        if code.contains(name), !isClosed { codeDepth += 1 }
      case .close(let name):
        if code.contains(name) { codeDepth = max(0, codeDepth - 1) }
      case .broken:
        if written.isEmpty {
          if codeDepth == 0, bytes[start...].starts(with: "<%".utf8) { return true }
          scanner.skipByte()
        }
      case .text, .other: break
      }
    }
  }

  /// Elements in which a page shows what people write.
  private static let code: Set<String> = ["code", "kbd", "pre", "samp", "script", "style", "textarea", "tt", "xmp"]

  private static func hasMark(_ text: ArraySlice<UInt8>, isComponent: Bool) -> Bool {
    var position = text.startIndex
    while let brace = text[position...].firstIndex(of: UInt8(ascii: "{")) {
      position = brace + 1
      let rest = text[position...]
      guard let next = rest.first else { return false }
      let isMark =
        switch next {
        case UInt8(ascii: "%"): isStatement(rest.dropFirst())
        case UInt8(ascii: "{"): isOutput(rest.dropFirst(), before: brace > text.startIndex ? text[brace - 1] : 0x20)
        case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"): isSvelte(rest)
        default: isComponent && isName(rest)
        }
      if isMark { return true }
    }
    return false
  }

  /// `{% for`, `{%- if`
  private static func isStatement(_ text: ArraySlice<UInt8>) -> Bool {
    let words = text.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    return words.first == 0x20 && words.dropFirst().first.map(isLetter) ?? false
  }

  /// `{{ name }}`, `{{#each list}}`; formulas have braces within braces too, behind a command, a letter or a sign.
  private static func isOutput(_ text: ArraySlice<UInt8>, before: UInt8) -> Bool {
    guard !isLetter(before), !"\\_^}{$".utf8.contains(before) else { return false }
    let content = text.prefix(outputLimit).prefix { !"{}\\\n".utf8.contains($0) }
    let name = content.drop { $0 == 0x20 || "#/>&!^.-~".utf8.contains($0) }
    return text[content.endIndex...].starts(with: "}}".utf8) && name.first.map(isLetter) ?? false
  }

  private static let outputLimit = 200

  /// `{#if`, `{/each}`, `{:else`, `{@html`
  private static func isSvelte(_ text: ArraySlice<UInt8>) -> Bool {
    svelteMarks.contains { text.starts(with: $0.utf8) }
  }

  private static let svelteMarks = [
    "#if ", "#each ", "#await ", "#key ", "#snippet ", "/if}", "/each}", "/await}", "/key}", "/snippet}", ":else",
    "@html ", "@render ",
  ]

  /// `{name}`
  private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    let name = text.prefix { isLetter($0) || 0x30...0x39 ~= $0 || "_.$".utf8.contains($0) }
    return !name.isEmpty && text[name.endIndex...].first == UInt8(ascii: "}")
  }

  /// An attribute of Angular: `*ngIf`.
  private static func isDirective(_ tag: ArraySlice<UInt8>) -> Bool {
    guard let star = tag.firstIndex(of: UInt8(ascii: "*")) else { return false }
    return tag[star...].starts(with: "*ng".utf8) && tag[star - 1] == 0x20
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}
