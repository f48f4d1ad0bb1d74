import RichText
import Testing

/// Code as viewers and editors on the web show it, without `pre` around its lines or with numbers beside them.
@Suite struct CodeViewersTests {
  @Test(
    "Lines that are elements of their own are one block",
    arguments: [
      ("<div class=fragment><div class=line>a {</div><div class=line>  b</div></div>", "```\na {\n  b\n```"),
      (
        "<div class=fragment><div class=line><span class=lineno>    1</span>&#160;a</div>"
          + "<div class=line><span class=lineno>    2</span>&#160;  b</div></div>", "```\na\n  b\n```"
      ),
      // Doxygen 1.9.4, with what is shown while the pointer is above a name.
      (
        "<div class=fragment><div class=line><a id=l28></a><span class=lineno>   28</span>struct s {</div>\n"
          + "<div class=line><span class=lineno>   29</span>    int a;</div>\n"
          + "<div class=line><span class=lineno>   30</span></div>\n"
          + "<div class=line><span class=lineno>   31</span>};</div>\n"
          + "<div class=ttc><div class=ttname><a href='s.html'>s</a></div></div></div>",
        "```\nstruct s {\n    int a;\n\n};\n```"
      ),
      // The same where a style may show white space.
      (
        "<p style='white-space: normal'>x</p><div class=fragment><div class=line>a</div>\n"
          + "<div class=line>b</div>\n</div>",
        "x\n\n```\na\nb\n```"
      ),
      // gitweb.
      (
        "<div class=page_body>\n<div class=pre><a id=l1 href='#l1' class=linenr>   1</a> def f():</div>\n"
          + "<div class=pre><a id=l2 href='#l2' class=linenr>   2</a>     if x:</div>\n"
          + "<div class=pre><a id=l3 href='#l3' class=linenr>   3</a> </div>\n"
          + "<div class=pre><a id=l4 href='#l4' class=linenr>   4</a>         <b>y</b></div></div><p>z",
        "```\ndef f():\n    if x:\n\n        y\n```\n\nz"
      ),
      ("<div class=pre>a</div><div class=pre>b</div>", "a\n\nb"),
      ("<div><div class=cm-line>a</div><div class=cm-line>  b</div></div>", "```\na\n  b\n```"),
      (
        "<div class=ql-code-block-container><div class=ql-code-block data-language=python>a</div>"
          + "<div class=ql-code-block>  b</div></div>", "```python\na\n  b\n```"
      ),
      ("<div style='--en-codeblock:true'><div>a</div><div>  b</div></div>", "```\na\n  b\n```"),
      (
        "<div class=line-block><div class=line>a poem's</div><div class=line>lines</div></div>",
        "a poem's\\\nlines"
      ),
    ])
  func linesOfTheirOwn(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "A table in a font for code leaves other code what it is",
    arguments: [
      "<table style='font-family: monospace'><tr><td>1<td>2</table>",
      "<table style='font-family: monospace; white-space: pre'><tr><td>1<td>2</table>",
      "<h1 style='font-family: monospace'>1</h1>", "<ul style='font-family: monospace'><li>1</ul>",
    ])
  func codeBesideTables(block: String) throws {
    let code = "<div style='white-space: pre; font-family: monospace'><div>a {</div><div>  b</div></div>"
    #expect(try markdown(ofHTML: code + block).hasPrefix("```\na {\n  b\n```\n\n"))
    // Where headings keep white space as well, all of the page does.
    let page = "<h2 style='white-space: pre; font-family: monospace'>h</h2>"
    #expect(try !markdown(ofHTML: page + code).contains("```"))
  }

  @Test(arguments: [
    ("a&#55357;&#56832;b", "a😀b"), ("&#xD83D;&#xde00;", "😀"), ("&#55357;&#55357;&#56832;", "\u{FFFD}😀"),
    ("&#56832;&#55357;", "\u{FFFD}\u{FFFD}"), ("&#55357;a", "\u{FFFD}a"),
  ])
  func `Characters that are written as halves of UTF-16 are read`(html: String, text: String) throws {
    #expect(try markdown(ofHTML: "<p>\(html)") == text)
  }

