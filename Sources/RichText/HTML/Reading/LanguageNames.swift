/// Names of programming languages and formats, as highlighters and the pages that use them spell them.
enum LanguageNames {
  /// True for a name in common use, in any case.
  static func contains(_ name: String) -> Bool {
    name.utf8.count <= 20 && all.contains(name.lowercased())
  }

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
