import RichText
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Pasteboard

@Suite("What a paste takes")
struct ChoosingTests {
  private func paste(
    _ answers: [(target: String, answer: FakeOwner.Answer)], as type: UTType = .markdown,
    preferred: [UTType] = []
  ) throws -> (choice: Choice, text: String, asked: [String]) {
    let owner = FakeOwner(answers)
    let choice = try Paste().choose(
      PasteRequest(type, preferred: preferred), among: owner.targets, fetch: owner.fetch)
    return (choice, String(decoding: choice.bytes, as: UTF8.self), owner.asked)
  }

  private let rendered = "<h1>Title</h1><p>Some <em>words</em>.</p>"

  @Test func `Declared Markdown comes byte for byte, and nothing else is asked for`() throws {
    let source = "Title\n=====\n\nSome  _words_.   \n"
    let result = try paste([
      ("TARGETS", .refusal), ("UTF8_STRING", .data("rendered")), ("text/html", .data(rendered)),
      ("text/markdown", .data(source)),
    ])
    #expect(result.text == source)
    #expect(result.choice.reason == .declared)
    #expect(result.asked == ["text/markdown"])
  }

  @Test func `Markdown that its owner generates gives way to the rich text it was made of`() throws {
    let result = try paste([
      ("text/plain", .data("Title")), ("text/html", .data(rendered)),
      ("text/markdown", .data("# Title lost something")),
      ("application/vnd.oasis.opendocument.text", .data("")),
    ])
    #expect(result.choice.target == "text/html")
    #expect(result.text == "# Title\n\nSome *words*.\n")
  }

  @Test(arguments: [(false, "text/rtf"), (true, "text/markdown")])
  func `Klipper keeps LibreOffice's own Markdown, which is not believed, and that of a copy, which is`(
    isCopied: Bool, target: String
  ) throws {
    var kept: [(target: String, answer: FakeOwner.Answer)] = [
      ("text/markdown", .data("# Title lost")), ("text/html", .data(rendered)),
      ("UTF8_STRING", .data("Title")),
      ("text/rtf", .data("{\\rtf1 Some {\\i words}.}")),
      ("text/richtext", .data("{\\rtf1 Some {\\i words}.}")),
      ("application/x-kde-onlyReplaceEmpty", .data("1")),
    ]
    if isCopied { kept.append(("net.daringfireball.markdown", .data("# Title lost"))) }
    #expect(try paste(kept).choice.target == target)
  }

  @Test func `Plain text that is the source of the HTML beside it comes byte for byte`() throws {
    let source = "Title\n=====\n\nSome _words_.\n"
    let result = try paste([("text/html", .data(rendered)), ("UTF8_STRING", .data(source))])
    #expect(result.text == source)
    #expect(result.choice.reason == .sourceOfRendering)
  }

  private static let plan = "# Plan\n\n- one\n- **two**\n"

  @Test(arguments: [
    "<meta charset=utf-8><div style=\"font-family:'Droid Sans Mono',monospace;white-space:pre;\"><div><span style=\"font-weight:bold\"># </span><span>Plan</span></div><br><div>- one</div><div>- **two**</div></div>",
    "<html><body><pre style=\"font-family:'JetBrains Mono',monospace\"><span style=\"color:#c72\"># Plan</span><br><br>- one<br>- **two**<br></pre></body></html>",
    "<pre style=\"word-wrap: break-word; white-space: pre-wrap;\"># Plan\n\n- one\n- **two**\n</pre>",
    "<span style=\"white-space: pre-wrap\"># Plan\n\n- one\n- **two**\n</span>",
    "<table><tbody><tr><td class=blob-code><code># Plan</code></td></tr><tr><td><code>- one</code></td></tr><tr><td><code>- **two**</code></td></tr></tbody></table>",
    "<pre><code><b># Plan</b>\n\n- one\n- <i>**two**</i></code></pre>",
  ])
  func `Markdown in colours comes byte for byte`(page: String) throws {
    let result = try paste([("text/html", .data(page)), ("UTF8_STRING", .data(Self.plan))])
    #expect(result.text == Self.plan)
    #expect(result.choice.reason == .sourceOfRendering)
  }

