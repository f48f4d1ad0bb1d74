import Foundation
import TestSupport
import Testing

/// `pb convert`, without a display.
@Suite("Conversions from the command line")
struct ConvertCommandTests {
  let pb = BuiltCommand()

  @Test func `Standard input is Markdown`() throws {
    #expect(try pb.run("convert", "--to", "html", input: Array("# *T*".utf8)).text == "<h1><em>T</em></h1>\n")
  }

  @Test(
    "Results have the extension that was named",
    arguments: [
      ("jpg", "jpg"), (".jpeg", "jpeg"), ("image/jpeg", "jpeg"), ("public.png", "png"),
    ])
  func namedExtension(type: String, ending: String) throws {
    let folder = try TemporaryFolder()
    // A pixel of three bytes, in a row of four.
    let numbers: [UInt32] = [58, 0, 54, 40, 1, 1, 24 << 16 | 1, 0, 4, 0, 0, 0, 0, 0]
    let bitmap =
      Array("BM".utf8)
      + numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    let picture = try folder.file("a.bmp", bitmap)
    let result = try pb.run("convert", picture, "--to", type, "--into", folder.path + "/out")
    #expect(result.text == "\(folder.path)/out/a.\(ending)\n")
  }

  @Test func `Markdown to Markdown is 1:1`() throws {
    let source = Array("Title\n===\n\n*  a\n".utf8) + [0xFF]
    #expect(try pb.run("convert", "--to", "markdown", input: source).output == source)
  }

