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
    .dataLarkLanguage, .dataLanguage, .dataLanguageLong, .dataCodeLanguage, .dataSyntax,
    .dataShortCodeLanguage,
    .joplinLanguage, .syntax, .language, .lang,
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
        return [.dataCodeLanguage, .dataLarkLanguage, .syntax].contains(name)
          ? language.lowercased() : language
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
          if otherClasses.contains(language) { return nil }
          return prefix == "language-" && language == "shell" ? language : simplified(language)
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

/// Names of programming languages and formats, as highlighters and the pages that use them spell them.
enum LanguageNames {
  /// True for a name in common use, in any case.
  static func contains(_ name: String) -> Bool {
    name.utf8.count <= 20 && all.contains(name.lowercased())
  }

  /// True for a name that highlighters know, and that no page would mean something else by behind their prefix.
  static func isOfHighlighter(_ name: String) -> Bool {
    name.utf8.count <= 20 && rare.contains(name.lowercased())
  }

  private static let rare: Set<String> = {
    let names = """
      abnf actionscript antlr apacheconf apl aql arm armasm asciimath aspectj asy autoit ballerina bash-session bbcode \
      bicep bnf brainfuck c-like capnp caddyfile ceylon chuck cil circom cmd coq \
      crystal csound csharp-repl cython dax dhall dns dockerfile-shell dotenv dtd dts ebnf eiffel ejs \
      fennel freebasic gcode gdb gherkin-specs gleam gml go-html-template godot gotmpl \
      gst haproxy hjson hocon hoon html+erb html+jinja html+php http-session idl idris ini-like inform7 irc \
      isabelle janet jasmin jcl jq jsonl jsonlines julia-repl kusto lean lean4 lilypond liquid livescript \
      livecode llvm-ir logtalk m4 mako maxima mdx mel meson mizar modelica modula2 moonscript mojo ms-dos \
      mustache n1ql n4js nextflow nginxconf nim-lang nsis nu nushell oberon objectpascal odin opencl \
      openedge openscad org oz parigp pcre pl/sql plsql postcss postscript pov-ray powerquery prisma \
      promela promql ps psql puppetfile purebasic py3 pyrex pyret python-repl pytraceback qbasic qs qsharp rd reasonml \
      rego renpy rexx robotframework sass-indented sml smali smarty sol sparql-like spl sqf sqlite \
      sqlite3 stata stylus styl supercollider systemd tads tcsh terraform-hcl tla tsql ttl turtle \
      typst unrealscript uc vala vbscript vbs vhd wgsl wikitext wlanguage x86asm xojo \
      xonsh xpath xquery yang zenscript zep ziglang
      """
    return Set(names.split(whereSeparator: \.isWhitespace).map(String.init))
  }()

  private static let all: Set<String> = {
    let names = """
      abap ada adoc algol apache applescript arduino asciidoc asm assembly autohotkey awk bash basic bat batch bibtex \
      c c# c++ cfg clike clj clojure cmake cobol coffee coffeescript common-lisp conf console cpp cs csharp csh css csv \
      cuda cypher d dart delphi diff django docker dockerfile dot elisp elixir elm emacs-lisp erb erl erlang ex f# \
      fish forth fortran fsharp gdscript gherkin git glsl gnuplot go golang gradle graphql graphviz groovy haml \
      handlebars haskell haxe hcl hlsl hs html http ini ipython ipython3 java javascript jinja jinja2 jl js json json5 jsonc jsonnet \
      jsx julia kotlin ksh kt latex less lisp llvm log lua m make makefile markdown markup mathematica matlab md \
      mermaid mips mysql nasm nginx nim nix objc objective-c objectivec ocaml octave pascal patch perl pgsql php \
      pl plaintext plantuml postgresql powershell prolog properties proto protobuf ps1 pug puppet purescript py \
      pycon python python3 pytb qml r racket raku rb re reason regex rescript rest rkt rs rst ruby rust sas sass \
      scala scheme scm scss sed sh shell shell-session smalltalk solidity sparql sql stan svelte svg swift \
      systemverilog tcl terraform tex text thrift toml ts tsx twig typescript v vb vba vbnet verilog vhdl vim \
      viml vue wasm wat wolfram xhtml xml xsl xslt yaml yml zig zsh
      """
    return Set(names.split(whereSeparator: \.isWhitespace).map(String.init))
  }()
}

/// Reads `pre` and its kin.
enum PreformattedText {
  /// The code block that a preformatted element is; nil if it holds nothing.
  static func codeBlock(of id: HTMLTree.NodeID, in tree: HTMLTree) -> CodeBlock? {
    var code: [UInt8] = []
    appendText(of: id, in: tree, to: &code)
    if code.isEmpty {
      // `pre` alone sets nothing; with `code` in it, it is a code block even if it is empty.
      guard tree.contains(in: id, where: { tree[$0].name == .code }) else { return nil }
      return CodeBlock(info: CodeLanguage.language(of: id, in: tree) ?? "", code: "")
    }
    if code.last != UInt8(ascii: "\n") { code.append(UInt8(ascii: "\n")) }
    let language = CodeLanguage.language(of: id, in: tree) ?? ""
    return CodeBlock(info: language, code: String(decoding: code, as: UTF8.self))
  }

  /// Appends the text within a node as it is; breaks and lines of their own end lines.
  private static func appendText(of id: HTMLTree.NodeID, in tree: HTMLTree, to code: inout [UInt8]) {
    var needsLine = false
    for child in tree.children(of: id) {
      let name = tree[child].name
      switch name {
      case .text:
        if needsLine { endLine(&code) }
        needsLine = false
        appendSpacesPlain(tree.text(of: child), to: &code)
      case .br:
        if needsLine { endLine(&code) }
        needsLine = false
        code.append(UInt8(ascii: "\n"))
      case .button, .script, .style, .input, .select, .svg, .template:
        continue
      default:
        let isLine = name.isBlock || tree.style(of: child)?.isBlock == true
        if needsLine || isLine { endLine(&code) }
        let start = code.count
        appendText(of: child, in: tree, to: &code)
        needsLine = isLine && code.count > start
      }
    }
    if needsLine { endLine(&code) }
  }

  private static func endLine(_ code: inout [UInt8]) {
    if let last = code.last, last != UInt8(ascii: "\n") { code.append(UInt8(ascii: "\n")) }
  }

  /// Appends text with plain spaces for no-break ones, plain line feeds for any line end, nothing for the
  /// marks that have no width, unless words of the text need them.
  private static func appendSpacesPlain(_ text: ArraySlice<UInt8>, to code: inout [UInt8]) {
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      switch byte {
      case 0xC2 where index + 1 < text.endIndex && text[index + 1] == 0xA0:
        code.append(0x20)
        index += 2
      case 0xEF where text[index...].starts(with: [0xEF, 0xBB, 0xBF]):
        index += 3
      case 0xE2 where text[index...].starts(with: BreakMark.space):
        let next = index + BreakMark.space.count
        if BreakMark.isContentOfCode(after: code[...], before: text[next...]) { code += BreakMark.space }
        index = next
      case 0x0D:
        if index + 1 >= text.endIndex || text[index + 1] != 0x0A { code.append(0x0A) }
        index += 1
      default:
        code.append(byte)
        index += 1
      }
    }
  }
}
