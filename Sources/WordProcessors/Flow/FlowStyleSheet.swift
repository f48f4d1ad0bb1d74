/// What the name of a paragraph style says about the paragraphs that have it.
enum FlowStyleRole: Hashable {
  case heading(Int)
  case quote
  case code
  case rule
  case tableHeading
  case caption
  /// A term of a definition list, and what is said of one.
  case term
  case details
}

/// A style of the style sheet.
struct FlowStyle {
  var basedOn: Int?
  var paragraph = FlowParagraphFormat()
  var traits: FlowTraits = []
  /// The role of a paragraph style.
  var role: FlowStyleRole?
  /// The style of lines in a table of contents.
  var isOfContents = false
  /// The meaning of a character style.
  var meaning: FlowTraits = []
}

/// The styles of a document by their numbers, which paragraph and character styles count separately.
struct FlowStyleSheet {
  private(set) var paragraphStyles = NumberTable<FlowStyle>()
  private(set) var characterStyles = NumberTable<FlowStyle>()

  mutating func addParagraphStyle(_ style: FlowStyle, name: String, number: Int) {
    var style = style
    style.role = Self.role(of: name)
    style.isOfContents = Self.isOfContents(name)
    if style.role == nil, let level = style.paragraph.outlineLevel, (0...8).contains(level) {
      style.role = .heading(min(level + 1, 6))
    }
    paragraphStyles[number] = style
  }

  mutating func addCharacterStyle(_ style: FlowStyle, name: String, number: Int) {
    var style = style
    style.meaning = Self.meanings[Self.normalize(name)] ?? []
    if !style.meaning.isDisjoint(with: [.code, .keyboard]) { style.meaning.insert(.styledCode) }
    characterStyles[number] = style
  }

  /// The role of a style, or of the nearest style that it is based on and that has one.
  func role(of number: Int?) -> FlowStyleRole? {
    styleOfRole(of: number).flatMap { paragraphStyles[$0]?.role }
  }

  /// The number of a style, or of the nearest style that it is based on, that has a role.
  func styleOfRole(of number: Int?) -> Int? {
    var next = number
    // A cycle of styles ends here as well as a chain does.
    for _ in 0..<8 {
      guard let current = next, let style = paragraphStyles[current] else { return nil }
      if style.role != nil { return current }
      guard style.basedOn != current else { return nil }
      next = style.basedOn
    }
    return nil
  }

  /// The meaning of a character style, with what those are for that it is based on.
  func meaning(of number: Int) -> FlowTraits {
    var meaning: FlowTraits = []
    var next: Int? = number
    for _ in 0..<8 {
      guard let current = next, let style = characterStyles[current] else { break }
      meaning.formUnion(style.meaning)
      guard style.basedOn != current else { break }
      next = style.basedOn
    }
    return meaning
  }

  // MARK: Names

  static func role(of name: String) -> FlowStyleRole? {
    let normalized = normalize(name)
    if let role = roles[normalized] { return role }
    // "heading 1", "Titre 1", "标题1": a word for heading and a level.
    guard let digit = normalized.utf8.last, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(digit) else {
      return nil
    }
    let word = String(Substring(normalized.dropLast()).droppingTrailingBlanks)
    return headingWords.contains(word) ? .heading(min(Int(digit - UInt8(ascii: "0")), 6)) : nil
  }

  /// True for a style that shows what is a link by underlining it, which says nothing where there is none.
  static func isOfLinks(_ name: String) -> Bool {
    ["hyperlink", "followedhyperlink", "internet link", "visited internet link"].contains(normalize(name))
  }

  /// True for a style of the lines of a table of contents.
  private static func isOfContents(_ name: String) -> Bool {
    guard name.utf8.last?.isASCIIDigit == true else { return false }
    let words = normalize(name).split(separator: " ")
    return words.count == 2 && ["toc", "contents", "verzeichnis", "tm"].contains(words[0])
      && words[1].utf8.count == 1
  }

  private static func normalize(_ name: String) -> String {
    var words = name.lowercased().split { $0 == " " || $0 == "_" || $0 == "\t" }
    if words.last == "text", words.count > 1 { words.removeLast() }
    return words.joined(separator: " ")
  }

  private static let roles: [String: FlowStyleRole] = [
    "title": .heading(1), "titel": .heading(1), "titre": .heading(1),
    "quote": .quote, "quotations": .quote, "intense quote": .quote, "block": .quote,
    "block quotation": .quote, "blockquote": .quote, "block quote": .quote, "citation": .quote,
    "citation intense": .quote, "zitat": .quote, "intensives zitat": .quote, "cita": .quote,
    "citazione": .quote, "citat": .quote, "citaat": .quote, "цитата": .quote,
    "preformatted": .code, "html preformatted": .code, "source code": .code, "code": .code,
    "code block": .code, "verbatim": .code, "listing": .code, "html vorformatiert": .code,
    "préformaté html": .code,
    "horizontal line": .rule, "table heading": .tableHeading,
    // LibreOffice makes `dt` and `dd` of these, and these of them.
    "list heading": .term, "list contents": .details, "caption": .caption, "table caption": .caption,
    "table": .caption,
    "image caption": .caption, "illustration": .caption, "figure": .caption, "drawing": .caption,
  ]

  private static let headingWords: Set<String> = [
    "heading", "überschrift", "titre", "título", "titulo", "titolo", "kop", "rubrik", "overskrift", "otsikko",
    "nagłówek", "nadpis", "címsor", "başlık", "заголовок", "επικεφαλίδα", "naslov", "titlu", "titol", "títol",
    "virsraksts", "antraštė", "pealkiri", "заглавие", "标题", "標題", "見出し", "제목", "כותרת", "عنوان", "tiêu đề",
    "หัวเรื่อง", "heading numbered",
  ]

  private static let meanings: [String: FlowTraits] = [
    "html code": [.code, .namedCode], "source": .code, "teletype": .code, "verbatim char": .code,
    "inline code": .code, "code char": .code, "html typewriter": .code, "html sample": .code, "code": .code,
    "html keyboard": .keyboard, "user entry": .keyboard,
    "math": .math, "display math": .displayMath,
    "strong": .namedBold, "strong emphasis": .namedBold, "emphasis": .namedItalic,
  ]
}
