import Foundation
import TestSupport
import Testing

/// Text of terminals, columns, separators, JSON Lines and colours through the command.
@Suite("Text of terminals and tables as text", .timeLimit(.minutes(2)))
final class TerminalTextCommandTests: CommandSuite {
  private static let session = "jo@box:~$ ls\na.txt  b.txt\njo@box:~$ \n"
  private static let restored = "```console\n$ ls\na.txt  b.txt\n```\n"

  private func copy(_ text: String, _ words: String...) throws {
    let copied = try pb.run(["copy"] + (words.isEmpty ? ["-t", "plain"] : words), input: Array(text.utf8))
    #expect(copied.status == 0, "\(copied.errors)")
  }

  @Test func `What was copied out of a terminal is pasted and recast as what it was`() throws {
    try copy(Self.session)
    #expect(try pb.run("paste", "--from", "terminal").text == Self.restored)
    #expect(
      try pb.run("paste", "--from", "terminal", "-t", "html").text.contains(
        "<code class=\"language-console\">"))
    #expect(try pb.run("paste", "--from", "terminal", "--plain").text.contains("$ ls\na.txt"))
    #expect(try pb.run("paste").text == Self.session)
    #expect(try pb.run("recast", "--from", "terminal").status == 0)
    #expect(try pb.run("paste", "--raw", "text/markdown").text == Self.restored)
    #expect(try pb.run("paste").text == Self.restored)
  }

  @Test func `Ordinary text is pasted, recast and converted byte for byte`() throws {
    let text = "Some words\n\n\tcode()  \r\nlast * line_ without its end"
    try copy(text)
    #expect(try pb.run("paste", "--from", "terminal").text == text)
    #expect(try pb.run("paste", "--from", "terminal", "--plain").text == text)
    #expect(try pb.run("recast", "--from", "terminal").status == 0)
    #expect(try pb.run("paste").text == text)
    let file = try folder.file("a.txt", Array(text.utf8))
    #expect(try pb.run("convert", "--from", "terminal", "--to", "markdown", file).text == text)
    #expect(try pb.run("convert", "--from", "terminal", "--to", "plain", file).text == text)
  }

  @Test func `Columns become tables of any kind`() throws {
    let text = "NAME    READY   AGE\nweb 1   1/1      5d\napi     0/1     45m\n"
    try copy(text)
    let rows = "[\n  {\"NAME\": \"web 1\", \"READY\": \"1/1\", \"AGE\": \"5d\"},\n"
    #expect(try pb.run("paste", "--from", "columns", "-t", "json").text.hasPrefix(rows))
    #expect(
      try pb.run("paste", "--from", "columns", "-t", "csv").text.hasPrefix("NAME,READY,AGE\nweb 1,1/1,5d\n"))
    #expect(try pb.run("paste", "--from", "columns").text.hasPrefix("| NAME  | READY | AGE"))
    let file = try folder.file("a.txt", Array(text.utf8))
    #expect(try pb.run("convert", "--from", "columns", "--to", "html", file).text.contains("<td>web 1</td>"))
    #expect(try pb.run("convert", "--from", "columns", file, "-o", folder.path + "/a.xlsx").status == 0)
    #expect(try pb.run("convert", folder.path + "/a.xlsx", "--to", "csv").text.contains("web 1,1/1,5d"))
    let refused = try pb.run(
      "convert", "--from", "columns", "--to", "csv", try folder.file("b.txt", Array("word\n".utf8)))
    #expect(refused.status == 2 && refused.errors.contains("no columns aligned by spaces found in"))
    try copy("word")
    #expect(
      try pb.run("paste", "--from", "columns").errors.contains(
        "no columns aligned by spaces found in the copied text"))
    #expect(
      try pb.run("paste", "--from", "rows").errors.contains("--from must be terminal or columns, not 'rows'"))
    #expect(
      try pb.run("recast", "--from", "columns").errors.contains("--from must be terminal, not 'columns'"))
    #expect(
      try pb.run("paste", "--from", "columns", "--raw", "TEXT").errors.contains("cannot be used together"))
  }

  @Test func `A separator is read where CSV is read, and written where it is written`() throws {
    let file = try folder.file("a.txt", Array("a^b\n1^2;3\n".utf8))
    let table = try folder.file("b.csv", Array("a;b\n1;x\n".utf8))
    #expect(
      try pb.run("convert", file, "--separator", "^", "--to", "json").text
        == "[\n  {\"a\": 1, \"b\": \"2;3\"}\n]\n")
    #expect(try pb.run("convert", table, "--separator", "|", "--to", "csv").text == "a|b\n1|x\n")
    #expect(try pb.run("convert", table, "--separator", "tab", "--to", "csv").text == "a\tb\n1\tx\n")
    try copy("a^b\n1^2\n")
    #expect(try pb.run("paste", "--separator", "^", "-t", "tsv").text == "a\tb\n1\t2\n")
    #expect(try pb.run("copy", "--separator", "^", file).status == 0)
    #expect(try pb.run("paste", "--raw", "text/html").text.contains("<td>2;3</td>"))
    #expect(try pb.run("paste", "--raw", "text/tab-separated-values").text == "a\tb\n1\t2;3\n")
    #expect(try pb.run("paste", "--plain").text == "a^b\n1^2;3\n")
    #expect(try pb.run("copy", table).status == 0)
    #expect(try pb.run("paste", "-t", "csv", "--separator", ",").text == "a,b\n1,x\n")
    for name in ["xx", "a", "\"", ""] {
      let refused = try pb.run("convert", table, "--separator", name, "--to", "json")
      #expect(
        refused.status == 2 && refused.errors.contains("--separator must be one sign"),
        "\(name): \(refused.errors)")
    }
  }

  @Test func `JSON Lines are tables of data`() throws {
    let lines = "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"y\"}\n"
    let file = try folder.file("a.jsonl", Array(lines.utf8))
    #expect(try pb.run("convert", file, "--to", "csv").text == "a,b\n1,x\n2,y\n")
    #expect(try pb.run("convert", file, "-o", folder.path + "/b.ndjson").status == 0)
    #expect(try pb.run("convert", folder.path + "/b.ndjson", "--to", "tsv").text == "a\tb\n1\tx\n2\ty\n")
    #expect(
      try pb.run("convert", try folder.file("c.csv", Array("a\n1\n".utf8)), "--to", "jsonl").text
        == "{\"a\": 1}\n")
    #expect(try pb.run("copy", file).status == 0)
    #expect(try pb.run("paste", "-t", "jsonl").text == lines)
    #expect(try pb.run("paste", "-t", "csv").text == "a,b\n1,x\n2,y\n")
    try copy(lines)
    #expect(try pb.run("paste", "-t", "csv").text == "a,b\n1,x\n2,y\n")
    try copy("a,b\n1,2\n", "-t", "csv")
    #expect(try pb.run("paste", "-t", "jsonl").text == "{\"a\": 1, \"b\": 2}\n")
    let refused = try pb.run(
      "convert", try folder.file("d.jsonl", Array("{\"a\":1}\n{\n".utf8)), "--to", "csv")
    #expect(refused.status == 2 && refused.errors.contains("line 2"))
  }

  @Test func `Colours of a terminal go out as HTML and RTF, and the text goes out without sequences`() throws
  {
    try copy("a \u{1B}[31mred\u{1B}[0m\n", "--rich")
    #expect(try pb.run("paste").text == "a red\n")
    #expect(try pb.run("paste", "--raw", "UTF8_STRING").text == "a red\n")
    #expect(
      try pb.run("paste", "--raw", "text/html").text.contains("a <span style=\"color:#b21818\">red</span>"))
    #expect(try pb.run("paste", "--raw", "text/rtf").text.contains("{\\cf1 red}"))
    for (type, name) in [("html", "text/html"), ("rtf", "text/rtf")] {
      #expect(try pb.run("paste", "-t", type).text == pb.run("paste", "--raw", name).text)
    }
    try copy("\u{1B}[31mred\u{1B}[0m")
    #expect(try pb.run("paste").text == "\u{1B}[31mred\u{1B}[0m")
  }

  /// A program that stands in for `pygmentize`: the real one need not be there.
  @Test func `Code is coloured by a program, and stays byte for byte`() throws {
    let code = "int main(void) { return 0; }\n"
    let programs = folder.path + "/bin"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    let file = try folder.file("main.c", Array(code.utf8))
    func highlight(_ script: String?) throws -> ChildProcess.Result {
      if let script {
        let program = programs + "/pygmentize"
        try Data(("#!/bin/sh\n" + script).utf8).write(to: URL(filePath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
      }
      let path = script == nil ? "/nowhere" : programs + ":/bin:/usr/bin"
      return try pb.other("env", "PATH=\(path)", BuiltCommand.path, "copy", "--highlight", file)
    }
    let missing = try highlight(nil)
    #expect(
      missing.status == 2
        && missing.errors.contains("Install python3-pygments, bat, highlight or source-highlight"))
    let coloured = try highlight(
      "for file; do :; done; case $file in *.c) sed 's/int/\\x1b[1;32mint\\x1b[m/' \"$file\";; esac")
    #expect(coloured.status == 0, "\(coloured.errors)")
    #expect(try pb.run("paste").text == code)
    #expect(try pb.run("paste", "--raw", "text/html").text.contains(">int</span> main(void) { return 0; }"))
    #expect(try pb.run("paste", "--raw", "text/rtf").text.contains("\\b int}"))
    let changed = try highlight("echo 'int other(void);'")
    #expect(changed.status == 2 && changed.errors.contains("pygmentize changed the text"))
    let failed = try highlight("echo 'no lexer for filename' >&2; exit 1")
    #expect(failed.status == 2 && failed.errors.contains("no lexer for filename"))
    #expect(try pb.run("paste").text == code)
  }
}
