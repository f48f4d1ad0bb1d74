import Conversions
import RichText
import TestSupport
import Testing
import UniformTypeIdentifiers

/// Tables of data as JSON.
@Suite("JSON as a table") struct JSONRowsTests {
  private func convert(_ text: String, _ source: UTType, _ wanted: UTType) throws -> String {
    String(
      decoding: try ConverterGraph.shared.convert(Array(text.utf8), from: source, to: wanted), as: UTF8.self)
  }

  private func rows(_ csv: String) throws -> String { try convert(csv, .commaSeparatedText, .json) }

  @Test func `Each row is an object, in the order of the columns`() throws {
    #expect(
      try rows("id,name\n1,\"a \"\"b\"\"\"\n2,é\n") == """
        [
          {"id": 1, "name": "a \\"b\\""},
          {"id": 2, "name": "é"}
        ]

        """)
  }

  @Test(
    "A column is of numbers if all its values are, and no reader loses a digit of them",
    arguments: [
      ("1\n2", "1 2"), ("1.50\n-3", "1.50 -3"), ("1\n\"\"\n2", "1 null 2"), ("007\n1", "\"007\" \"1\""),
      ("1\nx", "\"1\" \"x\""), ("1e5\n2.50E-3", "1e5 2.50E-3"), ("-0\n-0.0", "-0 -0.0"),
      ("1e400\n2", "\"1e400\" \"2\""), ("1e\n2", "\"1e\" \"2\""), ("1e+\n2", "\"1e+\" \"2\""),
      ("0\n-0.5", "0 -0.5"),
      ("1234567890123456\n1", "\"1234567890123456\" \"1\""), (".5\n1", "\".5\" \"1\""),
      ("+1\n1", "\"+1\" \"1\""),
      ("true\nnull", "\"true\" \"null\""), ("\"1\n\"\n2", "\"1\\n\" \"2\""),
    ])
  func numbers(column: String, values: String) throws {
    let expected = values.split(separator: " ").map { "  {\"a\": \($0)}" }.joined(separator: ",\n")
    #expect(try rows("a\n\(column)\n") == "[\n\(expected)\n]\n")
  }

  @Test func `Numbers of a table come back as they were spelled`() throws {
    let csv = "a,b\n1e5,-0\n2.50E-3,1.0\n-7e+02,0\n"
    let json = try rows(csv)
    #expect(!json.contains("\"1e5\"") && !json.contains("\"-0\""))
    #expect(try convert(json, .json, .commaSeparatedText) == csv)
  }

  @Test func `Objects with names of their own are no table of nearly empty cells`() throws {
    let objects = (0..<4000).map { "{\"a\($0)\": 1}" }.joined(separator: ",")
    #expect(try convert("[\(objects)]", .json, .commaSeparatedText).count < 200_000)
    let few = (0..<40).map { "{\"a\($0)\": 1}" }.joined(separator: ",")
    #expect(try convert("[\(few)]", .json, .commaSeparatedText).hasPrefix("a0,a1,a2,"))
  }

  @Test func `No column is lost that no row reaches`() throws {
    #expect(
      try rows("a,b,c\n1,x\n2\n")
        == "[\n  {\"a\": 1, \"b\": \"x\", \"c\": \"\"},\n  {\"a\": 2, \"b\": \"\", \"c\": \"\"}\n]\n")
    #expect(try rows("a,b\n1,2\n3\n") == "[\n  {\"a\": 1, \"b\": 2},\n  {\"a\": 3, \"b\": null}\n]\n")
    #expect(try convert(try rows("a,b,c\n1,2\n"), .json, .commaSeparatedText) == "a,b,c\n1,2,\n")
  }

  @Test func `A row by itself is data, however it looks`() throws {
    let html = "<table><tr><td><b>Sum</b><td><b>x</b></table>"
    let written = try JSONRows.write(tablesOf: Array(html.utf8), in: .html) ?? []
    #expect(String(decoding: written, as: UTF8.self) == "[\n  [\"Sum\", \"x\"]\n]\n")
  }

  @Test func `Columns that few rows reach cost no more than the values that are there`() throws {
    let csv = String(repeating: ",", count: 5000) + "\n" + String(repeating: "1\n", count: 100_000)
    let start = processorTime()
    #expect(try rows(csv).hasSuffix("  [1]\n]\n"))
    #expect(processorTime() - start < .seconds(20))
  }

  @Test func `Columns of one name, and rows longer than the header, are arrays`() throws {
    #expect(try rows("a,a\n1,2\n") == "[\n  [\"a\", \"a\"],\n  [1, 2]\n]\n")
    #expect(try rows("a\n1,2\n") == "[\n  [\"a\"],\n  [1, 2]\n]\n")
    #expect(try convert("[\n  [\"a\", \"a\"],\n  [1, 2]\n]\n", .json, .commaSeparatedText) == "a,a\n1,2\n")
  }

  /// What LibreOffice Calc copies: the value of a cell that shows a number is in an attribute.
  @Test(arguments: [
    (
      MarkdownStyle.TableHeader.auto,
      "[\"a\", \"b\", \"c\"], [1234.5, \"007\", \"2023-03-15\"], [0.12, \"12\", \"x\"], [null, \"\", null]"
    ),
    (
      .first,
      "{\"a\": 1234.5, \"b\": \"007\", \"c\": \"2023-03-15\"}, {\"a\": 0.12, \"b\": \"12\", \"c\": \"x\"}, "
        + "{\"a\": null, \"b\": \"\", \"c\": null}"
    ),
  ])
  func `Cells of a spreadsheet are the numbers that it holds`(header: MarkdownStyle.TableHeader, rows: String)
    throws
  {
    let html = """
      <table><tr><td>a<td>b<td>c<tr><td sdval="1234.5" sdnum="1033;0;#,##0.00 €">1,234.50 €<td>007\
      <td sdval="45000" sdnum="1033;0;MM/DD/YY">03/15/23<tr><td sdval="0.12"><b>12%</b><td>12<td sdval="oops">x\
      <tr><td><br><td><td></table>
      """
    let json = try JSONRows.write(tablesOf: Array(html.utf8), in: .html, header: header)
    let lines = String(decoding: try #require(json), as: UTF8.self).split(separator: "\n")
    #expect(lines.dropFirst().dropLast().map { $0.drop { $0 == " " } }.joined(separator: " ") == rows)
  }

  @Test func `The first row is the names of columns, or not, as is asked for`() throws {
    func json(_ text: String, _ format: Format, _ header: MarkdownStyle.TableHeader) throws -> String? {
      try JSONRows.write(tablesOf: Array(text.utf8), in: format, header: header).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(try json("a,b\n1,2\n", .commaSeparated, .none) == "[\n  [\"a\", \"b\"],\n  [\"1\", \"2\"]\n]\n")
    #expect(try json("a,b\n1,2\n", .commaSeparated, .first) == "[\n  {\"a\": 1, \"b\": 2}\n]\n")
    #expect(
      try json("<table><tr><td>a<td>b<tr><td>1<td>2</table>", .html, .first)
        == "[\n  {\"a\": 1, \"b\": 2}\n]\n")
  }

  @Test func `JSON Lines are told from JSON that is damaged`() throws {
    #expect(JSONLines.areIn(Array("{\"a\": 1}\n{\"a\": [2]}\n".utf8)))
    for text in ["{\"a\": 1}\n", "{\n}\n", "1\n2\n", "[1]\n[2]\n", "{\"a\": 1}\n[2]\n", "{}\n{\n", ""] {
      #expect(!JSONLines.areIn(Array(text.utf8)))
    }
  }

  @Test func `Control characters are escaped`() throws {
    #expect(try rows("a\n\"\u{1}\u{9B}\u{7F}\t\"\n").contains(#""\u0001\u009b\u007f\t""#))
  }

  @Test func `Objects need not name the same columns, and hold what they hold`() throws {
    #expect(
      try convert(
        #"[{"a": 1.50, "b": null}, {"c": [1, {"d": true}], "a": false}]"#, .json, .commaSeparatedText)
        == "a,b,c\n1.50,,\nfalse,,\"[1, {\"\"d\"\": true}]\"\n")
  }

  @Test func `Several tables are read as several`() throws {
    let markdown = try convert(#"[[{"a": 1}], [{"b": 2}]]"#, .json, .markdown)
    #expect(markdown == "|   a |\n| --: |\n|   1 |\n\n|   b |\n| --: |\n|   2 |\n")
  }

  @Test(arguments: [
    #"{"a": 1}"#, "1", #"["a", 1]"#, #"[{"a": 1}, 2]"#, "// settings\n{}", #"[[1, [2]]]"#, "[{}]", "[[]]",
    #"{"type": "document", "children": []}"#, "",
  ])
  func `What is no table is code, in lines as they were`(json: String) throws {
    let code = Document([.codeBlock(CodeBlock(info: "json", code: json.isEmpty ? "" : json + "\n"))])
    let html = Format.html.write(code, Format.Options())
    #expect(try convert(json, .json, .html) == String(decoding: html, as: UTF8.self))
  }

  @Test(arguments: [
    (
      "public.shell-script", "for f in *; do\n  echo $f\ndone\n",
      "```sh\nfor f in *; do\n  echo $f\ndone\n```\n"
    ),
    ("public.patch-file", "@@ -1 +1 @@\n a\n-b\n", "```patch\n@@ -1 +1 @@\n a\n-b\n```\n"),
    ("public.yaml", "a:\n  - b", "```yml\na:\n  - b\n```\n"), ("com.apple.log", "a  b", "```\na  b\n```\n"),
    ("public.plain-text", "a\n b\n", "a\\\nb\n"),
  ])
  func `Text whose spaces mean something is code`(type: String, text: String, markdown: String) throws {
    #expect(try convert(text, try #require(UTType(type)), .markdown) == markdown)
  }
}
