import RichText
import Testing

/// Marks by which chats, notes and office programs say what is code, a quote or a list.
@Suite struct ProgramMarksTests {
  private func check(_ html: String, _ expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Languages of code are what chats and notes call them",
    arguments: [
      (
        "<pre data-lark-language=Python><code class=language-Python data-lark-language=Python><div>import os</div><div>x</div></code></pre>",
        "```python\nimport os\nx\n```"
      ),
      (
        "<div class='not-prose @container/code-block'><div><span>python</span></div><div class=sticky><div><button>Collapse</button><button>Copy</button></div></div><div class=shiki><pre class=shiki><code><span class=line>x</span></code></pre></div></div>",
        "```python\nx\n```"
      ),
      (
        "<div class='@container/code-block'><div><span>bash</span></div><div class=sticky><button>Copy</button></div><div class=shiki><code style='white-space:pre'>ls -l</code></div></div>",
        "```bash\nls -l\n```"
      ),
      (
        "<div><header class=segment-code-header><span class=segment-code-lang>bash</span><div class=simple-button><span>复制</span></div></header><div><pre class=language-bash><code class=language-bash>npm i\n</code></pre></div></div>",
        "```bash\nnpm i\n```"
      ),
      (
        "<pre class=qwen-markdown-code><div class=qwen-markdown-code-header><div>javascript</div><div class=qwen-markdown-code-header-actions><div><span>Copy</span></div></div></div><div><div class=view-line>let a;</div><div class=view-line>b();</div></div></pre>",
        "```javascript\nlet a;\nb();\n```"
      ),
      (
        "<div class=code-block><span class=prismjs data-code-lang=python><code class=language-python>import os</code></span></div>",
        "```python\nimport os\n```"
      ),
      ("<div class=code-block><p>Use <code>x</code> here</p></div>", "Use `x` here"),
      ("<div><div>python</div><pre>x</pre></div>", "python\n\n```\nx\n```"),
    ])
  func languages(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Elements whose role is code are code",
    arguments: [
      ("<p>Run <span role=code>npm i</span> now</p>", "Run `npm i` now"),
      (
        "<div role=code data-language=python><div>import os</div><div>x</div></div>",
        "```python\nimport os\nx\n```"
      ),
      ("<div role=code>a<br>b</div><p>c</p>", "```\na\nb\n```\n\nc"),
      (
        "<div role=code>a</div><div role=code>b</div><div role=code>c</div><p>d</p>", "```\na\nb\nc\n```\n\nd"
      ),
      ("<pre><code><span role=code>a</span></code></pre>", "```\na\n```"),
    ])
  func roles(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Quotes, boxes and callouts of notes are quotes",
    arguments: [
      ("<div class=ne-quote><p class=ne-p>a</p><p class=ne-p>b</p></div><p>c", "> a\n>\n> b\n\nc"),
      ("<div class=ne-alert data-type=warning><p>a</p></div>", "> [!WARNING]\n> a"),
      ("<div class=ne-alert data-type=tips><p>a</p></div>", "> [!TIP]\n> a"),
      ("<div class=lake-alert data-type=color4><p>a</p></div>", "> [!NOTE]\n> a"),
      (
        "<figure class='block-color-gray_background callout'><div><span class=icon>💡</span></div><div><p>Mind <b>this</b></p></div></figure>",
        "> 💡 Mind **this**"
      ),
      ("<figure class=callout><div><p>No sign</p></div></figure>", "> No sign"),
    ])
  func quotes(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "The margins of items are their depth where nothing else says it",
    arguments: [
      (
        "<ul><li style='margin-left:.38in'>a</li><li style='margin-left:.75in'>b</li><li style='margin-left:1.1in'>c</li><li style='margin-left:.38in'>d</li></ul>",
        "- a\n  - b\n    - c\n- d"
      ),
      (
        "<ul><li style='margin-left:36pt'>a</li></ul><ul><li style='margin-left:72pt'>b</li></ul><ul><li style='margin-left:36pt'>c</li></ul>",
        "- a\n  - b\n- c"
      ),
      (
        "<ol><li style='margin-left:36pt'>a</li></ol><ul><li style='margin-left:72pt'>b</li></ul>",
        "1. a\n   - b"
      ),
      (
        "<div style='mso-margin-left-alt:216'><span style='mso-special-format:bullet'>•</span>a</div><div style='mso-margin-left-alt:432'><span style='mso-special-format:bullet'>–</span>b</div>",
        "- a\n  - b"
      ),
      ("<ul><li style='margin-left:1em'>a</li><li style='margin-left:1em'>b</li></ul>", "- a\n- b"),
      ("<ul><li style='margin-left:1em'>a</li><li>b</li></ul>", "- a\n- b"),
      (
        "<ul><li style='margin-left:1em'>a<ul><li style='margin-left:2em'>b</li></ul></li><li style='margin-left:3em'>c</li></ul>",
        "- a\n  - b\n- c"
      ),
    ])
  func margins(html: String, expected: String) throws { try check(html, expected) }
}