  @Test(arguments: [
    // Not Markdown; other text; a page of text that is not kept as it is; a list.
    ("<pre>let a = 1\nlet b = 2\n</pre>", "let a = 1\nlet b = 2\n"), ("<pre># Plan\n- other</pre>", plan),
    ("<p># Plan</p><p>- one</p><p>- **two**</p>", plan), ("<ul><li># Plan - one - **two**</li></ul>", plan),
    ("<pre># Plan\n- one\n- **two**<img src='/a'></pre>", plan),
  ])
  func `Other text in colours is read as before`(page: String, text: String) throws {
    let result = try paste([("text/html", .data(page)), ("UTF8_STRING", .data(text))])
    #expect(result.choice.target == "text/html")
    #expect(result.text != text)
  }

  @Test(arguments: [
    ("<meta charset=\"utf-8\"><!-- obsidian --><p>see <a href=\"N\">N</a></p>", true),
    ("<!-- obsidian --><p>see <a href=\"N\">N</a></p>", true),
    (
      "<html><head><meta charset=utf-8></head><body>\n<!-- obsidian --><ul><li>N</li></ul></body></html>",
      true
    ),
    ("<p>see</p><!-- obsidian --><p>N</p>", false), ("see <!-- obsidian --> N", false),
    ("<p>see <!-- Obsidian --> N</p>", false),
  ])
  func `A mark at the beginning says that the text is the source`(page: String, isSource: Bool) throws {
    let text = "see [[N]]\n"
    let result = try paste([("text/html", .data(page)), ("UTF8_STRING", .data(text))])
    #expect((result.text == text) == isSource)
  }

  @Test(arguments: [
    ("chromium/x-web-custom-data", SampleWebData.chromium([("x/y", [1]), ("text/x-gfm", Array(plan.utf8))])),
    ("chromium/x-web-custom-data", SampleWebData.chromium([("text/markdown", Array(plan.utf8))])),
    ("application/x-moz-custom-clipdata", SampleWebData.firefox([("text/x-gfm", Array(plan.utf8))])),
    (
      "application/x-moz-custom-clipdata",
      SampleWebData.firefox([
        ("text/x-gfm", Array("other".utf8)), ("text/markdown;charset=utf-8", Array(plan.utf8)),
      ])
    ),
    ("web text/markdown", Array(plan.utf8)), ("web text/x-gfm", Array(plan.utf8)),
  ])
  func `Markdown that a page declares comes byte for byte`(target: String, bytes: [UInt8]) throws {
    let result = try paste([
      ("text/html", .data("<h1>Plan</h1>")), ("UTF8_STRING", .data("Plan")), (target, .bytes(bytes)),
    ])
    #expect(result.text == Self.plan)
    #expect(result.choice.reason == .declared && result.choice.target == target)
  }

  @Test(arguments: [
    ("{\"version\":1,\"mode\":\"markdown\"}", true), ("{\"version\":1,\"mode\":\"python\"}", false),
    ("{\"mode\":", false), ("[]", false),
  ])
  func `Text that was edited as Markdown is Markdown`(data: String, isMarkdown: Bool) throws {
    let page =
      "<div style=\"font-family: monospace; white-space: pre\"><div># T</div><br><div>text</div></div>"
    let result = try paste([
      ("text/html", .data(page)), ("UTF8_STRING", .data("# T\n\ntext\n")),
      (
        "chromium/x-web-custom-data",
        .bytes(SampleWebData.chromium([("vscode-editor-data", Array(data.utf8))]))
      ),
    ])
    #expect(result.text == (isMarkdown ? "# T\n\ntext\n" : "```\n# T\n\ntext\n```\n"))
  }

  @Test func `A type that a page chose for all programs is found by its map`() throws {
    let result = try paste([
      ("text/html", .data("<h1>Plan</h1>")),
      (
        "application/web;type=\"custom/formatmap\"",
        .data("{\"text/markdown\":\"application/web;type=\\\"custom/format0\\\"\"}")
      ),
      ("application/web;type=\"custom/format0\"", .data(Self.plan)),
    ])
    #expect(result.text == Self.plan)
  }

