/// Tells the sources of pages that a program fills in from pages: ERB, Jinja, Handlebars, Angular, Svelte.
///
/// A page that speaks of them has their marks in code alone, which is not looked at.
enum PageTemplate {
  /// True if a tag of the page, or as much of its text as no page on templates has, has their marks.
  ///
  /// - Parameter isWhole: false for a piece of a page, in which no sentence speaks of them.
  static func isTemplate(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    var scanner = TagScanner(bytes)
    var code = CodeElement()
    // Below its script a component has its markup.
    var isComponent: Bool?
    var mayEmbed = true
    var marks = 0
    while true {
      let start = scanner.position
      guard let piece = scanner.next() else { break }
      let written = bytes[start..<scanner.position]
      switch piece {
      case .text where !code.isOpen:
        marks += countMarks(in: written, isComponent: isComponent == true)
      case .open(let name, let isClosed):
        let tag = tag(of: name, written)
        if isOfProgram(tag) { return false }
        if !code.isOpen, name != "template", hasMarkOfTag(tag) { return true }
        isComponent = isComponent ?? (name == "script" && !hasAttribute(of: ["src=", "type="], tag))
        if !isClosed { code.open(name, tag) }
      case .close(let name): code.close(name)
      case .other:
        // A fragment of a clipboard is rendered: no program fills it in any more.
        if scanner.isAt(start, "<!--startfragment") { return false }
        if scanner.isAt(start, "<?php") || scanner.isAt(start, "<?=") { return true }
      case .broken:
        if written.isEmpty {
          if !code.isOpen, mayEmbed, isEmbedded(bytes[start...]) {
            if isEnded(bytes[start...]) { return true }
            mayEmbed = false
          }
          scanner.skipByte()
        }
      case .text: break
      }
    }
    return marks > (isWhole ? bytes.count / bytesPerMark : 0)
  }

  /// A page may speak of them in a sentence.
  private static let bytesPerMark = 1 << 14

  /// An element in which a page shows what people write.
  private struct CodeElement {
    private var name = ""
    private var depth = 0

    var isOpen: Bool { depth > 0 }

    mutating func open(_ name: String, _ tag: ArraySlice<UInt8>) {
      if isOpen {
        if name == self.name { depth += 1 }
      } else if Self.names.contains(name) || PageTemplate.hasAttribute(of: Self.classes, tag) {
        (self.name, depth) = (name, 1)
      }
    }

    mutating func close(_ name: String) {
      if isOpen, name == self.name { depth -= 1 }
    }

    private static let names: Set<String> = [
      "annotation", "code", "kbd", "math", "pre", "samp", "script", "style", "template", "textarea", "tt",
      "xmp",
    ]
    private static let classes = ["class=\"pre", "class=\"highlight", "class=\"code", "class=\"math"]
  }

  /// The tag itself: scripts and styles are read with what they hold.
  private static func tag(of name: String, _ written: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard ["script", "style", "textarea", "title"].contains(name) else { return written }
    return written.prefix { $0 != UInt8(ascii: ">") }
  }

  private static func hasAttribute(of beginnings: [String], _ tag: ArraySlice<UInt8>) -> Bool {
    var position = tag.startIndex
    while let space = tag[position...].firstIndex(where: { $0 == 0x20 || $0 == 0x0A }) {
      position = space + 1
      if beginnings.contains(where: { tag[position...].starts(with: $0.utf8) }) { return true }
    }
    return false
  }

  /// Whether it is the first tag of pages that Office writes.
  private static func isOfProgram(_ tag: ArraySlice<UInt8>) -> Bool {
    hasAttribute(of: ["xmlns:o=\"urn:schemas-microsoft-com", "xmlns:v=\"urn:schemas-microsoft-com"], tag)
  }

  private static func hasMarkOfTag(_ tag: ArraySlice<UInt8>) -> Bool {
    hasAttribute(of: ["*ngIf", "*ngFor"], tag) || countMarks(in: tag, isComponent: false) > 0
      || tag.indices.contains { tag[$0] == UInt8(ascii: "<") && isEmbedded(tag[$0...]) }
  }

