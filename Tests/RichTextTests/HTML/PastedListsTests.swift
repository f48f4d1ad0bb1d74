import RichText
import Testing

/// Lists and tasks as browsers copy parts of them, and as editors spell them.
@Suite struct PastedListsTests {
  /// Firefox copies the items alone.
  @Test(
    "Items that lost their list are one list",
    arguments: [
      ("<li>a</li><li>b</li>", "- a\n- b"), ("<p>x</p><li>a</li> <li>b</li><p>y</p>", "x\n\n- a\n- b\n\ny"),
      ("<li>a</li><p>x</p><li>b</li>", "- a\n\nx\n\n- b"),
      // Outlook's editor.
      ("<ul><li>a</li><li style='display:block'>more</li><li>b</li></ul>", "- a\n\n  more\n\n- b"),
      ("<ul><li>a</li><li style='display:block'><ul><li>b</li></ul></li></ul>", "- a\n  - b"),
      ("<ul><li style='display:block'>a</li><li style='display:block'>b</li></ul>", "- a\n- b"),
      (
        "<li><input type=checkbox checked> done</li><li><input type=checkbox> todo</li>",
        "- [x] done\n- [ ] todo"
      ),
    ])
  func looseItems(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Tasks are read as each editor marks them",
    arguments: [
      (
        "<ul class=checklist><li><p>&#10003; done</p></li><li><p>&#10063; todo</p></li></ul>",
        "- [x] done\n\n- [ ] todo"
      ),
      (
        "<div data-node-type=actionList><div data-task-state=DONE>a</div><div data-task-state=TODO>b</div></div>",
        "- [x] a\n- [ ] b"
      ),
      (
        "<ul style='--en-todo:true'><li style='--en-checked:true'>a</li><li style='--en-checked:false'>b</li></ul>",
        "- [x] a\n- [ ] b"
      ),
      (
        "<div><en-todo checked=\"true\"/>a</div><div><en-todo checked=\"false\"/>b</div><ul><li><en-todo/>c</ul>",
        "☑ a\n\n☐ b\n\n- [ ] c"
      ),
      (
        "<p data-tag='to-do'>a</p><p data-tag='important, to-do:completed'>b</p><p data-tag=star>c</p>"
          + "<ul><li data-tag='to-do:completed'>d</ul>", "- [ ] a\n- [x] b\n\nc\n\n- [x] d"
      ),
      ("<div data-section-style=7><ul><li class=checked>a</li><li>b</li></ul></div>", "- [x] a\n- [ ] b"),
      (
        "<ul><li><span class='chcklst-box checked fa'></span> a</li><li><span class='chcklst-box fa'></span> b</ul>",
        "- [x] a\n- [ ] b"
      ),
      (
        "<ul><li class=on><code>[X]</code> a</li><li class=off><code>[&nbsp;]</code> b</ul>",
        "- [x] a\n- [ ] b"
      ),
      (
        "<div class=notion-bulleted_list-block><div>a</div></div><div class=notion-numbered_list-block>b</div>"
          + "<div class=notion-numbered_list-block>c</div><div class=notion-to_do-block><input type=checkbox checked> d</div>",
        "- a\n\n1. b\n2. c\n\n- [x] d"
      ),
      ("<ul><li><code>[x]</code> a</ul>", "- `[x]` a"),
      ("<ul class=inline-task-list><li class=checked>a</li><li>b</li></ul>", "- [x] a\n- [ ] b"),
      (
        "<ul class=to-do-list><li><div class='checkbox checkbox-on'></div> a</li></ul>"
          + "<ul class=to-do-list><li><div class='checkbox checkbox-off'></div> b</li></ul>",
        "- [x] a\n- [ ] b"
      ),
      (
        "<ol><li data-list=\"bullet\">a</li><li data-list=\"bullet\" class=ql-indent-1>b</li>"
          + "<li data-list=\"ordered\">c</li><li data-list=\"checked\">d</li>"
          + "<li data-list=\"unchecked\">e</li></ol>", "- a\n  - b\n\n1. c\n\n- [x] d\n- [ ] e"
      ),
    ])
  func tasks(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Lists of one item each are one list where their program writes them so",
    arguments: [
      (
        "<ul class=bulleted-list><li>a<ul class=bulleted-list><li>b</li></ul></li></ul>"
          + "<ul class=bulleted-list><li>c</li></ul>", "- a\n  - b\n- c"
      ),
      (
        "<ol class=numbered-list start=1><li>a</li></ol><ol class=numbered-list start=2><li>b</li></ol>",
        "1. a\n2. b"
      ),
      ("<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n\n* b"),
    ])
  func singleItems(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "What stands side by side does not run together",
    arguments: [
      ("<div style='display: flex'><span>Status</span><span>Open</span></div>", "Status Open"),
      ("<p style='display:inline-flex'>a<b>b</b></p>", "a **b**"),
      ("<div style='display:grid'><div>a</div><div>b</div></div>", "a\n\nb"),
      ("<pre style='display:grid'><span>a</span><span>b</span></pre>", "```\nab\n```"),
    ])
  func sideBySide(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  /// Etherpad, Dropbox Paper, Feishu, Yuque, and editors built on Lexical.
  @Test(
    "Lists of one depth each are nested by what their classes say",
    arguments: [
      (
        "<div class=ace-line><ul class=list-bullet1><li>a</ul></div><div class=ace-line><ul class=list-bullet2><li>b</ul>"
          + "</div><div class=ace-line><ul class=list-bullet1><li>c</ul></div>", "- a\n  - b\n- c"
      ),
      (
        "<ol start=1 class=list-number1><li>a</ol><ul class=list-bullet2><li>b</ul><ol start=2 class=list-number1>"
          + "<li>c</ol><ul class=list-bullet1><li>d</ul>", "1. a\n   - b\n2. c\n\n- d"
      ),
      (
        "<ul class='listtype-task listindent1 list-task1'><li>a</ul><ul class='listindent2 list-taskdone2'><li>b</ul>",
        "- [ ] a\n  - [x] b"
      ),
      (
        "<ol start=1 class=list-number1><li data-list=\"number\">a</ol><ul class=list-bullet2><li data-list=\"bullet\">b"
          + "</ul><ul class=list-check1><li data-list=\"check\">c<li data-list=\"isDone\">d</ul>",
        "1. a\n   - b\n\n- [ ] c\n- [x] d"
      ),
      (
        "<ul><li>a</ul><ul class=ne-list-wrap><ul ne-level=1><li>b</ul></ul><ul><li>c</ul>",
        "- a\n  - b\n- c"
      ),
      (
        "<ul><li value=1>a<li value=2 class=editor-nested-listitem><ul><li>b</ul><li value=2>c</ul>",
        "- a\n  - b\n- c"
      ),
      (
        "<ul><li class='x public-DraftStyleDefault-depth0'>a<li class='public-DraftStyleDefault-depth1'>b"
          + "<li class='public-DraftStyleDefault-depth0'>c</ul>", "- a\n  - b\n- c"
      ),
      ("<ul class=list-unstyled><li>a</ul><ul class=list-group2><li>b</ul>", "- a\n\n* b"),
    ])
  func levelsOfClasses(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test("Notes of docutils begin with their text")
  func bracketsOfNotes() throws {
    let html =
      "<p>Text <a href='#n' id=r role=doc-noteref><span>[</span>1<span>]</span></a></p><aside id=n role=doc-footnote>"
      + "<span class=label><span>[</span><a href='#r' role=doc-backlink>1</a><span>]</span></span><p>Note.</p></aside>"
    #expect(try markdown(ofHTML: html) == "Text [^1]\n\n[^1]: Note.")
  }

  @Test("Emoji of Teams are text")
  func emojiOfTeams() throws {
    let image = "<img itemtype='http://schema.skype.com/Emoji' src='https://example.com/x.png' alt='😀'>"
    #expect(try markdown(ofHTML: "<p>Good \(image)</p>") == "Good 😀")
  }

  /// CherryTree copies the lines of a list as paragraphs, each with spaces and a marker before it.
  @Test(arguments: [
    ("<p>• a</p><p>• b</p><p>   ◇ c</p><p>   ◇ d</p><p>• e</p><p>f</p>", "- a\n- b\n  - c\n  - d\n- e\n\nf"),
    ("<p>1. a</p><p>2. <strong>b</strong></p><p>   • c</p><p>3) d</p>", "1. a\n2. **b**\n   - c\n3. d"),
    ("<p>4- a</p><p>• b</p>", "4. a\n\n- b"),
    ("<p>☐ a</p><p>☑ b</p><p>   ☒ c</p>", "- [ ] a\n- [x] b\n  - [x] c"),
    ("<p>• a</p><p></p><p>2026 was</p><p>-x</p>", "- a\n\n2026 was\n\n-x"),
  ])
  func `Lines with markers of CherryTree are lists`(lines: String, expected: String) throws {
    #expect(try markdown(ofHTML: "<meta name=\"generator\" content=\"CherryTree\">" + lines) == expected)
    #expect(try markdown(ofHTML: lines) != expected)
  }

  @Test(
    "Lines that begin with a typed bullet are items",
    arguments: [
      ("<p>• a</p><p>• <b>b</b> c</p><p>d</p>", "- a\n- **b** c\n\nd"),
      ("<div>• a</div><div>• b</div><div>&nbsp; ○ c</div><div>• d</div>", "- a\n- b\n  - c\n- d"),
      ("<p>• a<br>• b<br>• c</p>", "- a\n- b\n- c"),
      ("<p>Points:<br>• a<br>• b</p><p>• c</p>", "Points:\n\n- a\n- b\n- c"),
      ("<blockquote><p>● a</p><p>● b</p></blockquote>", "> - a\n> - b"),
      (
        "<p style='margin-left:.5in;text-indent:-.25in'>·<span>&nbsp;&nbsp; </span>a</p><p>·<span>&nbsp;&nbsp; </span>b</p>",
        "- a\n- b"
      ),
      // One line, signs within text, ornaments, and lines that do not go on so.
      ("<p>• a</p><p>b</p>", "• a\n\nb"), ("<p>a • b</p><p>c • d</p>", "a • b\n\nc • d"),
      ("<p>•</p><p>•</p>", "•\n\n•"), ("<p>• a<br>b</p>", "• a\\\nb"), ("<p>– a</p><p>– b</p>", "– a\n\n– b"),
      ("<p>·a</p><p>· b</p>", "·a\n\n· b"),
    ])
  func typedBullets(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Lines that begin with typed numbers one after another are items",
    arguments: [
      ("<p>1. a</p><p>2. <b>b</b> c</p><p>d</p>", "1. a\n2. **b** c\n\nd"),
      ("<div>3) a</div><div>4) b</div>", "3. a\n4. b"), ("<p>1. a<br>2. b<br>3. c</p>", "1. a\n2. b\n3. c"),
      ("<p>Steps:<br>1. a<br>2. b</p><p>3. c</p>", "Steps:\n\n1. a\n2. b\n3. c"),
      ("<p>1. a</p><p>• b</p><p>• c</p><p>2. d</p>", "1. a\n   - b\n   - c\n2. d"),
      ("<p>• a</p><p>1. b</p><p>2. c</p><p>• d</p><p>1. e</p>", "- a\n  1. b\n  2. c\n- d\n  1. e"),
      ("<p>1. a</p><p>2. b</p><p>1. c</p><p>2. d</p>", "1. a\n2. b\n\n1) c\n2) d"),
      ("<blockquote><p>1. a</p><p>2. b</p></blockquote>", "> 1. a\n> 2. b"),
      ("<p>1.&nbsp;&nbsp;a</p><p>2.\ta</p>", "1. a\n2. a"),
      // One alone, others that do not follow, amounts, years, and lines that do not go on so.
      ("<p>1. a</p><p>b</p><p>2. c</p>", "1\\. a\n\nb\n\n2\\. c"),
      ("<p>1. a</p><p>3. b</p>", "1\\. a\n\n3\\. b"), ("<p>1. a</p><p>2) b</p>", "1\\. a\n\n2\\) b"),
      ("<p>1.5 m</p><p>2.5 m</p>", "1.5 m\n\n2.5 m"), ("<p>1. a<br>b<br>2. c</p>", "1\\. a\\\nb\\\n2\\. c"),
      ("<p>2025. a</p><p>2026. b</p>", "2025\\. a\n\n2026\\. b"), ("<p>1.</p><p>2.</p>", "1\\.\n\n2\\."),
      ("<p>1. a</p><p>• b</p>", "1\\. a\n\n• b"),
      ("<p>&nbsp;1. a<br>&nbsp;2. b</p>", "\u{A0}1. a\\\n\u{A0}2. b"),
    ])
  func typedNumbers(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }
}