  @Test(arguments: [
    SampleWebData.chromium([("application/x-slate", Array("e30=".utf8))]),
    SampleWebData.chromium([("text/markdown", [])]),
    [UInt8](repeating: 0xFF, count: 64), [],
    Array(SampleWebData.chromium([("text/markdown", Array(plan.utf8))]).prefix(40)),
  ])
  func `Pages' types without Markdown are passed over`(bytes: [UInt8]) throws {
    let result = try paste([
      ("text/html", .data("<h1>Plan</h1>")), ("chromium/x-web-custom-data", .bytes(bytes)),
      ("application/x-moz-custom-clipdata", .bytes(bytes)),
    ])
    #expect(result.text == "# Plan\n")
  }

  private static let line = "<div style=\"font-family: monospace; width: 71ch;\">"

  @Test(arguments: [
    "\(line)# T</div>\(line)<br></div>\(line)  - a <a href=\"http://b.c\">http://b.c</a></div>",
    "<span style=\"font-family: Monospace\"># T<br><br>&nbsp; - a http://b.c</span>",
  ])
  func `Plain text that is only set in a typewriter's font comes as it is`(page: String) throws {
    let text = "# T\n\n  - a  http://b.c\n"
    let result = try paste([("text/html", .data(page)), ("UTF8_STRING", .data(text))])
    #expect(result.text == text)
    #expect(result.choice.reason == .sourceOfRendering)
  }

  @Test(arguments: [
    "<div style=\"font-family: monospace; white-space: pre\">  a<br>b</div>",
    "<pre style=\"font-family: monospace\">  a\nb</pre>",
    "\(line)a</div><div>b</div>", "\(line)a</div>\(line)<b>b</b></div>", "\(line)a</div>\(line)c</div>",
  ])
  func `Code, and text that has formats, is rich text`(page: String) throws {
    let result = try paste([("text/html", .data(page)), ("UTF8_STRING", .data("  a\nb\n"))])
    #expect(result.choice.target == "text/html")
  }

