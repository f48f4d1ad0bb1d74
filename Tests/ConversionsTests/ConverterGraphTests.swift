import Conversions
import RichText
import Testing
import UniformTypeIdentifiers

@Suite("Converter graph")
struct ConverterGraphTests {
  private func convert(
    _ text: String, _ source: UTType, _ wanted: UTType, _ graph: ConverterGraph = .shared
  ) throws -> String {
    String(decoding: try graph.convert(Array(text.utf8), from: source, to: wanted), as: UTF8.self)
  }

  @Test func `Text formats are converted through a document`() throws {
    #expect(try convert("# *T*\n", .markdown, .html) == "<h1><em>T</em></h1>\n")
    #expect(try convert("<h1>T</h1>", .html, .markdown) == "# T\n")
    #expect(try convert("# *T*\n", .markdown, .plainText) == "T\n")
  }

  @Test(arguments: [
    (UTType.markdown, UTType.markdown), (.pythonScript, .utf8PlainText), (.utf8PlainText, .plainText),
    (.png, .png), (.json, .plainText),
  ])
  func `What is of the type already stays byte for byte`(source: UTType, wanted: UTType) throws {
    #expect(try convert("  a\t*b*  \n\n", source, wanted) == "  a\t*b*  \n\n")
    #expect(ConverterGraph.shared.route(from: source, to: wanted)?.isEmpty == true)
  }

  @Test(arguments: [(UTType.png, UTType.html), (.markdown, .png), (.plainText, .pythonScript)])
  func `Where no way leads there is an error`(source: UTType, wanted: UTType) throws {
    let error = #expect(throws: ConversionError.self) { try convert("x", source, wanted) }
    #expect(error?.code == .noRoute)
    #expect(ConverterGraph.shared.route(from: source, to: wanted) == nil)
  }

  @Test(arguments: [
    ("a,b\r\n1,2\r\n", "a\tb\n1\t2\n"), ("\u{FEFF}a;b\n\"x;y\";2\n", "a\tb\nx;y\t2\n"),
    ("sep=|\na|b,c\n", "a\tb,c\n"),
    ("\"say \"\"hi\"\"\",\"two\nlines\"\n", "\"say \"\"hi\"\"\"\t\"two\nlines\"\n"),
    ("name,a\n\"never closed,b\nc\n", "name\ta\n\"never closed,b\nc\n\"\n"), ("a\rb\r", "a\nb\n"), ("", ""),
    ("007,+1,1e3\n", "007\t+1\t1e3\n"),
  ])
  func `Separated values become columns, and none is lost`(values: String, columns: String) throws {
    #expect(try convert(values, .commaSeparatedText, .tabSeparatedText) == columns)
  }

  @Test func `Tables come out as values again`() throws {
    let markdown = "| a | b |\n| - | -: |\n| x, y | 1 |\n"
    #expect(try convert(markdown, .markdown, .commaSeparatedText) == "a,b\n\"x, y\",1\n")
    #expect(try convert("a,b\n\"x|y\",1\n", .commaSeparatedText, .markdown).contains(#"| x\|y |   1 |"#))
  }

  /// A converter of one's own, found over a step that is there.
  private struct Shouting: Converter {
    var from: Form { .type(.plainText) }
    var to: Form { .type(UTType(importedAs: "com.example.upper")) }
    var loss: Int { 3 }

    func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
      guard case .bytes(let bytes) = value else { return value }
      return .bytes(Array(String(decoding: bytes, as: UTF8.self).uppercased().utf8))
    }
  }

  @Test func `A converter is found over those that are there`() throws {
    let upper = UTType(importedAs: "com.example.upper")
    let graph = ConverterGraph([Shouting()])
    #expect(graph.route(from: .html, to: upper)?.count == 3)
    #expect(try convert("<p>a <b>b</b></p>", .html, upper, graph) == "A B\n")
    #expect(graph.reachable(from: .html).contains(upper))
    #expect(!ConverterGraph.shared.reachable(from: .html).contains(upper))
    #expect(Set(ConverterGraph.shared.reachable(from: .markdown)).isSuperset(of: [.html, .rtf, .plainText]))
  }
}
