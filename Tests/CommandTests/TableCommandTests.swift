import Foundation
import TestSupport
import Testing

/// Tables of data through the command.
@Suite("Tables from the command line", .timeLimit(.minutes(2)))
final class TableCommandTests: CommandSuite {
  @Test func `A quote that nobody closes is told with its line, and nothing is lost`() throws {
    let file = try folder.file("a.csv", Array("a,b\n1,\"x\n2,y\n".utf8))
    let converted = try pb.run("convert", "--to", "json", file)
    #expect(converted.text == "[\n  {\"a\": 1, \"b\": \"x\\n2,y\\n\"}\n]\n" && converted.status == 0)
    #expect(
      converted.errors
        == "pb: the quote on line 2 of \(file) is never closed: all that follows is one value\n")
    let misplaced = try pb.run("convert", "-f", "tsv", "-t", "md", input: Array("a\n\"1\n2\"3\n".utf8))
    #expect(misplaced.errors.contains("line 2 of standard input is closed within a value of line 3"))
    #expect(try pb.run("convert", "-f", "csv", "-t", "md", input: Array("a\n5\"\n".utf8)).errors.isEmpty)
  }
}
