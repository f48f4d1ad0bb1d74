import RichText
import Testing

/// What pages set off from their text, or hide behind their own addresses, is read as what it stands for.
@Suite struct SetOffTextTests {
  @Test(
    "Notes and warnings are quotes that say their kind",
    arguments: [
      (
        "<div class='admonition tip'><p class=admonition-title>Tip</p><p>Text</p></div>",
        "> [!TIP]\n> Text"
      ),
      (
        "<div class='admonition danger'><p class=admonition-title>Mind this</p><p>Text</p></div>",
        "> [!CAUTION]\n> **Mind this**\n>\n> Text"
      ),
      (
        "<div class='admonition example'><p class=admonition-title>Example</p><p>Text</p></div>",
        "> [!NOTE]\n> **Example**\n>\n> Text"
      ),
      (
        "<div class='theme-admonition theme-admonition-info alert'><div class=admonitionHeading_x1><span><svg></svg></span>"
          + "info</div><div class=admonitionContent_x2><p>Text</p></div></div>", "> [!NOTE]\n> Text"
      ),
      (
        "<div class='warning custom-block'><p class=custom-block-title>WARNING</p><p>Text</p></div>",
        "> [!WARNING]\n> Text"
      ),
      (
        "<div class='callout callout-important callout-titled'><div class=callout-header><div class=callout-icon-container>"
          + "<i></i></div><div class='callout-title-container'>Important</div></div><div class=callout-body><p>Text</p>"
          + "</div></div>", "> [!IMPORTANT]\n> Text"
      ),
      (
        "<div class='admonitionblock caution'><table><tr><td class=icon><div class=title>Caution</div></td>"
          + "<td class=content>Text</td></tr></table></div>", "> [!CAUTION]\n> Text"
      ),
      (
        "<div class='alert is-info'><p class=alert-title>Important</p><p>Text</p></div>",
        "> [!IMPORTANT]\n> Text"
      ),
      (
        "<div class='confluence-information-macro confluence-information-macro-tip'><span class='x "
          + "confluence-information-macro-icon'> </span><div><p>Text</p></div></div>", "> [!TIP]\n> Text"
      ),
      (
        "<div class=ak-editor-panel data-panel-type=error><div class=ak-editor-panel__icon><span>x</span></div><div><p>"
          + "Text</p></div></div>", "> [!CAUTION]\n> Text"
      ),
      (
        "<table><tr><td><div class='confluence-information-macro confluence-information-macro-note'><p>Text</p></div></td>"
          + "</tr><tr><td>b</td></tr></table>", "Text\n\nb"
      ),
      (
        "<div class='confluence-information-macro confluence-information-macro-warning'><p>Text</p></div>",
        "> [!CAUTION]\n> Text"
      ),
      (
        "<div class='notecard warning'><p><strong>Warning:</strong> Text</p></div>", "> [!WARNING]\n> Text"
      ),
      (
        "<div class='hint-container warning'><p class=hint-container-title>Mind this</p><p>Text</p></div>",
        "> [!WARNING]\n> **Mind this**\n>\n> Text"
      ),
      ("<div class='hint hint-info bg-info'><svg></svg><div><p>Text</p></div></div>", "> [!NOTE]\n> Text"),
      ("<p class='hint'>Text</p>", "Text"),
      ("<blockquote class='book-hint danger'><p>Text</p></blockquote>", "> [!CAUTION]\n> Text"),
      (
        "<div class='docs-alert docs-alert-helpful'><p><strong class=docs-alert-label>HELPFUL: </strong>Text</p></div>",
        "> [!TIP]\n> Text"
      ),
      (
        "<div class=awsdocs-note><div class=awsdocs-note-title><h6>Important</h6></div><div><p>Text</p></div></div>",
        "> [!IMPORTANT]\n> Text"
      ),
      (
        "<blockquote class='callout callout_warn'><h3 class=callout-heading>Mind this</h3><p>Text</p></blockquote>",
        "> [!WARNING]\n> **Mind this**\n>\n> Text"
      ),
      (
        "<div class='note note note_note'><span class=note__title>Note:</span> Text</div>",
        "> [!NOTE]\n> Text"
      ),
      ("<aside class=note><strong>Note:</strong><span> Text</span></aside>", "> [!NOTE]\n> Text"),
      ("<aside class=note><strong>Noted</strong><span> Text</span></aside>", "**Noted** Text"),
      (
        "<div class='admonition note'><p>a</p><p><strong>Note</strong> b</p></div>",
        "> [!NOTE]\n> a\n>\n> **Note** b"
      ),
      ("<div class='alert alert-warning'>Text</div>", "Text"), ("<div class=callout>Text</div>", "Text"),
    ])
  func alerts(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test("Papers that LaTeXML made have notes, items and equations")
  func papers() throws {
    let html = """
      <p class=ltx_p>We show<span class="ltx_note ltx_role_footnote"><sup class=ltx_note_mark>1</sup><span \
      class=ltx_note_outer><span class=ltx_note_content><sup class=ltx_note_mark>1</sup><span \
      class="ltx_tag ltx_tag_note">1</span>A note</span></span></span> that</p>
      <table class="ltx_equation ltx_eqn_table"><tr><td></td><td><math display=block alttext="a=b"></math></td><td>\
      <span class="ltx_tag ltx_tag_equation">(1)</span></td></tr></table>
      <ul class=ltx_itemize><li class=ltx_item style="list-style-type:none;"><span class="ltx_tag ltx_tag_item">•</span>\
      <div class=ltx_para><p>Item</p></div></li></ul>
      <ul class=ltx_biblist><li class=ltx_bibitem><span class="ltx_tag ltx_tag_bibitem">[1]</span><span \
      class=ltx_bibblock>A. Smith.</span><span class=ltx_bibblock>2020.</span></li></ul>
      """
    let expected = """
      We show[^1] that

      $$a=b\\tag{1}$$

      - Item

      * [1] A. Smith. 2020.

      [^1]: A note
      """
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Links lead where they lead in the end",
    arguments: [
      ("https://www.youtube.com/redirect?event=x&q=https%3A%2F%2Fa.b%2Fc&v=1", "https://a.b/c"),
      ("https://l.facebook.com/l.php?u=https%3A%2F%2Fa.b%2Fc&h=1", "https://a.b/c"),
      ("https://www.google.com/url?sa=t&url=https%3A%2F%2Fa.b", "https://a.b"),
      ("https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.b&data=1", "https://a.b"),
      ("https://www.google.com/url?q=javascript%3Ax", "https://www.google.com/url?q=javascript%3Ax"),
      (
        "https://example.com/redirect?q=https%3A%2F%2Fa.b", "https://example.com/redirect?q=https%3A%2F%2Fa.b"
      ),
    ])
  func redirections(address: String, expected: String) throws {
    #expect(try markdown(ofHTML: "<a href='\(address)'>text</a>") == "[text](\(expected))")
  }

  @Test("Notes in the margin are notes")
  func sidenotes() throws {
    let html =
      "<p>Text<label for=s class='margin-toggle sidenote-number'></label><input type=checkbox id=s "
      + "class=margin-toggle><span class=sidenote>A <i>note</i>.</span> goes on.</p>"
    #expect(try markdown(ofHTML: html) == "Text[^1] goes on.\n\n[^1]: A *note*.")
  }

  @Test("A note ends with its last word")
  func endsOfNotes() throws {
    let html =
      "<p>a<sup id='r:1#2'><a href='#n:1#2'>1</a></sup></p><div id=footnotes><h2>Footnotes</h2><ol><li id='n:1#2'><p>Text.&#160;"
      + "<a href='#r:1#2'>↩</a></p></li></ol></div>"
    #expect(try markdown(ofHTML: html) == "a[^1]\n\n[^1]: Text.")
  }

  @Test(
    "Emoji and formulas that are drawn by scripts are what they stand for",
    arguments: [
      ("<p>a <span class='emoji emoji-1f389' role=img>:tada:</span></p>", "a 🎉"),
      ("<p><span class='emoji emoji-1f1e9-1f1ea'>:de:</span></p>", "🇩🇪"),
      ("<p><span class='emoji emoji-icon'>:x:</span></p>", ":x:"),
      ("<p>a<img alt='🎉' src='https://a.b/emoji/1f389.svg'></p>", "a🎉"),
      ("<p><img alt='🎉' src='https://a.b/x.svg'></p>", "![🎉](https://a.b/x.svg)"),
      ("<p>a <span class=katex><span class=katex-html aria-hidden=true>x</span></span> b</p>", "a $x$ b"),
      ("<p>a <code class='code math js-render-math' data-math-style=inline>x^2</code></p>", "a $x^2$"),
      ("<a class=lightbox href=b.png><img src=a.png><div class=meta>a 1 KB</div></a>", "[![](a.png)](b.png)"),
    ])
  func drawn(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }
}
