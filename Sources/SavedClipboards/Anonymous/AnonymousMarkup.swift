extension AnonymousScanner {
  /// Takes a tag, a comment or a declaration; false if none begins here.
  mutating func takeMarkup() -> Bool {
    if isThere("<!--") {
      takeComment()
      return true
    }
    guard let next = position + 1 < input.count ? input[position + 1] : nil else { return false }
    if isMarkup, next == "!" || next == "?" {
      keepThrough(">")
      return true
    }
    let start = next == "/" ? 2 : 1
    var end = position + start
    while end < input.count, Self.isASCIIWord(input[end]) || [":", "-", "_"].contains(input[end]) { end += 1 }
    let name = String(
      String.UnicodeScalarView(input[min(position + start, end)..<end].map(Self.lowercase)))
    guard let first = name.unicodeScalars.first, "a"..."z" ~= first, isMarkup || isTag(name, end) else {
      return false
    }
    takeTag(name, nameEnd: end)
    guard start == 1 else { return true }
    switch name {
    case "style": takeStyle()
    case "script": replaceThrough("</script")
    default: break
    }
    return true
  }

  /// In plain text and Markdown, only elements that HTML has are tags.
  private func isTag(_ name: String, _ end: Int) -> Bool {
    guard Self.elements.contains(name), end < input.count else { return false }
    return [">", " ", "/"].contains(input[end])
  }

  private static let elements: Set<String> = [
    "a", "b", "i", "u", "s", "p", "br", "hr", "em", "strong", "code", "pre", "kbd", "sub", "sup", "del",
    "ins",
    "mark", "span", "div", "img", "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "td",
    "th",
    "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "details", "summary", "figure", "figcaption", "font",
    "center",
  ]

  private mutating func takeComment() {
    // Conditional comments of Office contain markup, and the marks of fragments are structure.
    if isThere("<!--[if") { return keepThrough(">") }
    for mark in ["<!--startfragment-->", "<!--endfragment-->"] where isThere(mark) {
      return keep(mark.utf8.count)
    }
    keep(4)
    while position < input.count, !isThere("-->") { replace(1) }
    keep(3)
  }

  private mutating func keepThrough(_ end: Unicode.Scalar) {
    while position < input.count, input[position] != end { keep(1) }
    keep(1)
  }

  private mutating func replaceThrough(_ end: String) {
    while position < input.count, !isThere(end) { replace(1) }
  }

  /// A style sheet stays, but for its comments and addresses.
  private mutating func takeStyle() {
    while position < input.count, !isThere("</style") {
      if isThere("/*") {
        replaceThrough("*/")
      } else if isThere("url(") {
        keep(4)
        replaceThrough(")")
      } else {
        keep(1)
      }
    }
  }

  // MARK: Tags

  private mutating func takeTag(_ element: String, nameEnd: Int) {
    keep(nameEnd - position)
    let keepsContent = element == "meta" && declaresForm
    while position < input.count, input[position] != ">" {
      let start = position
      while position < input.count, !["=", ">", " ", "\n", "\t", "\r"].contains(input[position]) { keep(1) }
      let name = String(String.UnicodeScalarView(input[start..<position].map(Self.lowercase)))
      guard position < input.count, input[position] == "=" else {
        if position < input.count, input[position] != ">" { keep(1) }
        continue
      }
      keep(1)
      takeValue(keeps: keepsContent || Self.kept.contains(name), isStyle: name == "style")
    }
    keep(1)
  }

  /// Whether a `meta` element tells about the form of the page, or the program that wrote it.
  private var declaresForm: Bool {
    let tag = input[position...].prefix(512).prefix { $0 != ">" }
    let text = String(String.UnicodeScalarView(tag.map(Self.lowercase)))
    return ["http-equiv", "charset", "generator", "progid", "viewport"].contains { part in
      text.split(separator: "\"").contains { $0.contains(part) }
    }
  }

  private mutating func takeValue(keeps: Bool, isStyle: Bool) {
    guard position < input.count else { return }
    let quote = input[position]
    let isQuoted = quote == "\"" || quote == "'"
    if isQuoted { keep(1) }
    var isNote = isNoteName
    func isEnd(_ scalar: Unicode.Scalar) -> Bool {
      isQuoted ? scalar == quote : [">", " ", "\n", "\t", "\r"].contains(scalar)
    }
    while position < input.count, !isEnd(input[position]) {
      if input[position] == "#", isNoteName { isNote = true }
      if isStyle, isThere("url(") {
        keep(4)
        while position < input.count, input[position] != ")", !isEnd(input[position]) { replace(1) }
      } else if keeps || isStyle || isNote {
        keep(1)
      } else {
        takeCharacter()
      }
    }
    if isQuoted { keep(1) }
  }

  /// Whether the value at this place names a note or a reference to one, by which readers find notes.
  private var isNoteName: Bool {
    let value = input[position...].prefix(64).prefix { !["\"", "'", ">", " "].contains($0) }
    let letters = value.map(Self.lowercase).filter { "a"..."z" ~= $0 }
    return Self.noteNames.contains(String(String.UnicodeScalarView(letters)))
  }

  private static let noteNames: Set<String> = [
    "sdfootnotesym", "sdfootnoteanc", "sdendnotesym", "sdendnoteanc", "sdfootnote", "sdendnote", "ftn",
    "ftnref",
    "edn", "ednref", "fn", "fnref", "usercontentfn", "usercontentfnref", "footnote", "footnoteref",
    "footnotes",
  ]

  /// The attributes whose values are structure.
  private static let kept: Set<String> = [
    "class", "colspan", "rowspan", "span", "width", "height", "align", "valign", "type", "start", "dir",
    "lang",
    "xml:lang", "rel", "target", "color", "face", "size", "bgcolor", "border", "cellpadding", "cellspacing",
    "charset", "checked", "disabled", "awml:style", "role", "scope", "reversed", "xmlns", "encoding",
    "display",
    "mathvariant",
    "data-type", "data-checked", "data-level", "data-language", "data-lang", "data-list", "data-indent",
    "data-line-number", "data-sourcepos", "data-ccp-props", "contenteditable", "aria-hidden", "aria-level",
    "aria-checked", "hidden", "nowrap", "version",
  ]

  // MARK: Windows

  /// The header of "HTML Format" has positions in bytes, which stay.
  mutating func skipClipboardHeader() {
    guard isThere("version:") else { return }
    while position < input.count, input[position] != "<" {
      let isAddress = isThere("sourceurl:")
      if isAddress { keep(10) }
      while position < input.count, input[position] != "<" {
        let isEnd = input[position] == "\n"
        if isAddress { takeCharacter() } else { keep(1) }
        if isEnd { break }
      }
    }
  }
}
