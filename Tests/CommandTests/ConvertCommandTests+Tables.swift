import TestSupport
import Testing

/// Tables: which formats have them, and what is told of what they lose.
extension ConvertCommandTests {
  @Test func `Without a table there are no values, and what stands beside one is told`() throws {
    let none = try pb.run("convert", "--to", "csv", input: Array("text only\n".utf8))
    #expect(none.status == 2 && none.errors.contains("no table"))
    let some = try pb.run("convert", "--to", "csv", input: Array("a\n\n| x |\n|---|\n| 1 |\n".utf8))
    #expect(some.text == "x\n1\n" && some.errors.contains("around the tables"))
    let table = Array("---\ntitle: T\n---\n\n| x |\n|---|\n| 1 |\n".utf8)
    #expect(try pb.run("convert", "--to", "csv", input: table).errors.contains("front matter"))
  }

  @Test func `What a table of data cannot say is told`() throws {
    let html = """
      <table><tr><th colspan=2>a</th></tr><tr><td><ul><li>x</li></ul></td><td>1</td></tr></table>
      <table><tr><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr></table>
      """
    let csv = try pb.run("convert", "--from", "html", "--to", "csv", input: Array(html.utf8))
    #expect(csv.text == "a,\n- x,1\n\n2,3\n4,5\n")
    #expect(csv.errors.contains("merged cells of a table were split"))
    #expect(csv.errors.contains("became plain text") && csv.errors.contains("2 tables; empty lines"))
    let rows = try pb.run(
      "convert", "--from", "html", "--to", "json", "--json", "rows", input: Array(html.utf8))
    #expect(
      rows.text.contains(#"{"a": "- x", "": 1}"#) && rows.errors.contains("each became an array"))
    #expect(rows.errors.contains("so rows became arrays"))
    let nested = try pb.run("convert", "--from", "json", "--to", "csv", input: Array(#"[{"a": [1]}]"#.utf8))
    #expect(nested.text == "a\n[1]\n" && nested.errors.contains("became JSON text"))
  }

  @Test func `JSON is the rows of data and the tree of a document, unless it is said otherwise`() throws {
    let data = Array("a,b\n1,x\n".utf8)
    let rows = try pb.run("convert", "--from", "csv", "--to", "json", input: data).text
    #expect(rows == "[\n  {\"a\": 1, \"b\": \"x\"}\n]\n")
    let tree = try pb.run("convert", "--from", "csv", "--to", "json", "--json", "document", input: data).text
    #expect(tree.hasPrefix(#"{"type": "document", "version": 1, "#))
    #expect(
      try pb.run("convert", "--from", "json", "--to", "csv", input: Array(tree.utf8)).text == "a,b\n1,x\n")
    #expect(
      try pb.run("convert", "--to", "json", input: Array("| a |\n|---|\n| 1 |\n".utf8)).text.contains(
        "table_row"))
    #expect(try pb.run("convert", "--from", "json", "--to", "json", input: Array("[ 1]".utf8)).text == "[ 1]")
    #expect(try pb.run("convert", "--to", "json", "--json", "tree", input: data).status == 2)
  }

  @Test func `The encoding of a table is found out, and a guess is told`() throws {
    let folder = try TemporaryFolder()
    let old = try folder.file("old.csv", Array("Name;Preis\nM".utf8) + [0xFC] + Array("ller;1\n".utf8))
    let told = try pb.run("convert", old, "--to", "tsv")
    #expect(told.text == "Name\tPreis\nMüller\t1\n" && told.errors.contains("windows-1252"))
    let named = try pb.run("convert", old, "--to", "tsv", "--encoding", "iso-8859-15")
    #expect(named.text == told.text && named.errors.isEmpty)
    let wide = "a\tb\r\n1\té\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let unicode = try pb.run("convert", try folder.file("wide.tsv", wide), "--to", "csv")
    #expect(unicode.text == "a,b\n1,é\n" && unicode.errors.isEmpty)
  }

  @Test func `A few long rows among many short ones are no table to be filled up`() throws {
    let wide = Array(
      ([String(repeating: "x,", count: 20_000)] + Array(repeating: "1", count: 1_000))
        .joined(separator: "\n").utf8)
    for type in ["rtf", "md", "docx", "html"] {
      let result = try pb.run("convert", "--from", "csv", "--to", type, input: wide)
      #expect(result.status == 2 && result.errors.contains("have content"))
    }
    #expect(try pb.run("convert", "--from", "csv", "--to", "tsv", input: wide).status == 0)
  }
}
