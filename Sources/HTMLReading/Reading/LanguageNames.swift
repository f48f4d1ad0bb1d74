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
