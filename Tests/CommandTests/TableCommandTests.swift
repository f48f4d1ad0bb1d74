import Foundation
import TestSupport
import Testing

/// Tables of data through the command.
@Suite("Tables from the command line", .timeLimit(.minutes(2)))
final class TableCommandTests: CommandSuite {
  @Test func `The rows of a copied table are pasted as JSON`() throws {
    let table = "<table><tr><th>a<th>b<tr><td>1<td>é</table>"
    #expect(try pb.run("copy", "-t", "html", input: Array(table.utf8)).status == 0)
    #expect(try pb.run("paste", "-t", "json").text == "[\n  {\"a\": 1, \"b\": \"é\"}\n]\n")
    #expect(try pb.run("copy", "-t", "csv", input: Array("a;b\n1;2\n".utf8)).status == 0)
    #expect(try pb.run("paste", "-t", "json").text == "[\n  {\"a\": 1, \"b\": 2}\n]\n")
    #expect(try pb.run("copy", "-t", "md", input: Array("# A\n".utf8)).status == 0)
    let refused = try pb.run("paste", "-t", "json")
    #expect(refused.status == 1 && refused.errors.contains("no table found in the copied text"))
  }

  @Test(
    "Plain text of CSV is the file, byte for byte",
    arguments: ["a,b\r\n1,\"x, y\"\r\n", "\u{FEFF}a;b\n1;ä", "a|b\n\"1\n2\"|\n\n"])
  func plainTextOfCSV(table: String) throws {
    let bytes = Array(table.utf8)
    #expect(try pb.run("copy", try folder.file("a.csv", bytes)).status == 0)
    #expect(try pb.run("paste", "--plain").output == bytes)
    #expect(try pb.run("paste", "-t", "csv").output == bytes)
    #expect(try pb.run("paste", "--raw", "UTF8_STRING").output == bytes)
    #expect(try pb.run("paste", "--raw", "text/tab-separated-values").text.contains("a\tb"))
    let script = "cd '\(folder.path)' && ln -sf \"$PB\" pbpaste && ./pbpaste && xclip -selection clipboard -o"
    #expect(try pb.other("sh", "-c", "PB='\(BuiltCommand.path)' && " + script).output == bytes + bytes)
  }

  @Test func `A table goes into a file as the file's name says, however it is named`() throws {
    let (rows, columns, values) = (
      "[\n  {\"a\": 1, \"b\": \"x, y\"}\n]\n", "a\tb\n1\tx, y\n", "a,b\n1,\"x, y\"\n"
    )
    let page = "<table><tr><th>a<th>b<tr><td>1<td>x, y</table>"
    for (type, copied) in [
      ("csv", values), ("tsv", columns), ("html", page), ("plain", columns), ("plain", values),
    ] {
      #expect(try pb.run("copy", "-t", type, input: Array(copied.utf8)).status == 0)
      for (name, wanted) in [("b.csv", values), ("b.tsv", columns), ("b.JSON", rows)] {
        for command in ["paste >", "paste -o", "paste --output=", "paste -o - >", "< /dev/null >"] {
          let file = folder.path + "/" + name
          let ran = try shell("\(command)'\(file)'")
          #expect(ran.status == 0 && ran.errors.isEmpty, "\(type) \(command) \(name): \(ran.errors)")
          // Text goes as it is where its separator may be what the name says.
          #expect(try text(of: name) == wanted, "\(type) \(command) \(name)")
        }
      }
      #expect(try shell("paste -t md > '\(folder.path)/b.csv'").status == 0)
      #expect(try text(of: "b.csv") != values || type == "plain")
    }
  }