  @Test(
    "Lines that keep their white space are one block where they follow one another",
    arguments: [1, 2, 5])
  func neighbours(count: Int) throws {
    let style = "font-family: monospace; white-space: pre"
    let html = (0..<count).map { "<div style='\(style)'>  line \($0)</div>" }.joined()
    let code = (0..<count).map { "  line \($0)\n" }.joined()
    #expect(try markdown(ofHTML: "<p>a</p>\(html)<p>b</p>") == "a\n\n```\n\(code)```\n\nb")
    let block = "<div style='\(style)'>x\ny</div>"
    #expect(try markdown(ofHTML: block + block) == "```\nx\ny\n```\n\n```\nx\ny\n```")
  }

  @Test("Mails in a font for code are code")
  func mails() throws {
    let line = "<div><font face=monospace>"
    let html = "\(line)def f():</font></div><div><br></div>\(line)&nbsp; return 1</font></div><div>text</div>"
    #expect(try markdown(ofHTML: html) == "```\ndef f():\n\n  return 1\n```\n\ntext")
  }

  /// SyntaxHighlighter, Gitea, cgit, Redmine, Chroma, Hexo, Sphinx.
  @Test(
    "Tables of code and numbers are the code",
    arguments: [
      (
        "<table><tr><td><pre><code><span>1\n</span><span>2\n</span></code></pre></td><td><pre><code class=language-go>a\n"
          + "  b\n</code></pre></td></tr></table>", "```go\na\n  b\n```"
      ),
      (
        "<div class='syntaxhighlighter java'><table><tr><td class=gutter><div class=line>1</div></td><td class=code>"
          + "<div class=container><div class='line number1'><code class='java keyword'>int</code> "
          + "<code class='java plain'>x;</code></div><div class='line number2'><code>&nbsp;&nbsp;</code>"
          + "<code>y</code></div></div></td></tr></table></div>", "```java\nint x;\n  y\n```"
      ),
      (
        "<table><tr><td class=lines-num><span></span></td><td class=lines-code><code>a\n</code></td></tr>"
          + "<tr><td class=lines-num></td><td class=lines-code><code>\n</code></td></tr>"
          + "<tr><td class=lines-num></td><td class=lines-code><code>\tb\n</code></td></tr></table>",
        "```\na\n\n\tb\n```"
      ),
      (
        "<table><tr><td class=linenumbers><pre>1\n2\n</pre></td><td class=lines><pre><code>a\n  b\n</code></pre>"
          + "</td></tr></table>", "```\na\n  b\n```"
      ),
      (
        "<table><tr><th class=line-num><a href='#L1'></a></th><td class=line-code><pre>a\n</pre></td></tr>"
          + "<tr><th class=line-num>2</th><td class=line-code><pre>  b</pre></td></tr></table>",
        "```\na\n  b\n```"
      ),
      (
        "<div class=highlight><table class=lntable><tr><td class=lntd><pre><code><span class=lnt>1\n</span></code>"
          + "</pre></td><td class=lntd><pre><code class=language-go>a\n</code></pre></td></tr></table></div>",
        "```go\na\n```"
      ),
      (
        "<figure class='highlight python'><table><tr><td class=gutter><pre>1</pre></td><td class=code>"
          + "<pre>a</pre></td></tr></table></figure>", "```python\na\n```"
      ),
      (
        "<div class='highlight-python notranslate'><div class=highlight><table><tr><td class=linenos><pre>1</pre>"
          + "</td><td class=code><div><pre>a</pre></div></td></tr></table></div></div>", "```python\na\n```"
      ),
      (
        "<div class='language-py highlight'><table class=highlighttable><tr><th colspan=2 class=filename>"
          + "<span class=filename>f.py</span></th></tr><tr><td class=linenos><div class=linenodiv><pre>"
          + "<span class=normal>1</span>\n<span class=normal>2</span>\n<span class=normal>3</span></pre></div></td>"
          + "<td class=code><div><pre><span></span>def f():\n\n    return 1\n</pre></div></td></tr></table></div>",
        "f.py\n\n```py\ndef f():\n\n    return 1\n```"
      ),
    ])
  func tables(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Tables that hold more than code and numbers are no code",
    arguments: [
      "<table><tr><td class=code><code>EUR</code></td><td>Euro</td></tr></table>",
      "<table><tr><td class=code>EUR</td></tr><tr><td class=code>USD</td></tr></table>",
      "<table><tr><th class=filename>a.txt</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table>",
      "<table><tr><th>Name</th></tr><tr><td><code>a</code></td></tr><tr><td><code>b</code></td></tr></table>",
    ])
  func otherTables(html: String) throws {
    #expect(try !markdown(ofHTML: html).contains("```"))
  }

