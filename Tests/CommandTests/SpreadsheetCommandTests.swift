import Foundation
import TestSupport
import Testing

/// Spreadsheets through the command.
@Suite("Spreadsheets from the command line", .timeLimit(.minutes(5)))
final class SpreadsheetCommandTests: CommandSuite {
  private static let table = "Name,Code,Price\nAnn,007,12.50\n\"a, b\",=A1,-3\n"
  private static let document = """
    # First

    | a | b |
    | --- | --- |
    | 1 | 2024-03-01 |

    # Second

    | c |
    | --- |
    | [d](http://x.y/) |

    """

  private func book(_ ending: String, dates: Bool = false) throws -> String {
    let source = try folder.file("a.md", Array(Self.document.utf8))
    let book = folder.path + "/book." + ending
    #expect(try pb.run(["convert", source, "-o", book] + (dates ? ["--dates"] : [])).status == 0)
    return book
  }

  @Test(arguments: ["xlsx", "ods", "fods"])
  func `A table becomes a spreadsheet, and comes back`(ending: String) throws {
    let source = try folder.file("a.csv", Array(Self.table.utf8))
    let book = folder.path + "/a." + ending
    #expect(try pb.run("convert", source, book).status == 0)
    #expect(try pb.run("convert", book, "--to", "csv").text == Self.table)
    #expect(try pb.run("convert", book, "--to", "tsv").text.hasPrefix("Name\tCode\tPrice\n"))
    #expect(
      try pb.run("convert", book, "--to", "json").text
        == "[\n  {\"Name\": \"Ann\", \"Code\": \"007\", \"Price\": 12.5},\n  {\"Name\": \"a, b\", \"Code\": \"=A1\", \"Price\": -3}\n]\n"
    )
    // Desktops take XML without a name for nothing but XML.
    guard ending != "fods" else { return }
    let type = try pb.run(
      "type", "of", try folder.file("unnamed", pb.run("convert", source, "--to", ending).output)
    ).text
    #expect(try pb.run("type", "conforms", String(type.dropLast()), "public.spreadsheet").text == "yes\n")
  }

  @Test(arguments: ["xlsx", "ods", "fods"])
  func `A document without content is no workbook`(ending: String) throws {
    let source = try folder.file("a.md", Array("[address]: /url\n".utf8))
    let refused = try pb.run("convert", source, "-o", folder.path + "/a." + ending)
    #expect(refused.status == 2 || refused.status == 1)
    #expect(refused.errors.contains("no table found in"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/a." + ending))
    #expect(try pb.run("convert", source, "--to", "csv").output.isEmpty)
  }

  @Test(arguments: ["xlsx", "ods"])
  func `A sheet is named, numbered, or each becomes a file`(ending: String) throws {
    let book = try book(ending)
    let first = try pb.run("convert", book, "--to", "csv")
    #expect(first.text == "a,b\n1,2024-03-01\n" && first.errors.contains("converted only sheet 'First'"))
    for name in ["Second", "second", "2"] {
      #expect(try pb.run("convert", book, "--sheet", name, "--to", "csv").text == "c\nd\n")
    }
    let refused = try pb.run("convert", book, "--sheet", "Third", "--to", "csv")
    #expect(refused.status == 2 && refused.errors.contains("it has 'First', 'Second'"))
    let into = folder.path + "/out"
    let made = try pb.run("convert", book, "--to", "csv", "--into", into)
    #expect(made.text == "\(into)/book-First.csv\n\(into)/book-Second.csv\n")
    let markdown = try pb.run("convert", book, "--to", "md").text
    #expect(markdown.contains("*First*") && markdown.contains("[d](http://x.y/)"))
  }

  @Test(arguments: ["xlsx", "ods"])
  func `Dates become dates where they are wanted`(ending: String) throws {
    let dated = try pb.run("convert", try book(ending, dates: true), "--sheet", "First", "--to", "html").text
    #expect(dated.contains("2024-03-01"))
    let cells = try pb.run("convert", folder.path + "/book." + ending, "-o", folder.path + "/b.fods")
    #expect(cells.status == 0)
    #expect(try pb.other("cat", folder.path + "/b.fods").text.contains("office:date-value=\"2024-03-01\""))
  }

  @Test func `A spreadsheet that is copied is offered as tables, and as itself`() throws {
    let source = try folder.file("a.csv", Array(Self.table.utf8))
    let book = folder.path + "/a.xlsx"
    #expect(try pb.run("convert", source, book).status == 0)
    let bytes = try pb.run("convert", book, "--to", "xlsx").output
    #expect(try pb.run("copy", book).status == 0)
    #expect(try pb.run("paste", "-t", "xlsx").output == bytes)
    #expect(try pb.run("paste", "-t", "csv").text == Self.table)
    #expect(try pb.run("paste", "--plain").text == "Name\tCode\tPrice\nAnn\t007\t12.50\na, b\t=A1\t-3\n")
    #expect(try pb.run("paste", "--raw", "text/html").text.contains("sdval=\"12.50\" sdnum=\"1033;0;0.00\""))
    #expect(try pb.run("paste", "-t", "html").text.contains("<td"))
    let again = folder.path + "/b.ods"
    #expect(try pb.run("paste", "-o", again).status == 0)
    #expect(try pb.run("convert", again, "--to", "csv").text == Self.table)
  }

  @Test func `A copied table is pasted as a spreadsheet, and text without one is not`() throws {
    let html =
      "<table><tr><th>a<th>b<tr><td sdval=\"45352\" sdnum=\"1033;0;MM/DD/YY\">03/01/24<td sdval=\"0.5\">50%</table>"
    #expect(try pb.run("copy", "-t", "html", input: Array(html.utf8)).status == 0)
    let book = folder.path + "/a.xlsx"
    #expect(try pb.run("paste", "-o", book).status == 0)
    #expect(
      try pb.run("convert", book, "--to", "json").text == "[\n  {\"a\": \"2024-03-01\", \"b\": 0.5}\n]\n")
    #expect(try pb.run("copy", input: Array("no table".utf8)).status == 0)
    let refused = try pb.run("paste", "-t", "xlsx")
    #expect(refused.status == 1 && refused.errors.contains("no table"), "\(refused.errors)")
  }
}
