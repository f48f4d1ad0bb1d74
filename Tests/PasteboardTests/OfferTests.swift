import Conversions
import Exchange
import Foundation
import Synchronization
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Pasteboard

@Suite("What a copy offers")
struct OfferTests {
  private func content(
    _ bytes: [UInt8], _ type: UTType, _ terms: OfferingOptions = OfferingOptions()
  ) -> Content {
    var item = PasteboardItem()
    item.setData(bytes, forType: type)
    return Offering(item, terms).content(rules: nil)
  }

  private func content(_ text: String, _ type: UTType, _ terms: OfferingOptions = OfferingOptions())
    -> Content
  {
    content(Array(text.utf8), type, terms)
  }

  private func text(_ name: String, of content: Content) throws -> String {
    String(decoding: try #require(content.render(name)).bytes, as: UTF8.self)
  }

  @Test(arguments: ["<div id=\"app\"></div>\n", "<html></html>", "<style>b { color: red }</style>\n"])
  func `HTML that shows no word is text as it is written`(html: String) throws {
    let content = content(html, .html)
    #expect(try text("UTF8_STRING", of: content) == html)
    #expect(try text("text/markdown", of: content) == html)
    #expect(try text("UTF8_STRING", of: self.content("<p>a</p>", .html)) == "a\n")
  }

  private static let textNames = [
    "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "public.utf8-plain-text", "STRING",
    "COMPOUND_TEXT",
    "TEXT",
  ]
  private static let htmlNames = ["text/html", "public.html"]
  private static let rtfNames = ["text/rtf", "text/richtext", "application/rtf", "public.rtf"]
  private static let markdownNames = ["text/markdown", "text/x-markdown", "net.daringfireball.markdown"]

  @Test(arguments: [
    (UTType.markdown, markdownNames + textNames + htmlNames + rtfNames),
    (.html, htmlNames + textNames + rtfNames + markdownNames),
    (.rtf, rtfNames + textNames + htmlNames + markdownNames),
    (.utf8PlainText, textNames), (.plainText, textNames),
    (
      .png,
      [
        "image/png", "image/x-png", "public.png", "image/bmp", "image/x-bmp", "image/x-MS-bmp",
        "com.microsoft.bmp",
      ]
    ),
    (.json, ["application/json", "public.json"] + textNames), (.url, ["public.url"] + textNames),
  ])
  func `What was copied comes first, then what is made of it`(type: UTType, names: [String]) {
    #expect(content("x", type).names == names + ["application/x-pasteboard-source"])
  }

  @Test(arguments: [
    UTType.markdown, .html, .rtf, .utf8PlainText, .pythonScript, .json, .heic, .pdf, .commaSeparatedText,
    .tabSeparatedText,
    UTType(mimeType: "application/x-foo"), UTType(undeclaredIdentifier: "com.example.foo"),
    UTType(tag: "_MY_PRIVATE", tagClass: .pasteboardType, conformingTo: nil), UTType("dyn.age80e2pe"),
  ])
  func `Every name that is listed is answered, and the type's own with what was copied`(type: UTType?) throws
  {
    let type = try #require(type)
    let bytes: [UInt8] = Array("{\\rtf1 a,b\n}".utf8)
    let content = content(bytes, type)
    for name in content.names { #expect(content.render(name) != nil, "\(name)") }
    let first = try #require(content.names.first)
    #expect(content.render(first)?.bytes == bytes)
    #expect(content.render("x-nonsense") == nil)
  }

  @Test func `Bytes that are no UTF-8 stay as they are under the type's names, and text is repaired`() throws
  {
    let bytes: [UInt8] = [0x61, 0xFF, 0x0D, 0x0A, 0x00]
    let content = content(bytes, .markdown)
    #expect(content.render("text/markdown")?.bytes == bytes)
    #expect(try text("UTF8_STRING", of: content) == "a\u{FFFD}\r\n\0")
  }

  @Test func `HTML that is made tells its character set where Firefox looks for it`() throws {
    let html = try text("text/html", of: content("# T", .markdown))
    #expect(html.hasPrefix(#"<meta http-equiv="content-type" content="text/html; charset=utf-8">"#))
    #expect(html.contains("<h1>T</h1>"))
  }

  @Test(arguments: [
    ("<p style=\"color: red\">a</p>", false), ("<p>é</p>", true),
    ("<META Charset='utf-8'><p>é</p>", false),
    ("<html><head><meta http-equiv=content-type content='text/html; charset=iso-8859-1'></head>é", false),
    ("\u{FEFF}<p>é</p>", false), ("<p>charset=utf-8 é</p>", true),
    ("<?xml version=\"1.0\" encoding=\"utf-8\"?><p>é</p>", false),
  ])
  func `HTML goes out as it was copied, with its character set where that is in doubt`(
    html: String, needsDeclaration: Bool
  ) throws {
    let offered = try text("text/html", of: content(html, .html))
    #expect(
      offered.utf8.elementsEqual(
        needsDeclaration
          ? (#"<meta http-equiv="content-type" content="text/html; charset=utf-8">"# + html).utf8 : html.utf8)
    )
    #expect(try text("public.html", of: content(html, .html)) == html)
    let latin1: [UInt8] = [0x3C, 0x70, 0x3E, 0xE9]
    #expect(
      try text("text/html", of: content(latin1, .html))
        == #"<meta http-equiv="content-type" content="text/html; charset=utf-8"><p>é"#)
  }

  @Test func `Plain text is the source, or the rendered text if that is wanted`() throws {
    #expect(try text("UTF8_STRING", of: content("# *T*", .markdown)) == "# *T*")
    var terms = OfferingOptions()
    terms.plainText = .rendered
    let rendered = content("# *T*", .markdown, terms)
    #expect(try text("UTF8_STRING", of: rendered) == "T\n")
    #expect(try text("text/markdown", of: rendered) == "# *T*")
    #expect(try text("UTF8_STRING", of: content("<p>a <b>b</b></p>", .html)) == "a b\n")
    terms.plainText = .source
    #expect(try text("UTF8_STRING", of: content("<p>a <b>b</b></p>", .html, terms)) == "<p>a <b>b</b></p>")
  }

  @Test func `HTML and RTF are made into each other and into Markdown`() throws {
    let html = content("<p>a <b>b</b></p>", .html)
    #expect(try text("text/markdown", of: html) == "a **b**\n")
    #expect(try text("text/rtf", of: html).hasPrefix(#"{\rtf1"#))
    let rtf = content(#"{\rtf1\ansi a {\b b}\par}"#, .rtf)
    #expect(try text("text/html", of: rtf).contains("<strong>b</strong>"))
    #expect(try text("UTF8_STRING", of: rtf) == "a b\n")
  }

  @Test func `Plain text as rich text keeps every space, and only if that is wanted`() throws {
    var terms = OfferingOptions()
    terms.isRich = true
    let rich = content("if x:\n\treturn  2\n", .pythonScript, terms)
    #expect(rich.names.contains("text/html") && rich.names.contains("text/rtf"))
    #expect(!rich.names.contains("text/markdown"))
    #expect(try text("text/html", of: rich).contains("<code>if x:\n\treturn  2\n</code></pre>"))
  }

  @Test
  func `A table of values is its file as text, columns under a name of their own, and a table as rich text`()
    throws
  {
    let table = content("name,\"a, b\"\n\"say \"\"hi\"\"\",2\n", .commaSeparatedText)
    #expect(try text("text/csv", of: table) == "name,\"a, b\"\n\"say \"\"hi\"\"\",2\n")
    #expect(try text("UTF8_STRING", of: table) == "name,\"a, b\"\n\"say \"\"hi\"\"\",2\n")
    #expect(
      try text("text/tab-separated-values", of: table) == "name\ta, b\n\"say \"\"hi\"\"\"\t2\n")
    #expect(try text("text/markdown", of: table).contains("| say \"hi\" |    2 |"))
    #expect(try text("text/html", of: table).contains("<th>name</th>"))
    let tabs = content("a\tb\n1\t2\n", .tabSeparatedText)
    #expect(try text("UTF8_STRING", of: tabs) == "a\tb\n1\t2\n")
  }

  @Test func `Of several types each is given as it is, and the rest made of the richest`() throws {
    var item = PasteboardItem("# T", type: .markdown)
    item.setString("<p>own</p>", forType: .html)
    item.setString("own text", forType: .utf8PlainText)
    let content = Offering(item).content(rules: nil)
    #expect(try text("text/html", of: content) == "<p>own</p>")
    #expect(try text("STRING", of: content) == "own text")
    #expect(try text("public.rtf", of: content).contains("T"))
    #expect(
      try text("application/x-pasteboard-source", of: content)
        == "net.daringfireball.markdown\npublic.html\npublic.utf8-plain-text")
  }

  @Test(arguments: [
    ([UTType.html], htmlNames), ([.utf8PlainText], textNames), ([.markdown, .rtf], markdownNames + rtfNames),
    ([.png], []),
  ])
  func `Only what is asked for is offered`(only: [UTType], names: [String]) {
    var terms = OfferingOptions()
    terms.only = only
    #expect(content("# T", .markdown, terms).names == names + ["application/x-pasteboard-source"])
  }

  @Test func `A secret carries the mark that managers heed`() {
    var item = PasteboardItem("s", type: .utf8PlainText)
    item.isSensitive = true
    let content = Offering(item).content(rules: nil)
    #expect(content.isSensitive && content.names.contains("x-kde-passwordManagerHint"))
    #expect(content.render("x-kde-passwordManagerHint")?.bytes == Array("secret".utf8))
  }

  /// A slow RTF must not make the HTML miss its answer.
  @Test func `What is slow to make holds up nothing else`() throws {
    let mayGoOn = Mutex(false)
    var item = PasteboardItem("<p>quick</p>", type: .html)
    item.setDataProvider(forTypes: [.png]) { _ in
      while !mayGoOn.withLock(\.self) { sched_yield() }
      return [1]
    }
    let content = Offering(item).content(rules: nil)
    let slow = Mutex<[UInt8]?>(nil)
    let thread = Thread {
      let bytes = content.render("image/png")?.bytes; slow.withLock { $0 = bytes }
    }
    thread.start()
    #expect(try text("text/html", of: content) == "<p>quick</p>")
    #expect(try text("text/rtf", of: content).contains("quick"))
    mayGoOn.withLock { $0 = true }
    #expect(content.render("image/png")?.bytes == [1])
  }
}
