import Foundation
import TestSupport
import Testing

@testable import pb

/// What hands expect of the command: joining, waiting, trimming, and help where a word is wrong.
@Suite("Everyday use", .timeLimit(.minutes(1)))
final class EverydayTests: CommandSuite {
  private func run(_ words: [String], _ input: String = "") throws -> ChildProcess.Result {
    try ChildProcess.run(
      [BuiltCommand.path] + words, environment: server.environment, input: Array(input.utf8))
  }

  @Test(arguments: [
    ("plain", "one", "two\n", "one\ntwo\n"), ("plain", "one\n", "two", "one\ntwo"),
    ("markdown", "# A\n", "b\n", "# A\n\nb\n"), ("markdown", "# A\n\n", "b\n", "# A\n\nb\n"),
    ("html", "<p>a</p>", "<p>b</p>", "<p>a</p>\n<p>b</p>"),
  ])
  func `Text is put behind what is there`(type: String, old: String, new: String, joined: String) throws {
    #expect(try run(["copy", "-t", type], old).status == 0)
    #expect(try run(["copy", "-t", type, "--append"], new).status == 0)
    #expect(try run(["paste", "-t", type]).text == joined)
  }

  @Test func `Colours of a terminal stay in the text, and go into nothing that is made of it`() throws {
    let text = "\u{1B}[01;31mfoo\u{1B}[m bar\n"
    #expect(try run(["copy"], text).status == 0)
    #expect(try run(["paste"]).text == text)
    for type in ["html", "rtf"] {
      let made = try run(["paste", "-t", type]).text
      #expect(made.contains("foo bar") && !made.contains("31m"), "\(made)")
    }
  }

  @Test func `A page comes back byte for byte, with its character set for other programs`() throws {
    let page = "<!DOCTYPE html>\n<title>a</title>\n<p>é</p>\n"
    #expect(try run(["copy", "-t", "html"], page).status == 0)
    #expect(try run(["paste", "-t", "html"]).text == page)
    let folder = try TemporaryFolder()
    #expect(try run(["paste", "-o", folder.path + "/page.html"]).status == 0)
    #expect(try Data(contentsOf: URL(filePath: folder.path + "/page.html")) == Data(page.utf8))
    #expect(try run(["paste", "-t", "target:text/html"]).text.hasPrefix("<meta http-equiv"))
    #expect(try run(["paste"]).text == "é\n")
  }