  @Test(
    "One class among those of code names the language",
    arguments: [
      ("<pre class='rust rust-example-rendered'><code>a</code></pre>", "rust"),
      ("<pre class='python numbered'>a</pre>", "python"), ("<pre class='c python'>a</pre>", ""),
      ("<div class='panel python'><div><pre>a</pre></div></div>", ""),
    ])
  func languageClasses(html: String, language: String) throws {
    #expect(try markdown(ofHTML: html) == "```\(language)\na\n```")
  }

  @Test("Word's runs of spaces indent code, and are one space in text")
  func runsOfSpaces() throws {
    func line(_ text: String) -> String {
      "<p class=MsoNormal><span style='font-family:\"Courier New\"'>\(text)<o:p></o:p></span></p>"
    }
    let run = "<span style='mso-spacerun:yes'>&nbsp;&nbsp;&nbsp;&nbsp;</span>"
    #expect(try markdown(ofHTML: line("if x:") + line(run + "y")) == "```\nif x:\n    y\n```")
    #expect(try markdown(ofHTML: "<p class=MsoNormal>one \(run)two</p>") == "one two")
  }

  /// Org, Jira, Jupyter, Zulip, Discourse, Gemini.
  @Test(
    "Languages are found where each program names them",
    arguments: [
      ("<pre class='src src-python'>x</pre>", "python"),
      ("<pre class='src src-emacs-lisp'>x</pre>", "emacs-lisp"),
      ("<pre class=code-java>x</pre>", "java"), ("<pre class=code-box>x</pre>", ""),
      ("<div class='highlight hl-ipython3'><pre>x</pre></div>", "python"),
      ("<div class=codehilite data-code-language=Rust><pre><code>x</code></pre></div>", "rust"),
      ("<pre><code class=lang-auto>x</code></pre>", ""),
      ("<pre><div><div><div>python</div></div><div><span><code>x</code></span></div></div></pre>", "python"),
      (
        "<div class=codeHeader><span class=language>C#</span><button>Copy</button></div><pre><code class=lang-csharp>x</code>"
          + "</pre>", "csharp"
      ),
      ("<pre><div><div>Copy</div><div><code>x</code></div></div></pre>", ""),
      // Telegram's.
      (
        "<pre class=code-block data-language=Bash><p class=code-title>Bash</p><code class=language-bash>x</code>"
          + "<div class=code-overlay><button>Copy</button></div></pre>", "bash"
      ),
      (
        "<div class=code-block><div class=code-block-decoration><span>Swift</span></div><div><div><pre>x</pre></div></div>"
          + "</div>", "swift"
      ),
    ])
  func languages(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == "```\(expected)\nx\n```")
  }

  /// Notepad++, Konsole.
  @Test(
    "Lines whose text is all in a font for code are code, whatever says so",
    arguments: [
      "<div style='white-space: pre'><span style='font-family: Courier New'>a</span><span style='font-family: Courier New'> {\n"
        + "  b\n}\n</span></div>",
      "<div><span style='font-family:monospace'>a {<br>&nbsp; b<br>}<br></span></div>",
      // Lines that lie within each other.
      "<div style='font-family:monospace'><div>a {</div><div>&nbsp; b</div><div>}</div></div>",
      "<div style='font-family:monospace'>a {<div>&nbsp; b</div><div style='color:red'><div>}</div></div></div>",
      "<div><div style='font-family:monospace'>a {</div><div><div style='font-family:monospace'>&nbsp; b</div></div>"
        + "<div style='font-family:monospace'><div style='font-family:monospace'>}</div></div></div>",
    ])
  func fontsWithin(html: String) throws {
    #expect(try markdown(ofHTML: html) == "```\na {\n  b\n}\n```")
  }

  @Test("Lines of a difference have their signs")
  func differences() throws {
    let html =
      "<table class=diff-table><tr><td class=blob-num></td><td class=blob-code><span class=blob-code-inner "
      + "data-code-marker='-'>a</span></td></tr><tr><td class=blob-num></td><td class=blob-code><span class=blob-code-inner "
      + "data-code-marker='+'>b</span></td></tr></table>"
    #expect(try markdown(ofHTML: html) == "```diff\n-a\n+b\n```")
    func row(_ sign: String, _ number: Int, _ line: String) -> String {
      "<tr><td class=diff-line-number><code>\(number)</code></td><td data-line-number=1><code></code></td>"
        + "<td class=diff-text-cell><code class=diff-text><span class=diff-text-marker>\(sign)</span>"
        + "<div class=diff-text-inner>\(line)</div></code></td></tr>"
    }
    let hunk = "<tr><td class=diff-hunk-cell colspan=4><code><div>@@ -1 +1 @@</div></code></td></tr>"
    #expect(
      try markdown(ofHTML: "<table>\(hunk)\(row("-", 1, "  a"))\(row("+", 2, "  <span>b</span>"))</table>")
        == "```diff\n@@ -1 +1 @@\n-  a\n+  b\n```")
  }

  @Test("A header above code goes, text does not")
  func headers() throws {
    func block(_ above: String) -> String {
      "<pre><div><div>\(above)</div><div><code>x</code></div></div></pre>"
    }
    #expect(try markdown(ofHTML: block("python<button>Copy</button>")) == "```python\nx\n```")
    let line = String(repeating: "y", count: 64)
    #expect(try markdown(ofHTML: block(line)) == "```\n\(line)\nx\n```")
  }

  @Test(
    "A token that a block of code begins with is no name of a language",
    arguments: [
      "<span class='hljs-variable language_'>console</span>", "<span class='hljs-title class_'>R</span>",
      "<span class='ace_variable ace_language'>console</span>", "<span class=tok-labelName>c</span>",
      "<span class='token class-name title'>Go</span>",
    ])
  func firstTokens(token: String) throws {
    let word = token.split { "<>".contains($0) }[1]
    #expect(
      try markdown(ofHTML: "<pre><code class=language-js>\(token).log(1)</code></pre>")
        == "```js\n\(word).log(1)\n```")
  }

  @Test("Numbers in the text of code stay, those of its lines do not")
  func numbersInCode() throws {
    let html =
      "<pre class=language-log><code class=language-log><span class='line-number'>1</span>at a.js:"
      + "<span class='token line-number'>12</span>:<span class='token column-number'>5</span></code></pre>"
    #expect(try markdown(ofHTML: html) == "```log\nat a.js:12:5\n```")
    let numbers = "<pre class=line-numbers><code>1\n2<span class=line-numbers-rows></span></code></pre>"
    #expect(try markdown(ofHTML: numbers) == "```\n1\n2\n```")
  }

  @Test("Prompts of notebooks are no text")
  func prompts() throws {
    let html = "<div><div class='jp-InputPrompt jp-InputArea-prompt'>In&nbsp;[1]:</div><pre>x</pre></div>"
    #expect(try markdown(ofHTML: html) == "```\nx\n```")
  }
}
