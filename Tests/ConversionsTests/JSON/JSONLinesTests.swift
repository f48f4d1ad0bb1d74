import Conversions
import RichText
import Testing
import UniformTypeIdentifiers

/// JSON Lines as tables of data, both ways.
@Suite("JSON Lines") struct JSONLinesTests {
  private static func convert(_ text: String, _ from: UTType, _ to: UTType) throws -> String {
    String(decoding: try ConverterGraph.shared.convert(Array(text.utf8), from: from, to: to), as: UTF8.self)
  }

  @Test(arguments: JSONLines.types)
  func `Rows go both ways`(type: UTType) throws {
    let lines = "{\"a\": 1, \"b\": \"x\"}\n{\"a\": 2, \"b\": \"y, z\"}\n"
    let values = "a,b\n1,x\n2,\"y, z\"\n"
    #expect(try Self.convert(lines, type, .commaSeparatedText) == values)
    #expect(try Self.convert(values, .commaSeparatedText, type) == lines)
    #expect(try Self.convert("a\tb\n1\tx\n2\ty, z\n", .tabSeparatedText, type) == lines)
    #expect(try Self.convert(lines, type, .markdown).hasPrefix("|   a | b"))
    #expect(try Self.convert(lines, type, .html).contains("<td>y, z</td>"))
  }

  @Test func `Names and MIME types tell the types`() {
    #expect(
      UTType(filenameExtension: "jsonl") == .jsonLines && UTType(mimeType: "application/jsonl") == .jsonLines)
    #expect(UTType(filenameExtension: "ndjson") == .newlineDelimitedJSON)
    #expect(UTType(mimeType: "application/x-ndjson") == .newlineDelimitedJSON)
    #expect(
      JSONLines.isType(.jsonLines) && JSONLines.isType(.newlineDelimitedJSON) && !JSONLines.isType(.json))
  }

  @Test func `An array is one value a line, whatever it holds`() throws {
    #expect(
      try Self.convert("[{\"a\": [1, {\"b\": null}]}, 2, \"x\\ny\", true]", .json, .jsonLines)
        == "{\"a\": [1, {\"b\": null}]}\n2\n\"x\\ny\"\ntrue\n")
    #expect(try Self.convert("{\"a\": 1}", .json, .jsonLines) == "{\"a\": 1}\n")
    #expect(try Self.convert("[]", .json, .jsonLines) == "")
  }

  @Test func `Empty lines, CRLF and a byte-order mark belong to no value`() throws {
    #expect(
      try Self.convert("\u{FEFF}{\"a\":1}\r\n\r\n{\"a\":2}", .jsonLines, .commaSeparatedText) == "a\n1\n2\n")
  }

  @Test(arguments: [("{\"a\":1}\n{\"a\":\n", "line 2"), ("nonsense", "line 1"), ("1\n2 3\n", "line 2")])
  func `A mistake is named by its line`(text: String, place: String) throws {
    do {
      _ = try JSONLines.array(of: Array(text.utf8))
      Issue.record("\(text) was read")
    } catch { #expect(error.description.contains(place), "\(error)") }
  }
}
