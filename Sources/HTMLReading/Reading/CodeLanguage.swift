/// Finds the language of a code block in the places where highlighters leave it.
enum CodeLanguage {
  /// Class names that begin with these go on with the language.
  private static let prefixes = [
    "language-", "highlight-source-", "highlight-text-", "brush:", "sourcecode-",
  ]

  /// Class names that begin with these go on with the language where it is one: Stack Exchange's and Sphinx', Org's,
  /// Jira's, Jupyter's.
  private static let commonPrefixes: [(prefix: String, isHighlighter: Bool)] = [
    ("lang-", true), ("highlight-", true), ("src-", false), ("code-", false), ("hl-", false),
  ]

  /// Classes that say how something looks, not what it is.
  private static let otherClasses: Set<String> = [
    "western", "highlight", "hljs", "code", "codehilite", "sourcecode", "source", "prettyprint",
    "prettyprinted",
    "linenums", "line-numbers", "literal-block", "example", "screen", "programlisting", "wp-block-code",
    "notranslate",
    "chroma", "shiki", "astro-code", "prism-code", "codeblock", "wrapper", "container", "code-block", "pre",
    "rouge-code", "none",
    "nohighlight",
    "cjk", "ctl", "verbatim", "numberLines", "output", "input", "console-output", "default", "ql-syntax",
    "text", "auto",
  ]

  /// Classes of what highlighters put around code, beside the one for the language.
  private static let highlighters = ["highlight", "syntaxhighlighter", "codehilite"]

  /// The language of a preformatted element: said by itself, its `code`, or the `div` around it.
  static func language(of id: HTMLTree.NodeID, in tree: HTMLTree) -> String? {
    var places = [id]
    if let code = tree.firstDescendant(of: id, where: { tree[$0].name == .code || tree[$0].name == .samp }) {
      places.insert(code, at: 0)
    }
    // Quill says it on each line, CodeMirror where they begin.
    let first = tree[id].firstChild
    if first != HTMLTree.none, tree.hasClass("ql-code-block", first) { places.append(first) }
    if let content = tree.near(id, where: { tree.attribute(.dataLanguageLong, of: $0) != nil }) {
      places.append(content)
    }
    var ancestor = tree[id].parent
    for _ in 0..<2 where ancestor != HTMLTree.none {
      if tree[ancestor].name == .div || tree[ancestor].name == .figure || tree[ancestor].name == .span {
        places.append(ancestor)
      }
      ancestor = tree[ancestor].parent
    }
    for place in places {
      if let language = declared(by: place, in: tree) { return language }
    }
    for (index, place) in places.enumerated() {
      let isOwn = tree[place].name == .code || tree[place].name == .samp || place == id
      guard isOwn || index < 2 || tree.hasClass(among: highlighters, place) else { continue }
      if let language = bareClass(of: place, in: tree) { return language }
    }
    return nil
  }

  private static let languageAttributes: [HTMLAttributeName] = [
    .dataLanguage, .dataLanguageLong, .dataCodeLanguage, .dataSyntax, .dataShortCodeLanguage, .joplinLanguage,
    .syntax, .language, .lang,
  ]

  private static let spoken: Set<String> = [
    "en", "de", "fr", "es", "it", "ja", "zh", "pt", "nl", "ko", "sv", "da", "fi", "uk", "he", "ar", "hu",
    "ru",
  ]

  /// The language that an element names; nil if it names none.
  static func declared(by id: HTMLTree.NodeID, in tree: HTMLTree) -> String? {
    for name in languageAttributes {
      if [.lang, .syntax, .language].contains(name), tree[id].name != .pre, tree[id].name != .code {
        continue
      }
      if name == .lang, tree.hasClass("notranslate", id) { continue }
      if let value = tree.attribute(name, of: id), let language = word(value) {
        // What people speak.
        if name == .lang, spoken.contains(String(language.lowercased().prefix { $0 != "-" })) { continue }
        return name == .dataCodeLanguage || name == .syntax ? language.lowercased() : language
      }
    }
    if let language = tree.style(of: id)?.codeLanguage { return language }
    for name in [HTMLAttributeName.dataHighlighter, .class] {
      if let words = tree.attribute(name, of: id), let language = language(among: words) { return language }
    }
    return nil
  }

  private static func language(among classes: ArraySlice<UInt8>) -> String? {
    var follows = false
    for name in classes.split(whereSeparator: \.isHTMLSpace) {
      if follows { return word(name.split(separator: UInt8(ascii: ";")).first ?? name) }
      for prefix in prefixes where name.startsIgnoringCase(with: prefix) {
        let rest = name.dropFirst(prefix.utf8.count)
        if rest.isEmpty {
          follows = true
        } else if let language = word(rest) {
          return otherClasses.contains(language) ? nil : simplified(language)
        }
      }
      // PHP's manual.
      if name.equalsIgnoringCase("phpcode") { return "php" }
      for (prefix, isHighlighter) in commonPrefixes where name.startsIgnoringCase(with: prefix) {
        if let language = word(name.dropFirst(prefix.utf8.count)), !otherClasses.contains(language),
          LanguageNames.contains(language) || isHighlighter && LanguageNames.isOfHighlighter(language)
        {
          return simplified(language)
        }
      }
    }
    return nil
  }

  /// The one class that names a language: pandoc writes `class="swift"`.
  private static func bareClass(of id: HTMLTree.NodeID, in tree: HTMLTree) -> String? {
    guard let classes = tree.attribute(.class, of: id) else { return nil }
    let words = classes.split(maxSplits: 8, whereSeparator: \.isHTMLSpace)
    let languages = words.compactMap(word).filter {
      !otherClasses.contains($0.lowercased()) && LanguageNames.contains($0)
    }
    return languages.count == 1 ? languages[0].lowercased() : nil
  }

  /// GitHub names TextMate scopes: `source-js`, `text-html-basic`.
  private static func simplified(_ language: String) -> String {
    switch language {
    case "html-basic": "html"
    case "shell": "sh"
    case "ipython", "ipython3": "python"
    default: language
    }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> String? {
    guard !bytes.isEmpty, bytes.count <= 40 else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text == "none" || text == "plaintext" || text == "nohighlight" ? nil : text
  }
}