  @Test func `What holds no table goes as usual into a file that is named for one`() throws {
    #expect(try pb.run("copy", "-t", "html", input: Array("<h1>T</h1>".utf8)).status == 0)
    let markdown = try shell("paste > '\(folder.path)/b.csv'")
    #expect(
      markdown.status == 0
        && markdown.errors == "pb: the clipboard does not hold a table; pb wrote Markdown\n")
    #expect(try text(of: "b.csv") == "# T\n")
    #expect(try pb.run("copy", "-t", "plain", input: Array("{\"a\": 1}".utf8)).status == 0)
    #expect(try shell("paste > '\(folder.path)/b.json'").errors.isEmpty)
    #expect(try text(of: "b.json") == "{\"a\": 1}")
  }

  private func text(of name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  /// Runs `pb` with words for a shell.
  private func shell(_ words: String) throws -> ChildProcess.Result {
    try pb.other("sh", "-c", "'\(BuiltCommand.path)' \(words)")
  }

  @Test(
    "Values keep their lines, whatever is between them",
    arguments: [
      ["csv", "tsv", "csv"], ["tsv", "json", "tsv"], ["json", "csv", "json"], ["json", "tsv", "json"],
    ])
  func linesInValues(types: [String]) throws {
    let json = "[\n  {\"a\": \"def f(x):\\n    return x\\n\\n\", \"b\": \" \\r\\n\"}\n]\n"
    let start = try pb.run("convert", "-f", "json", "-t", types[0], input: Array(json.utf8)).output
    var bytes = start
    for (from, to) in zip(types, types.dropFirst()) {
      bytes = try pb.run("convert", "-f", from, "-t", to, input: bytes).output
    }
    #expect(bytes == start && !start.isEmpty)
    #expect(try pb.run("copy", "-t", types[0], input: start).status == 0)
    #expect(try pb.run("paste", "-t", "json").text == json)
  }

  @Test func `The first row of a table without a header names its columns where that is asked for`() throws {
    let table = "<table><tr><td>a<td>b<tr><td>x<td>y</table>"
    let html = try folder.file("t.html", Array(table.utf8))
    let nameless = try pb.run("convert", "--to", "json", "--json", "rows", html)
    #expect(nameless.text == "[\n  [\"a\", \"b\"],\n  [\"x\", \"y\"]\n]\n")
    #expect(nameless.errors.contains("To use the first row as names: --table-header first"))
    let named = try pb.run("convert", "--to", "json", "--json", "rows", "--table-header", "first", html)
    #expect(named.text == "[\n  {\"a\": \"x\", \"b\": \"y\"}\n]\n" && named.errors.isEmpty)
    #expect(try pb.run("copy", "-t", "html", input: Array(table.utf8)).status == 0)
    #expect(try pb.run("paste", "-t", "json", "--table-header", "first").text == named.text)
  }

  /// As LibreOffice Calc 7.4 and Gnumeric 1.12 copy what is not set in bold.
  private static let sheets = [
    ##"<meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/><style>a.comment-indicator { }</style>"##
      + ##"<table cellspacing="0" border="0"><colgroup width="80"></colgroup><tr><td height="17" align="left">Name</td>"##
      + ##"<td align="left">Weight</td></tr><tr><td height="17" align="left">Rolf</td>"##
      + ##"<td align="right" sdval="12.5" sdnum="1033;">12.5</td></tr></table>"##,
    ##"<meta name="generator" content="Gnumeric 1.12.55 via GPFH/0.5" /><p></p><table cellspacing="0" cellpadding="3">"##
      + ##"<tr><td valign="bottom">Name</td><td valign="bottom">Weight</td></tr>"##
      + ##"<tr><td valign="bottom">Rolf</td><td valign="bottom" align="right">12.5</td></tr></table>"##,
  ]

  @Test(arguments: sheets)
  func `The first row of a sheet is its header`(sheet: String) throws {
    #expect(try pb.run("copy", "-t", "html", input: Array(sheet.utf8)).status == 0)
    let markdown = try pb.run("paste", "--tables", "compact").text
    #expect(
      markdown.hasPrefix("| Name | Weight |\n") && markdown.hasSuffix("| Rolf | 12.5 |\n"), "\(markdown)")
    #expect(try pb.run("paste", "-t", "json").text == "[\n  {\"Name\": \"Rolf\", \"Weight\": 12.5}\n]\n")
    #expect(try pb.run("paste", "-t", "csv").text == "Name,Weight\nRolf,12.5\n")
    let none = try pb.run("paste", "--table-header", "none", "--tables", "compact")
    #expect(none.text.hasPrefix("|  |  |\n") && none.text.contains("| Name | Weight |"), "\(none.text)")
    let rows = "[\n  [\"Name\", \"Weight\"],\n  [\"Rolf\", 12.5]\n]\n"
    let arrays = try pb.run("paste", "-t", "json", "--table-header", "none").text
    #expect(arrays == rows || arrays == rows.replacing("12.5", with: "\"12.5\""), "\(arrays)")
    let file = try folder.file("sheet.html", Array(sheet.utf8))
    #expect(try pb.run("convert", "--to", "json", "--json", "rows", file).text.contains("\"Weight\": 12.5"))
  }

  @Test(arguments: [
    ("<tr><th rowspan=2>Region<th colspan=2>Sales<tr><th>Q1<th>Q2", "thead", false),
    ("<tr><th><th colspan=2>Sales<tr><th>Region<th>Q1<th>Q2", "thead", false),
    ("<tr><td rowspan=2>Region<td colspan=2>Sales<tr><td>Q1<td>Q2", "tbody", true),
    (
      "<tr><td colspan=3>Sales of 2026<tr><td rowspan=2>Region<td colspan=2>Sales<tr><td>Q1<td>Q2", "tbody",
      true
    ),
  ])
  func `Two rows of headers name a column together`(header: String, group: String, isSheet: Bool) throws {
    let sign = isSheet ? "<meta name=ProgId content=\"Excel.Sheet\">" : ""
    let table =
      "\(sign)<table><\(group)>\(header)</\(group)><tr><td>North<td>1<td>2<tr><td>South<td>3<td>4</table>"
    let file = try folder.file("t.html", Array(table.utf8))
    let json = try pb.run("convert", "--to", "json", "--json", "rows", file)
    #expect(
      json.text == """
        [
          {"Region": "North", "Sales Q1": 1, "Sales Q2": 2},
          {"Region": "South", "Sales Q1": 3, "Sales Q2": 4}
        ]

        """)
    let arrays = try pb.run("convert", "--to", "json", "--json", "rows", "--table-header", "none", file)
    #expect(arrays.text.contains("[\"North\", ") && !arrays.text.contains("{"))
  }

  @Test func `One cell of a spreadsheet is a table of one`() throws {
    let cell = "<table><tr><td height=17 align=left>7<br></td></tr></table>"
    #expect(try pb.run("copy", "-t", "html", input: Array(cell.utf8)).status == 0)
    #expect(try pb.run("paste").text == "7\n")
    #expect(try pb.run("paste", "-t", "csv").text == "7\n")
    #expect(try pb.run("paste", "-t", "json").text == "[\n  [7]\n]\n")
    #expect(try pb.run("copy", "-t", "html", input: Array("<p>7</p>".utf8)).status == 0)
    #expect(try pb.run("paste", "-t", "csv").status == 1)
  }

  private static let drawn = " id | name \n----+------\n  1 | a, b\n(1 row)\n"
  private static let objects = "[{\"id\": 1, \"name\": \"a, b\"}]\n"

  @Test(arguments: [drawn, objects])
  func `Text that is a table is one for whoever wants one`(text: String) throws {
    #expect(try pb.run("copy", input: Array(text.utf8)).status == 0)
    #expect(try pb.run("paste").text == text)
    #expect(try pb.run("paste", "-t", "csv").text == "id,name\n1,\"a, b\"\n")
    #expect(try pb.run("paste", "-t", "tsv").text == "id\tname\n1\ta, b\n")
    #expect(try pb.run("convert", "--to", "csv", input: Array(text.utf8)).text == "id,name\n1,\"a, b\"\n")
    let json = try pb.run("paste", "-t", "json").text
    #expect(json == (text == Self.objects ? text : "[\n  {\"id\": 1, \"name\": \"a, b\"}\n]\n"))
  }

  @Test func `Text that is JSON and no table is JSON`() throws {
    #expect(try pb.run("copy", input: Array("{\"a\": [1]}".utf8)).status == 0)
    #expect(try pb.run("paste", "-t", "json").text == "{\"a\": [1]}")
    #expect(try pb.run("paste", "-t", "csv").errors.contains("no table found in the copied text"))
  }

  @Test func `What is no table says what to do`() throws {
    let lines = try folder.file("a.json", Array("{\"a\": 1}\n{\"a\": 2}\n".utf8))
    #expect(try pb.run("convert", "--to", "csv", lines).text == "a\n1\n2\n")
    let book = try folder.file("a.xls", [0xD0, 0xCF, 0x11, 0xE0])
    for type in ["csv", "md", "json"] {
      #expect(try pb.run("convert", "--to", type, book).errors.contains("Save it as XLSX or ODS"))
    }
  }

  @Test(arguments: ["docx", "odt"])
  func `Merged cells of a document that was copied stay whole in Markdown`(type: String) throws {
    let page = "<table><tr><th colspan=2>a</th></tr><tr><td>b</td><td>c</td></tr></table>"
    let document = folder.path + "/a." + type
    #expect(
      try pb.run("convert", "--from", "html", "-o", document, input: Array(page.utf8)).status == 0)
    let whole = try pb.run("convert", document, "--to", "md").text
    #expect(whole.contains("<th colspan=\"2\">"))
    #expect(try pb.run("copy", document).status == 0)
    #expect(try pb.run("paste").text == whole)
    // Its owner says the same, and writes tables as whoever copies wants them.
    #expect(try pb.run("paste", "--raw", "text/markdown").text == whole)
    let padded = try pb.run("paste", "--tables", "padded")
    #expect(padded.text.hasPrefix("| a "))
    #expect(try pb.run("copy", "--tables", "padded", document).status == 0)
    #expect(try pb.run("paste", "--raw", "text/markdown").text == padded.text)
    // Pages are as they were.
    #expect(try pb.run("copy", "-t", "html", input: Array(page.utf8)).status == 0)
    #expect(try pb.run("paste").text == padded.text)
  }

  @Test func `A row alone is not lost in JSON`() throws {
    #expect(
      try pb.run("convert", "-f", "csv", "-t", "json", input: Array("1,2\n".utf8)).text == "[\n  [1, 2]\n]\n")
  }

  @Test func `A quote that nobody closes is told with its line, and nothing is lost`() throws {
    let file = try folder.file("a.csv", Array("a,b\n1,\"x\n2,y\n".utf8))
    let converted = try pb.run("convert", "--to", "json", file)
    #expect(converted.text == "[\n  {\"a\": 1, \"b\": \"x\\n2,y\\n\"}\n]\n" && converted.status == 0)
    #expect(
      converted.errors
        == "pb: the quote on line 2 of \(file) is never closed: all text in it became one value\n")
    let misplaced = try pb.run("convert", "-f", "tsv", "-t", "md", input: Array("a\n\"1\n2\"3\n".utf8))
    #expect(misplaced.errors.contains("line 2 of standard input is closed only on line 3"))
    #expect(try pb.run("convert", "-f", "csv", "-t", "md", input: Array("a\n5\"\n".utf8)).errors.isEmpty)
  }

  @Test func `Plain text in columns is a table for whoever wants one`() throws {
    let columns = Array("name\tcount\nnuts\t2\nbolts\t3\n".utf8)
    let (values, objects) = ("name,count\nnuts,2\nbolts,3\n", "{\"name\": \"bolts\", \"count\": 3}")
    #expect(try pb.run("copy", "-t", "plain", input: columns).status == 0)
    #expect(try pb.run("paste", "-t", "csv").text == values)
    #expect(try pb.run("paste", "-t", "json").text.contains(objects))
    #expect(try pb.run("paste", "--plain").output == columns)
    let file = try folder.file("a.txt", columns)
    #expect(try pb.run("convert", "-t", "csv", file).text == values)
    #expect(try pb.run("convert", "-t", "json", file).text.contains(objects))
    #expect(try pb.run("convert", "-t", "csv", input: columns).text == values)
    for text in ["no tab\n", "a\tb\nc\n", "a\tb\n\nc\td\n", "\n", ""] {
      let file = try folder.file("b.txt", Array(text.utf8))
      #expect(try !pb.run("convert", "-t", "csv", file).text.contains(","), "\(text)")
    }
    #expect(try pb.run("copy", "-t", "plain", input: Array("a\tb\nc\n".utf8)).status == 0)
    let refused = try pb.run("paste", "-t", "json")
    #expect(refused.status == 1 && refused.errors.contains("have different numbers of tabs"))
    // Names mean several things: the text is written all the same, and that is said where it cannot be what they mean.
    let written = try pb.run("paste", "-o", folder.path + "/c.json")
    #expect(written.status == 0 && written.errors.contains("pb wrote the text unchanged"))
    #expect(try pb.run("copy", "-t", "plain", input: Array("{\"a\": [1]}".utf8)).status == 0)
    #expect(try pb.run("paste", "-o", folder.path + "/c.json").errors.isEmpty)
  }
}
