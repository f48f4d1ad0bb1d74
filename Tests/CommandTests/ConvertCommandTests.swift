import Foundation
import TestSupport
import Testing

/// `pb convert`, without a display.
@Suite("Conversions from the command line")
struct ConvertCommandTests {
  private let pb = BuiltCommand()

  @Test func `Standard input is Markdown`() throws {
    #expect(try pb.run("convert", "--to", "html", input: Array("# *T*".utf8)).text == "<h1><em>T</em></h1>\n")
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

  private func convert(_ input: [UInt8], _ options: [String]) throws -> String {
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

  @Test func `What stands before rewritten Markdown stays, and so do its formulas`() throws {
    let source = "---\ntitle: x\ntags: [a,  b]\n---\n\n* price $5, sum $x$ and $$y$$\n"
    let expected = "---\ntitle: x\ntags: [a,  b]\n---\n\n- price $5, sum $x$ and $$y$$\n"
    #expect(try convert(Array(source.utf8), ["--bullet", "dash"]) == expected)
    #expect(try convert(Array("---\na: b\n---\n".utf8), ["--bullet", "dash"]) == "---\na: b\n---\n")
  }

  @Test func `A style that there is not is refused`() throws {
    let failure = try pb.run("convert", "--to", "md", "--fence", "quote", input: [])
    #expect(failure.status == 2)
    #expect(failure.errors == "pb: --fence is 'backtick' or 'tilde', not 'quote'\n")
    #expect(try pb.run("convert", "--to", "md", "--wrap", "0", input: []).status == 2)
  }

  @Test func `Text in UTF-16 is read by its byte-order mark`() throws {
    let utf16: [UInt8] = [0xFF, 0xFE, 0x2A, 0, 0xE9, 0, 0x2A, 0]
    #expect(try pb.run("convert", "--to", "html", input: utf16).text == "<p><em>é</em></p>\n")
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