  @Test(
    arguments: [
      ("<b>x</b>", "<b>x</b>", "**x**\n"), ("<p>a <i>b</i></p>\n", "<p>a <i>b</i></p>", "a *b*\n"),
      ("<b>x</b>", #"<meta charset="utf-8"><b>x</b>"#, "**x**\n"),
      ("<h1>T</h1>\n<p>x</p>", "\n<h1>T</h1>\n<p>x</p>\n", "# T\n\nx\n"),
      // Markdown with tags in it is not the markup of its rendering.
      ("a <b>x</b>", "<p>a <b>x</b></p>", "a <b>x</b>"), ("words", "words", "words"),
    ])
  func `Text that is the markup of the HTML beside it is not its source`(
    text: String, page: String, expected: String
  ) throws {
    #expect(try paste([("text/html", .data(page)), ("UTF8_STRING", .data(text))]).text == expected)
  }

  @Test(
    arguments: [
      (
        "A *b*\n\n$$\na\n= c\n$$\n",
        #"<p>A <em>b</em></p><p><math display="block"><semantics><mi>a</mi><annotation encoding="application/x-tex">a = c</annotation></semantics></math></p>"#
      ),
      ("A *b*\n\n$$\na\n= c\n$$\n", "<p>A <em>b</em></p><p>$$ a = c $$</p>"),
      (
        "A *b*\n\n<details>\n<summary>More</summary>\n\nHidden *c*\n\n</details>\n",
        "<p>A <em>b</em></p><details><summary>More</summary><p>Hidden <em>c</em></p></details>"
      ),
      (
        "A *b*\n\n<details><summary>More</summary>\nHidden\n</details>\n",
        "<p>A <em>b</em></p><details><summary>More</summary>Hidden</details>"
      ),
      ("A *b* ![cat](cat.png)\n", #"<p>A <em>b</em> <img src="file:///tmp/cat.png" alt="cat"></p>"#),
    ])
  func `Formulas of several lines, folded parts and local pictures are known in a source`(
    source: String, page: String
  ) throws {
    let result = try paste([("text/html", .data(page)), ("UTF8_STRING", .data(source))])
    #expect(result.text == source)
    #expect(result.choice.reason == .sourceOfRendering)
  }

  @Test func `Rendered plain text is never taken for the source`() throws {
    let result = try paste([
      ("text/html", .data(rendered)), ("UTF8_STRING", .data("Title\n\nSome words.\n")),
    ])
    #expect(result.choice.target == "text/html")
    #expect(result.text == "# Title\n\nSome *words*.\n")
  }

  @Test func `For a form that does not come in time stands the next rich one, then only the plain text`()
    throws
  {
    let rich = [("text/html", FakeOwner.Answer.silence), ("text/rtf", .data(#"{\rtf1 {\b a}}"#))]
    for answers in [rich, rich + [("UTF8_STRING", .data("plain"))]] {
      let result = try paste(answers)
      #expect(result.text == "**a**\n")
      #expect(result.choice.lateForm == "text/html")
      #expect(result.asked.prefix(2) == ["text/html", "text/rtf"])
    }
    let late = ["text/html", "text/rtf", "application/rtf"].map { ($0, FakeOwner.Answer.silence) }
    let plain = try paste(late + [("UTF8_STRING", .data("plain"))])
    #expect(plain.text == "plain")
    #expect(plain.choice.lateForm == "text/html")
    #expect(plain.asked == ["text/html", "text/rtf", "UTF8_STRING"])
    for type in [UTType.html, .png] {
      let error = #expect(throws: PasteboardError.self) {
        try paste([("text/html", .silence), ("image/png", .silence)], as: type)
      }
      #expect(error?.code == .timedOut)
    }
  }

  @Test func `Plain text that does not come in time leaves the rich text beside it`() throws {
    let result = try paste([("text/html", .data(rendered)), ("UTF8_STRING", .silence)])
    #expect(result.choice.target == "text/html" && result.choice.lateForm == nil)
  }

  @Test func `JSON is made of the tables that are there, and of those that were copied first`() throws {
    let page = "<p>x</p><table><tr><th>a<th>b<tr><td>1<td>é</table>"
    let rows = "[\n  {\"a\": 1, \"b\": \"é\"}\n]\n"
    #expect(try paste([("UTF8_STRING", .data("x")), ("text/html", .data(page))], as: .json).text == rows)
    #expect(
      try paste(
        [("text/html", .data(page)), ("text/tab-separated-values", .data("a\tb\n2\t3\n"))], as: .json
      ).text
        == "[\n  {\"a\": 2, \"b\": 3}\n]\n")
    #expect(
      try paste([("text/html", .data(page)), ("application/json", .data("[1]"))], as: .json).text == "[1]")
    let error = #expect(throws: PasteboardError.self) {
      try paste([("UTF8_STRING", .data("a\tb")), ("text/html", .data("<p>x</p>"))], as: .json)
    }
    #expect(error?.description.contains("no table found in the copied text") == true)
    // The Markdown that is made of a table without a header has an empty one.
    let plain = "<table><tr><td>a<td>b<tr><td>1<td>2</table>"
    let copied = [
      (Offering.sourceMarker, FakeOwner.Answer.data("public.html")), ("text/html", .data(plain)),
      ("text/markdown", .data("|  |  |\n| - | - |\n| a | b |\n| 1 | 2 |\n")),
    ]
    #expect(try paste(copied, as: .json).text == "[\n  [\"a\", \"b\"],\n  [\"1\", \"2\"]\n]\n")
    #expect(try paste(copied, as: .commaSeparatedText).text == "a,b\n1,2\n")
  }

  /// What Writer offers: its own target first, which holds ODF.
  private func writer(_ own: FakeOwner.Answer, text: String = "ODF") -> [(
    target: String, answer: FakeOwner.Answer
  )] {
    [
      ("application/x-openoffice-embed-source-xml;windows_formatname=\"Star Embed Source (XML)\"", own),
      ("text/rtf", .data(#"{\rtf1 RTF {\b words}.}"#)), ("text/html", .data("<p>HTML</p>")),
      ("UTF8_STRING", .data(text)),
    ]
  }

  @Test func `Of LibreOffice its ODF is read, and its RTF where that is refused, late, long to make or none`()
    throws
  {
    let document = Format.openDocument.write(
      Document([.paragraph([.text("ODF "), .emphasis([.text("words")])])]), Format.Options())
    let read = try paste(writer(.bytes(document)))
    #expect(read.text == "ODF *words*\n")
    #expect(read.choice.target.hasPrefix("application/x-openoffice-embed-source-xml"))
    for answer in [FakeOwner.Answer.refusal, .silence, .data("neither"), .bytes([0x50, 0x4B, 3, 4])] {
      #expect(try paste(writer(answer)).text == "RTF **words**.\n")
    }
    let long = try paste(writer(.bytes(document), text: String(repeating: "long ", count: 100_000)))
    #expect(long.text == "RTF **words**.\n")
    #expect(!long.asked.contains { $0.hasPrefix("application/x-openoffice") })
    // By its name it comes as it is.
    let type = try #require(UTType("org.oasis-open.opendocument.text"))
    #expect(try paste(writer(.bytes(document)), as: type).choice.bytes == document)
  }

  @Test func `HTML comes before RTF, and text is the last resort`() throws {
    let rtf = #"{\rtf1\ansi RTF {\b words}.\par}"#
    let both = try paste([("text/rtf", .data(rtf)), ("text/html", .data("<p>HTML</p>"))])
    #expect(both.choice.target == "text/html")
    let onlyRTF = try paste([("UTF8_STRING", .data("RTF words.")), ("text/richtext", .data(rtf))])
    #expect(onlyRTF.text == "RTF **words**.\n")
    let onlyText = try paste([("STRING", .data("a*b*c"))])
    #expect(onlyText.text == "a*b*c")
    #expect(onlyText.choice.reason == .onlyText)
  }

  @Test func `What is refused, empty or unreadable gives way to the next`() throws {
    let result = try paste([
      ("text/html", .refusal), ("text/rtf", .data("not RTF at all")), ("application/rtf", .refusal),
      ("UTF8_STRING", .data("text")),
    ])
    #expect(result.text == "text")
    #expect(result.choice.passedOver.count == 3)
    let empty = try paste([("text/html", .data("")), ("text/rtf", .data("")), ("UTF8_STRING", .data("text"))])
    #expect(empty.text == "text" && empty.choice.passedOver.count == 2)
    #expect(try paste([("text/html", .data("")), ("UTF8_STRING", .data(""))]).text == "")
  }

  @Test func `An owner that falls silent ends the paste`() {
    let error = #expect(throws: PasteboardError.self) {
      try paste([
        ("text/html", .silence), ("text/rtf", .silence), ("UTF8_STRING", .silence),
        ("text/plain", .data("text")),
      ])
    }
    #expect(error?.code == .timedOut)
  }

  @Test(arguments: [
    ("id,name\n1,\"x, y\"\n", UTType.json, "[\n  {\"id\": 1, \"name\": \"x, y\"}\n]\n"),
    ("a;b\n1,5;2\n", .tabSeparatedText, "a\tb\n1,5\t2\n"), ("a;b\n1;2\n", .commaSeparatedText, "a;b\n1;2\n"),
  ])
  func `Text whose lines have as many values is a table, where one is wanted`(
    text: String, type: UTType, expected: String
  ) throws {
    #expect(try paste([("UTF8_STRING", .data(text))], as: type).text == expected)
    #expect(try paste([("UTF8_STRING", .data(text))]).text == text)
  }

  @Test(arguments: ["Well, yes\n", "a, b\nc\n", "| a | b |\n| - | - |\n| 1 | 2 |\n", "[1, 2]\n[3, 4]\n"])
  func `Other text with commas and bars is no table`(text: String) throws {
    #expect(throws: PasteboardError.self) { try paste([("UTF8_STRING", .data(text))], as: .json) }
  }

  @Test func `A preferred type comes first`() throws {
    let result = try paste(
      [("text/markdown", .data("md")), ("text/rtf", .data(#"{\rtf1 rtf\par}"#))], preferred: [.rtf])
    #expect(result.text == "rtf\n")
    #expect(result.choice.reason == .preferred)
  }

  @Test func `Plain text that was copied stays as it is, whatever was made of it`() throws {
    let result = try paste([
      ("UTF8_STRING", .data("2*3*4")), ("text/markdown", .data(#"2\*3\*4"#)),
      ("text/html", .data("<p>2*3*4</p>")), ("application/x-pasteboard-source", .data("public.plain-text")),
    ])
    #expect(result.text == "2*3*4")
  }

  @Test(
    "Nobody is asked what was copied where that changes nothing",
    arguments: [["text/markdown", "UTF8_STRING", "text/html"], ["UTF8_STRING", "text/plain"]])
  func unaskedMark(names: [String]) throws {
    let result = try paste(
      names.map { ($0, .data("a *b*")) } + [("application/x-pasteboard-source", .data("public.plain-text"))])
    #expect(result.text == "a *b*" && result.asked == [names[0]])
  }

  @Test(arguments: [
    (UTType.html, "<h1>Title</h1>\n"), (.plainText, "Title\n"),
  ])
  func `Markdown is converted to the type that was asked for`(type: UTType, expected: String) throws {
    #expect(try paste([("text/markdown", .data("# Title"))], as: type).text == expected)
  }

  @Test func `Plain text is wanted: text comes before what would have to be converted`() throws {
    let result = try paste(
      [("text/markdown", .data("# Title")), ("text/html", .data(rendered)), ("UTF8_STRING", .data("Title"))],
      as: .plainText)
    #expect(result.text == "Title")
  }

  @Test func `An image is given under its own target alone`() throws {
    let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
    #expect(try paste([("image/png", .bytes(bytes))], as: .png).choice.bytes == bytes)
    #expect {
      try paste([("image/png", .bytes(bytes))])
    } throws: { error in
      (error as? PasteboardError)?.code == .notOffered && "\(error)".contains("image/png")
    }
  }

  @Test(
    arguments: [
      ("STRING", Array("caf\u{E9}".unicodeScalars.map { UInt8($0.value) }), "café"),
      ("STRING", Array("café".utf8), "café"),
      ("UTF8_STRING", Array("café\0".utf8), "café"),
      ("UTF8_STRING", [0x63, 0x61, 0x66, 0xE9], "café"), ("UTF8_STRING", [0x93, 0x71, 0x94], "“q”"),
      ("UTF8_STRING", Array("caf\u{E9} ".utf8) + [0xC3], "café \u{FFFD}"),
      // Words of another script, as windows-1251 has them, are no Latin ones.
      ("UTF8_STRING", [0xCC, 0xE8, 0xF0, 0x21, 0x20, 0x31], "\u{FFFD}\u{FFFD}\u{FFFD}! 1"),
      ("UTF8_STRING", [0xC0, 0x20, 0x6C, 0xE0], "À là"),
      ("text/plain;charset=utf-8", [0x63, 0xE9], "cé"),
      ("text/plain;charset=utf-16", [0xFF, 0xFE, 0x41, 0, 0xE9, 0], "Aé"),
      ("text/plain", Array("café".utf8), "café"),
      ("text/plain", [0x63, 0xE9], "cé"),
    ] as [(String, [UInt8], String)])
  func `Text is read by what its bytes are`(target: String, bytes: [UInt8], expected: String) throws {
    #expect(try paste([(target, .bytes(bytes))]).text == expected)
  }

  @Test func `The type of the property is believed before the target`() throws {
    let result = try paste([("TEXT", .bytes(Array("é".utf8), type: "UTF8_STRING"))])
    #expect(result.text == "é")
  }
}