  @Test func `Appended to nothing, text is copied; a picture is not appended, and nothing is lost`() throws {
    #expect(try run(["copy", "--append"], "first").status == 0)
    #expect(try run(["paste", "--plain"]).text == "first")
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]
    let refused = try ChildProcess.run(
      [BuiltCommand.path, "copy", "--append"], environment: server.environment, input: picture)
    #expect(refused.status == 2 && refused.errors.contains("--append supports"))
    #expect(try run(["paste", "--plain"]).text == "first")
    #expect(
      try ChildProcess.run(
        [BuiltCommand.path, "copy", "-t", "png"], environment: server.environment, input: picture
      ).status == 0)
    #expect(try run(["copy", "--append"], "words").status == 2)
    #expect(try run(["paste", "-t", "png"]).output == picture)
  }

  @Test(
    "Text without a type becomes more of what was copied",
    arguments: [
      ("csv", "a,b\n1,2\n", "3,4\n", "a,b\n1,2\n3,4\n"), ("markdown", "# A\n", "more\n", "# A\n\nmore\n"),
      ("html", "<p>a</p>", "b < c\n", "<p>a</p>\n<p>b &lt; c</p>\n"), ("plain", "a", "# b\n", "a\n# b\n"),
    ])
  func appendedAsIsThere(type: String, old: String, new: String, joined: String) throws {
    #expect(try run(["copy", "-t", type], old).status == 0)
    #expect(try run(["copy", "--append"], new).status == 0)
    #expect(try run(["paste", "-t", type]).text == joined)
  }

  @Test func `Text is put behind nothing that is held`() throws {
    #expect(try run(["clear", "--hold"]).status == 0)
    #expect(try run(["copy", "--append"], "first").status == 0)
    #expect(try run(["paste", "--plain"]).text == "first")
  }

  @Test(
    "What is there for a while is not made something that stays",
    arguments: [["--clear-after", "20"], ["--once"], ["--sensitive", "--clear-after", "20"]])
  func passing(options: [String]) throws {
    #expect(try run(["copy", "-t", "html"] + options, "<b>a</b>").status == 0)
    for words in [["recast"], ["copy", "--append"], ["copy", "-t", "html", "--append"]] {
      let result = try run(words, "more")
      #expect(result.status != 0 && result.errors.contains("--clear-after"), "\(words)")
    }
    #expect(try run(["paste", "-t", "html"]).text == "<b>a</b>")
  }

  @Test(
    "The name of a file says what is pasted into it",
    arguments: [
      ("page.html", "<p><b>a</b></p>"), ("text.txt", "a\n"), ("notes.md", "**a**\n"), ("main.c", "a\n"),
      ("none", "**a**\n"),
    ])
  func namedFile(name: String, content: String) throws {
    #expect(try run(["copy", "-t", "html"], "<p><b>a</b></p>").status == 0)
    let file = folder.path + "/" + name
    #expect(try run(["paste", "-o", file]).status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
    #expect(try run(["paste", "-o", folder.path + "/page.docx"]).status == 0)
    #expect(try Data(contentsOf: URL(filePath: folder.path + "/page.docx")).starts(with: Array("PK".utf8)))
    #expect(try run(["paste", "-o", folder.path + "/page.pdf"]).status == 1)
    #expect(try run(["paste", "-t", "plain", "-o", file]).status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "a\n")
  }

  @Test("A file comes back under the name of its type; text does, whatever it is called")
  func namedFilesAsTheyWere() throws {
    let archive: [UInt8] = [0x50, 0x4B, 5, 6] + Array(repeating: 0, count: 18)
    let (file, other) = (try folder.file("a.zip", archive), folder.path + "/b.zip")
    #expect(try run(["copy", file]).status == 0)
    #expect(try run(["paste", "-o", other]).status == 0)
    #expect(try Array(Data(contentsOf: URL(filePath: other))) == archive)
    let source = folder.path + "/main.ts"
    #expect(try run(["copy", "-t", "plain"], "let x: number = 1\n").status == 0)
    #expect(try run(["paste", "-o", source]).status == 0)
    #expect(try String(contentsOfFile: source, encoding: .utf8) == "let x: number = 1\n")
  }

  @Test(arguments: [
    ("a;b\n1;2,5\n", "c,d\n3,\"4;\"\n", "a;b\n1;2,5\nc;d\n3;\"4;\"\n"), ("a,b\n", "c\n", "a,b\nc\n"),
  ])
  func `Rows get the separator of those that they are put behind`(old: String, new: String, both: String)
    throws
  {
    #expect(try run(["copy", "-t", "csv"], old).status == 0)
    #expect(try run(["copy", "-t", "csv", "--append"], new).status == 0)
    #expect(try run(["paste", "--raw", "text/csv"]).text == both)
  }

  @Test func `What is put behind a secret is one`() throws {
    #expect(try run(["copy", "--sensitive", "-t", "plain"], "secret").status == 0)
    #expect(try run(["copy", "-t", "plain", "--append"], "more").status == 0)
    #expect(try run(["paste", "--raw", "x-kde-passwordManagerHint"]).text == "secret")
  }

  @Test func `What is copied is written to standard output too`() throws {
    let copied = try run(["copy", "--tee"], "words\n")
    #expect(copied.text == "words\n" && copied.status == 0)
    #expect(try run(["paste", "--plain"]).text == "words\n")
  }

  @Test func `White space at the ends is left out, of text alone`() throws {
    #expect(try run(["copy", "-t", "plain"], " \t\n a b \n\n").status == 0)
    #expect(try run(["paste", "--plain", "--trim"]).text == "a b")
    #expect(try run(["copy", "-t", "plain"], " \n ").status == 0)
    #expect(try run(["paste", "--plain", "--trim"]).text.isEmpty)
    #expect(try run(["copy", "-t", "application/x-own"], " a ").status == 0)
    #expect(try run(["paste", "-t", "application/x-own", "--trim"]).text == " a ")
  }

  @Test func `What --add names comes beside standard input where that has a type or an end`() throws {
    let note = try folder.file("note.txt", Array("plain".utf8))
    #expect(
      try pb.run("copy", "-t", "html", "--add", "plain=\(note)", input: Array("<b>x</b>".utf8)).status == 0)
    #expect(try pb.run("paste", "-t", "html").text.hasSuffix("<b>x</b>"))
    #expect(try pb.run("paste", "--plain").text == "plain")
    let alone = try pb.other("sh", "-c", "printf lost | '\(BuiltCommand.path)' copy --add plain='\(note)'")
    #expect(alone.status == 0 && alone.errors.contains("add the operand '-'"))
    #expect(try pb.run("paste", "--plain").text == "plain")
  }

  @Test func `A page written as XML is there as HTML too, and stays what it was`() throws {
    let text = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p>é</p></body></html>"
    let page = try folder.file("p.xhtml", Array(text.utf8))
    #expect(try pb.run("copy", page).status == 0)
    #expect(try pb.run("paste", "--raw", "application/xhtml+xml").text == text)
    let html = try pb.run("paste", "--raw", "text/html").text
    #expect(html.contains("charset=utf-8") && html.hasSuffix(text))
    #expect(try pb.run("paste").text == "é\n" && pb.run("paste", "--plain").text == "é\n")
  }

  @Test func `Types that --only names and nothing is offered as are told`() throws {
    let some = try run(["copy", "-t", "markdown", "--only", "html,pdf"], "# a")
    #expect(some.status == 0 && some.errors.contains("PDF") && !some.errors.contains("HTML"))
    #expect(try run(["copy", "-t", "markdown", "--only", "html,plain"], "# a").errors == "")
    #expect(try run(["copy", "-t", "markdown", "--only", "pdf"], "# a").status == 2)
  }

  @Test func `A time that is too long is said to be`() throws {
    #expect(
      try pb.run("paste", "--timeout", "1e9").errors.contains("--timeout must be at most 86400000 seconds"))
  }

  @Test func `A wait for the next copy ends in time`() throws {
    let result = try pb.run("paste", "--wait", "--timeout", "0.2")
    #expect(result.status == 1 && result.errors == "pb: nothing was copied within 0.2 seconds\n")
  }

  @Test func `A paste waits for the next copy`() throws {
    #expect(try run(["copy", "-t", "plain"], "old").status == 0)
    let waiting = try ChildProcess(
      [BuiltCommand.path, "paste", "--plain", "--wait"], environment: server.environment)
    // Whether it waits already does not show: copies are made until one is taken.
    let deadline = ContinuousClock.now + .seconds(20)
    while waiting.isRunning, ContinuousClock.now < deadline {
      #expect(try run(["copy", "-t", "plain"], "new").status == 0)
    }
    #expect(waiting.outputSoFar == "new")
  }

  @Test(arguments: [
    (["paste", "--html"], "Did you mean --type html?"), (["paste", "--png"], "Did you mean --type png?"),
    (["copy", "--txet", "source"], "Did you mean --text?"),
    (["paste", "-p", "genral"], "Did you mean general?"),
    (["show", "-p", "clipbaord"], "Did you mean clipboard?"),
    (["paste", "-p", "primry"], "Did you mean primary?"),
    (["copy", "-selection", "clipboard"], "Use -p NAME"),
    (["paste", "-sel", "c"], "Use -p NAME"),
    (["paste", "--list-types"], "pb show --targets"), (["paste", "-l"], "pb show --targets"),
    (["copy", "--paste-once"], "--once"), (["paste", "--clear"], "pb clear"), (["copy", "-o"], "--once"),
    (["paste", "--watch", "cat"], "pb watch -- COMMAND"), (["paste", "-n"], "--trim"), (["-o"], "pb paste"),
    (["copy", "--trim-newline"], "--trim"), (["copy", "https://example.org/a b"], "| pb copy"),
    (["copy", "https://example.org/"], "is not a file"),
    (["-i"], "pb copy"), (["version"], "pb --version"),
    (["-selection", "clipboard"], "the command is missing"),
    (["copy", "hello"], "printf %s 'hello' | pb copy"),
  ])
  func `A wrong word names the right one`(words: [String], advice: String) throws {
    let result = try run(words)
    #expect(result.status == 2 && result.errors.contains(advice), "\(result.errors)")
  }

  @Test(arguments: [
    (Array("a\n\n".utf8), Array("a\n".utf8)), (Array("a\r\n".utf8), Array("a".utf8)),
    (Array(" a ".utf8), Array(" a ".utf8)),
    (Array("\n".utf8), []), (Array("- *a*\n- b\n".utf8), Array("- *a*\n- b".utf8)),
    ([0xFF, 0xFE, 0x61, 0, 0x0A, 0], Array("a".utf8)), ([0xFE, 0xFF, 0, 0x61, 0, 0x0A], Array("a".utf8)),
  ])
  func `The end of the last line is left out`(text: [UInt8], expected: [UInt8]) throws {
    for option in ["-n", "--trim"] {
      #expect(try pb.run("copy", option, input: text).status == 0)
      #expect(try pb.run("paste", "--plain").output == expected)
    }
    // What is no text stays whole.
    #expect(try pb.run("copy", "-n", input: [0xFE, 0, 0x0A]).status == 0)
    #expect(try pb.run("paste").output == [0xFE, 0, 0x0A])
  }

  @Test func `Nothing but failures is told with --quiet`() throws {
    let latin1 = try folder.file("a.txt", Array("caf".utf8) + [0xE9])
    #expect(try !pb.run("copy", latin1).errors.isEmpty)
    #expect(try pb.run("copy", "--quiet", latin1).errors.isEmpty)
    #expect(try pb.run("copy", "-q", "no-such-file").errors.contains("does not exist"))
    let page = try folder.file("a.html", Array("<img src=\"data:image/png;base64,iVBORw0KGgo=\">x".utf8))
    #expect(
      try pb.run("convert", "-q", page, latin1, "--to", "md", "--into", folder.path + "/out").errors.isEmpty)
    let failed = try pb.run(
      "convert", "-q", page, folder.path + "/none.md", "--to", "rtf", "--into", folder.path + "/out")
    #expect(failed.status == 2 && failed.errors.contains("none.md"))
  }

  @Test(arguments: ["source", "rendered"]) func `Both names of what plain text is work`(text: String) throws {
    for option in ["--text", "--plain"] {
      #expect(try run(["copy", "-t", "markdown", option, text], "# *a*\n").status == 0)
      #expect(
        try pb.other("xclip", "-selection", "clipboard", "-o").text == (text == "source" ? "# *a*\n" : "a\n"))
    }
    #expect(try run(["copy", "--text", "other"], "x").errors.contains("--text must be"))
  }

  @Test(arguments: ["general2", "find-2", "notes", "my", "Primary"]) func `Names of one's own stay`(
    name: String
  ) throws {
    #expect(try run(["copy", "-p", name, "-t", "plain"], "x").status == 0)
    #expect(try run(["paste", "-p", name, "--plain"]).text == "x")
  }

  @Test(arguments: [["type", "--help"], ["type", "-h"], ["help", "type"]])
  func `A family of commands has help`(words: [String]) throws {
    let result = try run(words)
    #expect(result.status == 0 && result.text.contains("type conforms") && result.text.contains("type of"))
  }
}
