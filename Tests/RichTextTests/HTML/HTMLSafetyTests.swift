import RichText
import Testing

/// Nothing that acts comes out, in whatever disguise it goes in.
@Suite struct HTMLSafetyTests {
  /// Addresses that some program would run or read a local file by.
  static let unsafeAddresses = [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
    "java\tscript:x",
    "\u{1}javascript:x", "javascript\u{0}:x", "java\u{200B}script:x", "javascript&colon;x",
    "javascript&#58;x",
    "javascript&#x3a;x", "&#106;avascript:x", "&#x6A&#x61vascript:x", "javascript%3Ax", "jav&Tab;ascript:x",
    "jav&NewLine;ascript:x", "vbscript:x", "livescript:x", "data:text/html,<script>",
    "data:text/html;base64,PHM+",
    "data:image/svg+xml,<svg onload=x>", "file:///etc/passwd", "FILE://host/share",
    "view-source:javascript:x",
    "blob:https://x/y", "jar:http://x!/", "mhtml:file://x", "ms-msdt:/id", "search-ms:query=x",
  ]

  @Test(arguments: unsafeAddresses)
  func unsafeLinksBecomeText(address: String) throws {
    let document = try HTMLReader().read(Array("<a href=\"\(address)\">text</a>".utf8))
    #expect(document == Document([.paragraph([.text("text")])]))
  }

  @Test(arguments: unsafeAddresses)
  func unsafePicturesBecomeText(address: String) throws {
    let document = try HTMLReader().read(Array("<img src=\"\(address)\" alt=\"text\">".utf8))
    #expect(document == Document([.paragraph([.text("text")])]))
  }

  @Test(arguments: unsafeAddresses)
  func unsafeAddressesStayOutOfRTF(address: String) throws {
    let plain = address.replacing("&colon;", with: ":").replacing("&#58;", with: ":")
    guard !plain.contains("&") else { return }
    let link = Link(destination: plain, [.text("text")])
    let image = Image(source: plain, alternative: "picture")
    let written = String(
      decoding: RTFWriter().write(Document([.paragraph([.link(link), .image(image)])])), as: UTF8.self)
    #expect(!written.contains("\\field"), "\(written)")
    #expect(written.contains("textpicture"))
  }