  /// `<%= title %>`
  private static func isEmbedded(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "<%".utf8), let next = text.dropFirst(2).first else { return false }
    return " =-@#\n".utf8.contains(next)
  }

  private static func isEnded(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = text.prefix(embeddedLimit)
    return rest.indices.contains { rest[$0] == UInt8(ascii: "%") && rest[$0...].starts(with: "%>".utf8) }
  }

  private static let embeddedLimit = 1 << 10

  private static func countMarks(in text: ArraySlice<UInt8>, isComponent: Bool) -> Int {
    var count = 0
    var position = text.startIndex
    while let brace = text[position...].firstIndex(of: UInt8(ascii: "{")) {
      position = brace + 1
      let rest = text[position...]
      guard let next = rest.first else { break }
      let isMark =
        switch next {
        case UInt8(ascii: "%"): isStatement(rest.dropFirst())
        case UInt8(ascii: "{"):
          isOutput(rest.dropFirst(), before: brace > text.startIndex ? text[brace - 1] : 0x20)
        case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"): isSvelte(rest)
        default: isComponent && isName(rest)
        }
      if isMark { count += 1 }
    }
    return count
  }

  /// `{% for`, `{%- if`
  private static func isStatement(_ text: ArraySlice<UInt8>) -> Bool {
    let words = text.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    return words.first == 0x20 && words.dropFirst().first.map(isLetter) ?? false
  }

  /// `{{ name }}`, `{{#each list}}`; formulas have braces within braces too, behind a command, a letter or a sign.
  private static func isOutput(_ text: ArraySlice<UInt8>, before: UInt8) -> Bool {
    guard !isLetter(before), !"\\_^}{$(=".utf8.contains(before) else { return false }
    let raw = text.first == UInt8(ascii: "{") ? text.dropFirst() : text
    let content = raw.prefix(outputLimit).prefix { !"{}\\".utf8.contains($0) }
    let name = content.drop { $0 == 0x20 || $0 == 0x0A || "#/>&!^.-~\"'_$".utf8.contains($0) }
    return raw[content.endIndex...].starts(with: "}}".utf8) && name.first.map(isLetter) ?? false
  }

  private static let outputLimit = 200

  /// `{#if`, `{/each}`, `{:else`, `{@html`
  private static func isSvelte(_ text: ArraySlice<UInt8>) -> Bool {
    svelteMarks.contains { text.starts(with: $0.utf8) }
  }

  private static let svelteMarks = [
    "#if ", "#each ", "#await ", "#key ", "#snippet ", "/if}", "/each}", "/await}", "/key}", "/snippet}",
    ":else",
    "@html ", "@render ",
  ]

  /// `{name}`
  private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    let name = text.prefix { isLetter($0) || 0x30...0x39 ~= $0 || "_.$".utf8.contains($0) }
    return !name.isEmpty && text[name.endIndex...].first == UInt8(ascii: "}")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}

/// Tells a piece of HTML without `html` around it, such as programs that color code print.
enum HTMLFragment {
  /// Tags with which a piece of HTML begins. Markdown may begin with these too, but then it has text outside
  /// of them.
  private static let roots: Set<String> = [
    "address", "article", "aside", "blockquote", "center", "details", "div", "dl", "fieldset", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "link", "main", "meta", "nav", "ol", "p",
    "pre", "script", "section", "style", "table", "title", "ul",
  ]

  private static let voidElements: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]

  /// Deeper is no piece of a page.
  private static let depthLimit = 256

  /// True if everything stands inside of elements of HTML, and none is a part of a program.
  static func isFragment(_ bytes: [UInt8], root: String) -> Bool {
    guard roots.contains(root) else { return false }
    var scanner = TagScanner(bytes)
    var open: [String] = []
    var closed = 0
    _ = scanner.skipToTag()
    while let piece = scanner.next() {
      switch piece {
      case .text(isBlank: false) where open.isEmpty: return false
      case .broken: return false
      // Markers that Vue writes around the markup of a component.
      case .open("template", _) where open.isEmpty: return false
      case .open(let name, let isClosed):
        if !isClosed, !voidElements.contains(name) { open.append(name) }
        if open.count > depthLimit { return false }
      case .close(let name):
        closed += 1
        // The ends of paragraphs, items and cells may be left out.
        if let last = open.lastIndex(of: name) { open.removeSubrange(last...) }
      case .text, .other: break
      }
    }
    return closed > 0 && open.allSatisfy(mayStayOpen.contains)
  }

  private static let mayStayOpen: Set<String> = ["p", "li", "dt", "dd"]
}