  @Test(arguments: [
    (["--bullet", "asterisk"], "* a\n\n[b](/u)\n"),
    (["--bullet", "+", "--links=reference"], "+ a\n\n[b][1]\n\n[1]: /u\n"),
    (["--markdown", "commonmark"], "- a\n\n[b](/u)\n"),
  ])
  func `Markdown is written in the style that is asked for`(options: [String], expected: String) throws {
    let html = Array("<ul><li>a</ul><p><a href=/u>b</a>".utf8)
    #expect(
      try convert(html, ["--from", "html"] + options) == expected)
    let markdown = Array("* a\n\n[b]\n\n[b]: /u\n".utf8)
    #expect(try convert(markdown, options) == expected)
  }

  func convert(_ input: [UInt8], _ options: [String]) throws -> String {
    try ChildProcess.run([BuiltCommand.path, "convert", "--to", "md"] + options, input: input).text
  }

  @Test(arguments: [
    (
      "auto",
      "| a   | b   |\n| --- | --- |\n| 1   | 2   |\n\n|     |     |\n| --- | --- |\n| x   | y   |\n| z   | w   |\n"
    ),
    ("first", "| a   | b   |\n| --- | --- |\n| 1   | 2   |\n\n| x   | y   |\n| --- | --- |\n| z   | w   |\n"),
    (
      "none",
      "|     |     |\n| --- | --- |\n| a   | b   |\n| 1   | 2   |\n\n|     |     |\n| --- | --- |\n| x   | y   |\n| z   | w   |\n"
    ),
  ])
  func `The header of a table is what is asked for`(choice: String, expected: String) throws {
    let html = "<table><tr><th>a<th>b<tr><td>1<td>2</table><table><tr><td>x<td>y<tr><td>z<td>w</table>"
    #expect(
      try convert(Array(html.utf8), ["--from", "html", "--tables", "padded", "--table-header", choice])
        == expected)
  }

  @Test func `Of a folder, what is of the type already is told, and left where it is`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("a.html", Array("<p>a".utf8))
    _ = try folder.file("b.md", Array("b".utf8))
    let result = try pb.run("convert", folder.path, "--to", "md", "--into", folder.path + "/out")
    #expect(result.text == folder.path + "/out/a.md\n")
    #expect(result.errors.contains("skipped 1 file that already had the format Markdown"))
    #expect(try pb.run("convert", folder.path, "--to", "md", "--into", folder.path).errors.isEmpty)
  }

  @Test func `A page written as XML is read as a page`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.file(
      "p.xhtml",
      Array(
        "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"><body><h1>a</h1></body></html>"
          .utf8))
    #expect(try pb.run("convert", page, "--to", "md").text == "# a\n")
  }

  @Test func `A reference lends its page and its styles`() throws {
    let folder = try TemporaryFolder()
    let notes = try folder.file("notes.md", Array("# T\n".utf8))
    let text = try pb.run("convert", notes, "--to", "fodt").text
    let large = text.replacing("fo:page-width=\"21cm\"", with: "fo:page-width=\"42cm\"")
    let reference = try folder.file("letter.fodt", Array(large.utf8))
    let written = try pb.run("convert", notes, "--to", "fodt", "--reference", reference)
    #expect(written.text.contains("=\"1190.55pt\""))
    let refusals = [
      (["--to", "docx", "--reference", reference], "is not DOCX"),
      (["--to", "html", "--reference", reference], "--reference applies to DOCX, ODT and FODT"),
      (["--to", "odt", "--reference", notes], "could not read styles from"),
      (["--to", "odt", "--reference", "gone.odt"], "gone.odt"),
    ]
    for (options, words) in refusals {
      let refused = try pb.run("convert", notes, options[0], options[1], options[2], options[3])
      #expect(refused.status == 2 && refused.errors.contains(words))
    }
  }

  @Test func `HTML in a file is a page by itself`() throws {
    let folder = try TemporaryFolder()
    let source = "---\ntitle: \"A & B\"\nlang: de\ntags: [x, \"y\"]\nauthor: Jo\n---\n\n# Head *x*\n\ntext\n"
    let file = try folder.file("notes.md", Array(source.utf8))
    let body = "<h1>Head <em>x</em></h1>\n<p>text</p>\n"
    let piped = try pb.run("convert", file, "--to", "html")
    #expect(piped.text == body && piped.errors.contains("front matter"))
    let result = folder.path + "/notes.html"
    #expect(try pb.run("convert", file, result).errors.isEmpty)
    let page = try String(contentsOfFile: result, encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"de\">\n<head>\n<meta charset=\"utf-8\">\n"))
    let identified = "<h1 id=\"head-x\">Head <em>x</em></h1>\n<p>text</p>\n"
    #expect(
      page.contains("<title>A &amp; B</title>")
        && page.hasSuffix("<body>\n" + identified + "</body>\n</html>\n"))
    #expect(
      page.contains(#"<meta name="keywords" content="x, y">"#)
        && page.contains(#"name="author" content="Jo""#))
    #expect(try pb.run("convert", file, "--to", "html", "--standalone").text == page)
    #expect(try pb.run("convert", file, "--fragment", "-o", result).status == 0)
    #expect(try String(contentsOfFile: result, encoding: .utf8) == body)
    // The page reads as what it was made of.
    #expect(
      try pb.run("convert", "-f", "html", "-t", "md", input: Array(page.utf8)).text == "# Head *x*\n\ntext\n")
  }

  @Test func `A page without a title of its own has that of its first heading, or of its file`() throws {
    let folder = try TemporaryFolder()
    let headed = try folder.file("a.md", Array("text\n\n## One <two>\n".utf8))
    let bare = try folder.file("list of things.md", Array("- a\n".utf8))
    #expect(
      try pb.run("convert", headed, "-st", "html", "--language", "en").text.contains("<title>One"))
    let page = try pb.run("convert", bare, "-st", "html").text
    #expect(page.contains("<title>list of things</title>") && page.contains("<html>\n"))
  }

  @Test func `What lies beside a source is replaced only if that is asked for`() throws {
    let folder = try TemporaryFolder()
    let source = try folder.file("n.md", Array("new\n".utf8))
    let page = try folder.file("n.html", Array("by hand".utf8))
    let refused = try pb.run("convert", source, "--to", "html", "--into", folder.path)
    #expect(refused.status == 2 && refused.errors.contains("--replace"))
    #expect(try String(contentsOfFile: page, encoding: .utf8) == "by hand")
    let wanted = try pb.run(
      "convert", source, "--to", "html", "--fragment", "--into", folder.path, "--replace")
    #expect(wanted.status == 0)
    #expect(try String(contentsOfFile: page, encoding: .utf8) == "<p>new</p>\n")
  }

  @Test func `The files of a shell's pattern do not replace each other`() throws {
    let folder = try TemporaryFolder()
    let (one, two) = (try folder.file("a.md", [0x61]), try folder.file("b.md", [0x62]))
    let result = try pb.run("convert", one, two, "--to", "html")
    #expect(result.status == 2 && result.errors.contains("--into"))
    #expect(try Data(contentsOf: URL(filePath: two)) == Data([0x62]))
    #expect(try pb.run("convert", one, two, one, "--to", "html").errors.contains("--into"))
  }

  @Test func `Text of another encoding is read as what it is said to be`() throws {
    let latin1 = Array("caf".utf8) + [0xE9, 0x0A]
    let unknown = try pb.run("convert", "--to", "html", input: latin1)
    #expect(unknown.status == 0 && unknown.errors.contains("--encoding"))
    #expect(
      try pb.run("convert", "--to", "html", "--encoding", "latin1", input: latin1).text == "<p>café</p>\n")
    let page = Array("<meta charset=ascii><p>caf".utf8) + [0xE9]
    #expect(
      try pb.run("convert", "-f", "html", "-t", "md", "--encoding", "iso-8859-1", input: page).text
        == "café\n")
    #expect(try pb.run("convert", "--to", "html", "--encoding", "no-such", input: latin1).status == 2)
    #expect(try pb.run("convert", "-f", "rtf", "-t", "md", "--encoding", "latin1", input: []).status == 2)
  }

  @Test func `Pictures beside a document are found from the folder of the result`() throws {
    let folder = try TemporaryFolder()
    for name in ["docs", "docs/img"] { mkdir(folder.path + "/" + name, 0o700) }
    _ = try folder.file("docs/img/a b.png", samplePNG)
    let text = "![x](img/a%20b.png) ![no](img/none.png) ![w](https://e.org/img/a%20b.png)\n"
    let source = try folder.file("docs/n.md", Array(text.utf8))
    #expect(try pb.run("convert", source, "--to", "html", "--into", folder.path + "/out/deep").status == 0)
    let page = try String(contentsOfFile: folder.path + "/out/deep/n.html", encoding: .utf8)
    #expect(page.contains("src=\"../../docs/img/a%20b.png\""))
    #expect(page.contains("src=\"img/none.png\"") && page.contains("src=\"https://e.org/img/a%20b.png\""))
    // Where the folder is the same, or nobody knows which it will be, addresses stay.
    #expect(try pb.run("convert", source, "-o", folder.path + "/docs/n.html").status == 0)
    let beside = try String(contentsOfFile: folder.path + "/docs/n.html", encoding: .utf8)
    #expect(beside.contains("src=\"img/a%20b.png\""))
    #expect(try pb.run("convert", source, "--to", "html").text.contains("src=\"img/a%20b.png\""))
  }

  @Test func `What cannot be made names what can`() throws {
    let result = try pb.run("convert", "--to", "pdf", input: [0x61])
    #expect(result.status == 2 && result.errors.contains("pb cannot write PDF. Write ODT or DOCX"))
  }

  @Test func `What is no text is not read as text`() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]
    let folder = try TemporaryFolder()
    let result = try pb.run("convert", try folder.file("a.md", png), "--to", "html")
    #expect(result.status == 2 && result.output.isEmpty && result.errors.contains("but PNG"))
    #expect(try pb.run("convert", "--to", "html", input: [0x61, 0, 0x62]).errors.contains("NUL"))
    let said = try pb.run("convert", "--from", "md", "--to", "html", input: [0x61, 0, 0x62]).errors
    #expect(said.contains("--encoding") && !said.contains("--from"))
    #expect(try pb.run("convert", "--to", "md", input: Array(#"{\rtf1 a {\b b}}"#.utf8)).text == "a **b**\n")
  }

  @Test
  func `Pictures anywhere in a folder that is converted go along, others are named with their document`()
    throws
  {
    let folder = try TemporaryFolder()
    for name in ["/wiki/sub", "/wiki/img", "/out"] {
      try FileManager.default.createDirectory(atPath: folder.path + name, withIntermediateDirectories: true)
    }
    let picture = try Data(contentsOf: BuiltCommand.fixtures.appending(path: "pictures/words.png"))
    for name in ["wiki/img/a.png", "b.png"] { _ = try folder.file(name, Array(picture)) }
    let file = try folder.file("wiki/sub/x.md", Array("![a](../img/a.png) ![b](../../b.png)\n".utf8))
    let converted = try pb.run(
      "convert", folder.path + "/wiki", "--to", "docx", "--into", folder.path + "/out")
    #expect(
      converted.errors
        == "pb: left out the picture ../../b.png of \(file): it is outside the document's folder\n")
    let size = try Data(contentsOf: URL(filePath: folder.path + "/out/sub/x.docx")).count
    #expect(size > picture.count)
  }

  @Test func `Rewritten Markdown has the same line ends throughout`() throws {
    let text = Array("---\r\ntitle: x\r\n---\r\n\r\n- a\r\n".utf8)
    #expect(try convert(text, ["--bullet", "asterisk"]) == "---\ntitle: x\n---\n\n* a\n")
  }

  @Test func `What stands before rewritten Markdown stays, and so do its formulas`() throws {
    let source = "---\ntitle: x\ntags: [a,  b]\n---\n\n* price $5, sum $x$ and $$y$$\n"
    let expected = "---\ntitle: x\ntags: [a,  b]\n---\n\n- price $5, sum $x$ and $$y$$\n"
    #expect(try convert(Array(source.utf8), ["--bullet", "dash"]) == expected)
    #expect(try convert(Array("---\na: b\n---\n".utf8), ["--bullet", "dash"]) == "---\na: b\n---\n")
  }

  @Test(arguments: [
    ("H~2~O ~x *y*~ **~z~** \\~1\\~", "H~2~O ~x *y*~ **~z~** \\~1\\~\n"),
    ("~~gone~~ ~[a](b)~\n~c~", "~~gone~~ ~[a](b)~\n~c~\n"),
    ("| a~1~ |\n|-|\n| ~b~ |", "| a~1~ |\n| ---- |\n| ~b~  |\n"),
    ("a[^z]\n\n[^m]: more\n[^z]: last", "a[^1]\n\n[^1]: last\n\n[^2]: more\n"),
  ])
  func `Rewritten Markdown keeps single tildes, and notes without a reference`(
    source: String, expected: String
  ) throws {
    #expect(try convert(Array(source.utf8), ["--bullet", "dash"]) == expected)
  }

  @Test func `Merged cells that are taken apart are named`() throws {
    let page = Array("<table><tr><td colspan=2>a</td></tr><tr><td>b</td><td>c</td></tr></table>".utf8)
    let told = try pb.run("convert", "--from", "html", "--to", "md", input: page)
    #expect(told.status == 0 && told.errors.contains("merged cells of a table"))
    let kept = try pb.run("convert", "--from", "html", "--to", "md", "--tables", "html", input: page)
    #expect(kept.errors.isEmpty && kept.text.contains("colspan"))
    let plain = Array("<table><tr><td>a</td></tr></table>".utf8)
    #expect(try pb.run("convert", "--from", "html", "--to", "md", input: plain).errors.isEmpty)
  }

  @Test(arguments: ["rtf", "docx", "odt"])
  func `Links to files of one machine are text in documents, and that is told`(type: String) throws {
    let markdown = Array("[a](file:///tmp/a) [b](b.md) `file:`\n".utf8)
    let told = try pb.run("convert", "--to", type, "-", input: markdown)
    #expect(
      told.errors == "pb: a link in standard input points to a local file; pb kept only its text\n")
    #expect(try pb.run("convert", "--to", "html", "-", input: markdown).errors.isEmpty)
  }

  @Test func `Comments are left out, and that is told`() throws {
    let note = #"{\chatn{\*\annotation why}}"#
    let document = Array(#"{\rtf1 a\#(note)b\#(note)\par}"#.utf8)
    let told = try pb.run("convert", "--from", "rtf", "--to", "md", input: document)
    #expect(told.status == 0 && told.text == "ab\n")
    #expect(told.errors == "pb: left out 2 comments in standard input\n")
    let plain = Array(#"{\rtf1 ab\par}"#.utf8)
    let kept = try pb.run("convert", "--from", "rtf", "--to", "md", input: plain)
    #expect(kept.text == "ab\n" && kept.errors.isEmpty)
  }

  @Test(arguments: ["docx", "odt", "fodt"])
  func `Merged cells of office documents stay whole unless the person wants otherwise`(type: String) throws {
    let page = Array("<table><tr><th colspan=2>a</th></tr><tr><td>b</td><td>c<br>d</td></tr></table>".utf8)
    let document = try pb.run("convert", "--from", "html", "--to", type, input: page).output
    let whole = try pb.run("convert", "--from", type, "--to", "md", input: document)
    #expect(whole.errors.isEmpty && whole.text.hasPrefix("<table>\n") && whole.text.contains("colspan=\"2\""))
    let padded = try pb.run("convert", "--from", type, "--to", "md", "--tables", "padded", input: document)
    #expect(padded.errors.contains("merged cells of a table") && padded.text.hasPrefix("| a "))
    // What was made of them goes back as the table that it was.
    let again = try pb.run("convert", "--to", type, input: Array(whole.text.utf8)).output
    #expect(try pb.run("convert", "--from", type, "--to", "md", input: again).text == whole.text)
    let list = Array("<table><tr><th>a</th></tr><tr><td><ul><li>b</li><li>c</li></ul></td></tr></table>".utf8)
    let simple = try pb.run("convert", "--from", "html", "--to", type, input: list).output
    #expect(try pb.run("convert", "--from", type, "--to", "md", input: simple).text.hasPrefix("| a "))
  }

  @Test func `A style that there is not is refused`() throws {
    let failure = try pb.run("convert", "--to", "md", "--fence", "quote", input: [])
    #expect(failure.status == 2)
    #expect(failure.errors == "pb: --fence must be one of backtick, tilde, not 'quote'\n")
    #expect(try pb.run("convert", "--to", "md", "--wrap", "0", input: []).status == 2)
  }

  @Test func `Text in UTF-16 is read by its byte-order mark`() throws {
    let utf16: [UInt8] = [0xFF, 0xFE, 0x2A, 0, 0xE9, 0, 0x2A, 0]
    #expect(try pb.run("convert", "--to", "html", input: utf16).text == "<p><em>é</em></p>\n")
  }

  @Test func `Without a target Markdown is made, of text without an extension too`() throws {
    let folder = try TemporaryFolder()
    let document = folder.path + "/a.docx"
    #expect(try pb.run("convert", "-o", document, input: Array("# T\n\n*a*\n".utf8)).status == 0)
    #expect(try pb.run("convert", document).text == "# T\n\n*a*\n")
    #expect(
      try pb.run("convert", document, "--into", folder.path + "/out").text == folder.path + "/out/a.md\n")
    let plain = try folder.file("hostname", Array("host-1\n".utf8))
    #expect(try pb.run("convert", plain, "--to", "html").text == "<p>host-1</p>\n")
    let notes = try folder.file("README", Array("# T\n\n- *a*\n- [b](c)\n".utf8))
    #expect(try pb.run("convert", notes, "--to", "plain").text.hasPrefix("T\n"))
    let bytes = try folder.file("bytes", [0xFE, 0, 1])
    #expect(try pb.run("convert", bytes, "--to", "html").errors.contains("--from"))
  }

  @Test func `A file's type comes from its extension`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("page.html", Array("<h2>T</h2><p>a <b>b</b>".utf8))
    #expect(try pb.run("convert", "--to", "md", file).text == "## T\n\na **b**\n")
    #expect(try pb.run("convert", "--to", "plain", "--from", "text/html", file).text == "T\n\na b\n")
    let output = folder.path + "/out.rtf"
    #expect(try pb.run("convert", "--to", "rtf", file, "-o", output).status == 0)
    #expect(try pb.run("convert", "--to", "md", output).text == "## T\n\na **b**\n")
  }

  @Test func `The command links no more of Foundation than it may`() throws {
    let libraries = try ChildProcess.run(["ldd", BuiltCommand.path]).text
    #expect(!libraries.contains("libFoundation.so"))
    #expect(!libraries.contains("libFoundationEssentials.so"))
    #expect(!libraries.contains("libicu") && !libraries.contains("lib_FoundationICU"))
  }
}