  /// What stays of elements that nobody knows is text, and brings nothing along that some program may fetch.
  @Test(arguments: [
    ("<card srcset=//x name=a hidden>b", "<card name=\"a\" hidden=\"\">b"), ("<card poster=//x>b", "<card>b"),
    ("<mglyph ping=//x data-src=//y>b", "<mglyph>b"), ("<maction xlink:href=//x>b", "<maction>b"),
    ("a<image src=b.png srcset=//x alt=c>", "a![c](b.png)"),
  ])
  func unknownElementsKeepHarmlessAttributesOnly(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: "<p>" + html) == expected)
  }

  /// A bracketed paste ends at an escape sequence: what stands behind it would be typed.
  @Test(arguments: [
    "<pre>a&#27;[201~b</pre>", "<code>a&#27;[201~b</code>", "<p>a&#27;[201~b", "<pre>a&#x7f;&#8;b</pre>",
    "<img src=x alt='a&#27;b'>", "<a href=x title='a&#27;b'>c</a>", "<a href='x&#27;y'>c</a>",
    "<math><annotation encoding='application/x-tex'>a&#27;</annotation></math>",
    "<p style='font-family:monospace'>a&#27;b<p style='font-family:monospace'>c", "<table><td>a<td>b&#27;",
  ])
  func noControlCharactersComeOut(html: String) throws {
    let document = try HTMLReader().read(Array(html.utf8))
    let written = [
      MarkdownWriter().write(document), PlainTextWriter().write(document), RTFWriter().write(document),
      HTMLWriter(style: .clipboard).write(document),
    ]
    for bytes in written { #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F }) }
  }

  @Test func controlCharactersOfCodeInMarkdownAndRTFDoNotComeOut() throws {
    let markdown = try MarkdownReader().read(
      Array("`a\u{1B}b`\n\n```a\u{1B}\na\u{1B}\n```\n\n<b\u{1B}>".utf8))
    #expect(!MarkdownWriter().write(markdown).contains(0x1B))
    let rtf = try RTFReader().read(Array(#"{\rtf1{\fonttbl{\f1\fmodern Courier;}}\f1 a\'1bb\u27?c}"#.utf8))
    #expect(!MarkdownWriter().write(rtf).contains(0x1B))
  }

  @Test(arguments: [
    "https://x.y/", "HTTP://x.y", "mailto:a@b.c", "tel:+1", "ftp://x", "#f", "a/b", "?q=javascript:", "./x:y",
    "irc://x/y",
    "made-up-scheme://foo", "//host/path", "",
  ])
  func otherLinksStay(address: String) throws {
    let document = try HTMLReader().read(Array("<a href=\"\(address)\">text</a>".utf8))
    #expect(document == Document([.paragraph([.link(Link(destination: address, [.text("text")]))])]))
  }

  @Test func smallPicturesInAddressesStay() throws {
    let small = "data:image/png;base64,iVBORw0KGgo="
    #expect(
      try HTMLReader().read(Array("<img src='\(small)' alt=a>".utf8))
        == Document([.paragraph([.image(Image(source: small, alternative: "a"))])]))
    let large = "data:image/png;base64," + String(repeating: "A", count: 100_000)
    #expect(try markdown(ofHTML: "<img src='\(large)' alt=a>") == "a")
  }

  /// Raw HTML of Markdown, and what of it may go to other programs.
  @Test(arguments: [
    ("<b onclick=alert(1)>a</b>", "<b>a</b>"),
    ("<script>alert(1)</script>a", "a"),
    ("<SCRIPT SRC=//x></SCRIPT >a", "a"),
    ("<style>p{background:url(//x)}</style>a", "a"),
    ("<svg><script>alert(1)</script></svg>a", "a"),
    ("<math><mtext><img src=x onerror=y></math>a", "a"),
    ("<img src=x onerror=alert(1)>", "<img src=\"x\">"),
    ("<img src=\"x\" alt='\"><script>'>", "<img src=\"x\" alt=\"&quot;&gt;&lt;script&gt;\">"),
    ("<a href=\"javascript:x\">a</a>", "<a>a</a>"),
    ("<a href=\" &#106;avascript:x\">a</a>", "<a>a</a>"),
    ("<a href=https://x title=t>a</a>", "<a href=\"https://x\" title=\"t\">a</a>"),
    ("<iframe src=//x></iframe>a", "a"),
    ("<object data=x><embed src=y></object>a", "a"),
    ("<form action=x><input><button>b</button></form>", "b"),
    ("<base href=//x><meta http-equiv=refresh content=0><link rel=stylesheet href=x>a", "a"),
    ("<p style=\"color:red;background:url(x);width:expression(y)\">a</p>", "<p style=\"color: red\">a</p>"),
    ("<!-- <b> --><!--[if IE]><script>x</script><![endif]-->a", "a"),
    ("<title><b>x</title></b>a", "a"),
    ("<textarea><img src=x onerror=y></textarea>a", "a"),
    ("<noscript><p title=\"</noscript><img src=x onerror=y>\"></noscript>a", "<img src=\"x\">\"&gt;a"),
    ("<div><p>a", "<div><p>a</p></div>"),
    ("a</div></p>b", "ab"),
    ("<foo bar>a</foo>", "a"),
    ("<x<b>a</b>", "a"),
    ("<u>a < b</u>", "<u>a &lt; b</u>"),
  ])
  func rawHTMLIsSanitised(html: String, expected: String) {
    let written = HTMLWriter(style: .clipboard).write(Document([.html(html)]))
    let meta = "<meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\">\n"
    #expect(String(decoding: written, as: UTF8.self) == meta + expected + "\n")
  }

  @Test func elementsAcrossPiecesAreDroppedWithTheirText() {
    let document = Document([
      .paragraph([.text("a"), .html("<script>"), .text("alert(1)"), .html("</script>"), .text("b")])
    ])
    let written = String(decoding: HTMLWriter(style: .clipboard).write(document), as: UTF8.self)
    #expect(written.hasSuffix("<p>ab</p>\n"))
  }

  @Test(arguments: unsafeAddresses)
  func unsafeAddressesAreNotWritten(address: String) throws {
    // What only HTML's references hide is no address in a document.
    guard !address.contains("&") else { return }
    let document = Document([
      .paragraph([
        .link(Link(destination: address, [.text("t")])), .image(Image(source: address, alternative: "a")),
      ])
    ])
    let written = String(decoding: HTMLWriter(style: .clipboard).write(document), as: UTF8.self)
    #expect(written.hasSuffix("<p>ta</p>\n"))
  }
}
